import { and, asc, eq, gt } from "drizzle-orm";
import { LOCALES, type LocalizedList, type LocalizedText } from "@/lib/locales";
import type { UserContext } from "@/server/api/context";
import { writeCsv } from "@/server/csv";
import { categories, questions } from "@/server/db/schema";
import { contentOf, stateOf, writtenContent } from "../bank/rules";
import { COLUMNS } from "../imports/rules";
import type { ExportInput } from "./schema";

/** Questions that are read at once. */
const PIECE = 1000;

/** The bank as files have it, by the questions' ids: the order in which they came. */
async function* exported({ db }: UserContext, { category }: ExportInput) {
  for (let last: string | undefined; ; ) {
    const rows = await db
      .select({ row: questions, category: categories.slug })
      .from(questions)
      .innerJoin(categories, eq(categories.id, questions.categoryId))
      .where(and(category ? eq(questions.categoryId, category) : undefined, last ? gt(questions.id, last) : undefined))
      .orderBy(asc(questions.id))
      .limit(PIECE);
    for (const { row, category: of } of rows) {
      const { text, guidance } = writtenContent(contentOf(row));
      const times = { reading_time: row.readingTime, answer_time: row.answerTime };
      yield { category: of, slug: row.slug, state: stateOf(row), ...times, text, guidance };
    }
    last = rows.at(-1)?.row.id;
    if (rows.length < PIECE) return;
  }
}

const named = (ending: string): string => `parley-questions-${new Date().toISOString().slice(0, 10)}.${ending}`;
const textCells = (text: LocalizedText) => LOCALES.map((locale) => text[locale]);
const listCells = (lists: LocalizedList) => LOCALES.map((locale) => lists[locale].join("\n"));

/** The bank as a table for spreadsheets: a language has a column of its own, and empty where nobody has written it. */
export async function exportCsv(ctx: UserContext, input: ExportInput) {
  const lines: (string | number)[][] = [[...COLUMNS]];
  for await (const { category, slug, state, reading_time, answer_time, text, guidance } of exported(ctx, input))
    lines.push([category, slug, state, reading_time, answer_time, ...textCells(text), ...listCells(guidance)]);
  return { name: named("csv"), type: "text/csv", content: Buffer.from(writeCsv(lines)).toString("base64") };
}

/** The same for programs. */
export async function exportJson(ctx: UserContext, input: ExportInput) {
  const rows: string[] = [];
  for await (const row of exported(ctx, input)) rows.push(JSON.stringify(row));
  const text = `[\n${rows.join(",\n")}\n]\n`;
  return { name: named("json"), type: "application/json", content: Buffer.from(text).toString("base64") };
}
