import { and, count, eq, gt, inArray, lt, min, sql } from "drizzle-orm";
import { v4 as uuidv4 } from "uuid";
import { AppError, expectVersion, found } from "@/lib/app-error";
import { idFrom } from "@/server/api/idempotency";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { isUniqueViolation } from "@/server/db/errors";
import { absences, bookingSlots, resources, scheduleSettings, teamResources, workspaceMembers } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { publishToWorkspace } from "../events";
import { acting, recordEvent } from "../log/mutations";
import { resourceOf, settingsOf, showAbsence, teamsOf } from "./queries";
import { MOST_RESOURCES, mayJoinTeam } from "./rules";
import type { AbsenceDeleteInput, AbsenceSaveInput, ResourceInput, ResourceSaveInput, ScheduleSaveInput } from "./schema";

type Row = typeof resources.$inferSelect;

/** Resources that are about to change or to be booked, held in one order: of calls for the same ones at once each waits for the other. */
export const lockResources = (tx: Transaction, workspaceId: string, ids: string[]): Promise<Row[]> =>
  tx
    .select()
    .from(resources)
    .where(and(eq(resources.workspaceId, workspaceId), inArray(resources.id, ids)))
    .orderBy(resources.id)
    .for("no key update");

/** When the shop works, from now on; there may be no row yet that could be held, so it is the workspace that is. @throws AppError conflict with what somebody else has said meanwhile */
export const saveSettings = (ctx: WorkspaceContext, { workspaceId, version, hours, holidays }: ScheduleSaveInput) =>
  ctx.aloneInWorkspace(async (tx) => {
    const before = await settingsOf(tx, workspaceId);
    await expectVersion(before, version, (current) => current);
    const set = { hours, holidays: holidays.toSorted((a, b) => (a.day < b.day ? -1 : 1)), version: version + 1 };
    await tx
      .insert(scheduleSettings)
      .values({ workspaceId, ...set })
      .onConflictDoUpdate({ target: scheduleSettings.workspaceId, set });
    const days = (all: { day: string }[]) => all.map(({ day }) => day);
    await recordEvent(tx, acting(ctx), {
      action: "schedule.edit",
      before: { hours: before.hours, holidays: days(before.holidays) },
      after: { hours, holidays: days(set.holidays) },
    });
    await publishToWorkspace(tx, workspaceId);
    return set;
  });

/**
 * Keeps a resource: a new one, or in the place of one that was seen. New ones are counted one at a time.
 * @throws AppError notFound | conflict with the resource as it is now | tooManyResources | invalidInput for what is no team, or somebody twice
 */
export const saveResource = (ctx: WorkspaceContext, { workspaceId, uid: known, version, ...fields }: ResourceSaveInput) =>
  ctx.aloneInWorkspace(async (tx) => {
    const { member, idempotencyKey } = ctx;
    const uid = known ?? idFrom("resource", member.id, idempotencyKey);
    const { kind, name, color, retired } = fields;
    const [before] = await lockResources(tx, workspaceId, [uid]);
    if (known) await expectVersion(before, version, () => resourceOf(tx, ctx, uid));
    if (!known && before) return resourceOf(tx, ctx, uid);
    if (before && before.kind !== kind) throw new AppError("wrongState");
    const memberId = kind === "person" ? fields.memberUid : null;
    if (memberId) await belongs(tx, workspaceId, memberId);
    const set = { name, color, retired, memberId, hours: kind === "team" ? null : fields.hours };
    await once(async () => {
      if (before)
        await tx
          .update(resources)
          // A retired one, and one that is somebody else's from now on, tells nobody any more what it does.
          .set({ ...set, ...(retired || before.memberId !== memberId ? { feedId: null } : {}), version: sql`${resources.version} + 1` })
          .where(rowIn(resources, workspaceId, uid));
      else {
        const [counted] = await tx.select({ n: count() }).from(resources).where(eq(resources.workspaceId, workspaceId));
        if ((counted?.n ?? 0) >= MOST_RESOURCES) throw new AppError("tooManyResources", { values: { most: MOST_RESOURCES } });
        await tx.insert(resources).values({ id: uid, workspaceId, kind, ...set });
      }
    });
    const members = kind === "team" ? await keepTeam(tx, workspaceId, uid, fields.members) : [];
    // No names: the log outlives what people want to be forgotten.
    const facts = { kind, color, retired, member: memberId, hours: set.hours, members };
    const target = { kind: "resource" as const, id: uid };
    if (before) await recordEvent(tx, acting(ctx), { action: "resource.edit", target, after: facts });
    else await recordEvent(tx, acting(ctx), { action: "resource.add", target, after: facts });
    await publishToWorkspace(tx, workspaceId);
    return resourceOf(tx, ctx, uid);
  });

/** Somebody is one person of the schedule. */
const once = (write: () => Promise<void>) =>
  write().catch((error: unknown) => {
    if (!isUniqueViolation(error, "resources_member_key")) throw error;
    throw new AppError("invalidInput", { issues: [{ path: ["memberUid"], key: "personTaken" }], cause: error });
  });

/** @throws AppError notFound for whoever is not of the workspace */
async function belongs(tx: Transaction, workspaceId: string, memberId: string): Promise<void> {
  const [row] = await tx
    .select({ id: workspaceMembers.id })
    .from(workspaceMembers)
    .where(rowIn(workspaceMembers, workspaceId, memberId));
  found(row);
}

/** Who is in a team from now on. @throws AppError notFound | wrongState for what cannot be in one */
async function keepTeam(tx: Transaction, workspaceId: string, teamId: string, given: string[]): Promise<string[]> {
  const wanted = [...new Set(given)].toSorted();
  const rows =
    wanted.length === 0
      ? []
      : await tx
          .select({ id: resources.id, kind: resources.kind })
          .from(resources)
          .where(and(eq(resources.workspaceId, workspaceId), inArray(resources.id, wanted)));
  if (rows.length !== wanted.length) throw new AppError("notFound");
  if (!rows.every(({ kind }) => mayJoinTeam(kind))) throw new AppError("wrongState");
  await tx.delete(teamResources).where(and(eq(teamResources.workspaceId, workspaceId), eq(teamResources.teamId, teamId)));
  if (wanted.length > 0) await tx.insert(teamResources).values(wanted.map((resourceId) => ({ workspaceId, teamId, resourceId })));
  return (await teamsOf(tx, workspaceId)).get(teamId) ?? [];
}

/** Whoever leaves the workspace is no person of its schedule any more: that one stays with all that it is booked for, and its address ends. */
export async function unlinkMember(tx: Transaction, workspaceId: string, memberId: string): Promise<void> {
  await tx
    .update(resources)
    .set({ memberId: null, feedId: null, version: sql`${resources.version} + 1` })
    .where(and(eq(resources.workspaceId, workspaceId), eq(resources.memberId, memberId)));
}

/**
 * Gives calendars an address at which they read a resource's bookings, or takes it away; the one before opens nothing from then on.
 * @throws AppError notFound | wrongState for a team, or what is retired
 */
export const setFeed = (ctx: WorkspaceContext, { workspaceId, uid }: ResourceInput, open: boolean) =>
  ctx.inWorkspace(async (tx) => {
    const row = found((await lockResources(tx, workspaceId, [uid]))[0]);
    if (open && (row.kind === "team" || row.retired)) throw new AppError("wrongState");
    await tx
      .update(resources)
      .set({ feedId: open ? uuidv4() : null })
      .where(rowIn(resources, workspaceId, uid));
    await recordEvent(tx, acting(ctx), { action: "resource.feed", target: { kind: "resource", id: uid }, after: { open } });
    await publishToWorkspace(tx, workspaceId);
    return resourceOf(tx, ctx, uid);
  });

/** The absence as it was seen by whoever changes it, held. @throws AppError notFound | conflict */
async function lockSeenAbsence(tx: Transaction, { member }: WorkspaceContext, uid: string, version: number | undefined) {
  const [row] = await tx
    .select()
    .from(absences)
    .where(rowIn(absences, member.workspaceId, uid))
    .for("update");
  if (version !== undefined) await expectVersion(row, version, (current) => showAbsence(current, member.role));
  return row;
}

/** Notes that a resource is away; what it is booked for meanwhile stays. @throws AppError notFound | conflict with the absence as it is now */
export const saveAbsence = (ctx: WorkspaceContext, { workspaceId, uid: known, version, ...fields }: AbsenceSaveInput) =>
  ctx.inWorkspace(async (tx) => {
    const { member, idempotencyKey } = ctx;
    const uid = known ?? idFrom("absence", member.id, idempotencyKey);
    const before = await lockSeenAbsence(tx, ctx, uid, version);
    if (!known && before) return { ...showAbsence(before, member.role), meets: await meetings(tx, before) };
    const { kind, resourceUid: resourceId } = fields;
    const resource = found((await lockResources(tx, workspaceId, [resourceId]))[0]);
    if (resource.kind === "team") throw new AppError("wrongState");
    const set = { kind, resourceId, startsAt: new Date(fields.startsAt), endsAt: new Date(fields.endsAt) };
    const next = { ...set, version: sql`${absences.version} + 1` };
    const [row] = before
      ? await tx
          .update(absences)
          .set(next)
          .where(rowIn(absences, workspaceId, uid))
          .returning()
      : await tx
          .insert(absences)
          .values({ id: uid, workspaceId, ...set })
          .returning();
    // Why somebody was away is not kept in the log.
    const after = { resource: resourceId, startsAt: fields.startsAt, endsAt: fields.endsAt };
    await recordEvent(tx, acting(ctx), { action: before ? "absence.edit" : "absence.add", target: { kind: "absence", id: uid }, after });
    await publishToWorkspace(tx, workspaceId);
    const kept = found(row);
    return { ...showAbsence(kept, member.role), meets: await meetings(tx, kept) };
  });

/** What an absence meets that is not over yet. */
async function meetings(tx: Transaction, { workspaceId, resourceId, startsAt, endsAt }: typeof absences.$inferSelect) {
  const [row] = await tx
    .select({ bookings: count(), first: min(bookingSlots.startsAt) })
    .from(bookingSlots)
    .where(
      and(
        eq(bookingSlots.workspaceId, workspaceId),
        eq(bookingSlots.resourceId, resourceId),
        lt(bookingSlots.startsAt, endsAt),
        gt(bookingSlots.endsAt, startsAt),
        gt(bookingSlots.endsAt, sql`now()`),
      ),
    );
  return { bookings: row?.bookings ?? 0, first: row?.first ? new Date(row.first).toISOString() : null };
}

/** @throws AppError notFound | conflict with the absence as it is now */
export const deleteAbsence = (ctx: WorkspaceContext, { workspaceId, uid, version }: AbsenceDeleteInput) =>
  ctx.inWorkspace(async (tx) => {
    await lockSeenAbsence(tx, ctx, uid, version);
    await tx.delete(absences).where(rowIn(absences, workspaceId, uid));
    await recordEvent(tx, acting(ctx), { action: "absence.delete", target: { kind: "absence", id: uid } });
    await publishToWorkspace(tx, workspaceId);
  });
