import { createHash } from "node:crypto";
import type { z } from "zod";
import type { ErrorIssue } from "@/lib/app-error";
import { cellsOf, type FileContent, type FileShape, lacking, merged, type PlannedRow, planned, wrong } from "@/lib/file-rows";
import type { Executor, Transaction } from "./db/client";

/** Something that a row names, as it is now. */
export interface KnownContent<Content extends FileContent = FileContent> {
  id: string;
  content: Content;
  /** Tells this state of it from every other. */
  stood: string;
}

/** A row that is to be done: something new where nothing is known by its name. */
export interface FileWrite<Content extends FileContent = FileContent> {
  content: Content;
  known: KnownContent<Content> | undefined;
}

/**
 * How a kind of content goes into files and comes out of them. Whatever it does for many rows takes a few statements.
 * @typeParam Content a whole row, as what is there is written; a row of a file may say less, and is laid over that
 * @typeParam Around what rows refer to
 */
export interface ContentFiles<Content extends FileContent = FileContent, Around = unknown> {
  shape: FileShape;
  row: z.ZodType<FileContent>;
  /** Read once for all rows. */
  around(db: Executor): Promise<Around>;
  /** As it is compared, where the same can be said in more than one way. */
  settled?(content: Content): Content;
  /** What is wrong with what a row asks for, beyond its fields. */
  problems(content: Content, around: Around, known: KnownContent<Content> | undefined): ErrorIssue[];
  /** By their names in files. */
  known(db: Executor, rows: readonly FileContent[]): Promise<Map<string, KnownContent<Content>>>;
  /** Keeps others from writing until the transaction ends. */
  lock(tx: Transaction): Promise<void>;
  apply(tx: Transaction, actorId: string, rows: readonly FileWrite<Content>[], around: Around): Promise<void>;
  exported(db: Executor, scope: { category?: string | undefined }): AsyncIterable<Content>;
}

/** A digest of one row's content, by which it is seen whether that has changed. */
export const digestOf = (shape: FileShape, content: FileContent): string =>
  createHash("sha256")
    .update(JSON.stringify(cellsOf(shape, content)))
    .digest("base64url");

/** What a row does to what is there. */
export function planRow<Content extends FileContent, Around>(
  { shape, settled, problems }: ContentFiles<Content, Around>,
  row: FileContent,
  around: Around,
  known: KnownContent<Content> | undefined,
): PlannedRow {
  // What the row leaves out stands in what is there, or in the shape's blank.
  const asked = merged(shape, known?.content ?? shape.blank, row) as Content;
  const content = settled?.(asked) ?? asked;
  const issues = [...problems(content, around, known), ...lacking(shape, content)];
  return issues.length > 0 ? wrong(...issues) : planned(shape, known?.content ?? null, content);
}
