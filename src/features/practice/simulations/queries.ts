import { and, asc, count, desc, eq, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { AppError, found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import type { RatingScale, TakeStanding } from "@/lib/enums/practice";
import { pageOffset } from "@/lib/page-math";
import type { UserContext } from "@/server/api/context";
import type { Actor } from "@/server/auth";
import type { Transaction } from "@/server/db/client";
import { answerDeliveries, answers, categories, questions, simulationPlaces, simulations, simulationTakes } from "@/server/db/schema";
import { asAsked } from "../bank/queries";
import { toRatings } from "../queries";
import { minutesToMs } from "../rules";
import { isOver, meansOf, type ScaleMeans, standingOf } from "./rules";

type SimulationRow = typeof simulations.$inferSelect;

/** Milliseconds since an instant by the database's own clock, also while a transaction waits; bounded to what an integer holds. */
const msSince = (instant: PgColumn) =>
  // LEAST alone would take the bound for what has not been.
  sql<number | null>`case when ${instant} is not null
    then least(round(extract(epoch from clock_timestamp() - ${instant}) * 1000), 2000000000)::int end`;

const countedHere = and(
  eq(simulationTakes.simulationId, simulationPlaces.simulationId),
  eq(simulationTakes.position, simulationPlaces.position),
  eq(simulationTakes.standing, "counted"),
);

/** Own simulation. @throws AppError notFound */
async function ownSimulation({ db, actor }: UserContext, uid: string): Promise<SimulationRow> {
  const [row] = await db
    .select()
    .from(simulations)
    .where(and(eq(simulations.id, uid), eq(simulations.userId, actor.id)));
  return found(row);
}

/** A simulation as far as whoever sits in it may know: questions show once they have been given out. @throws AppError notFound */
export async function getSimulation(ctx: UserContext, uid: string) {
  const row = await ownSimulation(ctx, uid);
  const places = await ctx.db
    .select({
      position: simulationPlaces.position,
      readingTime: simulationPlaces.readingTime,
      answerTime: simulationPlaces.answerTime,
      begunMs: msSince(simulationPlaces.begunAt),
      questionId: questions.id,
      text: sql<string>`${questions.text} ->> ${ctx.locale}::text`,
      category: sql<string>`${categories.name} ->> ${ctx.locale}::text`,
      taken: sql<boolean>`${simulationTakes.answerId} is not null`,
    })
    .from(simulationPlaces)
    .innerJoin(questions, eq(questions.id, simulationPlaces.questionId))
    .innerJoin(categories, eq(categories.id, questions.categoryId))
    .leftJoin(simulationTakes, countedHere)
    .where(eq(simulationPlaces.simulationId, uid))
    .orderBy(asc(simulationPlaces.position));
  return {
    uid,
    state: row.state,
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    places: places.map(({ questionId, text, category, ...place }) => ({
      ...place,
      question: place.begunMs === null ? null : { uid: questionId, text, category },
    })),
  };
}

/** The simulation that somebody is in the middle of; null without. */
export async function getRunning(ctx: UserContext) {
  const [row] = await ctx.db
    .select({ uid: simulations.id })
    .from(simulations)
    .where(and(eq(simulations.userId, ctx.actor.id), eq(simulations.state, "running")));
  return row ? getSimulation(ctx, row.uid) : null;
}

/** Own simulations that were started, newest first. */
export async function listSimulations({ db, actor }: UserContext, page: number) {
  const own = and(eq(simulations.userId, actor.id), ne(simulations.state, "planned"));
  const newest = db
    .select()
    .from(simulations)
    .where(own)
    .orderBy(desc(simulations.createdAt), desc(simulations.id))
    .limit(PAGE_SIZE)
    .offset(pageOffset(page))
    .as("newest");
  const [rows, [totals]] = await Promise.all([
    db
      .select({
        uid: newest.id,
        state: newest.state,
        startedAt: newest.startedAt,
        questions: sql<number>`count(*)::int`,
        answered: sql<number>`count(${answers.id})::int`,
        rated: sql<number>`count(${answers.ratingOverall})::int`,
        overall: sql<number | null>`avg(${answers.ratingOverall})::float8`,
      })
      .from(newest)
      .innerJoin(simulationPlaces, eq(simulationPlaces.simulationId, newest.id))
      .leftJoin(simulationTakes, countedHere)
      .leftJoin(answers, and(eq(answers.id, simulationTakes.answerId), isNull(answers.deletedAt)))
      .groupBy(newest.id, newest.state, newest.startedAt, newest.createdAt)
      .orderBy(desc(newest.createdAt), desc(newest.id)),
    db.select({ total: count() }).from(simulations).where(own),
  ]);
  const data = rows.map((row) => ({ ...row, startedAt: found(row.startedAt).toISOString() }));
  return { data, meta: { total: totals?.total ?? 0 } };
}

/** What became of a simulation that is over. @throws AppError notFound | wrongState before its end */
export async function getReport(ctx: UserContext, uid: string) {
  const row = await ownSimulation(ctx, uid);
  if (!isOver(row.state)) throw new AppError("wrongState");
  const startedAt = found(row.startedAt);
  const [rows, earlier] = await Promise.all([reportRows(ctx, uid), earlierMeans(ctx, startedAt)]);
  const places = rows
    .filter(({ place }, at) => rows[at - 1]?.place.position !== place.position)
    .map(({ place, questionId, text, category }) => {
      const here = rows.filter((other) => other.place.position === place.position);
      const counted = here.find(({ standing }) => standing === "counted");
      return {
        position: place.position,
        question: place.begunAt ? { uid: questionId, text, category } : null,
        readingTime: place.readingTime,
        answerTime: place.answerTime,
        take: counted?.answer ? toTake(counted.answer, counted.onsetMs) : null,
        others: here.flatMap(({ answer, standing }) =>
          answer && answer.state !== "deleted" && standing !== null && standing !== "counted" ? [{ uid: answer.id, standing }] : [],
        ),
      };
    });
  return {
    uid,
    state: row.state,
    startedAt: startedAt.toISOString(),
    endedAt: found(row.endedAt).toISOString(),
    places,
    means: meansOf(places.map(({ take }) => take?.rate_your_self ?? null)),
    earlier,
    spokenMs: places.reduce((sum, { take }) => sum + (take?.durationMs ?? 0), 0),
  };
}

/** A row for each take of each place, and one for a place without. */
const reportRows = ({ db, locale }: UserContext, uid: string) =>
  db
    .select({
      place: simulationPlaces,
      questionId: questions.id,
      text: sql<string>`${asAsked()} ->> ${locale}::text`,
      category: sql<string>`${categories.name} ->> ${locale}::text`,
      standing: simulationTakes.standing,
      answer: answers,
      onsetMs: answerDeliveries.onsetMs,
    })
    .from(simulationPlaces)
    .innerJoin(questions, eq(questions.id, simulationPlaces.questionId))
    .innerJoin(categories, eq(categories.id, questions.categoryId))
    .leftJoin(
      simulationTakes,
      and(eq(simulationTakes.simulationId, simulationPlaces.simulationId), eq(simulationTakes.position, simulationPlaces.position)),
    )
    .leftJoin(answers, eq(answers.id, simulationTakes.answerId))
    .leftJoin(answerDeliveries, eq(answerDeliveries.answerId, simulationTakes.answerId))
    .where(eq(simulationPlaces.simulationId, uid))
    .orderBy(asc(simulationPlaces.position), asc(answers.recordedAt), asc(answers.id));

const toTake = (answer: typeof answers.$inferSelect, onsetMs: number | null) => ({
  uid: answer.id,
  state: answer.state,
  kind: answer.recordingKind,
  durationMs: answer.durationMs ?? 0,
  sizeBytes: answer.sizeBytes ?? 0,
  stored: answer.fileKey !== null && answer.state !== "deleted",
  rate_your_self: toRatings(answer),
  question_difficulty: answer.questionDifficulty,
  comments: answer.comments,
  onsetMs,
});

/** How one rated oneself in the simulations before, over the rated answers that are still there. */
async function earlierMeans({ db, actor }: UserContext, before: Date): Promise<{ simulations: number; means: ScaleMeans } | null> {
  const mean = (column: PgColumn) => sql<number>`avg(${column})::float8`;
  const columns: Record<RatingScale, SQL<number>> = {
    clarity: mean(answers.clarity),
    logic_relevance: mean(answers.logicRelevance),
    expertise_insight: mean(answers.expertiseInsight),
    attitude_engagement: mean(answers.attitudeEngagement),
    rating_overall: mean(answers.ratingOverall),
  };
  const [row] = await db
    .select({ ...columns, simulations: sql<number>`count(distinct ${simulations.id})::int` })
    .from(simulations)
    .innerJoin(simulationTakes, and(eq(simulationTakes.simulationId, simulations.id), eq(simulationTakes.standing, "counted")))
    .innerJoin(answers, eq(answers.id, simulationTakes.answerId))
    .where(
      and(
        eq(simulations.userId, actor.id),
        lt(simulations.startedAt, before),
        isNull(answers.deletedAt),
        // All five or none.
        sql`${answers.ratingOverall} is not null`,
      ),
    );
  if (!row || row.simulations === 0) return null;
  const { simulations: number, ...means } = row;
  return { simulations: number, means };
}

/**
 * The place of an own simulation for which a take is brought, locked until the transaction ends, and how the take stands to it: of
 * many that are brought at once one counts.
 * @returns undefined when there is no such place with this question, or no such simulation any more
 */
export async function lockPlace(
  tx: Transaction,
  actor: Pick<Actor, "id">,
  take: { uid: string; position: number; questionId: string; startedAfterMs: number; durationMs: number },
): Promise<{ standing: TakeStanding; readingTime: number; answerTime: number } | undefined> {
  const here = and(eq(simulationPlaces.simulationId, take.uid), eq(simulationPlaces.position, take.position));
  const [place] = await tx
    .select({ readingTime: simulationPlaces.readingTime, answerTime: simulationPlaces.answerTime })
    .from(simulationPlaces)
    .innerJoin(simulations, eq(simulations.id, simulationPlaces.simulationId))
    .where(and(here, eq(simulations.userId, actor.id), eq(simulationPlaces.questionId, take.questionId)))
    .for("update", { of: simulationPlaces });
  if (!place) return undefined;
  // Asked once the lock is held: what was brought before it shows now.
  const [stands] = await tx
    .select({
      sinceMs: msSince(simulationPlaces.begunAt),
      untilNextMs: sql<number | null>`round(extract(epoch from coalesce(
        (select following.begun_at from ${simulationPlaces} following
          where following.simulation_id = ${take.uid} and following.position = ${take.position + 1}),
        ${simulations.endedAt}) - ${simulationPlaces.begunAt}) * 1000)::float8`,
      taken: sql<boolean>`exists (select from ${simulationTakes} where ${countedHere})`,
    })
    .from(simulationPlaces)
    .innerJoin(simulations, eq(simulations.id, simulationPlaces.simulationId))
    .where(here);
  const { sinceMs, untilNextMs, taken } = found(stands);
  const clocks = { readingMs: minutesToMs(place.readingTime), answerMs: minutesToMs(place.answerTime) };
  // Nobody answers in time what was never asked.
  const standing = sinceMs === null ? "late" : standingOf({ ...take, ...clocks, sinceMs, untilNextMs, taken });
  return { standing, ...place };
}
