import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import { dataOf } from "#tests/factories/forum";
import {
  act,
  aPeer,
  ask,
  asked,
  care,
  detail,
  forgetReviews,
  get,
  gives,
  hoursPass,
  lent,
  open,
  type Peer,
  peers,
  pull,
  tidyUp,
} from "#tests/factories/peer-review";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());
beforeEach(async () => {
  await forgetReviews(sql);
  await sql`delete from notifications`;
});

const undecided = async (admin: Peer): Promise<string[]> =>
  (await care(harness(), admin, "case/get?page=1")).body.data.map(({ uid }: { uid: string }) => uid);
const decide = (admin: Peer, uid: string | undefined, outcome: "upheld" | "removed") =>
  care(harness(), admin, "case/decide", { uid, outcome, reason: "We asked whoever had it." });
const reports = async (person: Peer) =>
  dataOf(await act(harness(), person, "assignment/report", { uid: await lent(harness(), person), reason: "harassment" }));
const decisions = (person: Peer) => sql`select from notifications where user_id = ${person.id} and kind = 'review_decided'`;

describe("a recording that several reported", () => {
  it("is lent to nobody else until one of the reports is decided", async () => {
    const [me, one, two, three] = (await peers(harness(), 4)) as [Peer, Peer, Peer, Peer];
    const admin = await aPeer(harness(), { role: "admin" });
    await asked(harness(), me);
    await reports(one);
    // One alone may be wrong, or unkind.
    await reports(two);
    expect((await pull(harness(), three)).body.data).toBeNull();
    expect(dataOf(await get(harness(), three, "overview/get")).reviewable).toBe(false);
    dataOf(await decide(admin, (await undecided(admin))[0], "upheld"));
    expect((await pull(harness(), three)).body.data).not.toBeNull();
  });

  it("and is taken out: the other reports go with it", async () => {
    const [me, one, two] = (await peers(harness(), 3)) as [Peer, Peer, Peer];
    const admin = await aPeer(harness(), { role: "admin" });
    const { answerId } = await asked(harness(), me);
    for (const person of [one, two]) await reports(person);
    dataOf(await decide(admin, (await undecided(admin))[0], "removed"));
    await tidyUp(harness());
    expect((await sql`select outcome from review_cases`).map(({ outcome }) => outcome)).toEqual(["removed", "removed"]);
    expect(dataOf(await act(harness(), me, "request/of-answer/get", { answer_id: answerId }))).toMatchObject({ withdrawnFor: "moderated" });
  });
});

describe("reports by few people", () => {
  const ask = async (howMany: number) => {
    for (const person of await peers(harness(), howMany)) await asked(harness(), person);
  };
  const isThere = async (): Promise<boolean> => (await pull(harness(), await aPeer(harness()))).body.data !== null;

  it("hold three recordings back at a time, however many they report", async () => {
    const two = await peers(harness(), 2);
    await ask(3);
    for (let n = 0; n < 3; n++) for (const person of two) await reports(person);
    expect(await isThere()).toBe(false);
    await ask(1);
    for (const person of two) await reports(person);
    expect(await isThere()).toBe(true);
    await reports(await aPeer(harness()));
    // Of its three reports this one counts.
    expect(await isThere()).toBe(true);
    await reports(await aPeer(harness()));
    expect(await isThere()).toBe(false);
  });

  it("hold nothing back while more of somebody's were turned down than found right", async () => {
    const [one, two] = (await peers(harness(), 2)) as [Peer, Peer];
    const admin = await aPeer(harness(), { role: "admin" });
    await ask(1);
    await reports(one);
    dataOf(await decide(admin, (await undecided(admin))[0], "upheld"));
    await sql`update review_requests set state = 'withdrawn', withdrawn_for = 'author'`;
    await ask(1);
    for (const person of [one, two]) await reports(person);
    expect(await isThere()).toBe(true);
    await reports(await aPeer(harness()));
    expect(await isThere()).toBe(false);
  });

  it("hold nothing back once their account is suspended", async () => {
    const [one, two] = (await peers(harness(), 2)) as [Peer, Peer];
    await ask(1);
    for (const person of [one, two]) await reports(person);
    expect(await isThere()).toBe(false);
    await sql`update users set suspended_at = now() where id = ${one.id}`;
    expect(await isThere()).toBe(true);
  });

  it("are taken five times an hour and ten times a day; whoever has the recording keeps it until then, or gives it back", async () => {
    const reporter = await aPeer(harness());
    await ask(12);
    for (const from of [0, 5]) {
      for (let n = from; n < from + 5; n++) await reports(reporter);
      // What they gave up is another limit's.
      await sql`update review_assignments set given_up = false`;
      const uid = await lent(harness(), reporter);
      const refused = await act(harness(), reporter, "assignment/report", { uid, reason: "spam" });
      expectError(refused, 429, "tooManyRequests");
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3500);
      expect(await lent(harness(), reporter)).toBe(uid);
      await hoursPass(sql, 1.1);
    }
    const uid = await lent(harness(), reporter);
    const refused = await act(harness(), reporter, "assignment/report", { uid, reason: "spam" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(20 * 3600);
    dataOf(await act(harness(), reporter, "assignment/release", { uid }));
    await hoursPass(sql, 24);
    await reports(reporter);
  });
});

describe("a reported recording whose request is over", () => {
  /** Somebody whose take was reported so many times, and who took the request back. */
  const takenBack = async (times: number) => {
    const [me, ...others] = (await peers(harness(), times + 1)) as [Peer, ...Peer[]];
    const admin = await aPeer(harness(), { role: "admin" });
    const { uid, answerId } = await asked(harness(), me);
    for (const person of others) await reports(person);
    dataOf(await act(harness(), me, "request/withdraw", { uid }));
    await tidyUp(harness());
    return { me, admin, uid, answerId };
  };
  const asksAgain = async (me: Peer, answerId: string): Promise<string> => {
    const { uid } = dataOf(await ask(harness(), me, answerId));
    await open(harness().app.services.db, uid, new Date());
    return uid;
  };

  it("still waits for moderators, and is lent to nobody when its author asks again, until one of the reports is decided", async () => {
    const { me, admin, answerId } = await takenBack(2);
    expect(dataOf(await care(harness(), admin, "count/get"))).toMatchObject({ cases: 2 });
    await asksAgain(me, answerId);
    const reviewer = await aPeer(harness());
    expect((await pull(harness(), reviewer)).body.data).toBeNull();
    dataOf(await decide(admin, (await undecided(admin))[0], "upheld"));
    expect((await pull(harness(), reviewer)).body.data).not.toBeNull();
  });

  it("and was reported once is lent again, and held as soon as somebody else reports it", async () => {
    const { me, answerId } = await takenBack(1);
    await asksAgain(me, answerId);
    await reports(await aPeer(harness()));
    expect((await pull(harness(), await aPeer(harness()))).body.data).toBeNull();
  });

  it("is taken out with whatever was asked about it since; nobody is asked about it any more, and its author is told once", async () => {
    const { me, admin, uid, answerId } = await takenBack(2);
    const since = await asksAgain(me, answerId);
    // The second is closed by the first, as soon as the clock comes by.
    for (const one of await undecided(admin)) await decide(admin, one, "removed");
    for (const request of [uid, since])
      expect(await detail(harness(), me, request)).toMatchObject({ state: "withdrawn", withdrawnFor: "moderated" });
    expect((await ask(harness(), me, answerId)).body.code).toBe("wrongState");
    expect(await undecided(admin)).toEqual([]);
    expect(await decisions(me)).toHaveLength(1);
  });

  it("says so beside its reviews where it had all that it wanted", async () => {
    const [me, one] = (await peers(harness(), 2)) as [Peer, Peer];
    const admin = await aPeer(harness(), { role: "admin" });
    const { uid } = await asked(harness(), me);
    await reports(one);
    for (const person of await peers(harness(), 3)) await gives(harness(), person);
    await tidyUp(harness());
    dataOf(await decide(admin, (await undecided(admin))[0], "removed"));
    const shown = await detail(harness(), me, uid);
    expect(shown).toMatchObject({ state: "satisfied", withdrawnFor: "moderated", received: 3 });
    expect(shown.reviews).toHaveLength(3);
    expect(await decisions(me)).toHaveLength(1);
  });
});
