import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { answerDetail, PRACTICE, RATINGS } from "#tests/factories/answers";
import { askedFor, PEER, reviewOf, storedTake, webmOf } from "#tests/factories/reviews";
import { sendFile } from "#tests/factories/uploads";
import { tidy } from "@/features/peer-review/upkeep/mutations";
import { answers, notifications, reviewRequests, storedFiles } from "@/server/db/schema";

const harness = useHarness();

const post = (path: string, token: string, body: unknown = {}) => harness().call("POST", `${PEER}/${path}`, { token, body });
/** What somebody was told of, in the order of its kinds. */
const kinds = async (userId: string): Promise<string[]> => {
  const rows = await harness().app.services.db.select().from(notifications).where(eq(notifications.userId, userId));
  return rows.map(({ kind }) => kind).sort();
};

/** Whatever stands in the queue already is not what the next reviewer is to get. */
async function onlyWaits(uid: string): Promise<void> {
  const { db } = harness().app.services;
  await db.update(answers).set({ deletedAt: new Date() }).where(eq(answers.state, "in_review"));
  const [row] = await db.select().from(reviewRequests).where(eq(reviewRequests.id, uid));
  if (row) await db.update(answers).set({ deletedAt: null }).where(eq(answers.id, row.answerId));
}

it("goes from a wish to a review that is read, thanked for and tried", async () => {
  const author = await registerUser(harness());
  const reviewer = await registerUser(harness());
  const uid = await storedTake(harness(), author.token, { rated: false, bytes: webmOf({ title: "Ada Testova" }) });
  const request = await askedFor(harness(), author.token, uid);
  await onlyWaits(request.uid);
  expect(request.preparing).toBe(true);
  expect((await answerDetail(harness(), author.token, uid)).state).toBe("in_review");
  expect((await post("request/save", author.token, { answer_id: uid })).body.data).toMatchObject({ uid: request.uid, preparing: false });

  expect((await post("assignment/next", author.token)).body).toEqual({ data: null });
  const lent = (await post("assignment/next", reviewer.token)).body.data;
  expect(lent).toMatchObject({ state: "leased", stage: "whole", recording: { kind: "audio", type: "audio/webm", duration_ms: 60_000 } });
  expect((await post("assignment/next", reviewer.token)).body.data.uid).toBe(lent.uid);
  const file = Buffer.from(await (await fetch(lent.recording.link)).arrayBuffer());
  expect(file.includes("Ada")).toBe(false);
  expect(file.subarray(0, 4)).toEqual(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]));

  await post("assignment/draft/save", reviewer.token, { uid: lent.uid, ratings: { clarity: 3 }, good: "Half" });
  expect((await post("assignment/detail/get", reviewer.token, { uid: lent.uid })).body.data.draft).toMatchObject({
    good: "Half",
    ratings: { clarity: 3 },
  });
  const careless = await post("review/save", reviewer.token, { ...reviewOf(lent.uid), good: "Fine." });
  expect(careless).toMatchObject({ status: 422, body: { code: "careMissing", issues: [{ path: ["good"] }] } });
  const given = await post("review/save", reviewer.token, reviewOf(lent.uid));
  expect(given.body.data).toMatchObject({ state: "published", ratings: RATINGS, retake: false, decision: null });
  expect((await post("review/save", reviewer.token, reviewOf(lent.uid))).body.data.uid).toBe(given.body.data.uid);

  const read = async () => (await post("request/detail/get", author.token, { uid: request.uid })).body.data;
  expect(await read()).toMatchObject({ hidden: true, received: 1, reviews: [], peers: null });
  const mine = `/answer/peer-review/${author.user.uid}`;
  expect((await harness().call("GET", mine, { token: author.token })).body).toEqual({ data: [], meta: { total: 0 } });
  await harness().call("POST", `${PRACTICE}/answer/save`, { token: author.token, body: { uid, rate_your_self: RATINGS } });
  const shown = await read();
  expect(shown).toMatchObject({ hidden: false, unread: 1, peers: { clarity: { median: 4 } }, reviews: [{ state: "published" }] });
  const records = await harness().call("GET", mine, { token: author.token });
  expect(records.body).toMatchObject({ data: [{ question_id: lent.question_id, answer_id: uid }], meta: { total: 1 } });
  expect((await harness().call("GET", mine, { token: reviewer.token })).status).toBe(404);

  const review = shown.reviews[0].uid;
  expect((await post("review/thank", author.token, { uid: review })).body.data.state).toBe("thanked");
  expect((await post("review/helpful", author.token, { uid: review, helpful: true })).body.data.helpful).toBe(true);
  const again = await storedTake(harness(), author.token);
  expect((await post("review/retake", author.token, { uid: review, answer_id: again })).body).toEqual({ data: { retaken: true } });
  const entry = (await post("review/given/detail/get", reviewer.token, { uid: given.body.data.uid })).body.data;
  expect(entry).toMatchObject({ state: "thanked", helpful: true, retake: true });
  expect(await kinds(reviewer.user.uid)).toEqual(["review_retake", "review_thanked"]);
  expect(await kinds(author.user.uid)).toEqual(["review_first"]);

  expect((await post("request/save", author.token, { answer_id: again })).body).toMatchObject({ code: "reviewsOwed" });
  const overview = await harness().call("GET", `${PEER}/overview/get`, { token: reviewer.token });
  expect(overview.body.data).toMatchObject({ given: 1, asked: 0, owed: 0, active: null, waitingSeconds: null, languages: ["en"] });
});

it("has the author's device keep the video back until the voice was rated", async () => {
  const author = await registerUser(harness());
  const reviewer = await registerUser(harness());
  const uid = await storedTake(harness(), author.token, { kind: "video" });
  const { uid: request } = await askedFor(harness(), author.token, uid, { staged: true });
  await onlyWaits(request);
  expect((await post("request/of-answer/get", author.token, { answer_id: uid })).body.data).toMatchObject({ awaitsVoice: true });
  expect((await post("assignment/next", reviewer.token)).body.data).toBeNull();

  const bytes = webmOf({ title: "Ada's voice" });
  const file = { name: `${request}.webm`, type: "audio/webm" };
  const sent = await sendFile(harness(), author.token, "reviewVoice", bytes, file, { uid: request });
  expect(sent.body).toMatchObject({ serverData: { stored: true } });
  await askedFor(harness(), author.token, uid);

  const lent = (await post("assignment/next", reviewer.token)).body.data;
  expect(lent).toMatchObject({ stage: "voice", recording: { kind: "audio", type: "audio/webm" } });
  expect(Buffer.from(await (await fetch(lent.recording.link)).arrayBuffer()).includes("Ada")).toBe(false);
  expect((await post("review/save", reviewer.token, reviewOf(lent.uid))).body.code).toBe("wrongState");
  const video = await post("assignment/first/save", reviewer.token, { uid: lent.uid, ratings: RATINGS });
  expect(video.body.data).toMatchObject({ stage: "video", firstRatings: RATINGS, recording: { kind: "video", type: "video/webm" } });
});

it("takes a lent recording back with its copies when the take is deleted, and when it is given back", async () => {
  const author = await registerUser(harness());
  const [one, other] = [await registerUser(harness()), await registerUser(harness())];
  const uid = await storedTake(harness(), author.token);
  const { uid: request } = await askedFor(harness(), author.token, uid);
  await onlyWaits(request);
  const first = (await post("assignment/next", one.token)).body.data;
  await post("assignment/release", one.token, { uid: first.uid });
  expect((await post("assignment/next", one.token)).body.data).toBeNull();
  const lent = (await post("assignment/next", other.token)).body.data;
  const { db } = harness().app.services;
  const [row] = await db.select().from(reviewRequests).where(eq(reviewRequests.id, request));
  await harness().call("POST", `${PRACTICE}/answer/delete`, { token: author.token, body: { uid } });
  expect((await post("assignment/detail/get", other.token, { uid: lent.uid })).body.data).toMatchObject({
    state: "released",
    recording: null,
  });
  expect((await post("review/save", other.token, reviewOf(lent.uid))).body.code).toBe("leaseEnded");
  await tidy(harness().app.services);
  expect((await post("request/detail/get", author.token, { uid: request })).body.data).toMatchObject({
    state: "withdrawn",
    withdrawnFor: "deleted",
  });
  expect(
    await db
      .select()
      .from(storedFiles)
      .where(eq(storedFiles.key, row?.copyKey ?? "")),
  ).toEqual([]);
  expect((await fetch(lent.recording.link)).status).toBe(404);
});

it("tells an author whose file cannot be read, and leaves the take as it was", async () => {
  const author = await registerUser(harness());
  const uid = await storedTake(harness(), author.token, { bytes: Buffer.alloc(500, "no recording ") });
  const { uid: request } = await askedFor(harness(), author.token, uid);
  expect((await post("request/detail/get", author.token, { uid: request })).body.data).toMatchObject({
    state: "withdrawn",
    withdrawnFor: "unreadable",
  });
  expect((await answerDetail(harness(), author.token, uid)).state).toBe("private");
  expect(await kinds(author.user.uid)).toEqual(["review_unreadable"]);
});
