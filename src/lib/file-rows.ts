import { z } from "zod";
import type { ErrorIssue } from "./app-error";
import type { ImportRowKind } from "./enums/imports";
import { byLocale, LOCALES, type Locale } from "./locales";

/**
 * How a field of some content stands in a file: as one word, a number, some words that blanks part, a text of each language, or a
 * list of each.
 */
export interface FileField {
  name: string;
  as: "word" | "number" | "words" | "text" | "list";
}

/** A row of a file, field by field, as JSON has it. */
export type FileContent = Record<string, unknown>;

/** What a kind of content says of its files. */
export interface FileShape {
  /** In the order in which they are written. */
  fields: readonly FileField[];
  /** The fields that together are a row's name. */
  key: readonly string[];
  /** What something new has where its row does not say. */
  blank: FileContent;
  /** Texts that English at least must have. */
  needed: readonly string[];
}

type ByLocale<T> = Partial<Record<Locale, T>>;

const isByLocale = ({ as }: FileField): boolean => as === "text" || as === "list";

const columnsIn = (field: FileField): string[] => (isByLocale(field) ? LOCALES.map((locale) => `${field.name}_${locale}`) : [field.name]);

/** The columns of a table: a language has one of its own. */
export const columnsOf = ({ fields }: Pick<FileShape, "fields">): string[] => fields.flatMap(columnsIn);

/** Whether a table's first line names columns that there are, each once, and those without which a row says nothing. */
export function areColumns(shape: FileShape, names: readonly string[]): boolean {
  const columns = columnsOf(shape);
  return (
    names.every((name) => columns.includes(name)) && new Set(names).size === names.length && shape.key.every((name) => names.includes(name))
  );
}

/** A line of a list stands on a line of its own. */
const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const numberOf = (text: string): number | undefined => (text ? Number(text.replace(",", ".")) : undefined);

/** A table's row as a JSON file would have it. What is not in it, or a column that is empty and no text, stays as it is. */
export function rowOf(shape: FileShape, names: readonly string[], cells: readonly string[]): FileContent {
  const cell = new Map(names.map((name, at) => [name, cells[at] ?? ""]));
  const read = (field: FileField): unknown => {
    if (!isByLocale(field)) {
      const text = cell.get(field.name)?.trim() ?? "";
      // Where the column is there, none is none.
      if (field.as === "words") return cell.has(field.name) ? text.split(/[\s,;]+/).filter(Boolean) : undefined;
      if (shape.key.includes(field.name)) return text;
      return field.as === "number" ? numberOf(text) : text || undefined;
    }
    const given = LOCALES.flatMap((locale) => {
      const text = cell.get(`${field.name}_${locale}`);
      return text === undefined ? [] : [[locale, field.as === "list" ? linesOf(text) : text] as const];
    });
    return Object.fromEntries(given);
  };
  return Object.fromEntries(shape.fields.map((field) => [field.name, read(field)]));
}

const written = (value: unknown): string => (Array.isArray(value) ? value.join("\n") : String(value ?? "")).replaceAll("\r\n", "\n");

const cellsIn = (field: FileField, content: FileContent): [string, string][] => {
  const value = content[field.name];
  if (field.as === "words") return [[field.name, ((value ?? []) as string[]).join(" ")]];
  if (!isByLocale(field)) return [[field.name, written(value)]];
  return LOCALES.map((locale) => [`${field.name}_${locale}`, written((value as ByLocale<unknown> | undefined)?.[locale])]);
};

/** Something as a table has it, a cell a column. */
export const cellsOf = ({ fields }: Pick<FileShape, "fields">, content: FileContent): [string, string][] =>
  fields.flatMap((field) => cellsIn(field, content));

/** A row's name: what tells it from the others of its file. */
export const keyOf = ({ key }: Pick<FileShape, "key">, content: FileContent): string => key.map((name) => written(content[name])).join("/");

/** What a row says, over what was there. */
export function merged({ fields }: Pick<FileShape, "fields">, before: FileContent, row: FileContent): FileContent {
  const over = (field: FileField): unknown => {
    const [was, given] = [before[field.name], row[field.name]];
    // Null is something that is said: that there is none.
    if (!isByLocale(field)) return given === undefined ? was : given;
    const texts = (given ?? {}) as ByLocale<unknown>;
    return byLocale((locale) => texts[locale] ?? (was as ByLocale<unknown>)[locale]);
  };
  return Object.fromEntries(fields.map((field) => [field.name, over(field)]));
}

export interface FieldChange {
  field: string;
  before: string;
  after: string;
}

/** What a row does; its content is null where something is wrong. */
export interface PlannedRow {
  kind: ImportRowKind;
  content: FileContent | null;
  changes: FieldChange[];
  problems: ErrorIssue[];
}

export const wrong = (...problems: ErrorIssue[]): PlannedRow => ({ kind: "wrong", content: null, changes: [], problems });

/** Texts that are needed and are not there in English. */
export const lacking = ({ fields, needed }: FileShape, content: FileContent): ErrorIssue[] =>
  fields
    .filter(({ name }) => needed.includes(name) && written((content[name] as ByLocale<unknown>).en) === "")
    .map(({ name }) => ({ path: [`${name}_en`], key: "required" }));

/** What a row that is right changes. @param before null where nothing has its name */
export function planned(shape: FileShape, before: FileContent | null, content: FileContent): PlannedRow {
  const was = new Map(before ? cellsOf(shape, before) : []);
  const changes = cellsOf(shape, content)
    .filter(([field]) => !shape.key.includes(field))
    .map(([field, after]) => ({ field, before: was.get(field) ?? "", after }))
    .filter((change) => change.before !== change.after);
  const kind = before ? (changes.length > 0 ? "changed" : "same") : "new";
  return { kind, content, changes, problems: [] };
}

/** A name in a file: what something has in addresses. */
export const fileName = z
  .string()
  .max(100)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "format");

/** What a row gives in some languages. */
export const inSome = <T extends z.ZodType>(one: T) => z.strictObject(byLocale(() => one.optional()));
