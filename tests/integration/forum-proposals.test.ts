import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { aCategory, PRACTICE } from "#tests/factories/answers";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import {
  act,
  aMember,
  aRoom,
  aStranger,
  aTopic,
  aWhilePasses,
  dataOf,
  get,
  messagesOf,
  type Person,
  said,
  say,
} from "#tests/factories/forum";
import { care, careList, moderate, moderateTopic } from "#tests/factories/forum-care";
import { toldOf } from "#tests/factories/notifications";
import { proposal as proposalLife } from "@/features/forum/rules";
import { PROPOSAL_STATES, type ProposalState } from "@/lib/enums/forum";
import { type LOCALES, localeTag } from "@/lib/locales";

const harness = useHarness();
let sql: postgres.Sql;
let ada: Person;
let ben: Person;
let admin: Person;
let room: { id: string; chatId: string };
let topic: { uid: string; title: string };
let category: string;
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  ada = await aMember(harness());
  ben = await aMember(harness());
  admin = await aStranger(harness(), {}, "admin");
  category = (await aCategory(harness(), ada.token)).category.uid;
});
afterAll(() => sql.end());
beforeEach(async () => {
  await aWhilePasses(sql);
  await sql`delete from question_proposals`;
  room = await aRoom(harness());
  topic = await aTopic(harness(), ada, room.id);
  await sql`delete from notifications`;
});

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const asked = (more: Record<string, unknown> = {}) => ({
  question: "Which of your habits would you teach a new colleague?",
  company: "Northwind Clinic",
  role: "Ward nurse",
  askedOn: day(-40),
  ...more,
});
const texts = (en: string, more: Record<string, string> = {}) => ({ en, fr: "", vi: "", cn: "", ar: "", ...more });
const points = (en: string[], more: Record<string, string[]> = {}) => ({ en, fr: [], vi: [], cn: [], ar: [], ...more });
const adoption = (uid: string, more: Record<string, unknown> = {}) => ({
  uid,
  categoryId: category,
  readingTime: 0.5,
  answerTime: 2,
  text: texts("Which habit would you teach a new colleague?", { fr: "Quelle habitude transmettriez-vous ?" }),
  guidance: points(["Names one habit", " ", "Says what it changes"], { fr: ["Nomme une habitude"] }),
  ...more,
});
const reason = "It is in the bank already";

let counter = 0;
/** A question that nobody proposed before. */
const another = () => ({ question: `Which of your ${++counter} habits would you teach a new colleague?` });

/** A proposal with its message. */
async function aProposal(person = ada, more: Record<string, unknown> = {}) {
  const told = asked({ ...another(), ...more });
  const post = await said(harness(), person, topic.uid, undefined, { asked: told });
  return { postId: post.uid as string, uid: post.proposal.uid as string, post, told };
}
const adopt = (uid: string, more: Record<string, unknown> = {}) => care(harness(), admin, "proposal/adopt", adoption(uid, more));
const decline = (uid: string) => care(harness(), admin, "proposal/decline", { uid, reason });
const withdraw = (uid: string, person = ada) => act(harness(), person, "proposal/withdraw", { uid });
const rowOf = async (uid: string) => (await sql`select * from question_proposals where id = ${uid}`)[0];
const list = async (query = "") => (await careList(harness(), admin, `proposal/get${query}`)).body;

describe("proposing", () => {
  it("comes with a message, which says so to everybody, and waits for the team, which is told once", async () => {
    const { uid, postId, post, told: words } = await aProposal();
    expect(post.proposal).toEqual({ uid, ...words, state: "proposed", questionId: null, reason: "" });
    const [, seen] = await messagesOf(harness(), ben, topic.uid);
    expect(seen.proposal).toEqual(post.proposal);
    const { data, meta } = await list();
    expect(meta).toEqual({ total: 1 });
    expect(data[0]).toEqual({
      uid,
      ...words,
      state: "proposed",
      questionId: null,
      reason: "",
      locale: "en",
      professionId: room.id,
      proposer: expect.objectContaining({ uid: ada.id }),
      post: { uid: postId, seq: 2, state: "published" },
      topic: { uid: topic.uid, title: topic.title, kind: "thread" },
      createdAt: expect.stringMatching(/Z$/),
      decidedAt: null,
    });
    await aProposal(ben);
    const told = await sql`select kind, event, count, href from notifications where user_id = ${admin.id}`;
    expect([...told]).toEqual([
      { kind: "forum_proposed", event: "community_reports", count: 2, href: "/dashboard/admin/community?tab=proposals" },
    ]);
    const begun = await aTopic(harness(), ada, room.id, { asked: asked({ ...another(), company: "Southwind" }) });
    expect((await messagesOf(harness(), ben, begun.uid))[0].proposal).toMatchObject({ company: "Southwind" });
  });

  it("is of days that have been, and not too long ago, in any calendar", async () => {
    const send = (more: Record<string, unknown>) => say(harness(), ada, topic.uid, undefined, { asked: asked({ ...another(), ...more }) });
    for (const askedOn of [day(2), day(400), day(-3660), "2026-02-30", "soon"]) expectIssues(await send({ askedOn }), ["asked.askedOn"]);
    for (const askedOn of [day(0), day(-3640)]) expect((await send({ askedOn })).status).toBe(200);
  });

  it("says what, where and as what; and is not for chats", async () => {
    const send = (more: Record<string, unknown>) => say(harness(), ada, topic.uid, undefined, { asked: asked(more) });
    for (const field of ["question", "company", "role"]) expectIssues(await send({ [field]: " " }), [`asked.${field}`]);
    expectIssues(await send({ company: "c".repeat(121) }), ["asked.company"]);
    for (const field of ["question", "company", "role"]) {
      for (const address of ["at https://example.com", "www.example.com", "w\u200bww.example.com"])
        expectIssues(await send({ [field]: address }), [`asked.${field}`]);
    }
    expectError(await say(harness(), ada, room.chatId, undefined, { asked: asked() }), 409, "wrongState");
    expect(await sql`select from question_proposals`).toHaveLength(0);
  });

  it("is possible five times a day, also at once, and again a day later", async () => {
    const answers = await Promise.all(
      Array.from({ length: 7 }, () => say(harness(), ada, topic.uid, undefined, { asked: asked(another()) })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused) expectError(answer, 429, "tooManyProposals", "en", { max: 5 });
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(86_000);
    // Taking back makes no room; and what was refused was not written either.
    dataOf(await withdraw(answers.find(({ status }) => status === 200)?.body.data.proposal.uid));
    expectError(await say(harness(), ada, topic.uid, undefined, { asked: asked(another()) }), 429, "tooManyProposals", "en", { max: 5 });
    expect(await messagesOf(harness(), ben, topic.uid)).toHaveLength(6);
    expect((await aProposal(ben)).post.proposal.state).toBe("proposed");
    await sql`update question_proposals set created_at = created_at - interval '1 day'`;
    await aProposal();
  });

  it("is of a question once by the same person, however it is written, unless it was taken back", async () => {
    const question = "What did you learn from your last mistake?";
    const { uid } = await aProposal(ada, { question });
    const again = (person: Person) =>
      say(harness(), person, topic.uid, undefined, { asked: asked({ question: "what did you LEARN, from your last mistake" }) });
    expectError(await again(ada), 409, "proposedBefore");
    dataOf(await again(ben));
    dataOf(await withdraw(uid));
    const { uid: second } = dataOf(await again(ada)).proposal;
    dataOf(await decline(second));
    expectError(await again(ada), 409, "proposedBefore");
  });
});

describe("adopting", () => {
  it("puts the question into the bank as the last of its category, where it can be practised, with thanks", async () => {
    const { uid, postId } = await aProposal();
    const before = (await aCategory(harness(), ben.token)).category.questions;
    const { questionId, state } = dataOf(await adopt(uid));
    expect(state).toBe("adopted");
    const [last] = await sql`select id, slug, published from questions where category_id = ${category} order by position desc limit 1`;
    expect(last).toEqual({ id: questionId, slug: questionId, published: true });
    const question = async (locale: (typeof LOCALES)[number]) =>
      (
        await harness().call(
          "GET",
          `/api/trpc/practice.question?input=${encodeURIComponent(JSON.stringify({ json: { uid: questionId } }))}`,
          {
            token: ben.token,
            headers: { "accept-language": localeTag(locale) },
          },
        )
      ).body.result.data.json.data;
    expect(await question("en")).toMatchObject({
      text: "Which habit would you teach a new colleague?",
      guidance: ["Names one habit", "Says what it changes"],
      reading_time: 0.5,
      answer_time: 2,
    });
    expect(await question("fr")).toMatchObject({ text: "Quelle habitude transmettriez-vous ?", guidance: ["Nomme une habitude"] });
    // Where nobody has written it yet, it stands as in English.
    expect((await question("ar")).text).toBe("Which habit would you teach a new colleague?");
    const saved = await harness().call("POST", `${PRACTICE}/answer/save`, { token: ben.token, body: { question_id: questionId } });
    expect(saved.status).toBe(200);
    const listed = await harness().call("GET", `${PRACTICE}/question/get?category_id=${category}`, { token: ben.token });
    expect(listed.body.meta.total).toBe(before + 1);
    expect(dataOf(await get(harness(), ben, "proposal/credit/get", { questionId }))).toEqual({
      company: "Northwind Clinic",
      role: "Ward nurse",
      askedOn: day(-40).slice(0, 7),
      name: "Ada T.",
    });
    expect(await toldOf(sql, ada)).toMatchObject([
      { kind: "forum_proposal_adopted", event: "community", href: `/dashboard/practice/session?question=${questionId}` },
    ]);
    expect(await toldOf(sql, admin)).toEqual([]);
    const [entry] = (await careList(harness(), admin, "log/get?act=adopt")).body.data;
    expect(entry).toMatchObject({ moderator: { uid: admin.id }, subject: { uid: ada.id }, post: { uid: postId }, details: { questionId } });
    const [, post] = await messagesOf(harness(), ben, topic.uid);
    expect(post.proposal).toMatchObject({ state: "adopted", questionId });
  });

  it("needs the question and its guidance in English, and a category that is there", async () => {
    const { uid } = await aProposal();
    expectIssues(await adopt(uid, { text: texts("", { fr: "Bonjour ?" }) }), ["text.en"]);
    expectIssues(await adopt(uid, { guidance: points([" "]) }), ["guidance.en"]);
    expectIssues(await adopt(uid, { answerTime: 0.7 }), ["answerTime"]);
    expectError(await adopt(uid, { categoryId: crypto.randomUUID() }), 404, "notFound");
    // Nobody takes their own in.
    const own = await aProposal(await aMember(harness(), {}, "admin"));
    await sql`update question_proposals set proposer_id = ${admin.id} where id = ${own.uid}`;
    expectError(await adopt(own.uid), 403, "forbidden");
    expect((await rowOf(own.uid))?.state).toBe("proposed");
    expect((await rowOf(uid))?.state).toBe("proposed");
  });

  it("happens once, whoever decides at once, and each question has a place of its own", async () => {
    const [one, two] = [await aProposal(), await aProposal(ben)];
    const answers = await Promise.all([adopt(one.uid), adopt(one.uid), adopt(two.uid), decline(one.uid)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
    expect((await rowOf(two.uid))?.state).toBe("adopted");
    const adopted = await sql`select q.position from questions q join question_proposals p on p.question_id = q.id`;
    expect(new Set(adopted.map(({ position }) => position)).size).toBe(adopted.length);
    const logged = await sql`select act from moderation_acts where post_id = ${one.postId}`;
    expect(logged.filter(({ act: name }) => name === "adopt").length).toBe(1);
  });

  it("is not possible while the message cannot be seen", async () => {
    const begun = await aTopic(harness(), ada, room.id, { asked: asked(another()) });
    const [{ uid: postId, proposal }] = await messagesOf(harness(), ada, begun.uid);
    dataOf(await moderate(harness(), admin, postId, "hide"));
    expectError(await adopt(proposal.uid), 409, "wrongState");
    dataOf(await moderate(harness(), admin, postId, "restore"));
    dataOf(await moderateTopic(harness(), admin, begun.uid, "delete_topic"));
    expectError(await adopt(proposal.uid), 409, "wrongState");
    dataOf(await moderateTopic(harness(), admin, begun.uid, "restore_topic"));
    const other = await aProposal();
    dataOf(await decline(other.uid));
    dataOf(await act(harness(), ada, "topic/message/delete", { uid: other.postId }));
    expectError(await adopt(other.uid), 409, "wrongState");
    expect(dataOf(await adopt(proposal.uid)).state).toBe("adopted");
  });

  it("names whoever shared it while the message can be seen", async () => {
    const begun = await aTopic(harness(), ada, room.id, { asked: asked(another()) });
    const [{ uid: postId, proposal }] = await messagesOf(harness(), ada, begun.uid);
    const { questionId } = dataOf(await adopt(proposal.uid));
    const nameNow = async () => dataOf(await get(harness(), ben, "proposal/credit/get", { questionId })).name;
    const undo = [
      [() => moderate(harness(), admin, postId, "hide"), () => moderate(harness(), admin, postId, "restore")],
      [() => moderateTopic(harness(), admin, begun.uid, "delete_topic"), () => moderateTopic(harness(), admin, begun.uid, "restore_topic")],
    ] as const;
    for (const [hide, back] of undo) {
      dataOf(await hide());
      expect(await nameNow()).toBeNull();
      dataOf(await back());
      expect(await nameNow()).toBe("Ada T.");
    }
    dataOf(await act(harness(), ada, "topic/message/delete", { uid: postId }));
    expect(await nameNow()).toBeNull();
  });

  it("names nobody any more whose account is gone", async () => {
    const person = await aMember(harness());
    const { uid } = await aProposal(person);
    const { questionId } = dataOf(await adopt(uid));
    await sql`update question_proposals set proposer_id = null where id = ${uid}`;
    expect(dataOf(await get(harness(), ben, "proposal/credit/get", { questionId }))).toMatchObject({ name: null });
    expect(dataOf(await get(harness(), ben, "proposal/credit/get", { questionId: crypto.randomUUID() }))).toBeNull();
  });
});

describe("declining and taking back", () => {
  it("leaves the team a notice of what still waits, and not of what was taken back", async () => {
    const [first, second] = [another(), another()];
    await aProposal(ada, first);
    const { uid } = await aProposal(ada, second);
    const told = async () => (await toldOf(sql, admin)).map(({ values }) => values.question);
    expect(await told()).toEqual([second.question]);
    dataOf(await withdraw(uid));
    expect(await told()).toEqual([first.question]);
  });

  it("say why, and to whom", async () => {
    const { uid, postId } = await aProposal();
    expectIssues(await care(harness(), admin, "proposal/decline", { uid, reason: "" }), ["reason"]);
    expect(dataOf(await decline(uid))).toEqual({ uid, state: "declined", questionId: null });
    expect(await toldOf(sql, ada)).toMatchObject([
      { kind: "forum_proposal_declined", values: { reason }, href: `/dashboard/forums?post=${postId}` },
    ]);
    expect((await list("?state=declined")).data[0]).toMatchObject({ uid, reason, decidedAt: expect.stringMatching(/Z$/) });
    expect((await list()).data).toEqual([]);
    // Others read that it was declined, and not why.
    const seenBy = async (person: Person) => dataOf(await act(harness(), person, "topic/message/view", { uid: postId })).proposal;
    expect(await seenBy(ben)).toMatchObject({ state: "declined", reason: "" });
    for (const person of [ada, admin]) expect(await seenBy(person)).toMatchObject({ state: "declined", reason });
  });

  it("is its proposer's own; a message that is taken back takes its proposal along", async () => {
    const { uid, postId } = await aProposal();
    for (const person of [ben, admin]) expectError(await withdraw(uid, person), 404, "notFound");
    expect(dataOf(await withdraw(uid))).toEqual({ uid, state: "withdrawn", questionId: null });
    const seenBy = async (person: Person) => dataOf(await act(harness(), person, "topic/message/view", { uid: postId })).proposal;
    expect(await seenBy(ada)).toMatchObject({ state: "withdrawn" });
    for (const person of [ben, admin]) expect(await seenBy(person)).toBeNull();
    // Nor does the team find it elsewhere.
    expectError(await care(harness(), admin, "proposal/view", { uid }), 404, "notFound");
    expectIssues(await careList(harness(), admin, "proposal/get?state=withdrawn"), ["state"]);
    const second = await aProposal();
    dataOf(await act(harness(), ada, "topic/message/delete", { uid: second.postId }));
    expect((await rowOf(second.uid))?.state).toBe("withdrawn");
    const third = await aProposal();
    dataOf(await decline(third.uid));
    dataOf(await act(harness(), ada, "topic/message/delete", { uid: third.postId }));
    expect((await rowOf(third.uid))?.state).toBe("declined");
    // With a topic that nobody has answered go all of its author's.
    const begun = await aTopic(harness(), ada, room.id, { asked: asked(another()) });
    await said(harness(), ada, begun.uid, undefined, { asked: asked(another()) });
    const [first] = await messagesOf(harness(), ada, begun.uid);
    dataOf(await act(harness(), ada, "topic/message/delete", { uid: first.uid }));
    const rows = await sql`select w.state from question_proposals w join forum_posts p on p.id = w.post_id where p.topic_id = ${begun.uid}`;
    expect(rows.map(({ state }) => state)).toEqual(["withdrawn", "withdrawn"]);
    expect(await toldOf(sql, admin)).toEqual([]);
  });
});

describe("a proposal's lifecycle through the API", () => {
  const WAYS: Record<ProposalState, (uid: string) => Promise<unknown>> = {
    proposed: async () => {},
    adopted: (uid) => adopt(uid),
    declined: (uid) => decline(uid),
    withdrawn: (uid) => withdraw(uid),
  };
  const STEPS = [
    ["adopted", "moderator", adopt],
    ["declined", "moderator", decline],
    ["withdrawn", "proposer", withdraw],
  ] as const;

  it.each(PROPOSAL_STATES.flatMap((from) => STEPS.map(([to, by, run]) => [from, to, proposalLife.can(from, to, by), run] as const)))(
    "%s → %s: %s",
    async (from, to, allowed, run) => {
      const { uid } = await aProposal();
      await WAYS[from](uid);
      const before = await rowOf(uid);
      expect(before?.state).toBe(from);
      const answer = await run(uid);
      if (allowed) expect([answer.status, (await rowOf(uid))?.state]).toEqual([200, to]);
      else {
        expectError(answer, 409, "wrongState");
        expect(await rowOf(uid)).toEqual(before);
      }
    },
  );
});

describe("who may decide", () => {
  it("the team alone, over REST and tRPC", async () => {
    const { uid } = await aProposal();
    const chief = await aStranger(harness(), {}, "super_admin");
    const ways = [
      ["proposal/adopt", "adopt", () => adoption(uid)],
      ["proposal/decline", "decline", () => ({ uid, reason })],
    ] as const;
    for (const [rest, procedure, input] of ways) {
      for (const [token, status] of [
        [undefined, 401],
        [ben.token, 403],
        [ada.token, 403],
      ] as const) {
        expect((await harness().call("POST", `/api/admin/community/${rest}`, { token, body: input() })).status).toBe(status);
        const path = `/api/trpc/forum.proposals.${procedure}`;
        expect((await harness().call("POST", path, { token, body: { json: input() } })).status).toBe(status);
      }
    }
    expectError(await careList(harness(), ben, "proposal/get"), 403, "forbidden");
    expect((await rowOf(uid))?.state).toBe("proposed");
    const call = (procedure: string, json: unknown) =>
      harness().call("POST", `/api/trpc/forum.proposals.${procedure}`, { token: chief.token, body: { json } });
    expect((await call("decline", { uid, reason })).status).toBe(200);
    expect((await call("adopt", adoption(uid))).status).toBe(200);
    await sql`update users set role = 'candidate' where id = ${chief.id}`;
  });
});
