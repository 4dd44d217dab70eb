import { Document, Page, renderToBuffer, StyleSheet, Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { axisFrom, RATING_AXIS } from "@/lib/charts";
import { type InterviewOutcome, type InterviewStage, RATING_SCALES, type RatingScale } from "@/lib/enums/practice";
import { type Locale, localeTag } from "@/lib/locales";
import { serverText } from "../text";
import { draw } from "./fonts";
import { drawable } from "./letters";
import { Chart } from "./progress-charts";
import { BRAND, INK, LINE, SOFT, sheetOf } from "./sheet";

/** What was practised in a stretch of time or in a category; a mean is null where nothing was rated. */
interface Amount {
  takes: number;
  rated: number;
  spokenMs: number;
  means: Record<RatingScale, number | null>;
}

export interface ProgressReport {
  /** Whose it is. */
  person: string;
  /** Days such as 2026-01-31. */
  madeOn: string;
  /** By whose clocks its days are reckoned: an IANA name. */
  timeZone: string;
  unit: "week" | "month";
  /** Oldest first. */
  periods: (Amount & { from: string; to: string })[];
  total: Amount;
  /** Whether the ratings have changed, in a sentence. */
  trend: string;
  categories: (Amount & { name: string })[];
  interviews: {
    uid: string;
    company: string;
    role: string;
    date: string;
    time: string | null;
    /** Where the clock of its time hangs. */
    timeZone: string | null;
    stage: InterviewStage;
    outcome: InterviewOutcome;
    asked: number;
  }[];
}

const styles = StyleSheet.create({
  page: { paddingVertical: 48, paddingHorizontal: 52, color: INK },
  // Not the page's: what is written on each page is left out where it has a line height.
  body: { lineHeight: 1.4 },
  brand: { fontSize: 15, fontWeight: 600, color: BRAND },
  title: { fontSize: 20, fontWeight: 600, lineHeight: 1.3, marginTop: 8, marginBottom: 4 },
  soft: { color: SOFT },
  heading: { fontSize: 13, fontWeight: 600, lineHeight: 1.3, marginTop: 22, marginBottom: 8 },
  facts: { gap: 24, marginTop: 14, marginBottom: 8 },
  large: { fontSize: 16, fontWeight: 600, lineHeight: 1.3 },
  strong: { fontWeight: 600 },
  charts: { flexWrap: "wrap", justifyContent: "space-between", gap: 14 },
  row: { gap: 6, paddingVertical: 4, borderBottomWidth: 0.7, borderBottomColor: LINE },
  small: { fontSize: 8.5 },
  foot: { position: "absolute", bottom: 22, left: 52, right: 52, fontSize: 8, color: SOFT },
});

/** The report as the bytes of a PDF, in its reader's language. */
export const renderProgress = (report: ProgressReport, locale: Locale): Promise<Buffer> =>
  draw(locale, (fonts) => renderToBuffer(progressDocument(report, locale, fonts)));

const UNKNOWN = "–";

function writersOf(locale: Locale) {
  const tag = localeTag(locale);
  const write = (format: { format(value: number): string }) => (value: number) => drawable(format.format(value));
  const onDay = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(tag, { ...options, timeZone: "UTC" });
    return (day: string) => drawable(format.format(new Date(`${day}T00:00:00Z`)));
  };
  const number = write(new Intl.NumberFormat(tag));
  const two = write(new Intl.NumberFormat(tag, { minimumIntegerDigits: 2 }));
  const tenths = write(new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));
  const time = new Intl.DateTimeFormat(tag, { timeStyle: "short", timeZone: "UTC" });
  return {
    number,
    mean: (value: number | null) => (value === null ? UNKNOWN : tenths(value)),
    // In words: figures alone change places in Arabic without marks of direction.
    day: onDay({ day: "numeric", month: "short", year: "numeric" }),
    dayMonth: onDay({ day: "numeric", month: "short" }),
    month: onDay({ month: "long", year: "numeric" }),
    shortMonth: onDay({ month: "short", year: "numeric" }),
    time: (of: string) => drawable(time.format(new Date(`1970-01-01T${of}:00Z`))),
    clock: (ms: number) => {
      const seconds = Math.round(ms / 1000);
      return `${number(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
    },
  };
}

function progressDocument(report: ProgressReport, locale: Locale, fontFamily: string[]) {
  const say = (key: string, values?: Record<string, string | number>) => drawable(serverText(locale, `practice.report.${key}`, values));
  const scaleName = (scale: RatingScale) => drawable(serverText(locale, `practice.rating.scale.${scale}`));
  const { mirrored, row, look, size } = sheetOf(locale, fontFamily);
  const write = writersOf(locale);
  const { periods, total, categories, interviews, unit } = report;
  const zoneName = (zone: string) => zone.replaceAll("_", " ");
  // An interview may be where other clocks hold than those of the report.
  const elsewhere = (zone: string | null) => (zone && zone !== report.timeZone ? `\n${zoneName(zone)}` : "");
  const span = { from: write.day(periods[0]?.from ?? report.madeOn), to: write.day(periods.at(-1)?.to ?? report.madeOn) };
  const names = periods.map(({ from }) => (unit === "week" ? write.dayMonth(from) : write.shortMonth(from)));
  const longNames = periods.map(({ from }) => (unit === "week" ? write.day(from) : write.month(from)));
  const minutes = periods.map(({ spokenMs }) => spokenMs / 60_000);
  const takes = periods.map((period) => period.takes);
  const chart = { names, mirrored, write: write.number };
  const cells = (widths: number[], texts: string[], head = false) => (
    <View style={[styles.row, row]} wrap={false}>
      {texts.map((text, at) => (
        // The first names its row, and stands where reading begins.
        <Text
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column
          key={at}
          style={look({
            ...styles.small,
            width: `${widths[at] ?? 10}%`,
            ...(at === 0 ? styles.strong : {}),
            ...(head ? styles.soft : {}),
          })}
        >
          {text}
        </Text>
      ))}
    </View>
  );
  const heading = (text: string) => (
    <Text style={look(styles.heading)} minPresenceAhead={60}>
      {text}
    </Text>
  );
  const figure = (title: string, drawn: ReactNode) => (
    <View key={title} style={{ gap: 6 }} wrap={false}>
      <Text style={look({ ...styles.small, ...styles.strong })}>{title}</Text>
      {drawn}
    </View>
  );
  const ratingWidths = [22, 9, 11, ...RATING_SCALES.map(() => 11.6)];
  const amountHead = [say("takes"), say("spoken"), ...RATING_SCALES.map(scaleName)];
  const amountOf = ({ takes: count, spokenMs, means }: Amount) => [
    write.number(count),
    write.clock(spokenMs),
    ...RATING_SCALES.map((scale) => write.mean(means[scale])),
  ];
  return (
    <Document title={say("title")} author="Parley" language={localeTag(locale)}>
      <Page size="A4" style={[styles.page, size]}>
        <View style={[styles.body, size]}>
          <Text style={look(styles.brand)}>Parley</Text>
          <Text style={look(styles.title)}>{say("title")}</Text>
          <Text style={look(styles.soft)}>{say("of", { name: report.person })}</Text>
          <Text style={look(styles.soft)}>{say("span", span)}</Text>
          <Text style={look(styles.soft)}>{say("zone", { zone: zoneName(report.timeZone) })}</Text>
          <View style={[styles.facts, row]}>
            {[
              [say("takes"), write.number(total.takes)],
              [say("spoken"), write.clock(total.spokenMs)],
              [say("overall"), write.mean(total.means.rating_overall)],
            ].map(([name, value]) => (
              <View key={name}>
                <Text style={look({ ...styles.small, ...styles.soft })}>{name}</Text>
                <Text style={look(styles.large)}>{value}</Text>
              </View>
            ))}
          </View>
          <Text style={look()}>{drawable(report.trend)}</Text>
          {heading(say("ratings"))}
          <View style={[styles.charts, row]}>
            {RATING_SCALES.map((scale) =>
              figure(
                scaleName(scale),
                <Chart {...chart} kind="line" axis={RATING_AXIS} values={periods.map(({ means }) => means[scale])} />,
              ),
            )}
          </View>
          {heading(say("amounts"))}
          <View style={[styles.charts, row]}>
            {figure(say("takes"), <Chart {...chart} kind="columns" axis={axisFrom(takes)} values={takes} />)}
            {figure(say("spoken"), <Chart {...chart} kind="columns" axis={axisFrom(minutes)} values={minutes} />)}
          </View>
          {heading(say(`by.${unit}`))}
          {cells(ratingWidths, [say(`unit.${unit}`), ...amountHead], true)}
          {periods.map((period, at) => (
            <View key={period.from}>{cells(ratingWidths, [longNames[at] ?? "", ...amountOf(period)])}</View>
          ))}
          {categories.length > 0 ? heading(say("categories")) : null}
          {categories.length > 0 ? cells(ratingWidths, [say("category"), ...amountHead], true) : null}
          {categories.map((category) => (
            <View key={category.name}>{cells(ratingWidths, [drawable(category.name), ...amountOf(category)])}</View>
          ))}
          {interviews.length > 0 ? heading(say("interviews")) : null}
          {interviews.map(({ uid, company, role, date, time, timeZone, stage, outcome, asked }) => (
            <View key={uid}>
              {cells(
                [34, 26, 22, 18],
                [
                  drawable(`${company}\n${role}`),
                  `${time ? say("dayAndTime", { day: write.day(date), time: write.time(time) }) : write.day(date)}${elsewhere(timeZone)}`,
                  `${serverText(locale, `practice.interviews.stages.${stage}`)}${asked > 0 ? `\n${say("asked", { count: asked })}` : ""}`,
                  serverText(locale, `practice.interviews.outcomes.${outcome}`),
                ].map(drawable),
              )}
            </View>
          ))}
        </View>
        <Text
          fixed
          style={look(styles.foot)}
          render={({ pageNumber, totalPages }) =>
            say("foot", { day: write.day(report.madeOn), page: write.number(pageNumber), pages: write.number(totalPages) })
          }
        />
      </Page>
    </Document>
  );
}
