import { createHash } from "node:crypto";
import type { z } from "zod";
import type { ErrorIssue } from "@/lib/app-error";
import { cellsOf, type FileContent, type FileShape, lacking, merged, type PlannedRow, planned, wrong } from "@/lib/file-rows";
import type { Executor } from "./db/client";

/** Something that a row names, as it is now. */
export interface KnownContent {
  id: string;
  content: FileContent;
  /** Tells this state of it from every other. */
  stood: string;
}

/** A row that is to be done: something new where nothing is known by its name. */
export interface FileWrite {
  content: FileContent;
  known: KnownContent | undefined;
}

/** How a kind of content goes into files and comes out of them. Whatever it does for many rows takes a few statements. */
export interface ContentFiles<Around = unknown> {
  shape: FileShape;
  row: z.ZodType<FileContent>;
  /** What rows refer to, read once for all of them. */
  around(db: Executor): Promise<Around>;
  /** As it is compared, where the same can be said in more than one way. */
  settled?(content: FileContent): FileContent;
  /** What is wrong with what a row asks for, beyond its fields. */
  problems(content: FileContent, around: Around, known: KnownContent | undefined): ErrorIssue[];
  /** By their names in files. */
  known(db: Executor, rows: readonly FileContent[]): Promise<Map<string, KnownContent>>;
  /** Keeps others from writing until the transaction ends. */
  lock(tx: Executor): Promise<void>;
  apply(tx: Executor, actorId: string, rows: readonly FileWrite[], around: Around): Promise<void>;
  exported(db: Executor, scope: { category?: string | undefined }): AsyncIterable<FileContent>;
}

/** Tells what something says from whatever else it may say. */
export const digestOf = (shape: FileShape, content: FileContent): string =>
  createHash("sha256")
    .update(JSON.stringify(cellsOf(shape, content)))
    .digest("base64url");

/** What a row does to what is there. */
export function planRow<Around>(
  { shape, settled, problems }: ContentFiles<Around>,
  row: FileContent,
  around: Around,
  known: KnownContent | undefined,
): PlannedRow {
  const asked = merged(shape, known?.content ?? shape.blank, row);
  const content = settled?.(asked) ?? asked;
  const issues = [...problems(content, around, known), ...lacking(shape, content)];
  return issues.length > 0 ? wrong(...issues) : planned(shape, known?.content ?? null, content);
}
