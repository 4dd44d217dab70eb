import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { act, aMember, aRoom, aStranger, aTopic, dataOf, messagesOf, type Person, said } from "#tests/factories/forum";
import { care, careList, flag, moderate } from "#tests/factories/forum-care";
import { storedAnswer } from "#tests/factories/uploads";
import { readZip } from "#tests/factories/zip";
import { eraseDue } from "@/features/account/deletion/mutations";
import { makeExports } from "@/features/account/export/mutations";

const harness = useHarness();
let sql: postgres.Sql;
let ada: Person;
let ben: Person;
let admin: Person;
let topic: { uid: string };
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  ada = await aMember(harness());
  ben = await aMember(harness());
  admin = await aStranger(harness(), {}, "admin");
  topic = await aTopic(harness(), ada, (await aRoom(harness())).id);
});
afterAll(() => sql.end());

const asked = { question: "What did you learn?", company: "Northwind", role: "Nurse", askedOn: "2026-01-31" };
const reason = "As the rules say";

/** Somebody who reported, shared and proposed, and about whom the team decided. */
async function aLife(person: Person) {
  const other = await said(harness(), ada, topic.uid);
  dataOf(await flag(harness(), person, other.uid, { reason: "other", note: "My own words" }));
  const { uid: answerId } = await storedAnswer(harness(), person.token);
  const shared = await said(harness(), person, topic.uid, undefined, { share: { kind: "take", answerId, days: 7, consent: true } });
  const proposed = await said(harness(), person, topic.uid, undefined, { asked });
  dataOf(await moderate(harness(), admin, proposed.uid, "hide"));
  dataOf(await care(harness(), admin, "member/suspend", { memberId: person.id, hours: 1, reason }));
  return { other, shared, proposed, answerId };
}

it("an archive holds what somebody reported, shared and proposed, and what was decided about them, not by whom", async () => {
  const { other, shared, proposed, answerId } = await aLife(ben);
  const A = "/api/user/personalization/account/export";
  await harness().call("POST", `${A}/request`, { token: ben.token });
  await makeExports(harness().app.services);
  const { uid } = (await harness().call("GET", `${A}/get`, { token: ben.token })).body.data;
  const { link } = (await harness().call("POST", `${A}/link`, { token: ben.token, body: { uid } })).body.data;
  const entries = readZip(Buffer.from(await (await fetch(link)).arrayBuffer()));
  const data = JSON.parse(entries.find(({ name }) => name === "data/community.json")?.bytes.toString("utf8") ?? "null");
  expect(data.reports).toMatchObject([{ message: other.uid, reason: "other", note: "My own words", state: "open" }]);
  expect(data.shares).toMatchObject([{ message: shared.uid, kind: "take", answer: answerId, revokedAt: null }]);
  expect(data.proposals).toMatchObject([{ message: proposed.uid, ...asked, state: "proposed" }]);
  expect(data.decisions).toMatchObject([
    { act: "hide", reason },
    { act: "suspend", reason },
  ]);
  expect(JSON.stringify(data)).not.toContain(admin.id);
});

it("an account's end leaves gaps in the log and among reports and proposals, and nothing that plays", async () => {
  const cleo = await aMember(harness());
  const { other, shared, proposed, answerId } = await aLife(cleo);
  const before = await sql`select id, act, reason, details, created_at from moderation_acts order by id`;
  await harness().call("POST", "/api/user/personalization/account/deletion/request", { token: cleo.token });
  await sql`update users set deletion_requested_at = now() - interval '15 days' where id = ${cleo.id}`;
  await eraseDue(harness().app.services);
  expect(await sql`select from moderation_acts where subject_id = ${cleo.id} or moderator_id = ${cleo.id}`).toHaveLength(0);
  expect([...(await sql`select id, act, reason, details, created_at from moderation_acts order by id`)]).toEqual([...before]);
  const log = (await careList(harness(), admin, `log/get?topicId=${topic.uid}`)).body.data;
  expect(log.find(({ post }: { post: { uid: string } | null }) => post?.uid === proposed.uid)).toMatchObject({
    subject: null,
    automatic: false,
  });
  expect([...(await sql`select flagger_id, note from forum_flags where post_id = ${other.uid}`)]).toEqual([{ flagger_id: null, note: "" }]);
  expect([...(await sql`select proposer_id from question_proposals where post_id = ${proposed.uid}`)]).toEqual([{ proposer_id: null }]);
  expect(await sql`select from forum_shares where answer_id = ${answerId}`).toHaveLength(0);
  const messages = await messagesOf(harness(), ada, topic.uid);
  expect(messages.find(({ uid }: { uid: string }) => uid === shared.uid)).toMatchObject({ author: null, share: null });
  // A report whose maker is gone is decided like any other.
  expect(dataOf(await moderate(harness(), admin, other.uid, "dismiss"))).toMatchObject({ decided: 1 });
  const erased = await act(harness(), cleo, "topic/message/flag", { postId: other.uid, reason: "spam" });
  expect(erased.status).toBe(401);
});

it("an account's end takes along what was proposed with messages taken back, and leaves what stands in the bank", async () => {
  const dan = await aMember(harness());
  const propose = (question: string) => said(harness(), dan, topic.uid, undefined, { asked: { ...asked, question } });
  const [declined, adopted, kept] = [await propose("What did you break?"), await propose("What did you mend?"), await propose("And then?")];
  const decide = (post: typeof declined, set: { state: string }) =>
    sql`update question_proposals set ${sql(set)} where id = ${post.proposal.uid}`;
  await decide(declined, { state: "declined" });
  await decide(adopted, { state: "adopted" });
  for (const { uid } of [declined, adopted]) dataOf(await act(harness(), dan, "topic/message/delete", { uid }));
  const begun = await aTopic(harness(), dan, (await aRoom(harness())).id, { asked: { ...asked, question: "Why?" } });
  const [first] = await messagesOf(harness(), dan, begun.uid);
  dataOf(await act(harness(), dan, "topic/message/delete", { uid: first.uid }));
  await harness().call("POST", "/api/user/personalization/account/deletion/request", { token: dan.token });
  await sql`update users set deletion_requested_at = now() - interval '15 days' where id = ${dan.id}`;
  await eraseDue(harness().app.services);
  const ids = [declined, adopted, kept, first].map(({ proposal }) => proposal.uid);
  const left = await sql`select id, proposer_id from question_proposals where id = any(${ids})`;
  expect(left.map(({ id, proposer_id }) => [id, proposer_id]).sort()).toEqual(
    [
      [adopted.proposal.uid, null],
      [kept.proposal.uid, null],
    ].sort(),
  );
});
