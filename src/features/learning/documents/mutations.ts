import { eq, sql } from "drizzle-orm";
import { AppError, found } from "@/lib/app-error";
import type { Move } from "@/lib/enums/service";
import type { Locale } from "@/lib/locales";
import type { UserContext } from "@/server/api/context";
import { idFrom } from "@/server/api/idempotency";
import { recordAct } from "@/server/audit";
import type { Transaction } from "@/server/db/client";
import { moveRow } from "@/server/db/order";
import { documents, learningRemovals, universities } from "@/server/db/schema";
import type { DocumentFile } from "@/server/db/schema/learning";
import { letGo } from "@/server/jobs/orphans";
import { isSame, onlySeen, overSeen, type Saved, versionOf } from "@/server/version";
import { documentList } from "../editing/queries";
import type { DocumentDeleteInput, DocumentInput, LanguageDeleteInput } from "../editing/schema";

const document = (id: string) => ({ kind: "document", id });

async function lockDocument(tx: Transaction, uid: string) {
  const [row] = await tx.select().from(documents).where(eq(documents.id, uid)).for("update");
  return found(row);
}

/** Keys of uploaded files; those that come with the app stay. */
const keysOf = (files: Partial<Record<Locale, DocumentFile>>): string[] =>
  Object.values(files).flatMap(({ source }) => ("key" in source ? [source.key] : []));

/**
 * Makes a document without files, or changes its title. Whose it is stays.
 * @throws AppError notFound | conflict where somebody has written it since
 */
export async function saveDocument(ctx: UserContext, { uid, version: seen, university, title }: DocumentInput): Promise<Saved> {
  return ctx.db.transaction(async (tx) => {
    if (uid) {
      const before = { title: (await lockDocument(tx, uid)).title };
      const version = overSeen(seen, before, { title });
      if (isSame(before, { title })) return { uid, version };
      await tx.update(documents).set({ title }).where(eq(documents.id, uid));
      await recordAct(tx, ctx, { action: "learning.edit", target: document(uid), before, after: { title } });
      return { uid, version };
    }
    if (university) found((await tx.select({ id: universities.id }).from(universities).where(eq(universities.id, university)))[0]);
    const id = idFrom("document", ctx.actor.id, ctx.idempotencyKey);
    const position = sql<number>`coalesce((select max(${documents.position}) from ${documents}), 0) + 1`;
    const row = { id, universityId: university, title, files: {}, position };
    const made = await tx.insert(documents).values(row).onConflictDoNothing().returning({ id: documents.id });
    const saved = { uid: id, version: versionOf({ title }) };
    if (made.length === 0) return saved;
    await recordAct(tx, ctx, { action: "learning.add", target: document(id), after: { university, title } });
    return saved;
  });
}

/** @throws AppError notFound, documentNeedsFile */
export async function publishDocument(ctx: UserContext, { uid, published }: { uid: string; published: boolean }): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { files, published: before } = await lockDocument(tx, uid);
    if (published === before) return;
    if (published && Object.keys(files).length === 0) throw new AppError("documentNeedsFile");
    await tx.update(documents).set({ published }).where(eq(documents.id, uid));
    await recordAct(tx, ctx, { action: published ? "learning.publish" : "learning.withdraw", target: document(uid) });
  });
}

/** @throws AppError notFound */
export async function moveDocument(ctx: UserContext, { uid, to }: { uid: string; to: Move }): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    // Moves wait for one another before they lock a row, or two would wait in a circle.
    const [row] = await tx.select({ universityId: documents.universityId }).from(documents).where(eq(documents.id, uid));
    await moveRow(tx, documents, documentList(found(row).universityId), uid, to);
    await recordAct(tx, ctx, { action: "learning.move", target: document(uid), detail: { to } });
  });
}

/**
 * Takes one language's file away; a published document keeps its last one.
 * @throws AppError notFound, documentNeedsFile | conflict where somebody has sent another one since
 */
export async function detachFile(ctx: UserContext, { uid, language, version: seen }: LanguageDeleteInput): Promise<void> {
  const keys = await ctx.db.transaction(async (tx) => {
    const { files, published } = await lockDocument(tx, uid);
    const { [language]: gone, ...rest } = files;
    const file = found(gone);
    if (published && Object.keys(rest).length === 0) throw new AppError("documentNeedsFile");
    onlySeen(seen, versionOf(file));
    await tx.update(documents).set({ files: rest }).where(eq(documents.id, uid));
    await recordAct(tx, ctx, { action: "learning.detach", target: document(uid), detail: { language } });
    return keysOf({ [language]: file });
  });
  await letGo(ctx, keys);
}

/**
 * Deletes a document for good: no release brings it back.
 * @throws AppError notFound, wrongState while it is published | conflict where somebody has named it, or sent a file, since
 */
export async function deleteDocument(ctx: UserContext, { uid, wholeVersion: seen }: DocumentDeleteInput): Promise<void> {
  const keys = await ctx.db.transaction(async (tx) => {
    const { files, published, title, universityId } = await lockDocument(tx, uid);
    if (published) throw new AppError("wrongState");
    onlySeen(seen, versionOf({ title, files }));
    await tx.delete(documents).where(eq(documents.id, uid));
    await tx.insert(learningRemovals).values({ id: uid }).onConflictDoNothing();
    await recordAct(tx, ctx, { action: "learning.delete", target: document(uid), before: { university: universityId, title } });
    return keysOf(files);
  });
  await letGo(ctx, keys);
}

/**
 * Puts an uploaded file in the place of one language.
 * @returns keys that are not needed any more, and whether the file had not been put there before  @throws AppError notFound
 */
export async function attachFile(tx: Transaction, uid: string, language: Locale, file: { key: string; size: number }) {
  const { files } = await lockDocument(tx, uid);
  const before = files[language];
  const next = { ...files, [language]: { source: { key: file.key }, size: file.size } };
  await tx.update(documents).set({ files: next }).where(eq(documents.id, uid));
  const keys = before ? keysOf({ [language]: before }) : [];
  return { isNew: !keys.includes(file.key), gone: keys.filter((key) => key !== file.key) };
}
