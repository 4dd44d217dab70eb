import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { callProcedure } from "#tests/factories/permissions/calls";
import { A_BOOKING, A_PERSON } from "#tests/factories/schedule";
import { A_CUSTOMER, giveTrades, putIn, SHOP, wordsFor } from "#tests/factories/trades";
import { addDays, dayIn } from "@/lib/days";
import type { JobState } from "@/lib/enums/trades";
import { jobs, workspaceEvents, workspaceMembers } from "@/server/db/schema";

const harness = useHarness();
const db = () => harness().app.services.db;
type Person = Awaited<ReturnType<typeof registerUser>>;

const ask = (person: Person, procedure: string, input: unknown) => callProcedure(harness(), person.token, `trades.${procedure}`, input);
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked at
const given = async (call: ReturnType<typeof ask>): Promise<any> => {
  const heard = await call;
  if (!heard.given) throw new Error(heard.text);
  return heard.given;
};
const code = async (call: ReturnType<typeof ask>) => (await call).code;

let owner: Person;
let manager: Person;
let member: Person;
beforeAll(async () => {
  const named = (lastName: string) => registerUser(harness(), { lastName });
  [owner, manager, member] = await Promise.all([named("Owner"), named("Manager"), named("Member")]);
  await giveTrades(db(), [owner.user.uid]);
});

/** A shop of its own for each test, with a customer. */
async function aShop() {
  const { data: made } = await given(ask(owner, "workspace.create", SHOP));
  const workspaceId: string = made.uid;
  await putIn(db(), workspaceId, manager.user.uid, "manager");
  await putIn(db(), workspaceId, member.user.uid);
  const { data: customer } = await given(ask(owner, "customers.save", { workspaceId, ...A_CUSTOMER }));
  const fields = { workspaceId, title: "Kitchen bench", customerUid: customer.uid };
  const save = async (more: object = {}) => (await given(ask(owner, "jobs.save", { ...fields, ...more }))).data;
  const move = async (job: { uid: string; version: number }, ...states: JobState[]) => {
    let now = job;
    for (const to of states)
      now = (await given(ask(owner, "jobs.move", { workspaceId, uid: now.uid, version: now.version, to, reason: "A word" }))).data;
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked at
    return now as any;
  };
  return { workspaceId, customer, fields, save, move };
}

const path = (rest: string) => `/api/user/personalization/trades/job/${rest}`;

describe("a job", () => {
  it("is kept with its customer and site, and numbered in its workspace", async () => {
    const { workspaceId, customer, save } = await aShop();
    const [site] = customer.sites;
    const kept = await save({ description: "Two metres", siteUid: site.uid, dueOn: "2027-01-31" });
    expect(kept).toEqual({
      uid: expect.any(String),
      number: 1,
      title: "Kitchen bench",
      description: "Two metres",
      state: "enquiry",
      leftFrom: null,
      dueOn: "2027-01-31",
      version: 1,
      customer: { uid: customer.uid, name: A_CUSTOMER.name },
      site: { uid: site.uid, name: "Villa", address: "12 Lê Lợi\nHuế", access: "Code 4711" },
      contact: { name: "Lan Nguyễn", phone: "+84 90 123 45 67" },
      createdAt: expect.any(String),
    });
    expect((await save()).number).toBe(2);
    expect((await given(ask(member, "jobs.view", { workspaceId, uid: kept.uid }))).data).toEqual(kept);
    expect((await (await aShop()).save()).number).toBe(1);
  });

  it("has consecutive numbers though fifty are made at once, and none for one that was refused", async () => {
    const { workspaceId, fields, save } = await aShop();
    const other = await aShop();
    const made = Array.from({ length: 50 }, (_, at) =>
      // One in ten is for a customer of another shop.
      ask(owner, "jobs.save", { ...fields, title: `Job ${at}`, ...(at % 10 === 9 ? { customerUid: other.customer.uid } : {}) }),
    );
    const codes = (await Promise.all(made)).map(({ code: refused }) => refused);
    expect(codes.filter(Boolean)).toEqual(Array(5).fill("invalidInput: customerUid"));
    const rows = await db().select({ number: jobs.number }).from(jobs).where(eq(jobs.workspaceId, workspaceId)).orderBy(jobs.number);
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 45 }, (_, at) => at + 1));
    expect((await save()).number).toBe(46);
  });

  it("is made once for a call that is sent again", async () => {
    const { workspaceId, fields } = await aShop();
    const make = () =>
      harness().call("POST", path("save"), { token: owner.token, body: fields, headers: { "idempotency-key": workspaceId } });
    await Promise.all([make(), make()]);
    expect((await given(ask(owner, "jobs.list", { workspaceId }))).meta.total).toBe(1);
  });

  it("loses nothing where two edit it: the second is told what stands there", async () => {
    const { workspaceId, fields, save } = await aShop();
    const { uid } = await save();
    const edit = (person: Person, title: string) =>
      harness().call("POST", path("save"), { token: person.token, body: { ...fields, uid, version: 1, title } });
    const answers = await Promise.all([edit(owner, "From the owner"), edit(manager, "From the manager")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [kept, refused] = answers.toSorted((one, other) => one.status - other.status);
    expect(refused?.body).toMatchObject({ code: "conflict", current: { uid, version: 2, title: kept?.body.data.title } });
    const { data } = await given(ask(owner, "jobs.view", { workspaceId, uid }));
    expect(data).toEqual(kept?.body.data);
    // A move counts as a change, and the other way round.
    expect(await code(ask(owner, "jobs.move", { workspaceId, uid, version: 1, to: "quoted" }))).toBe("conflict");
  });

  it("takes sites of its customer alone", async () => {
    const { fields, customer, save } = await aShop();
    const { data: other } = await given(ask(owner, "customers.save", { workspaceId: fields.workspaceId, ...A_CUSTOMER, name: "Other" }));
    const [site] = other.sites;
    expect(await code(ask(owner, "jobs.save", { ...fields, siteUid: site.uid }))).toBe("invalidInput: siteUid");
    expect((await save({ customerUid: other.uid, siteUid: site.uid })).site.uid).toBe(site.uid);
    expect(customer.sites[0].uid).not.toBe(site.uid);
  });

  it("keeps its customer and its site, and goes with them where two customers become one", async () => {
    const { workspaceId, customer, save } = await aShop();
    const [site] = customer.sites;
    const { uid } = await save({ siteUid: site.uid });
    const about = { workspaceId, uid: customer.uid, version: 1 };
    expect(await code(ask(owner, "customers.delete", about))).toBe("customerHasJobs");
    expect(await code(ask(owner, "customers.save", { ...A_CUSTOMER, ...about, sites: [{ name: "New" }] }))).toBe("siteHasJobs");
    expect(await code(ask(owner, "customers.save", { ...A_CUSTOMER, ...about, sites: [{ ...site, name: "Renamed" }] }))).toBeUndefined();
    const { data: other } = await given(ask(owner, "customers.save", { workspaceId, ...A_CUSTOMER, name: "Other" }));
    const merge = { workspaceId, uid: other.uid, version: 1, otherUid: customer.uid, otherVersion: 2 };
    expect(await code(ask(owner, "customers.merge", merge))).toBeUndefined();
    expect((await given(ask(owner, "jobs.view", { workspaceId, uid }))).data).toMatchObject({
      version: 2,
      customer: { uid: other.uid, name: "Other" },
      site: { uid: site.uid, name: "Renamed" },
    });
  });
});

describe("moving a job", () => {
  it("goes on from state to state, away and back to where it was", async () => {
    const { save, move } = await aShop();
    const job = await move(await save(), "quoted", "won", "on_hold");
    expect(job).toMatchObject({ state: "on_hold", leftFrom: "won", version: 4 });
    expect(await move(job, "won", "in_progress", "completed", "invoiced", "closed")).toMatchObject({ state: "closed", leftFrom: null });
  });

  it("is refused where there is no way, and to who may not", async () => {
    const { workspaceId, save, move } = await aShop();
    const job = await save();
    const to = (person: Person, where: JobState, row: { uid: string; version: number } = job, reason?: string) =>
      code(ask(person, "jobs.move", { workspaceId, uid: row.uid, version: row.version, to: where, ...(reason ? { reason } : {}) }));
    expect(await to(owner, "won")).toBe("wrongState");
    expect(await to(member, "won")).toBe("wrongState");
    expect(await to(member, "quoted")).toBe("forbidden");
    const held = await move(job, "quoted", "on_hold");
    expect(await to(manager, "enquiry", held)).toBe("wrongState");
    const done = await move(held, "quoted", "won", "in_progress", "completed");
    expect(await to(member, "in_progress", done)).toBe("invalidInput: reason");
    expect(await to(member, "in_progress", done, "The edge is chipped")).toBeUndefined();
  });

  it("gives back what it was booked for from now on, where that is asked for, and keeps the rest", async () => {
    const { workspaceId, save, move } = await aShop();
    const minh = (await given(ask(owner, "resources.save", { workspaceId, ...A_PERSON }))).data;
    const book = async (jobUid: string, startsAt: string, endsAt: string) => {
      const fields = { workspaceId, ...A_BOOKING, jobUid, resources: [minh.uid], startsAt, endsAt, anyway: true };
      return (await given(ask(owner, "schedule.save", fields))).data.uid as string;
    };
    const [job, other] = [await save(), await save({ title: "Other" })];
    const past = await book(job.uid, "2020-03-02T02:00:00.000Z", "2020-03-02T05:00:00.000Z");
    const soon = await book(job.uid, "2037-03-03T02:00:00.000Z", "2037-03-03T05:00:00.000Z");
    const later = await book(job.uid, "2037-03-04T02:00:00.000Z", "2037-03-04T05:00:00.000Z");
    const others = await book(other.uid, "2037-03-05T02:00:00.000Z", "2037-03-05T05:00:00.000Z");
    const bookedFor = async (jobUid: string) =>
      (await given(ask(owner, "schedule.ofJob", { workspaceId, jobUid }))).data.bookings.map(({ uid }: { uid: string }) => uid);
    const to = (row: { uid: string; version: number }, where: JobState, more: object = {}) =>
      ask(owner, "jobs.move", { workspaceId, uid: row.uid, version: row.version, to: where, ...more });
    expect(await code(to(job, "quoted", { cancelBookings: true }))).toBe("badRequest");
    const held = await move(job, "on_hold");
    expect(await bookedFor(job.uid)).toEqual([later, soon, past]);
    // What is refused takes nothing away.
    expect(await code(to({ uid: job.uid, version: 1 }, "cancelled", { cancelBookings: true }))).toBe("conflict");
    expect(await bookedFor(job.uid)).toHaveLength(3);
    await given(to(held, "cancelled", { cancelBookings: true }));
    expect(await bookedFor(job.uid)).toEqual([past]);
    expect(await bookedFor(other.uid)).toEqual([others]);
    const gone = await db()
      .select()
      .from(workspaceEvents)
      .where(and(eq(workspaceEvents.workspaceId, workspaceId), eq(workspaceEvents.action, "booking.delete")));
    expect(gone.map(({ target }) => target).sort()).toEqual([`booking:${soon}`, `booking:${later}`].sort());
    const { data } = await given(ask(owner, "jobs.timeline", { workspaceId, uid: job.uid }));
    expect(data.filter(({ kind }: { kind: string }) => kind === "unbooked")).toHaveLength(2);
    // The time is free for others.
    await book(other.uid, "2037-03-03T02:00:00.000Z", "2037-03-03T05:00:00.000Z");
  });

  it("of two at once one is done, and once in the log", async () => {
    const { workspaceId, save } = await aShop();
    const { uid, version } = await save();
    const quote = (person: Person) => code(ask(person, "jobs.move", { workspaceId, uid, version, to: "quoted" }));
    expect((await Promise.all([quote(owner), quote(manager)])).toSorted()).toEqual(["conflict", undefined]);
    const events = await db()
      .select()
      .from(workspaceEvents)
      .where(and(eq(workspaceEvents.workspaceId, workspaceId), eq(workspaceEvents.action, "job.move")));
    expect(events).toMatchObject([{ target: `job:${uid}`, before: { state: "enquiry" }, after: { state: "quoted" } }]);
  });
});

describe("the lists of jobs", () => {
  it("find by number, title and customer, and narrow by state, customer and day", async () => {
    const { workspaceId, save, move } = await aShop();
    const { data: other } = await given(ask(owner, "customers.save", { workspaceId, ...A_CUSTOMER, name: "مطابخ النيل", contacts: [] }));
    await save({ title: "Bếp đá hoa cương", dueOn: "2027-03-01" });
    await move(await save({ title: "Vanity", customerUid: other.uid, dueOn: "2027-01-01" }), "quoted");
    await save({ title: "石材台面" });
    const titles = async (input: object) =>
      (await given(ask(member, "jobs.list", { workspaceId, ...input }))).data.map(({ title }: { title: string }) => title);
    expect(await titles({})).toEqual(["石材台面", "Vanity", "Bếp đá hoa cương"]);
    expect(await titles({ search: "bep da" })).toEqual(["Bếp đá hoa cương"]);
    expect(await titles({ search: "nguyen bep" })).toEqual(["Bếp đá hoa cương"]);
    expect(await titles({ search: "النيل" })).toEqual(["Vanity"]);
    expect(await titles({ search: "石材" })).toEqual(["石材台面"]);
    expect(await titles({ search: "2 van" })).toEqual(["Vanity"]);
    // As the page shows it to who reads Arabic.
    expect(await titles({ search: "#٢" })).toEqual(["Vanity"]);
    expect(await titles({ search: "%" })).toEqual([]);
    expect(await titles({ state: "quoted" })).toEqual(["Vanity"]);
    expect(await titles({ customerUid: other.uid })).toEqual(["Vanity"]);
    expect(await titles({ order: "due", descending: false })).toEqual(["Vanity", "Bếp đá hoa cương", "石材台面"]);
    expect(await titles({ order: "due" })).toEqual(["Bếp đá hoa cương", "Vanity", "石材台面"]);
    expect(await titles({ order: "title", descending: false })).toEqual(["Bếp đá hoa cương", "Vanity", "石材台面"]);
  });

  it("tell what is late and what is due within a week, by the day where the shop is", async () => {
    const { workspaceId, save, move } = await aShop();
    const today = dayIn(new Date(), SHOP.timeZone);
    const due = async (kind: "late" | "week") =>
      (await given(ask(member, "jobs.list", { workspaceId, due: kind }))).data.map(({ title }: { title: string }) => title);
    for (const days of [-1, 0, 7, 8]) await save({ title: `In ${days} days`, dueOn: addDays(today, days) });
    await move(await save({ title: "Lost", dueOn: addDays(today, -1) }), "lost");
    expect(await due("late")).toEqual(["In -1 days"]);
    expect(await due("week")).toEqual(["In 7 days", "In 0 days"]);
  });

  it("show on the board what is to be done, the first due first, and count the rest", async () => {
    const { workspaceId, save, move } = await aShop();
    await save({ title: "Some day" });
    await save({ title: "Soon", dueOn: "2027-01-01" });
    await move(await save({ title: "Lost" }), "lost");
    const { data } = await given(ask(member, "jobs.board", { workspaceId }));
    const column = data.columns.find(({ state }: { state: string }) => state === "enquiry");
    expect(column).toMatchObject({ total: 2, jobs: [{ title: "Soon" }, { title: "Some day" }] });
    expect(data.columns.map(({ state }: { state: string }) => state)).not.toContain("lost");
    const [{ uid: customerId }] = [(await given(ask(owner, "customers.list", { workspaceId }))).data[0]];
    const many = Array.from({ length: 60 }, (_, at) => ({
      id: crypto.randomUUID(),
      workspaceId,
      customerId,
      number: 100 + at,
      title: `Won ${at}`,
      state: "won" as const,
    }));
    await db().insert(jobs).values(many);
    const { data: full } = await given(ask(member, "jobs.board", { workspaceId }));
    const won = full.columns.find(({ state }: { state: string }) => state === "won");
    expect([won.total, won.jobs.length, won.jobs[0].title]).toEqual([60, 50, "Won 0"]);
  });
});

describe("the time line of a job", () => {
  it("tells what happened, by whom and why, the latest first, some at a time", async () => {
    const { workspaceId, fields, save, move } = await aShop();
    const job = await save();
    await given(ask(manager, "jobs.save", { ...fields, uid: job.uid, version: 1, title: "Another", dueOn: "2027-05-05" }));
    await move({ uid: job.uid, version: 2 }, "quoted");
    const { data, meta } = await given(ask(member, "jobs.timeline", { workspaceId, uid: job.uid }));
    expect(data).toEqual([
      { uid: expect.any(String), at: expect.any(String), by: "Ada Owner", kind: "moved", from: "enquiry", to: "quoted", reason: "A word" },
      { uid: expect.any(String), at: expect.any(String), by: "Ada Manager", kind: "edited", fields: ["title", "dueOn"] },
      { uid: expect.any(String), at: expect.any(String), by: "Ada Owner", kind: "added" },
    ]);
    expect(meta.next).toBeNull();

    // Back and forth, until there are more than come at a time.
    let now = { uid: job.uid, version: 3 };
    for (let step = 0; step < 11; step++) now = await move(now, "won", "quoted");
    await db()
      .delete(workspaceMembers)
      .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.userId, manager.user.uid)));
    const first = await given(ask(member, "jobs.timeline", { workspaceId, uid: job.uid }));
    const second = await given(ask(member, "jobs.timeline", { workspaceId, uid: job.uid, before: first.meta.next }));
    expect([first.data.length, second.data.length, second.meta.next]).toEqual([20, 5, null]);
    const all = [...first.data, ...second.data];
    expect(new Set(all.map(({ uid }: { uid: string }) => uid)).size).toBe(25);
    expect(all.map(({ at }: { at: string }) => at)).toEqual(
      all
        .map(({ at }: { at: string }) => at)
        .toSorted()
        .toReversed(),
    );
    // Whoever left has no name there any more.
    expect(all.at(-2)).toMatchObject({ kind: "edited", by: null });
    expect(await code(ask(member, "jobs.timeline", { workspaceId, uid: job.uid, before: "x" }))).toBe("invalidInput: before");
  });
});

describe("a shop's own words for states", () => {
  it("take the place of the language's, and are nobody's to overwrite unseen", async () => {
    const { workspaceId, save } = await aShop();
    const words = async () => (await given(ask(member, "jobs.words", { workspaceId }))).data;
    expect(await words()).toEqual({ version: 0, labels: wordsFor({}) });
    // Counting jobs keeps its row in the same place.
    await save();
    const labels = wordsFor({ in_progress: "Cutting", won: " Sold " });
    const put = (version: number) => ask(manager, "jobs.saveWords", { workspaceId, version, labels });
    expect((await given(put(0))).data).toEqual({ version: 1, labels: { ...labels, won: "Sold" } });
    expect(await code(put(0))).toBe("conflict");
    expect(await words()).toEqual({ version: 1, labels: { ...labels, won: "Sold" } });
    expect(await code(ask(member, "jobs.saveWords", { workspaceId, version: 1, labels }))).toBe("forbidden");
    expect((await save()).number).toBe(2);
  });
});
