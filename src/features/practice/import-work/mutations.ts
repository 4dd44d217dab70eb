import { and, asc, eq, gt, inArray, max, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { userTopic } from "@/features/account/events";
import type { ImportState } from "@/lib/enums";
import type { Services } from "@/server/api/context";
import { recordAct } from "@/server/audit";
import { lockBank } from "@/server/db/bank-lock";
import type { Executor } from "@/server/db/client";
import { bankImportRows, bankImports, type QuestionContent, questions } from "@/server/db/schema";
import { publish } from "@/server/realtime";
import { keepVersions } from "../bank/mutations";
import { contentOf, filledContent, sameContent, stateOf } from "../bank/rules";
import { importNews } from "../imports/events";
import { bankImport, planRow, wrong } from "../imports/rules";
import { categoriesBySlug, FileRefused, keyOf, questionsNamed, readFile } from "./queries";

export type ImportFile = typeof bankImports.$inferSelect;

/** Rows that are done at once; after each such piece whoever sent the file hears how far it is. */
const PIECE = 500;

/** Says how far a file is, outside of whatever transaction does the work. */
async function say(db: Executor, { id, userId }: ImportFile, set: Partial<ImportFile>): Promise<void> {
  await db
    .update(bankImports)
    .set({ ...set, beatAt: sql`now()` as unknown as Date })
    .where(eq(bankImports.id, id));
  await publish(db, userTopic(userId), importNews(id));
}

/** Takes a step of the lifecycle as the job. */
async function turn(db: Executor, file: ImportFile, to: ImportState, set: Partial<ImportFile> = {}): Promise<void> {
  if (!bankImport.can(file.state, to, "job")) throw new Error(`an import cannot go from ${file.state} to ${to}`);
  await say(db, file, { ...set, state: to });
}

const piecesOf = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / PIECE) }, (_, at) => list.slice(at * PIECE, (at + 1) * PIECE));

/** Reads a file and finds out what each of its rows would do to the bank. */
export async function checkImport({ db }: Services, file: ImportFile): Promise<void> {
  try {
    const rows = await readFile(db, file.id, file.format);
    await db.delete(bankImportRows).where(eq(bankImportRows.importId, file.id));
    await say(db, file, { total: rows.length, done: 0 });
    const known = await categoriesBySlug(db);
    const seen = new Map<string, number>();
    let done = 0;
    for (const piece of piecesOf(rows)) {
      const stored = await questionsNamed(db, piece);
      const planned = piece.map(({ line, category, slug, input, problems }) => {
        const key = keyOf({ category, slug });
        const before = stored.get(key);
        const first = seen.get(key);
        if (category && slug && first === undefined) seen.set(key, line);
        const plan =
          first !== undefined
            ? wrong({ path: ["slug"], key: "twice", values: { line: first } })
            : input
              ? planRow(input, known.get(category), before)
              : wrong(...problems);
        const right = plan.kind === "wrong" ? undefined : before;
        return {
          importId: file.id,
          line,
          category,
          slug,
          questionId: right?.id ?? null,
          version: right?.version ?? null,
          stood: right?.state ?? null,
          ...plan,
        };
      });
      await db.insert(bankImportRows).values(planned);
      done += piece.length;
      await say(db, file, { done });
    }
    await turn(db, file, "checked");
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    await turn(db, file, "refused", { problem: error.problem, problemLine: error.line });
  }
}

type Row = typeof bankImportRows.$inferSelect;
type Question = typeof questions.$inferSelect;

/** The bank is no longer as it was when the file was compared with it. */
class Outdated extends Error {}

/** Does what a checked file says, in one transaction: all of it, or nothing where the bank has changed since for any of its rows. */
export async function applyImport({ db }: Services, file: ImportFile): Promise<void> {
  const own = eq(bankImportRows.importId, file.id);
  const work = and(own, inArray(bankImportRows.kind, ["new", "changed"]));
  await say(db, file, { total: await db.$count(bankImportRows, work), done: 0 });
  try {
    await db.transaction(async (tx) => {
      await lockBank(tx);
      const open = await categoriesBySlug(tx);
      const places = await lastPlaces(tx);
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
        await applyPiece(tx, file, rows, open, places);
        done += rows.length;
        await say(db, file, { done });
      }
      await turn(tx, file, "applied");
      const act = { action: "bank.import" as const, target: { kind: "import", id: file.id }, detail: { rows: done } };
      await recordAct(tx, { actor: { id: file.userId }, address: "" }, act);
    });
  } catch (error) {
    if (!(error instanceof Outdated)) throw error;
    await turn(db, file, "refused", { problem: "outdated" });
  }
}

/** The last place of each category that has questions. */
async function lastPlaces(tx: Executor): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: questions.categoryId, last: max(questions.position) })
    .from(questions)
    .groupBy(questions.categoryId);
  return new Map(rows.map(({ id, last }) => [id, last ?? 0]));
}

async function applyPiece(
  tx: Executor,
  file: ImportFile,
  rows: Row[],
  open: Map<string, { id: string; retired: boolean }>,
  places: Map<string, number>,
): Promise<void> {
  const ids = rows.flatMap(({ questionId }) => questionId ?? []);
  const there = ids.length > 0 ? await tx.select().from(questions).where(inArray(questions.id, ids)) : [];
  const byId = new Map(there.map((row) => [row.id, row]));
  const named = await questionsNamed(tx, rows);
  const now = new Date();
  const written = rows.map((row) => {
    const category = open.get(row.category);
    const before = row.questionId ? byId.get(row.questionId) : undefined;
    const known = named.get(keyOf(row));
    if (!row.content || !row.state || !category || category.id !== row.content.category) throw new Outdated();
    if (category.retired && (!before || row.state === "published")) throw new Outdated();
    if (known?.id !== (row.questionId ?? undefined)) throw new Outdated();
    if (before && (before.version !== row.version || stateOf(before) !== row.stood)) throw new Outdated();
    return { before: before ?? null, after: questionOf(row.slug, row.content, row.state, before, now, places) };
  });
  await tx
    .insert(questions)
    .values(written.map(({ after }) => after))
    .onConflictDoUpdate({
      target: questions.id,
      set: {
        text: sql`excluded.text`,
        guidance: sql`excluded.guidance`,
        readingTime: sql`excluded.reading_time`,
        answerTime: sql`excluded.answer_time`,
        published: sql`excluded.published`,
        retiredAt: sql`excluded.retired_at`,
        version: sql`excluded.version`,
        editedAt: sql`excluded.edited_at`,
      },
    });
  // Where only the state has changed, nothing was written.
  const saved = written.filter(({ before, after }) => before?.version !== after.version);
  await keepVersions(
    tx,
    file.userId,
    saved.map(({ before, after }) => ({ before, id: after.id, version: after.version, content: contentOf(after) })),
  );
}

/** A question as a row of the file makes it. */
function questionOf(
  slug: string,
  { category, ...content }: QuestionContent,
  state: ReturnType<typeof stateOf>,
  before: Question | undefined,
  now: Date,
  places: Map<string, number>,
): Question {
  const stands = { published: state === "published", retiredAt: state === "retired" ? (before?.retiredAt ?? now) : null };
  if (before) {
    const anew = !sameContent(contentOf(before), filledContent({ category, ...content }));
    return { ...before, ...stands, ...(anew && { ...content, version: before.version + 1, editedAt: now }) };
  }
  const position = (places.get(category) ?? 0) + 1;
  places.set(category, position);
  return { id: uuidv7(), categoryId: category, slug, position, ...content, ...stands, version: 1, editedAt: now };
}
