import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { userTopic } from "@/features/account/events";
import type { ImportState } from "@/lib/enums/imports";
import { keyOf, wrong } from "@/lib/file-rows";
import type { Services } from "@/server/api/context";
import { recordAct } from "@/server/audit";
import { type ContentFiles, type FileWrite, planRow } from "@/server/content-files";
import type { Executor, Transaction } from "@/server/db/client";
import { bankImportRows, bankImports } from "@/server/db/schema";
import { publish } from "@/server/realtime";
import { importNews } from "../imports/events";
import { FILES } from "../imports/files";
import { fileImport } from "../imports/rules";
import { FileRefused, readFile } from "./queries";

export type ImportFile = typeof bankImports.$inferSelect;

/** Rows that are done at once; after each such piece whoever sent the file hears how far it is. */
const PIECE = 500;

/** The moment as it is read back: whose it is, a run knows by its own last word. */
export const BEAT = sql<Date>`date_trunc('milliseconds', now())`;

/** A run was silent for so long that another has taken the file over, or its sender has taken it back. */
class Lost extends Error {}

/** Says how far a file is: that is written as long as it is the run's own. @throws Lost */
async function say(db: Executor, file: ImportFile, set: Partial<ImportFile>): Promise<void> {
  const { id, userId, state, beatAt } = file;
  const own = and(eq(bankImports.id, id), eq(bankImports.state, state), eq(bankImports.beatAt, beatAt));
  const [said] = await db
    .update(bankImports)
    .set({ ...set, beatAt: BEAT })
    .where(own)
    .returning();
  if (!said) throw new Lost();
  Object.assign(file, said);
  await publish(db, userTopic(userId), importNews(id));
}

/** Takes a step of the lifecycle as the job. @throws Lost */
async function turn(db: Executor, file: ImportFile, to: ImportState, set: Partial<ImportFile> = {}): Promise<void> {
  if (!fileImport.can(file.state, to, "job")) throw new Error(`an import cannot go from ${file.state} to ${to}`);
  await say(db, file, { ...set, state: to });
}

/** Goes on with a file that was claimed. Where it is no longer this run's, nothing of it counts. */
export async function workOn(services: Services, file: ImportFile): Promise<void> {
  try {
    await (file.state === "checking" ? checkImport : applyImport)(services, file);
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
  }
}

const piecesOf = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / PIECE) }, (_, at) => list.slice(at * PIECE, (at + 1) * PIECE));

/** Reads a file and finds out what each of its rows would do. */
async function checkImport({ db }: Services, file: ImportFile): Promise<void> {
  const files = FILES[file.kind];
  try {
    const rows = await readFile(db, file);
    await db.transaction(async (tx) => {
      await say(tx, file, { total: rows.length, done: 0 });
      await tx.delete(bankImportRows).where(eq(bankImportRows.importId, file.id));
    });
    const around = await files.around(db);
    const seen = new Map<string, number>();
    let done = 0;
    for (const piece of piecesOf(rows)) {
      const stored = await files.known(
        db,
        piece.map(({ name }) => name),
      );
      const compared = piece.map(({ line, name, input, problems }) => {
        const key = keyOf(files.shape, name);
        const first = seen.get(key);
        if (Object.values(name).every(Boolean) && first === undefined) seen.set(key, line);
        const twice = first === undefined ? null : wrong({ path: ["slug"], key: "twice", values: { line: first } });
        const row = twice ?? (input ? planRow(files, input, around, stored.get(key)) : wrong(...problems));
        const stood = row.kind === "wrong" ? null : (stored.get(key)?.stood ?? null);
        return { importId: file.id, line, category: "", slug: "", ...name, stood, ...row };
      });
      done += piece.length;
      await db.transaction(async (tx) => {
        await say(tx, file, { done });
        await tx.insert(bankImportRows).values(compared);
      });
    }
    await turn(db, file, "checked");
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    await turn(db, file, "refused", { problem: error.problem, problemLine: error.line });
  }
}

type Row = typeof bankImportRows.$inferSelect;

/** What is there is no longer as it was when the file was compared with it. */
class Outdated extends Error {}

/** Does what a checked file says, in one transaction: all of it, or nothing where anything has changed since for any of its rows. */
async function applyImport({ db }: Services, file: ImportFile): Promise<void> {
  const files = FILES[file.kind];
  const own = eq(bankImportRows.importId, file.id);
  const work = and(own, inArray(bankImportRows.kind, ["new", "changed"]));
  await say(db, file, { total: await db.$count(bankImportRows, work), done: 0 });
  try {
    await db.transaction(async (tx) => {
      await files.lock(tx);
      const around = await files.around(tx);
      let done = 0;
      for (let line = 0; ; ) {
        const rows = await tx
          .select()
          .from(bankImportRows)
          .where(and(work, gt(bankImportRows.line, line)))
          .orderBy(asc(bankImportRows.line))
          .limit(PIECE);
        line = rows.at(-1)?.line ?? line;
        if (rows.length === 0) break;
        await files.apply(tx, file.userId, await writesOf(tx, files, rows, around), around);
        done += rows.length;
        await say(db, file, { done });
      }
      await turn(tx, file, "applied");
      const act = { action: "bank.import" as const, target: { kind: "import", id: file.id }, detail: { kind: file.kind, rows: done } };
      await recordAct(tx, { actor: { id: file.userId }, address: "" }, act);
    });
  } catch (error) {
    if (!(error instanceof Outdated)) throw error;
    await turn(db, file, "refused", { problem: "outdated" });
  }
}

/** Rows as they are to be written, each on what it was compared with. @throws Outdated */
async function writesOf(tx: Transaction, files: ContentFiles, rows: Row[], around: unknown): Promise<FileWrite[]> {
  const contents = rows.map(({ content }) => content ?? {});
  const stored = await files.known(tx, contents);
  return rows.map(({ kind, content, stood }) => {
    const known = content ? stored.get(keyOf(files.shape, content)) : undefined;
    if (!content || (known?.stood ?? null) !== stood || planRow(files, content, around, known).kind !== kind) throw new Outdated();
    return { content, known };
  });
}
