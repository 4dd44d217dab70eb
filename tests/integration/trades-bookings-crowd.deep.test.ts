import { and, eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { planners } from "#tests/factories/schedule";
import { bookingSlots, bookings } from "@/server/db/schema";

const harness = useHarness();
const db = () => harness().app.services.db;

it("a schedule holds no two overlapping times after many have booked at once, and each refusal named a booking", {
  timeout: 300_000,
}, async () => {
  const { owner, aShop, keep } = await planners(harness());
  const { workspaceId } = await aShop();
  const named = await Promise.all(["A", "B", "C", "D"].map(async (name) => (await keep(workspaceId, { name })).uid as string));
  const [first, second] = named;
  if (!first || !second) throw new Error("nobody");
  const crew = (await keep(workspaceId, { kind: "team", name: "Crew", members: [first, second] })).uid as string;
  const day = Date.UTC(2037, 4, 2);
  const anInterval = fc.record({
    resources: fc.uniqueArray(fc.constantFrom(...named, crew), { minLength: 1, maxLength: 2 }),
    from: fc.integer({ min: 0, max: 40 * 24 * 4 }),
    quarters: fc.integer({ min: 1, max: 16 }),
  });
  const wishes = fc.sample(anInterval, { numRuns: 2000, seed: 20270501 });
  let booked = 0;
  const clashes: {
    resource: { uid: string };
    booking: { uid: string; startsAt: string; endsAt: string };
    time: { startsAt: string; endsAt: string };
  }[] = [];
  const other: unknown[] = [];
  const client = async () => {
    for (let wish = wishes.pop(); wish; wish = wishes.pop()) {
      const startsAt = new Date(day + wish.from * 900_000).toISOString();
      const endsAt = new Date(day + (wish.from + wish.quarters) * 900_000).toISOString();
      const body = { workspaceId, title: "x", state: "confirmed", startsAt, endsAt, resources: wish.resources, anyway: true };
      const { status, body: said } = await harness().call("POST", "/api/user/personalization/trades/schedule/booking/save", {
        token: owner.token,
        body,
      });
      if (status === 200) booked++;
      else if ((said as { code: string }).code === "slotTaken")
        clashes.push({ ...(said as { current: (typeof clashes)[number] }).current, time: { startsAt, endsAt } });
      else other.push(said);
    }
  };
  await Promise.all(Array.from({ length: 16 }, client));
  expect(other).toEqual([]);
  expect(booked + clashes.length).toBe(2000);
  expect(booked).toBeGreaterThan(100);
  expect(clashes.length).toBeGreaterThan(100);
  const [{ overlaps } = { overlaps: -1 }] = await db().execute<{ overlaps: number }>(sql`
    select count(*)::int as overlaps from booking_slots a join booking_slots b
      on a.workspace_id = b.workspace_id and a.resource_id = b.resource_id and a.booking_id < b.booking_id
      and a.starts_at < b.ends_at and b.starts_at < a.ends_at
    where a.workspace_id = ${workspaceId}`);
  expect(overlaps).toBe(0);
  const slots = await db().select().from(bookingSlots).where(eq(bookingSlots.workspaceId, workspaceId));
  const known = new Map(slots.map((slot) => [`${slot.bookingId} ${slot.resourceId}`, slot]));
  for (const { resource, booking, time } of clashes) {
    const slot = known.get(`${booking.uid} ${resource.uid}`);
    expect(slot?.startsAt.toISOString()).toBe(booking.startsAt);
    expect(slot?.endsAt.toISOString()).toBe(booking.endsAt);
    expect(booking.startsAt < time.endsAt && time.startsAt < booking.endsAt).toBe(true);
  }
  // All of a booking's times are there, or none is.
  const bare = await db()
    .select({ id: bookings.id })
    .from(bookings)
    .leftJoin(bookingSlots, and(eq(bookingSlots.workspaceId, bookings.workspaceId), eq(bookingSlots.bookingId, bookings.id)))
    .where(and(eq(bookings.workspaceId, workspaceId), sql`${bookingSlots.bookingId} is null`));
  expect(bare).toEqual([]);
});
