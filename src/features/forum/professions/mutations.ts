import { eq, inArray, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { AppError, found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import { idFrom } from "@/server/api/idempotency";
import { recordAct, recordActs } from "@/server/audit";
import type { Transaction } from "@/server/db/client";
import { lockRows } from "@/server/db/lock-rows";
import { moveRow } from "@/server/db/order";
import { forumTopics, professions } from "@/server/db/schema";
import { isSame } from "@/server/version";
import type { ArchiveInput, MoveInput, ProfessionInput } from "./schema";

const target = (id: string) => ({ kind: "room", id });

/**
 * Makes a room with its chat, as the last, or writes one anew, which no release overwrites from then on; one that says the same as before
 * stays as it is. Its name in addresses stays.
 * @throws AppError notFound | conflict where somebody has written it since | invalidInput for a name in addresses that is taken
 */
export async function saveProfession(ctx: UserContext, { uid, version, slug, name, description }: ProfessionInput) {
  return ctx.db.transaction(async (tx) => {
    if (!uid) return addProfession(tx, ctx, { slug, name, description });
    const row = found((await lockRows(tx, professions, [uid]))[0]);
    if (row.version !== version) throw new AppError("conflict");
    const [before, after] = [
      { name: row.name, description: row.description },
      { name, description },
    ];
    if (isSame(before, after)) return { uid, version };
    const next = row.version + 1;
    await tx
      .update(professions)
      .set({ ...after, version: next, editedAt: new Date() })
      .where(eq(professions.id, uid));
    await recordAct(tx, ctx, { action: "room.save", target: target(uid), before, after });
    return { uid, version: next };
  });
}

async function addProfession(tx: Transaction, ctx: UserContext, input: Pick<ProfessionInput, "slug" | "name" | "description">) {
  const { slug, name, description } = input;
  if (!slug) throw new AppError("invalidInput", { issues: [{ path: ["slug"], key: "required" }] });
  const id = idFrom("room", ctx.actor.id, ctx.idempotencyKey);
  if ((await tx.$count(professions, eq(professions.id, id))) > 0) return { uid: id, version: 1 };
  const last = sql`(select coalesce(max(${professions.position}), 0) + 1 from ${professions})`;
  const made = await tx
    .insert(professions)
    .values({ id, slug, position: last, name, description, editedAt: new Date() })
    .onConflictDoNothing({ target: professions.slug })
    .returning({ id: professions.id });
  if (made.length === 0) throw new AppError("invalidInput", { issues: [{ path: ["slug"], key: "slugTaken" }] });
  await tx.insert(forumTopics).values({ id: uuidv7(), professionId: id, kind: "chat", title: "", locale: "en" });
  await recordAct(tx, ctx, { action: "room.add", target: target(id), before: null, after: { slug, name, description } });
  return { uid: id, version: 1 };
}

/**
 * Closes rooms to new threads, or opens them again; the threads that are there go on.
 * @returns those that stood otherwise  @throws AppError notFound for any of them
 */
export async function archiveProfessions(ctx: UserContext, { uids, archived }: ArchiveInput) {
  return ctx.db.transaction(async (tx) => {
    const rows = await lockRows(tx, professions, uids);
    const turned = rows.filter(({ archivedAt }) => (archivedAt !== null) !== archived).map(({ id }) => id);
    await tx
      .update(professions)
      .set({ archivedAt: archived ? new Date() : null })
      .where(inArray(professions.id, turned));
    const acts = turned.map((id) => ({
      action: "room.archive" as const,
      target: target(id),
      before: { archived: !archived },
      after: { archived },
    }));
    await recordActs(tx, ctx, acts);
    return turned.map((uid) => ({ uid }));
  });
}

/** Moves a room in the list. @throws AppError notFound */
export async function moveProfession(ctx: UserContext, { uid, to }: MoveInput): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    found((await tx.select({ id: professions.id }).from(professions).where(eq(professions.id, uid)))[0]);
    await moveRow(tx, professions, undefined, uid, to);
    await recordAct(tx, ctx, { action: "room.move", target: target(uid), detail: { to } });
  });
}
