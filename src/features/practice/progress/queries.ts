import { and, asc, eq, gte, isNotNull, isNull, min, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { personZone } from "@/features/account/queries";
import { dayIn, dayStart } from "@/lib/days";
import { RATING_SCALES, type RatingScale } from "@/lib/enums/practice";
import type { UserContext } from "@/server/api/context";
import { answers, categories, questions } from "@/server/db/schema";
import { NO_SUMS, periodsOf, type RatingSums } from "./rules";
import type { ProgressInput } from "./schema";

const RATED: Record<RatingScale, AnyPgColumn> = {
  clarity: answers.clarity,
  logic_relevance: answers.logicRelevance,
  expertise_insight: answers.expertiseInsight,
  attitude_engagement: answers.attitudeEngagement,
  rating_overall: answers.ratingOverall,
};

const ratings = {
  rated: sql<number>`count(${answers.ratingOverall})::int`,
  sums: Object.fromEntries(RATING_SCALES.map((scale) => [scale, sql<number>`coalesce(sum(${RATED[scale]}), 0)::int`])) as Record<
    RatingScale,
    SQL<number>
  >,
};

const tally = {
  takes: sql<number>`count(*)::int`,
  spokenMs: sql<number>`coalesce(sum(${answers.durationMs}), 0)::float8`,
  ...ratings,
};

const NOTHING = { takes: 0, rated: 0, spokenMs: 0, sums: NO_SUMS };

/**
 * What was practised and how it was rated, by weeks or months of one's own calendar and by categories. Deleted takes count nowhere. Where
 * days begin is reckoned here and not in the database, whose list of zones may be another one.
 */
export async function getProgress({ db, actor, locale }: UserContext, { range, timeZone }: ProgressInput) {
  const own = and(eq(answers.userId, actor.id), isNull(answers.deletedAt));
  const [zone, [oldest]] = await Promise.all([
    personZone(db, actor, timeZone),
    db
      .select({ at: min(answers.recordedAt) })
      .from(answers)
      .where(own),
  ]);
  const { unit, periods } = periodsOf(range, dayIn(new Date(), zone), oldest?.at ? dayIn(oldest.at, zone) : null);
  const starts = periods.map(({ from }) => dayStart(from, zone));
  const scope = and(own, gte(answers.recordedAt, starts[0] ?? new Date(0)));
  // One value, so that the statement is the same however many there are.
  const bounds = sql`${`{${starts.map((start) => start.toISOString()).join(",")}}`}::timestamptz[]`;
  const place = sql<number>`width_bucket(${answers.recordedAt}, ${bounds})`;
  const halved = db
    .select({
      half: sql<number>`ntile(2) over (order by ${answers.recordedAt}, ${answers.id})`.as("half"),
      clarity: answers.clarity,
      logicRelevance: answers.logicRelevance,
      expertiseInsight: answers.expertiseInsight,
      attitudeEngagement: answers.attitudeEngagement,
      ratingOverall: answers.ratingOverall,
    })
    .from(answers)
    .where(and(scope, isNotNull(answers.ratingOverall)))
    .as("halved");
  const [byPeriod, byCategory, byHalf] = await Promise.all([
    db
      .select({ place, ...tally })
      .from(answers)
      .where(scope)
      .groupBy(sql`1`),
    db
      .select({ uid: categories.id, name: sql<string>`${categories.name} ->> ${locale}::text`, ...tally })
      .from(answers)
      .innerJoin(questions, eq(questions.id, answers.questionId))
      .innerJoin(categories, eq(categories.id, questions.categoryId))
      .where(scope)
      .groupBy(categories.id)
      .orderBy(asc(categories.position)),
    db
      .select({
        half: halved.half,
        rated: sql<number>`count(*)::int`,
        sums: {
          clarity: sql<number>`sum(${halved.clarity})::int`,
          logic_relevance: sql<number>`sum(${halved.logicRelevance})::int`,
          expertise_insight: sql<number>`sum(${halved.expertiseInsight})::int`,
          attitude_engagement: sql<number>`sum(${halved.attitudeEngagement})::int`,
          rating_overall: sql<number>`sum(${halved.ratingOverall})::int`,
        },
      })
      .from(halved)
      .groupBy(halved.half),
  ]);
  const halfOf = (half: number): { rated: number; sums: RatingSums } => {
    const found = byHalf.find((row) => row.half === half);
    return found ? { rated: found.rated, sums: found.sums } : { rated: 0, sums: NO_SUMS };
  };
  return {
    range,
    timeZone: zone,
    unit,
    periods: periods.map((period, at) => {
      const { place: _, ...found } = byPeriod.find((row) => row.place === at + 1) ?? { place: 0, ...NOTHING };
      return { ...period, ...found };
    }),
    categories: byCategory,
    halves: { earlier: halfOf(1), later: halfOf(2) },
  };
}
