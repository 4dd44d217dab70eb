import { and, asc, eq, gt, inArray, lt, ne, sql } from "drizzle-orm";
import { AppError, expectVersion, found, refusedAt } from "@/lib/app-error";
import { localeTag } from "@/lib/locales";
import { idFrom } from "@/server/api/idempotency";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { isExclusionViolation } from "@/server/db/errors";
import { bookingSlots, bookings, jobs, resources } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { readableValues } from "@/server/text";
import { publishToWorkspace } from "../events";
import { expectJob } from "../jobs/queries";
import { acting, recordEvents } from "../log/mutations";
import { forgetNotesOf, giveNotesToJob } from "../notes/mutations";
import { lockResources } from "../resources/mutations";
import { workspaceOf } from "../workspace/queries";
import { begunSince, bookingOf, slotsOf, timesOf, unfold } from "./queries";
import { hindrance, MOST_BOOKED } from "./rules";
import type { BookingDeleteInput, BookingSaveInput } from "./schema";

type Row = typeof bookings.$inferSelect;
interface Time {
  startsAt: Date;
  endsAt: Date;
}

/** A booking that is about to change, held, as it was seen. @throws AppError notFound | conflict with the booking as it is now */
async function lockSeenBooking(tx: Transaction, workspaceId: string, uid: string, version: number | undefined): Promise<Row | undefined> {
  const [row] = await tx
    .select()
    .from(bookings)
    .where(rowIn(bookings, workspaceId, uid))
    .for("update");
  if (version !== undefined) await expectVersion(row, version, () => bookingOf(tx, workspaceId, uid));
  return row;
}

/**
 * Books what is named, all of it or nothing: a new booking, or in the place of one that was seen.
 * @throws AppError notFound | conflict with the booking as it is now | slotTaken naming what stands there | notWorking naming who does not
 * work then, unless it is booked anyway | resourceRetired
 */
export const saveBooking = (ctx: WorkspaceContext, { workspaceId, uid: known, version, anyway, ...fields }: BookingSaveInput) =>
  ctx.inWorkspace(async (tx) => {
    const { member, actor, idempotencyKey } = ctx;
    const uid = known ?? idFrom("booking", member.id, idempotencyKey);
    const before = await lockSeenBooking(tx, workspaceId, uid, version);
    if (!known && before) return bookingOf(tx, workspaceId, uid);
    if (fields.jobUid) await expectJob(tx, workspaceId, fields.jobUid);
    const taken = before ? ((await slotsOf(tx, workspaceId, [uid])).get(uid) ?? []) : [];
    const ids = await unfold(tx, workspaceId, fields.resources, taken);
    if (ids.length === 0 || ids.length > MOST_BOOKED) throw refusedNaming(ids.length);
    const held = await lockResources(tx, workspaceId, [...ids, ...taken]);
    const retired = held.find(({ id, retired: gone }) => gone && ids.includes(id) && !taken.includes(id));
    if (retired) throw new AppError("resourceRetired", { values: { resource: retired.name } });

    const time = { startsAt: new Date(fields.startsAt), endsAt: new Date(fields.endsAt) };
    const moved = !before || before.startsAt.getTime() !== time.startsAt.getTime() || before.endsAt.getTime() !== time.endsAt.getTime();
    if (!anyway) await working(tx, workspaceId, moved ? ids : ids.filter((id) => !taken.includes(id)), time);
    const set = { title: fields.title, jobId: fields.jobUid, note: fields.note, state: fields.state, ...time };
    await take(ctx, tx, { uid, ids, time }, async (inner) => {
      if (before) {
        await inner.delete(bookingSlots).where(and(eq(bookingSlots.workspaceId, workspaceId), eq(bookingSlots.bookingId, uid)));
        await inner
          .update(bookings)
          .set({ ...set, version: sql`${bookings.version} + 1`, changedAt: sql`now()` })
          .where(rowIn(bookings, workspaceId, uid));
      } else await inner.insert(bookings).values({ id: uid, workspaceId, ...set });
      await inner.insert(bookingSlots).values(ids.map((resourceId) => ({ workspaceId, bookingId: uid, resourceId, ...time })));
    });
    const facts = ({ jobId, state, startsAt, endsAt }: typeof set, all: string[]) => ({
      job: jobId,
      state,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      resources: all,
    });
    const change = { target: { kind: "booking" as const, id: uid }, before: before ? facts(before, taken) : null, after: facts(set, ids) };
    await recordEvents(tx, { workspaceId, actorId: actor.id }, [
      { ...change, action: before ? "booking.edit" : "booking.add" },
      ...(before && before.jobId !== fields.jobUid ? unbooked(before) : []),
    ]);
    await publishToWorkspace(tx, workspaceId);
    return bookingOf(tx, workspaceId, uid);
  });

/** A job remembers a time that was booked for it and is so no more, when there is nothing left that could tell. */
const unbooked = ({ jobId, startsAt }: Row) =>
  jobId === null
    ? []
    : [{ action: "job.unbook" as const, target: { kind: "job" as const, id: jobId }, before: { startsAt: startsAt.toISOString() } }];

/** A team without anybody in it is nobody. */
const refusedNaming = (count: number) =>
  count === 0 ? refusedAt(["resources"], "tooFew", { minimum: 1 }) : refusedAt(["resources"], "tooMany", { maximum: MOST_BOOKED });

/** @throws AppError notWorking naming the first who does not work then */
async function working(tx: Transaction, workspaceId: string, ids: string[], { startsAt, endsAt }: Time): Promise<void> {
  if (ids.length === 0) return;
  const time = { start: startsAt.getTime(), end: endsAt.getTime() };
  for (const { id, name, calendar, away } of await timesOf(tx, workspaceId, ids, time)) {
    const against = hindrance(calendar, away, time);
    if (!against) continue;
    const { reason } = against;
    const holiday = reason === "holiday" ? against.name : "";
    throw new AppError("notWorking", { values: { resource: name, reason, holiday }, current: { resource: { uid: id, name }, reason } });
  }
}

/**
 * Writes a booking's times. That two do not overlap is the database's to refuse, whoever else books at the same moment; then it is told
 * what stands there. That is there to be read, because whoever takes it away holds the same resources.
 * @throws AppError slotTaken
 */
async function take(
  ctx: WorkspaceContext,
  tx: Transaction,
  { uid, ids, time }: { uid: string; ids: string[]; time: Time },
  write: (inner: Transaction) => Promise<void>,
): Promise<void> {
  try {
    await tx.transaction(write);
  } catch (error) {
    if (!isExclusionViolation(error, "booking_slots_taken")) throw error;
    const [clash] = await clashes(tx, ctx.member.workspaceId, { uid, ids, time });
    if (!clash) throw error;
    const { timeZone } = await workspaceOf(tx, ctx.member.workspaceId);
    const { number, title, startsAt, endsAt, resource, booking } = clash;
    const span = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
    throw new AppError("slotTaken", {
      values: {
        ...readableValues(ctx.locale, { ...span, timeZone }),
        resource: resource.name,
        // By the reader's digits, and without separators, as a job is called.
        title: number === null ? title : `#${new Intl.NumberFormat(localeTag(ctx.locale), { useGrouping: false }).format(number)} ${title}`,
      },
      current: { resource, booking: { uid: booking, title, jobNumber: number, ...span } },
      cause: error,
    });
  }
}

/** What already takes these resources at a time, the earliest first. */
const clashes = (
  tx: Transaction,
  workspaceId: string,
  { uid, ids, time: { startsAt, endsAt } }: { uid: string; ids: string[]; time: Time },
) =>
  tx
    .select({
      resource: { uid: resources.id, name: resources.name },
      booking: bookings.id,
      title: bookings.title,
      number: jobs.number,
      startsAt: bookings.startsAt,
      endsAt: bookings.endsAt,
    })
    .from(bookingSlots)
    .innerJoin(bookings, and(eq(bookings.workspaceId, bookingSlots.workspaceId), eq(bookings.id, bookingSlots.bookingId)))
    .innerJoin(resources, and(eq(resources.workspaceId, bookingSlots.workspaceId), eq(resources.id, bookingSlots.resourceId)))
    .leftJoin(jobs, and(eq(jobs.workspaceId, bookings.workspaceId), eq(jobs.id, bookings.jobId)))
    .where(
      and(
        eq(bookingSlots.workspaceId, workspaceId),
        inArray(bookingSlots.resourceId, ids),
        gt(bookingSlots.startsAt, begunSince(startsAt)),
        lt(bookingSlots.startsAt, endsAt),
        gt(bookingSlots.endsAt, startsAt),
        ne(bookingSlots.bookingId, uid),
      ),
    )
    .orderBy(asc(bookingSlots.startsAt), asc(bookingSlots.resourceId))
    .limit(1);

/** Cancels a booking: its time is free. @throws AppError notFound | conflict with the booking as it is now */
export const deleteBooking = (ctx: WorkspaceContext, { workspaceId, uid, version }: BookingDeleteInput) =>
  ctx.inWorkspace(async (tx, outside) => {
    const row = found(await lockSeenBooking(tx, workspaceId, uid, version));
    if (!row.jobId) await forgetNotesOf(tx, outside, workspaceId, { bookingIds: [uid] });
    await cancel(tx, ctx, await withSlots(tx, workspaceId, [row]));
    await publishToWorkspace(tx, workspaceId);
  });

type LockedBooking = Row & { taken: string[] };

/** Bookings that are held, with the resources that they take, which are held from now on, too. */
async function withSlots(tx: Transaction, workspaceId: string, rows: Row[]): Promise<LockedBooking[]> {
  const slots = await slotsOf(
    tx,
    workspaceId,
    rows.map(({ id }) => id),
  );
  await lockResources(tx, workspaceId, [...new Set([...slots.values()].flat())]);
  return rows.map((row) => ({ ...row, taken: slots.get(row.id) ?? [] }));
}

/** What a job is booked for and is not over yet, held. Whoever holds the job, too, does so afterwards, as where something is booked for it. */
export async function lockComing(tx: Transaction, workspaceId: string, jobId: string): Promise<LockedBooking[]> {
  const rows = await tx
    .select()
    .from(bookings)
    .where(and(eq(bookings.workspaceId, workspaceId), eq(bookings.jobId, jobId), gt(bookings.endsAt, sql`now()`)))
    .orderBy(asc(bookings.id))
    .for("update");
  return withSlots(tx, workspaceId, rows);
}

/** Cancels bookings that are held, of one job or of none: their time is free, and the job remembers them and keeps what was said of them. */
export async function cancel(tx: Transaction, ctx: WorkspaceContext, held: LockedBooking[]): Promise<void> {
  const { workspaceId } = ctx.member;
  if (held.length === 0) return;
  const ids = held.map(({ id }) => id);
  const jobId = held[0]?.jobId;
  if (jobId) await giveNotesToJob(tx, workspaceId, { bookingIds: ids }, jobId);
  await tx.delete(bookings).where(and(eq(bookings.workspaceId, workspaceId), inArray(bookings.id, ids)));
  const events = held.flatMap((row) => {
    const { id, jobId: job, state, startsAt, endsAt, taken } = row;
    const before = { job, state, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), resources: taken };
    return [{ action: "booking.delete" as const, target: { kind: "booking" as const, id }, before }, ...unbooked(row)];
  });
  await recordEvents(tx, acting(ctx), events);
}
