import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { A_BOOKING, A_PERSON, AN_ABSENCE, planners } from "#tests/factories/schedule";
import { resetSetting, saveSetting } from "#tests/factories/service";
import { registerAgent } from "#tests/factories/support";
import { putIn } from "#tests/factories/trades";
import { SETTING_DEFAULTS } from "@/lib/settings";
import { USUAL_HOURS } from "@/lib/working-time";
import { resources, users, workspaceEvents } from "@/server/db/schema";

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

  it("says what somebody who will be away is booked for, from now on", async () => {
    const { workspaceId } = await aShop();
    const [minh, lan] = [(await keep(workspaceId)).uid, (await keep(workspaceId, { name: "Lan" })).uid];
    await given(book(workspaceId, [minh, lan]));
    await given(book(workspaceId, [minh], { startsAt: "2020-03-02T02:00:00.000Z", endsAt: "2020-03-02T05:00:00.000Z", anyway: true }));
    const save = (resourceUid: string, time: object) =>
      given(ask(owner, "resources.saveAbsence", { workspaceId, ...AN_ABSENCE, ...time, resourceUid }));
    const march = { startsAt: "2037-03-02T00:00:00.000Z", endsAt: "2037-04-01T00:00:00.000Z" };
    expect((await save(minh, march)).meets).toEqual({ bookings: 1, first: A_BOOKING.startsAt });
    expect((await save(minh, { startsAt: "2020-03-01T00:00:00.000Z", endsAt: "2020-03-31T00:00:00.000Z" })).meets.bookings).toBe(0);
    // Where one ends as the other begins they do not meet.
    expect((await save(lan, { startsAt: A_BOOKING.endsAt, endsAt: march.endsAt })).meets).toEqual({ bookings: 0, first: null });
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
    const { feed: own } = seen.find((row: { uid: string }) => row.uid === minh);
    expect(own).not.toBe(feed);
    expect((await read(own)).status).toBe(200);
    expect(seen.find((row: { uid: string }) => row.uid === lan)).not.toHaveProperty("feed");

    const { feed: renewed } = await given(ask(owner, "resources.openFeed", { workspaceId, uid: minh }));
    expect((await read(feed)).status).toBe(404);
    expect((await read(own)).status).toBe(404);
    expect((await read(renewed)).status).toBe(200);
    const elsewhere = await aShop();
    expect((await read(renewed.replace(workspaceId, elsewhere.workspaceId))).status).toBe(404);
    expect((await read(renewed.replace(/.\.ics$/, (end: string) => (end.startsWith("x") ? "y.ics" : "x.ics")))).status).toBe(404);
    expect((await read(renewed.replace(workspaceId, "x"))).status).toBe(404);
    expect(await given(ask(owner, "resources.endFeed", { workspaceId, uid: minh }))).toMatchObject({ feed: null });
    expect((await read(renewed)).status).toBe(404);
    const team = (await keep(workspaceId, { kind: "team", name: "Crew" })).uid;
    expect(await code(ask(owner, "resources.openFeed", { workspaceId, uid: team }))).toBe("wrongState");
    const [row] = await db().select().from(resources).where(eq(resources.id, minh));
    expect(row?.feedId).toBeNull();
  });

  it("is each manager's own, and ends with what they are", async () => {
    const { workspaceId } = await aShop();
    const manager = await registerUser(harness());
    const managing = await putIn(db(), workspaceId, manager.user.uid, "manager");
    const { uid } = await keep(workspaceId, { name: "Lan" });
    const { feed: ours } = await given(ask(owner, "resources.openFeed", { workspaceId, uid }));
    const theirs = async () => (await given(ask(manager, "resources.list", { workspaceId })))[0].feed;
    const feed = await theirs();
    expect(feed).not.toBe(ours);
    expect((await read(feed)).status).toBe(200);
    // An address says whose it is, and is signed for them alone; without a name it is for the one whose schedule it is.
    expect((await read(ours.replace(/\/[^/]+(\/[^/]+\.ics)$/, `/${managing.uid}$1`))).status).toBe(404);
    expect((await read(feed.replace(/\/[^/]+(\/[^/]+\.ics)$/, "$1"))).status).toBe(404);

    await db().update(users).set({ suspendedAt: new Date() }).where(eq(users.id, manager.user.uid));
    expect((await read(feed)).status).toBe(404);
    await db().update(users).set({ suspendedAt: null }).where(eq(users.id, manager.user.uid));
    expect((await read(feed)).status).toBe(200);

    await given(ask(owner, "members.setRole", { workspaceId, ...managing, role: "member" }));
    expect((await read(feed)).status).toBe(404);
    await given(ask(owner, "members.setRole", { workspaceId, uid: managing.uid, version: 2, role: "manager" }));
    expect((await read(feed)).status).toBe(200);
    await given(ask(owner, "members.remove", { workspaceId, uid: managing.uid, version: 3 }));
    expect((await read(feed)).status).toBe(404);
    expect((await read(ours)).status).toBe(200);
  });

  it("tells nothing while the area is off, and goes on once it is there again, be it for chosen people alone", async () => {
    const { workspaceId, place } = await aShop();
    const { uid } = await keep(workspaceId, { memberUid: place });
    const { feed } = await given(ask(owner, "resources.openFeed", { workspaceId, uid }));
    const boss = await registerAgent(harness(), "Sol", "super_admin");
    const area = (trades: "on" | "off") => saveSetting(harness(), boss.token, "areas", { ...SETTING_DEFAULTS.areas, trades });
    await area("off");
    const closed = await read(feed);
    expect([closed.status, (await closed.json()).code]).toEqual([403, "areaClosed"]);
    await area("on");
    expect((await read(feed)).status).toBe(200);
    await resetSetting(harness(), boss.token, "areas");
    expect((await read(feed)).status).toBe(200);
  });
});
