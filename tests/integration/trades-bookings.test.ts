import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { A_BOOKING, AN_ABSENCE, planners } from "#tests/factories/schedule";
import { statementsOf } from "#tests/factories/statements";
import { cancel, lockComing } from "@/features/trades/schedule/mutations";
import { USUAL_HOURS } from "@/lib/working-time";
import type { WorkspaceContext } from "@/server/api/workspace";
import { bookingSlots, bookings, workspaceEvents } from "@/server/db/schema";
import { withWorkspace } from "@/server/db/workspace";

const harness = useHarness();
const db = () => harness().app.services.db;
type Planners = Awaited<ReturnType<typeof planners>>;

let owner: Planners["owner"];
let member: Planners["member"];
let ask: Planners["ask"];
let given: Planners["given"];
let code: Planners["code"];
let refused: Planners["refused"];
let aShop: Planners["aShop"];
let keep: Planners["keep"];
let book: Planners["book"];
let week: Planners["week"];
let aJob: Planners["aJob"];
beforeAll(async () => {
  ({ owner, member, ask, given, code, refused, aShop, keep, book, week, aJob } = await planners(harness()));
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
    const moved = { uid: kept.uid, version: 1, startsAt: "2037-03-04T02:00:00.000Z", endsAt: "2037-03-04T05:00:00.000Z", jobUid: null };
    expect(await given(book(workspaceId, [minh], moved))).toMatchObject({ version: 2, startsAt: moved.startsAt, job: null });
    // Its old time is free again, and its own new one does not stand in its way.
    expect(await code(book(workspaceId, [minh]))).toBeUndefined();
    expect(await code(book(workspaceId, [minh], { ...moved, version: 2, endsAt: "2037-03-04T04:00:00.000Z" }))).toBeUndefined();
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

  it("stands in the history of its job, as it begins now", async () => {
    const { workspaceId } = await aShop();
    const { uid: minh } = await keep(workspaceId);
    const jobUid = await aJob(workspaceId);
    const kept = await given(book(workspaceId, [minh], { jobUid }));
    const startsAt = "2037-03-04T02:00:00.000Z";
    await given(book(workspaceId, [minh], { uid: kept.uid, version: 1, startsAt, endsAt: "2037-03-04T05:00:00.000Z", jobUid }));
    const { data } = (await ask(member, "jobs.timeline", { workspaceId, uid: jobUid })).given;
    const told = data.filter(({ kind }: { kind: string }) => kind === "booking");
    expect(told.map(({ act }: { act: string }) => act)).toEqual(["edited", "added"]);
    for (const one of told) expect(one).toMatchObject({ title: A_BOOKING.title, startsAt });
    // What is cancelled, or becomes another job's, is remembered where it was.
    const kinds = async (uid: string) => {
      const { data: all } = (await ask(member, "jobs.timeline", { workspaceId, uid })).given;
      return all.map(({ kind, startsAt: at }: { kind: string; startsAt?: string }) => (kind === "unbooked" ? `${kind} ${at}` : kind));
    };
    const other = await aJob(workspaceId, 8);
    const moved = await given(
      book(workspaceId, [minh], { uid: kept.uid, version: 2, startsAt, endsAt: "2037-03-04T05:00:00.000Z", jobUid: other }),
    );
    expect(await kinds(jobUid)).toEqual([`unbooked ${startsAt}`]);
    await given(ask(owner, "schedule.delete", { workspaceId, uid: kept.uid, version: moved.version }));
    expect(await kinds(other)).toEqual([`unbooked ${startsAt}`]);
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
      startsAt: "2037-03-03T04:59:00.000Z",
      endsAt: "2037-03-03T06:00:00.000Z",
    };
    expect(await refused(owner, "schedule/booking/save", other)).toEqual({
      code: "slotTaken",
      message: expect.stringMatching(
        /^Minh is already booked then, for “#7 Fit the kitchen”: 3 March 2037.* 09:00 – 3 March 2037.* 12:00\.$/,
      ),
      current: {
        resource: { uid: minh, name: "Minh" },
        booking: { uid: first.uid, title: A_BOOKING.title, jobNumber: 7, startsAt: A_BOOKING.startsAt, endsAt: A_BOOKING.endsAt },
      },
    });
    expect((await week(owner, workspaceId)).bookings).toHaveLength(1);
    const after = { startsAt: A_BOOKING.endsAt, endsAt: "2037-03-03T06:00:00.000Z" };
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
    const holidays = [{ day: "2037-03-04", name: "Founders' day" }];
    await given(ask(owner, "resources.saveSettings", { workspaceId, hours: USUAL_HOURS, holidays, version: 0 }));
    await given(ask(owner, "resources.saveAbsence", { workspaceId, ...AN_ABSENCE, resourceUid: minh }));
    const on = (day: string, from = "02", to = "05") => ({
      startsAt: `2037-03-${day}T${from}:00:00.000Z`,
      endsAt: `2037-03-${day}T${to}:00:00.000Z`,
    });
    const refusal = (time: object) => refused(owner, "schedule/booking/save", { workspaceId, ...A_BOOKING, resources: [minh], ...time });
    const resource = { uid: minh, name: "Minh" };
    expect(await refusal(on("04"))).toMatchObject({
      code: "notWorking",
      message: "Minh isn’t available then: Founders' day.",
      current: { resource, reason: "holiday" },
    });
    expect(await refusal(on("10"))).toMatchObject({ code: "notWorking", current: { reason: "away" } });
    expect(await refusal(on("03", "02", "11"))).toMatchObject({ code: "notWorking", current: { reason: "hours" } });
    const kept = await given(book(workspaceId, [minh], { ...on("04"), anyway: true }));
    // What was meant once is not asked again where only its words change.
    expect(await code(book(workspaceId, [minh], { ...on("04"), uid: kept.uid, version: 1, title: "Other words" }))).toBeUndefined();
    expect(await code(book(workspaceId, [minh], { ...on("04", "03", "05"), uid: kept.uid, version: 2 }))).toBe("notWorking");
  });

  it("takes nobody anew who is retired", async () => {
    const { workspaceId } = await aShop();
    const { uid: minh } = await keep(workspaceId);
    const kept = await given(book(workspaceId, [minh]));
    await keep(workspaceId, { uid: minh, version: 1, retired: true });
    expect(await code(book(workspaceId, [minh], { startsAt: "2037-03-05T02:00:00.000Z", endsAt: "2037-03-05T03:00:00.000Z" }))).toBe(
      "resourceRetired",
    );
    expect(await code(book(workspaceId, [minh], { uid: kept.uid, version: 1, title: "Other words" }))).toBeUndefined();
  });

  it("is of a team without those in it who are retired, and keeps whom it had booked before", async () => {
    const { workspaceId } = await aShop();
    const [minh, lan] = [(await keep(workspaceId)).uid, (await keep(workspaceId, { name: "Lan" })).uid];
    const crew = (await keep(workspaceId, { kind: "team", name: "Crew", members: [minh, lan] })).uid;
    const kept = await given(book(workspaceId, [crew]));
    expect(kept.resources.toSorted()).toEqual([minh, lan].toSorted());
    await keep(workspaceId, { uid: minh, version: 1, retired: true });
    expect((await given(book(workspaceId, [crew], { uid: kept.uid, version: 1, title: "Other words" }))).resources).toHaveLength(2);
    const later = { startsAt: "2037-03-04T02:00:00.000Z", endsAt: "2037-03-04T03:00:00.000Z" };
    expect((await given(book(workspaceId, [crew], later))).resources).toEqual([lan]);
    // Whoever is retired keeps nobody else from a time.
    await given(book(workspaceId, [minh], { uid: kept.uid, version: 2 }));
    const free = { workspaceId, resources: [crew], minutes: 60, from: A_BOOKING.startsAt };
    expect(await given(ask(owner, "schedule.nextFree", free))).toMatchObject({ startsAt: A_BOOKING.startsAt });
    await keep(workspaceId, { uid: lan, version: 1, retired: true });
    expect(await code(book(workspaceId, [crew], { startsAt: later.endsAt, endsAt: "2037-03-04T04:00:00.000Z" }))).toBe(
      "invalidInput: resources",
    );
  });

  it("goes with its job's others by as many statements as alone", async () => {
    const { workspaceId } = await aShop();
    const { uid: minh } = await keep(workspaceId);
    const statements = async (days: string[]) => {
      const jobUid = await aJob(workspaceId, 10 + days.length);
      for (const day of days)
        await given(book(workspaceId, [minh], { jobUid, startsAt: `2037-${day}T02:00:00.000Z`, endsAt: `2037-${day}T05:00:00.000Z` }));
      const ctx = { member: { workspaceId }, actor: { id: owner.user.uid } } as WorkspaceContext;
      const asked = await statementsOf(harness(), (own) =>
        withWorkspace(own, workspaceId, async (tx) => cancel(tx, ctx, await lockComing(tx, workspaceId, jobUid))),
      );
      expect(await db().$count(bookings, eq(bookings.jobId, jobUid))).toBe(0);
      return asked.length;
    };
    const ofOne = await statements(["03-03"]);
    expect(await statements(["03-04", "03-05", "03-06"])).toBe(ofOne);
  });

  it("has an end after its beginning, and no endless time", async () => {
    const { workspaceId } = await aShop();
    const { uid: minh } = await keep(workspaceId);
    expect(await code(book(workspaceId, [minh], { endsAt: A_BOOKING.startsAt }))).toBe("invalidInput: endsAt");
    expect(await code(book(workspaceId, [minh], { endsAt: "2037-04-04T02:00:00.000Z" }))).toBe("invalidInput: endsAt");
  });

  it("is of a day that calendars and the database can compute with", async () => {
    const { workspaceId } = await aShop();
    const { uid: minh } = await keep(workspaceId);
    const last = { startsAt: "9999-12-31T08:00:00.000Z", endsAt: "9999-12-31T09:00:00.000Z" };
    expect(await code(book(workspaceId, [minh], { ...last, anyway: true }))).toBe("invalidInput: startsAt, endsAt");
    expect(await code(ask(owner, "schedule.view", { workspaceId, from: "0000-01-01", days: 7 }))).toBe("invalidInput: from");
    const free = { workspaceId, resources: [minh], minutes: 60, from: "9999-12-31T20:00:00.000Z" };
    expect(await code(ask(owner, "schedule.nextFree", free))).toBe("invalidInput: from");
  });

  it("is proposed where all are free first", async () => {
    const { workspaceId } = await aShop();
    const [minh, lan] = [(await keep(workspaceId)).uid, (await keep(workspaceId, { name: "Lan" })).uid];
    const kept = await given(book(workspaceId, [minh]));
    const look = (fields: object = {}) =>
      given(
        ask(owner, "schedule.nextFree", { workspaceId, resources: [minh, lan], minutes: 240, from: "2037-03-03T01:07:00Z", ...fields }),
      );
    // After the morning's booking there are five hours left, and four of them fit.
    expect(await look()).toEqual({ startsAt: "2037-03-03T05:00:00.000Z", endsAt: "2037-03-03T09:00:00.000Z" });
    expect(await look({ minutes: 360 })).toEqual({ startsAt: "2037-03-04T01:00:00.000Z", endsAt: "2037-03-04T07:00:00.000Z" });
    expect(await look({ bookingUid: kept.uid })).toEqual({ startsAt: "2037-03-03T01:15:00.000Z", endsAt: "2037-03-03T05:15:00.000Z" });
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
    const [startsAt, middle, endsAt] = [8, 9, 10].map((hour) => new Date(Date.UTC(2037, 2, 3, hour)));
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
    const later = new Date(Date.UTC(2037, 2, 4));
    await expect(put(endsAt, later, new Date(later.getTime() + 1))).rejects.toEqual(violated("booking_slots_booking_fk"));
  });
});
