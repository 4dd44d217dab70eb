import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import { dataOf } from "#tests/factories/forum";
import { kindsOf } from "#tests/factories/notifications";
import {
  act,
  aPeer,
  aReview,
  asked,
  askedAloud,
  care,
  detail,
  forgetReviews,
  get,
  gives,
  hoursPass,
  lent,
  type Peer,
  peers,
  pull,
  review,
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

describe("when no peer comes", () => {
  const waiting = async (admin: Peer) =>
    (await care(harness(), admin, "waiting/get?page=1")).body.data.map(({ uid }: { uid: string }) => uid);

  it("staff may step in after two days where the author allowed it, and never without", async () => {
    const admin = await aPeer(harness(), { role: "admin" });
    const [mine, other] = [await aPeer(harness()), await aPeer(harness())];
    const allowed = await askedAloud(harness(), mine, { staffMay: true });
    const refused = await asked(harness(), other);
    for (const hours of [0, 47.9]) {
      await hoursPass(sql, hours);
      expect(await waiting(admin)).toEqual([]);
      expectError(await care(harness(), admin, "waiting/take", { uid: allowed.uid }), 404, "notFound");
      expect((await pull(harness(), admin)).body.data).toBeNull();
    }
    await hoursPass(sql, 0.2);
    expect(await waiting(admin)).toEqual([allowed.uid]);
    expectError(await care(harness(), admin, "waiting/take", { uid: refused.uid }), 404, "notFound");
    const taken = dataOf(await care(harness(), admin, "waiting/take", { uid: allowed.uid }));
    expect(taken).toMatchObject({ state: "leased", recording: { link: expect.any(String) } });
    expect((await fetch(taken.recording.link)).status).toBe(200);
    dataOf(await review(harness(), admin, aReview(taken.uid)));
    expect((await detail(harness(), mine, allowed.uid)).received).toBe(1);
    // What was refused is nothing that an admin can get hold of in any other way.
    expect((await pull(harness(), admin)).body.data).toBeNull();
    for (const path of ["request/detail/get", "assignment/detail/get"])
      expectError(await act(harness(), admin, path, { uid: refused.uid }), 404, "notFound");
    const [queued] = await sql`select id from review_assignments where request_id = ${refused.uid} limit 1`;
    expectError(await act(harness(), admin, "assignment/detail/get", { uid: queued?.id }), 404, "notFound");
  });

  it("nobody of the team is shown what they cannot take: their own, and what several reported", async () => {
    const [admin, author] = [await aPeer(harness(), { role: "admin" }), await aPeer(harness(), { role: "admin" })];
    const reporters = await peers(harness(), 2);
    const { uid } = await asked(harness(), author, { staffMay: true });
    await hoursPass(sql, 49);
    const shown = async (person: Peer) => [await waiting(person), dataOf(await care(harness(), person, "count/get")).waiting];
    expect(await shown(author)).toEqual([[], 0]);
    expectError(await care(harness(), author, "waiting/take", { uid }), 409, "wrongState");
    expect(await shown(admin)).toEqual([[uid], 1]);
    for (const person of reporters)
      dataOf(await act(harness(), person, "assignment/report", { uid: await lent(harness(), person), reason: "spam" }));
    expect(await shown(admin)).toEqual([[], 0]);
  });

  it("nobody of the team reviews whose account they have looked at lately", async () => {
    const [admin, other] = [await aPeer(harness(), { role: "admin" }), await aPeer(harness(), { role: "admin" })];
    const author = await aPeer(harness());
    const { uid } = await asked(harness(), author, { staffMay: true });
    await hoursPass(sql, 49);
    const look = (days: number) => sql`insert into viewings (id, user_id, admin_id, reason, state, asked_at, opened_at)
      values (gen_random_uuid(), ${author.id}, ${admin.id}, 'Why', 'ended', now() - ${days} * interval '1 day', now() - ${days} * interval '1 day')`;
    await look(31);
    expect(await waiting(admin)).toEqual([uid]);
    await look(29);
    expect(await waiting(admin)).toEqual([]);
    expectError(await care(harness(), admin, "waiting/take", { uid }), 409, "wrongState");
    expect(await waiting(other)).toEqual([uid]);
  });

  it("a request that has a review is no longer staff's, and candidates see no such list", async () => {
    const admin = await aPeer(harness(), { role: "admin" });
    const me = await aPeer(harness());
    const { uid } = await asked(harness(), me, { staffMay: true });
    await gives(harness(), await aPeer(harness()));
    await hoursPass(sql, 49);
    expect(await waiting(admin)).toEqual([]);
    expectError(await care(harness(), admin, "waiting/take", { uid }), 404, "notFound");
    expectError(await care(harness(), me, "waiting/get?page=1"), 403, "forbidden");
  });

  it("the author is told once that it takes longer", async () => {
    const me = await aPeer(harness());
    await asked(harness(), me);
    await hoursPass(sql, 49);
    for (const _ of [1, 2]) await tidyUp(harness());
    expect(await kindsOf(sql, me)).toEqual(["review_waiting"]);
  });

  it("others' languages are asked after twelve hours", async () => {
    await asked(harness(), await aPeer(harness(), { language: "vi" }));
    const reviewer = await aPeer(harness());
    expect((await pull(harness(), reviewer)).body.data).toBeNull();
    await hoursPass(sql, 12.1);
    expect((await pull(harness(), reviewer)).body.data).toMatchObject({ language: "vi" });
  });

  it("an estimate is made of what happened, and there is none before that", async () => {
    const me = await aPeer(harness());
    expect(dataOf(await get(harness(), me, "overview/get")).waitingSeconds).toBeNull();
    for (const hours of [1, 2, 3, 4, 50]) {
      await asked(harness(), await aPeer(harness()));
      await hoursPass(sql, hours);
      await gives(harness(), await aPeer(harness()));
      await sql`delete from review_assignments where state = 'queued'`;
    }
    const { waitingSeconds } = dataOf(await get(harness(), me, "overview/get"));
    expect(Math.abs(waitingSeconds - 3 * 3600)).toBeLessThan(120);
  });
});
