import { and, asc, desc, eq, gt, inArray, lt, ne } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { addDays, CLOCK_CHANGE_MS, dayStart } from "@/lib/days";
import { DAY_MS, MINUTE_MS } from "@/lib/durations";
import type { Calendar, Interval } from "@/lib/working-time";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { bookingSlots, bookings, customerSites, jobs, resources } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { awayIn, settingsOf, showAbsence, teamsOf } from "../resources/queries";
import { unfolded } from "../resources/rules";
import { workspaceOf } from "../workspace/queries";
import { type Busy, LONGEST_BOOKING_DAYS, LOOK_AHEAD_DAYS, nextFree } from "./rules";
import type { NextFreeInput, ScheduleInput } from "./schema";

/** Nothing lasts longer, so what began earlier is over. */
export const begunSince = (from: Date): Date => new Date(from.getTime() - LONGEST_BOOKING_DAYS * DAY_MS - CLOCK_CHANGE_MS);

const withJobs = (tx: Transaction) =>
  tx
    .select({ booking: bookings, number: jobs.number, jobTitle: jobs.title, address: customerSites.address })
    .from(bookings)
    .leftJoin(jobs, and(eq(jobs.workspaceId, bookings.workspaceId), eq(jobs.id, bookings.jobId)))
    .leftJoin(customerSites, and(eq(customerSites.workspaceId, jobs.workspaceId), eq(customerSites.id, jobs.siteId)));

type Found = Awaited<ReturnType<ReturnType<typeof withJobs>["execute"]>>[number];

const showBooking = ({ booking, number, jobTitle, address }: Found, taken: string[]) => ({
  uid: booking.id,
  title: booking.title,
  note: booking.note,
  state: booking.state,
  startsAt: booking.startsAt.toISOString(),
  endsAt: booking.endsAt.toISOString(),
  version: booking.version,
  resources: taken,
  job: booking.jobId && number !== null ? { uid: booking.jobId, number, title: jobTitle ?? "" } : null,
  address: address ?? "",
});

/** What these bookings take, by the booking. */
export async function slotsOf(tx: Transaction, workspaceId: string, ids: string[]): Promise<Map<string, string[]>> {
  const rows =
    ids.length === 0
      ? []
      : await tx
          .select({ booking: bookingSlots.bookingId, resource: bookingSlots.resourceId })
          .from(bookingSlots)
          .where(and(eq(bookingSlots.workspaceId, workspaceId), inArray(bookingSlots.bookingId, ids)))
          .orderBy(asc(bookingSlots.resourceId));
  const taken = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const { booking, resource } of rows) taken.get(booking)?.push(resource);
  return taken;
}

/** One booking. @throws AppError notFound */
export async function bookingOf(tx: Transaction, workspaceId: string, uid: string) {
  const [row] = await withJobs(tx).where(rowIn(bookings, workspaceId, uid));
  const taken = await slotsOf(tx, workspaceId, [uid]);
  return showBooking(found(row), taken.get(uid) ?? []);
}

/** What is booked within a while, in its order; of one resource, or of all. */
export async function bookingsIn(tx: Transaction, workspaceId: string, { from, to }: { from: Date; to: Date }, resourceId?: string) {
  const ofResource = tx
    .select({ id: bookingSlots.bookingId })
    .from(bookingSlots)
    .where(
      and(
        eq(bookingSlots.workspaceId, workspaceId),
        eq(bookingSlots.resourceId, resourceId ?? ""),
        gt(bookingSlots.startsAt, begunSince(from)),
        lt(bookingSlots.startsAt, to),
      ),
    );
  const rows = await withJobs(tx)
    .where(
      and(
        eq(bookings.workspaceId, workspaceId),
        gt(bookings.startsAt, begunSince(from)),
        lt(bookings.startsAt, to),
        gt(bookings.endsAt, from),
        resourceId ? inArray(bookings.id, ofResource) : undefined,
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id));
  const taken = await slotsOf(
    tx,
    workspaceId,
    rows.map(({ booking }) => booking.id),
  );
  return rows.map((row) => ({ ...showBooking(row, taken.get(row.booking.id) ?? []), changedAt: row.booking.changedAt }));
}

/** What is booked on some days of the shop's calendar, and who is away then. */
export const viewSchedule = ({ inWorkspace, member }: WorkspaceContext, { workspaceId, from, days }: ScheduleInput) =>
  inWorkspace(async (tx) => {
    const { timeZone } = await workspaceOf(tx, workspaceId);
    const within = { from: dayStart(from, timeZone), to: dayStart(addDays(from, days), timeZone) };
    const away = await awayIn(tx, workspaceId, within);
    return { bookings: await bookingsIn(tx, workspaceId, within), absences: away.map((row) => showAbsence(row, member.role)) };
  });

/** Times that a job's page shows. */
const JOB_TIMES = 50;

/** When a job is booked, the latest first, and who comes. @throws AppError notFound */
export const viewJobSchedule = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext, jobUid: string) =>
  inWorkspace(async (tx) => {
    const [job] = await tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(rowIn(jobs, workspaceId, jobUid));
    found(job);
    const rows = await withJobs(tx)
      .where(and(eq(bookings.workspaceId, workspaceId), eq(bookings.jobId, jobUid)))
      .orderBy(desc(bookings.startsAt), desc(bookings.id))
      .limit(JOB_TIMES);
    const ids = rows.map(({ booking }) => booking.id);
    const taken = await slotsOf(tx, workspaceId, ids);
    const known = await tx.select({ id: resources.id, name: resources.name }).from(resources).where(eq(resources.workspaceId, workspaceId));
    const names = new Map(known.map(({ id, name }) => [id, name]));
    return {
      bookings: rows.map((row) => {
        const booked = taken.get(row.booking.id) ?? [];
        return { ...showBooking(row, booked), names: booked.map((id) => names.get(id) ?? "") };
      }),
    };
  });

/**
 * What is booked by naming these, teams as those in them: whoever is retired stays in a team, and is booked with it no more.
 * @param taken what the booking takes already: that stays  @throws AppError notFound for what is not there
 */
export async function unfold(tx: Transaction, workspaceId: string, named: string[], taken: readonly string[]): Promise<string[]> {
  const { id: uid, kind, retired } = resources;
  const rows = await tx.select({ uid, kind, retired }).from(resources).where(eq(resources.workspaceId, workspaceId));
  const teams = await teamsOf(tx, workspaceId);
  const known = new Set(rows.map(({ uid }) => uid));
  found(named.every((uid) => known.has(uid)) || undefined);
  const gone = new Set(rows.flatMap((row) => (row.retired && !taken.includes(row.uid) ? [row.uid] : [])));
  const inTeam = (team: string) => (teams.get(team) ?? []).filter((member) => !gone.has(member));
  return unfolded(
    named,
    rows.map((row) => ({ uid: row.uid, kind: row.kind, members: inTeam(row.uid) })),
  );
}

const interval = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): Interval => ({
  start: startsAt.getTime(),
  end: endsAt.getTime(),
});

/** When these resources work, and when they are away within a while. */
export async function timesOf(tx: Transaction, workspaceId: string, ids: string[], { start, end }: Interval) {
  const [{ timeZone }, shop] = [await workspaceOf(tx, workspaceId), await settingsOf(tx, workspaceId)];
  const rows = await tx
    .select({ id: resources.id, name: resources.name, hours: resources.hours })
    .from(resources)
    .where(and(eq(resources.workspaceId, workspaceId), inArray(resources.id, ids)))
    .orderBy(asc(resources.id));
  const away = await awayIn(tx, workspaceId, { from: new Date(start), to: new Date(end) }, ids);
  return rows.map(({ id, name, hours }) => {
    const calendar: Calendar = { timeZone, hours: hours ?? shop.hours, holidays: shop.holidays };
    return { id, name, calendar, away: away.filter(({ resourceId }) => resourceId === id).map(interval) };
  });
}

/** The first time, from an instant on, at which all that is named works and is neither away nor booked. */
export const findFree = ({ inWorkspace }: WorkspaceContext, { workspaceId, resources: named, minutes, from, bookingUid }: NextFreeInput) =>
  inWorkspace(async (tx) => {
    const taken = bookingUid ? ((await slotsOf(tx, workspaceId, [bookingUid])).get(bookingUid) ?? []) : [];
    const ids = await unfold(tx, workspaceId, named, taken);
    if (ids.length === 0) return null;
    const begin = new Date(from);
    const within = { start: begin.getTime(), end: begin.getTime() + LOOK_AHEAD_DAYS * DAY_MS };
    const booked = await tx
      .select()
      .from(bookingSlots)
      .where(
        and(
          eq(bookingSlots.workspaceId, workspaceId),
          inArray(bookingSlots.resourceId, ids),
          gt(bookingSlots.startsAt, begunSince(begin)),
          lt(bookingSlots.startsAt, new Date(within.end)),
          gt(bookingSlots.endsAt, begin),
          bookingUid ? ne(bookingSlots.bookingId, bookingUid) : undefined,
        ),
      );
    const busy = (await timesOf(tx, workspaceId, ids, within)).map(
      ({ id, calendar, away }): Busy => ({
        calendar,
        taken: [...away, ...booked.filter(({ resourceId }) => resourceId === id).map(interval)],
      }),
    );
    const free = nextFree(busy, minutes * MINUTE_MS, within);
    return free ? { startsAt: new Date(free.start).toISOString(), endsAt: new Date(free.end).toISOString() } : null;
  });
