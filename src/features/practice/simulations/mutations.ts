import { and, asc, eq, inArray, isNull, notExists, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { AppError, found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import type { Actor } from "@/server/auth";
import type { Transaction } from "@/server/db/client";
import { questions, simulationPlaces, simulations, simulationTakes } from "@/server/db/schema";
import { eraseSoon, markDeleted } from "../mutations";
import { getSimulation } from "./queries";
import { draw, mayBegin, simulation } from "./rules";
import type { BeginInput, DeleteInput, PlanInput } from "./schema";

/** One at a time for each person, so that two tabs cannot both begin. */
const lockOwn = (tx: Transaction, actor: Actor) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`simulation:${actor.id}`}, 0))`);

/** Own simulation, locked until the transaction ends. @throws AppError notFound */
async function lockSimulation(tx: Transaction, actor: Actor, uid: string) {
  const [row] = await tx
    .select()
    .from(simulations)
    .where(and(eq(simulations.id, uid), eq(simulations.userId, actor.id)))
    .for("update");
  return found(row);
}

async function refuseSecond(tx: Transaction, actor: Actor): Promise<void> {
  const [running] = await tx
    .select({ uid: simulations.id })
    .from(simulations)
    .where(and(eq(simulations.userId, actor.id), eq(simulations.state, "running")));
  if (running) throw new AppError("simulationRunning");
}

/**
 * Draws the questions of a simulation and keeps their order. What was drawn before and never started is thrown away.
 * @throws AppError simulationRunning | tooFewQuestions when the chosen categories do not hold as many
 */
export async function planSimulation(ctx: UserContext, input: PlanInput) {
  const uid = uuidv7();
  return ctx.db.transaction(async (tx) => {
    await lockOwn(tx, ctx.actor);
    await refuseSecond(tx, ctx.actor);
    const bank = await tx
      .select({
        uid: questions.id,
        category: questions.categoryId,
        readingTime: questions.readingTime,
        answerTime: questions.answerTime,
      })
      .from(questions)
      .where(and(eq(questions.published, true), ...(input.categories.length > 0 ? [inArray(questions.categoryId, input.categories)] : [])))
      .orderBy(asc(questions.id));
    if (bank.length < input.questions) throw new AppError("tooFewQuestions", { values: { count: bank.length } });
    await tx.delete(simulations).where(and(eq(simulations.userId, ctx.actor.id), eq(simulations.state, "planned")));
    await tx.insert(simulations).values({ id: uid, userId: ctx.actor.id });
    await tx.insert(simulationPlaces).values(
      draw(bank, input.questions, Math.random).map((question, at) => ({
        simulationId: uid,
        position: at + 1,
        questionId: question.uid,
        readingTime: input.readingTime ?? question.readingTime,
        answerTime: input.answerTime ?? question.answerTime,
      })),
    );
    // Read within the transaction: a plan that is made meanwhile takes the place of one that was not started.
    return getSimulation({ ...ctx, db: tx }, uid);
  });
}

/** Starts what was drawn; starting it again changes nothing. @throws AppError notFound | wrongState | simulationRunning */
export async function startSimulation(ctx: UserContext, uid: string) {
  await ctx.db.transaction(async (tx) => {
    await lockOwn(tx, ctx.actor);
    const row = await lockSimulation(tx, ctx.actor, uid);
    if (row.state === "running") return;
    if (!simulation.can(row.state, "running", "candidate")) throw new AppError("wrongState");
    await refuseSecond(tx, ctx.actor);
    await tx.update(simulations).set({ state: "running", startedAt: sql`now()` }).where(eq(simulations.id, uid));
  });
  return getSimulation(ctx, uid);
}

/**
 * Gives out the next question, whose clocks run from here on. The same one is given out again as it is, so that an answer that was
 * lost on its way can be asked for once more.
 * @throws AppError notFound | wrongState when it is not this place's turn
 */
export async function beginPlace(ctx: UserContext, { uid, position }: BeginInput) {
  await ctx.db.transaction(async (tx) => {
    const row = await lockSimulation(tx, ctx.actor, uid);
    if (row.state !== "running") throw new AppError("wrongState");
    const places = await tx
      .select({
        position: simulationPlaces.position,
        begunAt: simulationPlaces.begunAt,
        readingTime: simulationPlaces.readingTime,
        answerTime: simulationPlaces.answerTime,
        published: questions.published,
      })
      .from(simulationPlaces)
      .innerJoin(questions, eq(questions.id, simulationPlaces.questionId))
      .where(eq(simulationPlaces.simulationId, uid));
    const told = places.map((place) => ({ position: place.position, begun: place.begunAt !== null }));
    if (!mayBegin(told, position)) throw new AppError("wrongState");
    const place = found(places.find((one) => one.position === position));
    if (place.begunAt) return;
    const here = and(eq(simulationPlaces.simulationId, uid), eq(simulationPlaces.position, position));
    await tx
      .update(simulationPlaces)
      .set({ begunAt: sql`clock_timestamp()`, ...(place.published ? {} : await another(tx, uid, position, places)) })
      .where(here);
  });
  return getSimulation(ctx, uid);
}

type Times = Pick<typeof simulationPlaces.$inferSelect, "readingTime" | "answerTime">;

/**
 * In the place of a question that was taken out of the bank since the draw: one of its category, else any, that is not in the set. It has the
 * time that all questions of the set have, or else its own, as they have theirs.
 */
async function another(tx: Transaction, uid: string, position: number, places: readonly Times[]) {
  const isSame = (time: keyof Times) => new Set(places.map((place) => place[time])).size === 1;
  const inSet = tx
    .select({ one: sql`1` })
    .from(simulationPlaces)
    .where(and(eq(simulationPlaces.simulationId, uid), eq(simulationPlaces.questionId, questions.id)));
  const category = sql`(select hidden.category_id from ${questions} hidden inner join ${simulationPlaces} place
    on place.question_id = hidden.id and place.simulation_id = ${uid} and place.position = ${position})`;
  const [other] = await tx
    .select({ uid: questions.id, readingTime: questions.readingTime, answerTime: questions.answerTime })
    .from(questions)
    .where(and(eq(questions.published, true), notExists(inSet)))
    .orderBy(sql`${questions.categoryId} <> ${category}`, sql`random()`)
    .limit(1);
  if (!other) throw new AppError("tooFewQuestions", { values: { count: 0 } });
  return {
    questionId: other.uid,
    ...(isSame("readingTime") ? {} : { readingTime: other.readingTime }),
    ...(isSame("answerTime") ? {} : { answerTime: other.answerTime }),
  };
}

/** Ends a simulation in which every question was given out; ending it again changes nothing. @throws AppError notFound | wrongState */
export async function finishSimulation(ctx: UserContext, uid: string) {
  await ctx.db.transaction((tx) => end(tx, ctx.actor, uid, "finished"));
  return getSimulation(ctx, uid);
}

/** Ends a simulation before its last question; what was recorded stays. @throws AppError notFound | wrongState */
export async function leaveSimulation(ctx: UserContext, uid: string) {
  await ctx.db.transaction((tx) => end(tx, ctx.actor, uid, "abandoned"));
  return getSimulation(ctx, uid);
}

async function end(tx: Transaction, actor: Actor, uid: string, to: "finished" | "abandoned"): Promise<void> {
  const row = await lockSimulation(tx, actor, uid);
  if (row.state === to) return;
  if (!simulation.can(row.state, to, "candidate")) throw new AppError("wrongState");
  const [open] = await tx
    .select({ position: simulationPlaces.position })
    .from(simulationPlaces)
    .where(and(eq(simulationPlaces.simulationId, uid), isNull(simulationPlaces.begunAt)))
    .limit(1);
  if (open && to === "finished") throw new AppError("wrongState");
  await tx.update(simulations).set({ state: to, endedAt: sql`clock_timestamp()` }).where(eq(simulations.id, uid));
}

/**
 * Deletes the set and its report. Its answers stay among one's own, unless they are to go, too.
 * @throws AppError notFound | wrongState while it runs
 */
export async function deleteSimulation(ctx: UserContext, input: DeleteInput): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockSimulation(tx, ctx.actor, input.uid);
    if (row.state === "running") throw new AppError("wrongState");
    if (input.answers) {
      const counted = await tx
        .select({ uid: simulationTakes.answerId })
        .from(simulationTakes)
        .where(and(eq(simulationTakes.simulationId, input.uid), eq(simulationTakes.standing, "counted")));
      await markDeleted(
        tx,
        ctx.actor,
        counted.map(({ uid }) => uid),
      );
    }
    await tx.delete(simulations).where(eq(simulations.id, input.uid));
  });
  if (input.answers) await eraseSoon(ctx);
}
