import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import { dataOf } from "#tests/factories/forum";
import { act, aPeer, asked, forgetReviews, get, gives, hoursPass, lent, type Peer, peers, pull } from "#tests/factories/peer-review";
import { LOCALES, type Locale } from "@/lib/locales";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());
beforeEach(() => forgetReviews(sql));

const reviewsIn = async (person: Peer, ...languages: Locale[]) => dataOf(await act(harness(), person, "language/save", { languages }));
const givesBack = async (person: Peer, uid: string) => dataOf(await act(harness(), person, "assignment/release", { uid }));
const reports = async (person: Peer, uid: string) => dataOf(await act(harness(), person, "assignment/report", { uid, reason: "spam" }));
const ask = async (howMany: number) => {
  for (const person of await peers(harness(), howMany)) await asked(harness(), person);
};

describe("a turn that was given up", () => {
  it("counts by the languages in which one reviewed when it was lent, whatever one says before giving it back", async () => {
    await ask(6);
    const reviewer = await aPeer(harness());
    for (let n = 0; n < 5; n++) {
      await reviewsIn(reviewer, "en");
      const uid = await lent(harness(), reviewer);
      await reviewsIn(reviewer, "vi");
      await givesBack(reviewer, uid);
    }
    await reviewsIn(reviewer, "en");
    expectError(await pull(harness(), reviewer), 429, "reviewsGivenUp");
  });

  it("in a language that one had not chosen by then keeps nobody from their own, but from others'", async () => {
    await ask(6);
    await hoursPass(sql, 13);
    const reviewer = await aPeer(harness());
    for (let n = 0; n < 5; n++) {
      await reviewsIn(reviewer, "vi");
      const uid = await lent(harness(), reviewer);
      await reviewsIn(reviewer, ...LOCALES);
      await givesBack(reviewer, uid);
    }
    await reviewsIn(reviewer, "vi");
    expect(await pull(harness(), reviewer)).toMatchObject({ status: 200, body: { data: null } });
    expect(dataOf(await get(harness(), reviewer, "overview/get"))).toMatchObject({ reviewable: false });
    await reviewsIn(reviewer, "en");
    expect((await pull(harness(), reviewer)).body.data).not.toBeNull();
  });

  it("counts as well with a report, and no more once moderators took the recording out", async () => {
    await ask(6);
    const reviewer = await aPeer(harness());
    const admin = await aPeer(harness(), { role: "admin" });
    for (let n = 0; n < 5; n++) await reports(reviewer, await lent(harness(), reviewer));
    expectError(await pull(harness(), reviewer), 429, "reviewsGivenUp");
    const [stays, goes] = await sql`select id from review_cases order by id`;
    const decides = async (uid: string, outcome: "upheld" | "removed") =>
      dataOf(
        await harness().call("POST", "/api/admin/peer-review/case/decide", {
          token: admin.token,
          body: { uid, outcome, reason: "We have listened to it." },
        }),
      );
    await decides(stays?.id, "upheld");
    expectError(await pull(harness(), reviewer), 429, "reviewsGivenUp");
    await decides(goes?.id, "removed");
    expect((await pull(harness(), reviewer)).body.data).not.toBeNull();
  });
});

it("nobody is lent more than twenty recordings within a day, however they end", { timeout: 60_000 }, async () => {
  await ask(21);
  const reviewer = await aPeer(harness());
  for (let n = 0; n < 20; n++) await gives(harness(), reviewer);
  expectError(await pull(harness(), reviewer), 429, "turnsPerDayReached", "en", { max: 20 });
  await hoursPass(sql, 24.1);
  // What one has is given once more, though it is the last of a day.
  const uid = await lent(harness(), reviewer);
  expect(await lent(harness(), reviewer)).toBe(uid);
});
