import { and, eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { callProcedure } from "#tests/factories/permissions/calls";
import { A_BOOKING, A_PERSON, AN_ABSENCE } from "#tests/factories/schedule";
import { giveTrades, putIn, SHOP } from "#tests/factories/trades";
import { USUAL_HOURS } from "@/lib/working-time";
import { bookingSlots, bookings, customers, jobs, resources, workspaceEvents } from "@/server/db/schema";

const harness = useHarness();
const db = () => harness().app.services.db;
type Person = Awaited<ReturnType<typeof registerUser>>;

const ask = (person: Person, procedure: string, input: unknown) => callProcedure(harness(), person.token, `trades.${procedure}`, input);
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked at
const given = async (call: ReturnType<typeof ask>): Promise<any> => {
  const heard = await call;
  if (!heard.given) throw new Error(heard.text);
  return heard.given.data;
};
const code = async (call: ReturnType<typeof ask>) => (await call).code;
/** What a refusal says, and what it names. */
const refused = async (person: Person, path: string, body: object) =>
  (await harness().call("POST", `/api/user/personalization/trades/${path}`, { token: person.token, body })).body as Record<string, unknown>;

let owner: Person;
let member: Person;
beforeAll(async () => {
  [owner, member] = await Promise.all([registerUser(harness()), registerUser(harness())]);
  await giveTrades(db(), [owner.user.uid]);
});

/** A shop of its own for each test, and who is in it. */
async function aShop() {
  const { uid: workspaceId } = await given(ask(owner, "workspace.create", SHOP));
  const place = await putIn(db(), workspaceId, member.user.uid);
  return { workspaceId: workspaceId as string, place: place.uid };
}
const keep = async (workspaceId: string, fields: object = {}) =>
  given(ask(owner, "resources.save", { workspaceId, ...A_PERSON, ...fields }));
const book = (workspaceId: string, named: string[], fields: object = {}) =>
  ask(owner, "schedule.save", { workspaceId, ...A_BOOKING, resources: named, ...fields });
const week = async (person: Person, workspaceId: string) => given(ask(person, "schedule.view", { workspaceId, from: "2027-03-01" }));

async function aJob(workspaceId: string) {
  const [customerId, id] = [uuidv7(), uuidv7()];
  await db().insert(customers).values({ id: customerId, workspaceId, name: "Lan" });
  await db().insert(jobs).values({ id, workspaceId, number: 7, title: "Kitchen", customerId });
  return id;
}

describe("a resource", () => {
  it("is kept, changed as it was seen, and shown to everybody of the shop", async () => {
    const { workspaceId, place } = await aShop();
    const kept = await keep(workspaceId, { memberUid: place, hours: USUAL_HOURS });
    expect(kept).toEqual({
      uid: expect.any(String),
      ...A_PERSON,
      memberUid: place,
      hours: USUAL_HOURS,
      members: [],
      retired: false,
      version: 1,
      feed: null,
    });
    const renamed = await keep(workspaceId, { uid: kept.uid, version: 1, name: "Minh the Second" });
    expect(renamed).toMatchObject({ name: "Minh the Second", version: 2, hours: null, memberUid: null });
    const late = await refused(owner, "resource/save", { workspaceId, ...A_PERSON, uid: kept.uid, version: 1 });
    expect(late).toMatchObject({ code: "conflict", current: { name: "Minh the Second", version: 2 } });
    expect(await given(ask(member, "resources.list", { workspaceId }))).toMatchObject([{ uid: kept.uid, name: "Minh the Second" }]);
    expect(await code(ask(member, "resources.save", { workspaceId, ...A_PERSON }))).toBe("forbidden");
    // A person is no vehicle.
    expect(await code(ask(owner, "resources.save", { workspaceId, ...A_PERSON, kind: "vehicle", uid: kept.uid, version: 2 }))).toBe(
      "wrongState",
    );
  });

  it("is one person of the shop at most, and stays when that one leaves", async () => {
    const { workspaceId, place } = await aShop();
    const { uid } = await keep(workspaceId, { memberUid: place });
    await given(ask(owner, "resources.openFeed", { workspaceId, uid }));
    expect(await code(ask(owner, "resources.save", { workspaceId, ...A_PERSON, memberUid: place }))).toBe("invalidInput: memberUid");
    expect(await code(ask(owner, "resources.save", { workspaceId, ...A_PERSON, memberUid: uuidv7() }))).toBe("notFound");
    await book(workspaceId, [uid]);
    expect(await code(ask(owner, "members.remove", { workspaceId, uid: place, version: 1 }))).toBeUndefined();
    expect(await given(ask(owner, "resources.list", { workspaceId }))).toMatchObject([{ uid, memberUid: null, feed: null, version: 2 }]);
    expect((await week(owner, workspaceId)).bookings).toHaveLength(1);
  });

  it("is in a team as a person or a vehicle", async () => {
    const { workspaceId } = await aShop();
    const [minh, van, saw] = [
      await keep(workspaceId),
      await keep(workspaceId, { kind: "vehicle", name: "Van" }),
      await keep(workspaceId, { kind: "machine", name: "Saw" }),
    ];
    const team = (members: string[]) => ({ workspaceId, kind: "team", name: "Crew", color: "info", members });
    const crew = await given(ask(owner, "resources.save", team([minh.uid, van.uid])));
    expect(crew.members.toSorted()).toEqual([minh.uid, van.uid].toSorted());
    expect(await code(ask(owner, "resources.save", team([saw.uid])))).toBe("wrongState");
    expect(await code(ask(owner, "resources.save", team([crew.uid])))).toBe("wrongState");
    expect(await code(ask(owner, "resources.save", team([uuidv7()])))).toBe("notFound");
  });

  it("is made once for a call that is sent again", async () => {
    const { workspaceId } = await aShop();
    const make = () =>
      harness().call("POST", "/api/user/personalization/trades/resource/save", {
        token: owner.token,
        body: { workspaceId, ...A_PERSON },
        headers: { "idempotency-key": workspaceId },
      });
    await Promise.all([make(), make()]);
    expect(await given(ask(owner, "resources.list", { workspaceId }))).toHaveLength(1);
  });
});

describe("when a shop works", () => {
  it("is as usual until somebody says it, who overwrites nobody", async () => {
    const { workspaceId } = await aShop();
    expect(await given(ask(member, "resources.settings", { workspaceId }))).toEqual({ hours: USUAL_HOURS, holidays: [], version: 0 });
    const holidays = [
      { day: "2027-04-30", name: "Reunification" },
      { day: "2027-01-01", name: "New Year" },
    ];
    const save = { workspaceId, hours: USUAL_HOURS, holidays };
    expect(await given(ask(owner, "resources.saveSettings", { ...save, version: 0 }))).toMatchObject({
      version: 1,
      holidays: holidays.toReversed(),
    });
    const late = await refused(owner, "resource/settings/save", { ...save, holidays: [], version: 0 });
    expect(late).toMatchObject({ code: "conflict", current: { version: 1, holidays: holidays.toReversed() } });
    const twice = { ...save, version: 1, holidays: [holidays[0], holidays[0]] };
    expect(await code(ask(owner, "resources.saveSettings", twice))).toBe("invalidInput: holidays");
    const disordered = [
      [
        { from: 600, to: 700 },
        { from: 650, to: 800 },
      ],
      [],
      [],
      [],
      [],
      [],
      [],
    ];
    expect(await code(ask(owner, "resources.saveSettings", { ...save, version: 1, hours: disordered }))).toBe("invalidInput: hours.0");
  });

  it("does not tell the others why somebody is away", async () => {
    const { workspaceId } = await aShop();
    const { uid } = await keep(workspaceId);
    const away = await given(ask(owner, "resources.saveAbsence", { workspaceId, ...AN_ABSENCE, kind: "sick", resourceUid: uid }));
    expect(away).toMatchObject({ kind: "sick", version: 1 });
    const seen = await ask(member, "resources.absences", { workspaceId });
    expect(seen.given.data).toEqual([
      { uid: away.uid, resourceUid: uid, startsAt: AN_ABSENCE.startsAt, endsAt: AN_ABSENCE.endsAt, version: 1 },
    ]);
    const log = await db().select().from(workspaceEvents).where(eq(workspaceEvents.workspaceId, workspaceId));
    expect(JSON.stringify(log)).not.toContain("sick");
    expect(await code(ask(owner, "resources.deleteAbsence", { workspaceId, uid: away.uid, version: 2 }))).toBe("conflict");
    expect(await code(ask(owner, "resources.deleteAbsence", { workspaceId, uid: away.uid, version: 1 }))).toBeUndefined();
    expect(await given(ask(member, "resources.absences", { workspaceId }))).toEqual([]);
  });
});

describe("a booking", () => {
  it("is kept for a job, seen by everybody, moved and cancelled", async () => {
    const { workspaceId } = await aShop();
    const { uid: minh } = await keep(workspaceId);
    const jobUid = await aJob(workspaceId);
    const kept = await given(book(workspaceId, [minh], { jobUid }));
    const shown = {
      ...A_BOOKING,
      uid: expect.any(String),
      version: 1,
      resources: [minh],
      job: { uid: jobUid, number: 7, title: "Kitchen" },
      address: "",
    };
    expect(kept).toEqual(shown);
    expect(await week(member, workspaceId)).toEqual({ bookings: [kept], absences: [] });
    const moved = { uid: kept.uid, version: 1, startsAt: "2027-03-03T02:00:00.000Z", endsAt: "2027-03-03T05:00:00.000Z", jobUid: null };
    expect(await given(book(workspaceId, [minh], moved))).toMatchObject({ version: 2, startsAt: moved.startsAt, job: null });
    // Its old time is free again, and its own new one does not stand in its way.
    expect(await code(book(workspaceId, [minh]))).toBeUndefined();
    expect(await code(book(workspaceId, [minh], { ...moved, version: 2, endsAt: "2027-03-03T04:00:00.000Z" }))).toBeUndefined();
    const body = { workspaceId, ...A_BOOKING, resources: [minh], ...moved };
    expect(await refused(owner, "schedule/booking/save", body)).toMatchObject({ code: "conflict", current: { version: 3 } });
    expect(await code(ask(owner, "schedule.delete", { workspaceId, uid: kept.uid, version: 3 }))).toBeUndefined();
    expect((await week(owner, workspaceId)).bookings).toHaveLength(1);
    expect(await code(ask(member, "schedule.delete", { workspaceId, uid: kept.uid, version: 3 }))).toBe("forbidden");
    expect(await code(book(workspaceId, [minh], { jobUid: uuidv7() }))).toBe("notFound");
    const log = await db().select().from(workspaceEvents).where(eq(workspaceEvents.workspaceId, workspaceId));
    expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(["booking.add", "booking.edit", "booking.delete"]));
    expect(JSON.stringify(log)).not.toContain(A_BOOKING.title);
  });

  it("that meets another one is refused naming it; one that follows at once is not", async () => {
    const { workspaceId } = await aShop();
    const { uid: minh } = await keep(workspaceId);
    const jobUid = await aJob(workspaceId);
    // What is not agreed upon yet holds its time all the same.
    const first = await given(book(workspaceId, [minh], { jobUid, state: "tentative" }));
    const other = {
      workspaceId,
      ...A_BOOKING,
      title: "Other",
      resources: [minh],
      startsAt: "2027-03-02T04:59:00.000Z",
      endsAt: "2027-03-02T06:00:00.000Z",
    };
    expect(await refused(owner, "schedule/booking/save", other)).toEqual({
      code: "slotTaken",
      message: expect.stringMatching(/^Minh is taken then by “#7 Fit the kitchen”: 2 March 2027.* 09:00 – 2 March 2027.* 12:00\.$/),
      current: {
        resource: { uid: minh, name: "Minh" },
        booking: { uid: first.uid, title: A_BOOKING.title, jobNumber: 7, startsAt: A_BOOKING.startsAt, endsAt: A_BOOKING.endsAt },
      },
    });
    expect((await week(owner, workspaceId)).bookings).toHaveLength(1);
    const after = { startsAt: A_BOOKING.endsAt, endsAt: "2027-03-02T06:00:00.000Z" };
    const second = await given(book(workspaceId, [minh], after));
    // Moved onto the first it is refused, and stays where it was.
    expect(await code(book(workspaceId, [minh], { uid: second.uid, version: 1, title: "Moved" }))).toBe("slotTaken");
    expect((await week(owner, workspaceId)).bookings).toMatchObject([
      { uid: first.uid },
      { uid: second.uid, title: A_BOOKING.title, ...after },
    ]);
  });

  it("of a team books each of those in it, or nobody", async () => {
    const { workspaceId } = await aShop();
    const [minh, lan, van] = [
      (await keep(workspaceId)).uid,
      (await keep(workspaceId, { name: "Lan" })).uid,
      (await keep(workspaceId, { kind: "vehicle", name: "Van" })).uid,
    ];
    const crew = (await keep(workspaceId, { kind: "team", name: "Crew", members: [minh, lan, van] })).uid;
    const nobody = (await keep(workspaceId, { kind: "team", name: "Nobody" })).uid;
    const both = await given(book(workspaceId, [crew, minh]));
    expect(both.resources).toEqual([minh, lan, van].toSorted());
    await given(ask(owner, "schedule.delete", { workspaceId, uid: both.uid, version: 1 }));
    await given(book(workspaceId, [lan]));
    expect(await code(book(workspaceId, [crew]))).toBe("slotTaken");
    const slots = await db().select().from(bookingSlots).where(eq(bookingSlots.workspaceId, workspaceId));
    expect(slots.map(({ resourceId }) => resourceId)).toEqual([lan]);
    expect(await code(book(workspaceId, [nobody]))).toBe("invalidInput: resources");
  });

  it("is refused where somebody does not work then, unless it is meant", async () => {
    const { workspaceId } = await aShop();
    const { uid: minh } = await keep(workspaceId);
    const holidays = [{ day: "2027-03-03", name: "Founders' day" }];
    await given(ask(owner, "resources.saveSettings", { workspaceId, hours: USUAL_HOURS, holidays, version: 0 }));
    await given(ask(owner, "resources.saveAbsence", { workspaceId, ...AN_ABSENCE, resourceUid: minh }));
    const on = (day: string, from = "02", to = "05") => ({
      startsAt: `2027-03-${day}T${from}:00:00.000Z`,
      endsAt: `2027-03-${day}T${to}:00:00.000Z`,
    });
    const refusal = (time: object) => refused(owner, "schedule/booking/save", { workspaceId, ...A_BOOKING, resources: [minh], ...time });
    const resource = { uid: minh, name: "Minh" };
    expect(await refusal(on("03"))).toMatchObject({
      code: "notWorking",
      message: "Minh does not work then: Founders' day.",
      current: { resource, reason: "holiday" },
    });
    expect(await refusal(on("09"))).toMatchObject({ code: "notWorking", current: { reason: "away" } });
    expect(await refusal(on("02", "02", "11"))).toMatchObject({ code: "notWorking", current: { reason: "hours" } });
    const kept = await given(book(workspaceId, [minh], { ...on("03"), anyway: true }));
    // What was meant once is not asked again where only its words change.
    expect(await code(book(workspaceId, [minh], { ...on("03"), uid: kept.uid, version: 1, title: "Other words" }))).toBeUndefined();
    expect(await code(book(workspaceId, [minh], { ...on("03", "03", "05"), uid: kept.uid, version: 2 }))).toBe("notWorking");
  });

  it("takes nobody anew who is retired", async () => {
    const { workspaceId } = await aShop();
    const { uid: minh } = await keep(workspaceId);
    const kept = await given(book(workspaceId, [minh]));
    await keep(workspaceId, { uid: minh, version: 1, retired: true });
    expect(await code(book(workspaceId, [minh], { startsAt: "2027-03-04T02:00:00.000Z", endsAt: "2027-03-04T03:00:00.000Z" }))).toBe(
      "resourceRetired",
    );
    expect(await code(book(workspaceId, [minh], { uid: kept.uid, version: 1, title: "Other words" }))).toBeUndefined();
  });

  it("has an end after its beginning, and no endless time", async () => {
    const { workspaceId } = await aShop();
    const { uid: minh } = await keep(workspaceId);
    expect(await code(book(workspaceId, [minh], { endsAt: A_BOOKING.startsAt }))).toBe("invalidInput: endsAt");
    expect(await code(book(workspaceId, [minh], { endsAt: "2027-04-03T02:00:00.000Z" }))).toBe("invalidInput: endsAt");
  });

  it("is proposed where all are free first", async () => {
    const { workspaceId } = await aShop();
    const [minh, lan] = [(await keep(workspaceId)).uid, (await keep(workspaceId, { name: "Lan" })).uid];
    const kept = await given(book(workspaceId, [minh]));
    const look = (fields: object = {}) =>
      given(
        ask(owner, "schedule.nextFree", { workspaceId, resources: [minh, lan], minutes: 240, from: "2027-03-02T01:07:00Z", ...fields }),
      );
    // After the morning's booking there are five hours left, and four of them fit.
    expect(await look()).toEqual({ startsAt: "2027-03-02T05:00:00.000Z", endsAt: "2027-03-02T09:00:00.000Z" });
    expect(await look({ minutes: 360 })).toEqual({ startsAt: "2027-03-03T01:00:00.000Z", endsAt: "2027-03-03T07:00:00.000Z" });
    expect(await look({ bookingUid: kept.uid })).toEqual({ startsAt: "2027-03-02T01:15:00.000Z", endsAt: "2027-03-02T05:15:00.000Z" });
    expect(await look({ minutes: 600 })).toBeNull();
    expect(await code(ask(owner, "schedule.nextFree", { workspaceId, resources: [uuidv7()], minutes: 60, from: A_BOOKING.startsAt }))).toBe(
      "notFound",
    );
  });
});

describe("the database", () => {
  it("refuses two times of one resource that overlap, and a time that is not its booking's", async () => {
    const { workspaceId } = await aShop();
    const { uid: resourceId } = await keep(workspaceId);
    const [startsAt, middle, endsAt] = [8, 9, 10].map((hour) => new Date(Date.UTC(2027, 2, 2, hour)));
    if (!startsAt || !middle || !endsAt) throw new Error("no time");
    const put = async (from: Date, to: Date, said = to) => {
      const id = uuidv7();
      await db().insert(bookings).values({ id, workspaceId, title: "x", state: "confirmed", startsAt: from, endsAt: to });
      await db().insert(bookingSlots).values({ workspaceId, bookingId: id, resourceId, startsAt: from, endsAt: said });
    };
    await put(startsAt, middle);
    await put(middle, endsAt);
    const violated = (constraint: string) => expect.objectContaining({ cause: expect.objectContaining({ constraint_name: constraint }) });
    await expect(put(startsAt, endsAt)).rejects.toEqual(violated("booking_slots_taken"));
    const later = new Date(Date.UTC(2027, 2, 3));
    await expect(put(endsAt, later, new Date(later.getTime() + 1))).rejects.toEqual(violated("booking_slots_booking_fk"));
  });

  it("holds no two overlapping times after many have booked at once, and each refusal named a booking", { timeout: 120_000 }, async () => {
    const { workspaceId } = await aShop();
    const named = await Promise.all(["A", "B", "C", "D"].map(async (name) => (await keep(workspaceId, { name })).uid as string));
    const [first, second] = named;
    if (!first || !second) throw new Error("nobody");
    const crew = (await keep(workspaceId, { kind: "team", name: "Crew", members: [first, second] })).uid as string;
    const day = Date.UTC(2027, 4, 1);
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
});

describe("a calendar's address", () => {
  const read = async (address: string, init?: RequestInit) => {
    const { pathname } = new URL(address);
    return fetch(`${harness().url}${pathname}`, init);
  };

  it("tells a resource's bookings, until there is another one or none", async () => {
    const { workspaceId, place } = await aShop();
    const [minh, lan] = [(await keep(workspaceId, { memberUid: place })).uid, (await keep(workspaceId, { name: "Lan" })).uid];
    const jobUid = await aJob(workspaceId);
    const soon = (hours: number) => new Date(Math.ceil(Date.now() / 60_000) * 60_000 + hours * 3_600_000).toISOString();
    const anyway = { anyway: true, startsAt: soon(24), endsAt: soon(26) };
    const { uid } = await given(book(workspaceId, [minh], { ...anyway, jobUid }));
    await given(book(workspaceId, [lan], { ...anyway, title: "Of Lan alone" }));
    const { feed } = await given(ask(owner, "resources.openFeed", { workspaceId, uid: minh }));
    const answer = await read(feed);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(answer.headers.get("cache-control")).toContain("private");
    const text = await answer.text();
    expect(text).toContain(`UID:${uid}\r\n`);
    expect(text).toContain("SUMMARY:#7 Fit the kitchen\r\n");
    expect(text).not.toContain("Of Lan alone");
    expect(text).not.toContain(A_BOOKING.note);
    expect((await read(feed, { method: "HEAD" })).status).toBe(200);
    expect((await read(feed, { method: "POST" })).status).toBe(405);

    // Whose time it is may have the address; of the others nobody but who manages the shop.
    const seen = await given(ask(member, "resources.list", { workspaceId }));
    expect(seen.find((row: { uid: string }) => row.uid === minh).feed).toBe(feed);
    expect(seen.find((row: { uid: string }) => row.uid === lan)).not.toHaveProperty("feed");

    const { feed: renewed } = await given(ask(owner, "resources.openFeed", { workspaceId, uid: minh }));
    expect((await read(feed)).status).toBe(404);
    expect((await read(renewed)).status).toBe(200);
    const elsewhere = await aShop();
    expect((await read(renewed.replace(workspaceId, elsewhere.workspaceId))).status).toBe(404);
    expect((await read(renewed.replace(/.\.ics$/, "x.ics"))).status).toBe(404);
    expect((await read(renewed.replace(workspaceId, "x"))).status).toBe(404);
    expect(await given(ask(owner, "resources.endFeed", { workspaceId, uid: minh }))).toMatchObject({ feed: null });
    expect((await read(renewed)).status).toBe(404);
    const team = (await keep(workspaceId, { kind: "team", name: "Crew" })).uid;
    expect(await code(ask(owner, "resources.openFeed", { workspaceId, uid: team }))).toBe("wrongState");
    const [row] = await db().select().from(resources).where(eq(resources.id, minh));
    expect(row?.feedId).toBeNull();
  });
});
