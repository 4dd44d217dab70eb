import type { ErrorIssue } from "@/lib/app-error";
import { IMPORT_STATES, type ImportRowKind, type ImportState, type QuestionState } from "@/lib/enums";
import { lifecycle } from "@/lib/lifecycle";
import { LOCALES, type Locale, type LocalizedList, type LocalizedText } from "@/lib/locales";
import { EMPTY_TEXT } from "@/lib/translations";
import { filledContent, linesOf, writtenContent } from "../bank/rules";
import type { RowInput } from "./schema";

/** Every step of a file on its way into the bank: whoever sent it takes some, the job that reads and applies it the others. */
export const bankImport = lifecycle<ImportState, "sender" | "job">(IMPORT_STATES, [
  { from: "uploading", to: "waiting", by: "sender" },
  { from: "waiting", to: "checking", by: "job" },
  { from: "checking", to: "checked", by: "job" },
  { from: "checking", to: "refused", by: "job" },
  { from: "checked", to: "ordered", by: "sender" },
  // Compared anew with a bank that has changed.
  { from: "checked", to: "waiting", by: "sender" },
  { from: "refused", to: "waiting", by: "sender" },
  { from: "ordered", to: "applying", by: "job" },
  { from: "applying", to: "applied", by: "job" },
  { from: "applying", to: "refused", by: "job" },
]);

/** The job that reads and applies files. */
export const IMPORT_JOB = "practice.imports";

/** What goes on by itself. */
export const isBusy = (state: ImportState): boolean => ["waiting", "checking", "ordered", "applying"].includes(state);

/** The columns of a file, in the order in which they are written. */
export const COLUMNS = [
  "category",
  "slug",
  "state",
  "reading_time",
  "answer_time",
  ...LOCALES.map((locale) => `text_${locale}` as const),
  ...LOCALES.map((locale) => `guidance_${locale}` as const),
] as const;

/** Whether a table's first line names columns that there are, each once, and those without which a row says nothing. */
export const areColumns = (names: readonly string[]): boolean =>
  names.every((name) => (COLUMNS as readonly string[]).includes(name)) &&
  new Set(names).size === names.length &&
  names.includes("category") &&
  names.includes("slug");

const minutes = (cell: string | undefined): number | undefined => (cell?.trim() ? Number(cell.trim().replace(",", ".")) : undefined);

/** A table's row as a JSON file would have it. What is not in it, or a column that is empty and no text, stays as it is. */
export function rowOf(names: readonly string[], cells: readonly string[]): unknown {
  const cell = new Map(names.map((name, at) => [name, cells[at] ?? ""]));
  const texts = LOCALES.filter((locale) => cell.has(`text_${locale}`)).map((locale) => [locale, cell.get(`text_${locale}`)]);
  const lists = LOCALES.filter((locale) => cell.has(`guidance_${locale}`)).map((locale) => [
    locale,
    linesOf(cell.get(`guidance_${locale}`) ?? ""),
  ]);
  return {
    category: cell.get("category")?.trim(),
    slug: cell.get("slug")?.trim(),
    state: cell.get("state")?.trim() || undefined,
    reading_time: minutes(cell.get("reading_time")),
    answer_time: minutes(cell.get("answer_time")),
    text: Object.fromEntries(texts),
    guidance: Object.fromEntries(lists),
  };
}

interface Content {
  category: string;
  readingTime: number;
  answerTime: number;
  text: LocalizedText;
  guidance: LocalizedList;
}

/** A question of the bank that a row names. */
export interface Known {
  id: string;
  version: number;
  state: QuestionState;
  content: Content;
}

export interface FieldChange {
  field: string;
  before: string;
  after: string;
}

export interface PlannedRow {
  kind: ImportRowKind;
  content: Content | null;
  state: QuestionState | null;
  changes: FieldChange[];
  problems: ErrorIssue[];
}

const EMPTY_LISTS = Object.fromEntries(LOCALES.map((locale) => [locale, [] as string[]])) as LocalizedList;
const BLANK = { readingTime: 1, answerTime: 2, text: EMPTY_TEXT, guidance: EMPTY_LISTS };

/** What is given, over what was there. */
const over = <T>(before: Record<Locale, T>, given: Partial<Record<Locale, T | undefined>> | undefined): Record<Locale, T> =>
  Object.fromEntries(LOCALES.map((locale) => [locale, given?.[locale] ?? before[locale]])) as Record<Locale, T>;

/** A question field by field, as it is compared and shown. */
function fieldsOf(content: Omit<Content, "category">, state: QuestionState): [string, string][] {
  const { text, guidance } = content;
  return [
    ["state", state],
    ["reading_time", String(content.readingTime)],
    ["answer_time", String(content.answerTime)],
    ...LOCALES.map((locale): [string, string] => [`text_${locale}`, text[locale]]),
    ...LOCALES.map((locale): [string, string] => [`guidance_${locale}`, guidance[locale].join("\n")]),
  ];
}

export const wrong = (...problems: ErrorIssue[]): PlannedRow => ({ kind: "wrong", content: null, state: null, changes: [], problems });

/**
 * What a row does to the bank.
 * @param category the one that it names, where there is such
 * @param known the question that it names, where there is such
 */
export function planRow(row: RowInput, category: { id: string; retired: boolean } | undefined, known: Known | undefined): PlannedRow {
  if (!category) return wrong({ path: ["category"], key: "categoryUnknown" });
  const before = known ? writtenContent(known.content) : BLANK;
  const state = row.state ?? known?.state ?? "draft";
  const content = {
    category: category.id,
    readingTime: row.reading_time ?? before.readingTime,
    answerTime: row.answer_time ?? before.answerTime,
    text: over(before.text, row.text),
    guidance: over(before.guidance, row.guidance),
  };
  const problems: ErrorIssue[] = [];
  if (category.retired && (!known || state === "published")) problems.push({ path: ["category"], key: "categoryRetired" });
  if (content.text.en === "") problems.push({ path: ["text_en"], key: "required" });
  if (content.guidance.en.length === 0) problems.push({ path: ["guidance_en"], key: "required" });
  if (problems.length > 0) return wrong(...problems);
  const filled = filledContent(content);
  // What is the same as the English text only stands in for it: it is no change.
  const after = new Map(fieldsOf(writtenContent(filled), state));
  if (!known) {
    const changes = [...after].filter(([, text]) => text !== "").map(([field, text]) => ({ field, before: "", after: text }));
    return { kind: "new", content: filled, state, changes, problems };
  }
  const changes = fieldsOf(before, known.state)
    .map(([field, text]) => ({ field, before: text, after: after.get(field) ?? "" }))
    .filter((change) => change.before !== change.after);
  return { kind: changes.length > 0 ? "changed" : "same", content: filled, state, changes, problems };
}
