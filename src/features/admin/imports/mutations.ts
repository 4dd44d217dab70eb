import { and, count, eq, sql } from "drizzle-orm";
import { AppError, found } from "@/lib/app-error";
import type { ImportState } from "@/lib/enums/imports";
import type { UserContext } from "@/server/api/context";
import { idFrom } from "@/server/api/idempotency";
import { recordAct } from "@/server/audit";
import type { Transaction } from "@/server/db/client";
import { bankImportPieces, bankImportRows, bankImports } from "@/server/db/schema";
import { wakeJob } from "@/server/jobs/queue";
import { fileImport, IMPORT_JOB, requireKind } from "./rules";
import type { BeginInput, PieceInput } from "./schema";

/** Begins to take in a file of some content. It changes nothing before it was read, compared and ordered. @throws AppError forbidden */
export async function beginImport({ db, actor, idempotencyKey }: UserContext, input: BeginInput): Promise<string> {
  const { kind, name, format, size } = input;
  requireKind(actor, kind);
  const id = idFrom("import", actor.id, idempotencyKey);
  await db.insert(bankImports).values({ id, userId: actor.id, kind, name, format, sizeBytes: size }).onConflictDoNothing();
  return id;
}

/** An own file that is about to change. @throws AppError notFound | forbidden */
async function lockOwn(tx: Transaction, { actor }: UserContext, uid: string) {
  const own = and(eq(bankImports.id, uid), eq(bankImports.userId, actor.id));
  const file = found((await tx.select().from(bankImports).where(own).for("update"))[0]);
  requireKind(actor, file.kind);
  return file;
}

/** Takes a step of its lifecycle, after which the job goes on with it. @throws AppError wrongState */
async function turn(tx: Transaction, { id, state }: { id: string; state: ImportState }, to: "waiting" | "ordered"): Promise<void> {
  if (!fileImport.can(state, to, "sender")) throw new AppError("wrongState");
  await tx
    .update(bankImports)
    .set({ state: to, problem: null, problemLine: null, done: 0, beatAt: sql`now()` })
    .where(eq(bankImports.id, id));
  await wakeJob(tx, IMPORT_JOB);
}

/**
 * Takes in a piece, behind those that are here; one that is here already is not taken twice. With the last one the file is read.
 * @returns how many bytes are here: from there on the next piece begins, unless it is whole
 * @throws AppError notFound | bodyTooLarge for more than was told of
 */
export async function takePiece(ctx: UserContext, { uid, start, content }: PieceInput): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const file = await lockOwn(tx, ctx, uid);
    if (file.state !== "uploading" || start !== file.received) return file.received;
    const bytes = Buffer.from(content, "base64");
    const received = start + bytes.length;
    if (bytes.length === 0) return received;
    if (received > file.sizeBytes) throw new AppError("bodyTooLarge");
    await tx.insert(bankImportPieces).values({ importId: uid, start, content: bytes });
    await tx.update(bankImports).set({ received }).where(eq(bankImports.id, uid));
    if (received === file.sizeBytes) await turn(tx, file, "waiting");
    return received;
  });
}

/** Compares the file anew with what is there now. @throws AppError notFound | wrongState */
export async function checkAgain(ctx: UserContext, uid: string): Promise<void> {
  await ctx.db.transaction(async (tx) => turn(tx, await lockOwn(tx, ctx, uid), "waiting"));
}

/**
 * Orders that what the file says is done, all of it or nothing.
 * @throws AppError notFound | wrongState, also where a row is wrong or nothing would change
 */
export async function orderImport(ctx: UserContext, uid: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const file = await lockOwn(tx, ctx, uid);
    const rows = await tx
      .select({ kind: bankImportRows.kind, count: count() })
      .from(bankImportRows)
      .where(eq(bankImportRows.importId, uid))
      .groupBy(bankImportRows.kind);
    const counts = Object.fromEntries(rows.map((row) => [row.kind, row.count]));
    if (counts.wrong || !(counts.new || counts.changed)) throw new AppError("wrongState");
    await turn(tx, file, "ordered");
    const detail = { kind: file.kind, new: counts.new ?? 0, changed: counts.changed ?? 0 };
    await recordAct(tx, ctx, { action: "bank.order_import", target: { kind: "import", id: uid }, detail });
  });
}

/** Forgets a file with all that was found out about it; what it has changed stays. @throws AppError notFound | wrongState while it is applied */
export async function forgetImport(ctx: UserContext, uid: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { state } = await lockOwn(tx, ctx, uid);
    if (state === "ordered" || state === "applying") throw new AppError("wrongState");
    await tx.delete(bankImports).where(eq(bankImports.id, uid));
  });
}
