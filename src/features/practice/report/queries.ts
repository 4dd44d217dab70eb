import { eq } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { dayIn } from "@/lib/days";
import { RATING_SCALES, type RatingScale } from "@/lib/enums/practice";
import { type Locale, localeTag } from "@/lib/locales";
import { fullName } from "@/lib/names";
import type { UserContext } from "@/server/api/context";
import { users } from "@/server/db/schema";
import { drawDocument } from "@/server/pdf/draw-in-worker";
import { serverText } from "@/server/text";
import { interviewsSince } from "../interviews/queries";
import { getProgress } from "../progress/queries";
import { meanOf, type Tally, totalOf, trendOf } from "../progress/rules";
import type { ProgressInput } from "../progress/schema";

const amountOf = (tally: Tally) => ({
  takes: tally.takes,
  rated: tally.rated,
  spokenMs: tally.spokenMs,
  means: Object.fromEntries(RATING_SCALES.map((scale) => [scale, meanOf(tally, scale)])) as Record<RatingScale, number | null>,
});

function trendText(halves: Parameters<typeof trendOf>[0], locale: Locale): string {
  const trend = trendOf(halves, "rating_overall");
  if (!trend.known) return serverText(locale, "practice.progress.trend.missing", { count: trend.missing });
  const format = new Intl.NumberFormat(localeTag(locale), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const values = { earlier: format.format(trend.earlier), later: format.format(trend.later) };
  return serverText(locale, `practice.progress.trend.${trend.than}`, values);
}

/** One's own progress in a range, and the interviews since its beginning, as a PDF in the language of whoever asks. */
export async function getReport(ctx: UserContext, input: ProgressInput) {
  const { db, actor, locale } = ctx;
  const [progress, [person]] = await Promise.all([
    getProgress(ctx, input),
    db.select({ firstName: users.firstName, lastName: users.lastName }).from(users).where(eq(users.id, actor.id)),
  ]);
  const { periods, categories, unit, halves, range, timeZone } = progress;
  const madeOn = dayIn(new Date(), timeZone);
  const interviews = await interviewsSince(db, actor, range === "all" ? undefined : periods[0]?.from, timeZone);
  const bytes = await drawDocument(
    actor.id,
    "progress",
    {
      person: fullName(found(person)),
      madeOn,
      timeZone,
      unit,
      periods: periods.map((period) => ({ from: period.from, to: period.to, ...amountOf(period) })),
      total: amountOf(totalOf(periods)),
      trend: trendText(halves, locale),
      categories: categories.map((category) => ({ name: category.name, ...amountOf(category) })),
      interviews,
    },
    locale,
  );
  return { name: `parley-progress-${madeOn}.pdf`, type: "application/pdf" as const, content: bytes.toString("base64") };
}
