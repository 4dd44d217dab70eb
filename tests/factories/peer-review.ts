import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type postgres from "postgres";
import { v7 as uuidv7 } from "uuid";
import type { Answer, Harness } from "#tests/config/harness";
import { prepareRequests } from "@/features/peer-review/recordings/mutations";
import { openRequest } from "@/features/peer-review/requests/mutations";
import { tidy } from "@/features/peer-review/upkeep/mutations";
import { RATING_SCALES, type RatingScale } from "@/lib/enums/practice";
import type { UserContext } from "@/server/api/context";
import { openSession } from "@/server/auth";
import type { Database } from "@/server/db/client";
import { answers, questions, reviewRequests, type users } from "@/server/db/schema";
import { aQuestion, PRACTICE, RATINGS } from "./answers";
import { insertPerson } from "./bulk";
import { dataOf } from "./forum";
import { markedRecording } from "./marked-media";
import { type Chance, chance } from "./random";
import { putFile, uploadAddress } from "./uploads";

export const REVIEW = "/api/user/personalization/peer-review";

export interface Peer {
  id: string;
  token: string;
}

/** Somebody with a confirmed address who is signed in, without the work of a password. */
export async function aPeer({ app }: Harness, overrides: Partial<typeof users.$inferInsert> = {}): Promise<Peer> {
  const { db, tokens } = app.services;
  const id = await insertPerson(db, { emailVerifiedAt: new Date(), ...overrides });
  const token = await openSession(db, tokens, { userId: id, userAgent: "test", method: "password", hours: 12, now: new Date() });
  return { id, token };
}

export async function peers(harness: Harness, howMany: number, overrides?: Partial<typeof users.$inferInsert>): Promise<Peer[]> {
  const people: Peer[] = [];
  for (let n = 0; n < howMany; n++) people.push(await aPeer(harness, overrides));
  return people;
}

/** The context of a call by somebody, for the feature's own functions. */
export const contextOf = (harness: Harness, id: string, more: Partial<UserContext> = {}): UserContext => ({
  ...harness.app.services,
  actor: { id, role: "candidate", sessionId: id, authenticatedAt: new Date(), emailConfirmed: true },
  authError: null,
  locale: "en",
  requestId: "test",
  address: "127.0.0.1",
  userAgent: "",
  idempotencyKey: undefined,
  unanswered: [],
  answerHeaders: {},
  cookies: "",
  ...more,
});

export interface Recorded {
  bytes: Buffer;
  recording: { kind: "audio" | "video"; type: string; size: number; duration_ms: number; md5: string };
}

let minute: Promise<Recorded> | undefined;
/** A minute of silence, made once. */
const silence = () => {
  minute ??= markedRecording({ title: "", artist: "", comment: "", track: "" }, { seconds: 60, video: false });
  return minute;
};

/** A stored take with a minute of sound, whose file nobody asks for. */
export async function aTake({ app }: Harness, userId: string, overrides: Partial<typeof answers.$inferInsert> = {}): Promise<string> {
  const { db } = app.services;
  const [question] = await db.select({ id: questions.id }).from(questions).orderBy(questions.id).limit(1);
  const id = uuidv7();
  await db.insert(answers).values({
    id,
    userId,
    questionId: question?.id ?? "",
    state: "self_rated",
    readingTime: 1,
    answerTime: 1,
    recordingKind: "audio",
    mimeType: "audio/webm",
    sizeBytes: 5000,
    durationMs: 60_000,
    md5: id.replaceAll("-", ""),
    fileKey: `take${id.replaceAll("-", "")}`,
    clarity: 3,
    logicRelevance: 3,
    expertiseInsight: 3,
    attitudeEngagement: 3,
    ratingOverall: 3,
    storedAt: new Date(),
    ...overrides,
  });
  return id;
}

/** The same with a file that can be played. */
export async function aRealTake(harness: Harness, userId: string): Promise<string> {
  const { bytes, recording } = await silence();
  const { type, size: sizeBytes } = recording;
  const fileKey = await harness.app.services.files.save({ name: "take.webm", type, bytes: new Blob([new Uint8Array(bytes)]) });
  return aTake(harness, userId, { mimeType: type, sizeBytes, fileKey });
}

/** What the job does that frees recordings of what may name somebody, and opens their requests. */
export const prepare = ({ app }: Harness): Promise<void> => prepareRequests(app.services);

/** What the clock does: it ends what is over, tells whoever is to be told of it, and forgets what is not kept. */
export const tidyUp = ({ app }: Harness): Promise<void> => tidy(app.services, new Date());

/** A request that stands in the queue, as if its copy were there. @returns its id, and the take's */
export async function asked(
  harness: Harness,
  author: Peer,
  more: Record<string, unknown> = {},
  take: Partial<typeof answers.$inferInsert> = {},
) {
  const answerId = await aTake(harness, author.id, take);
  const uid = dataOf(await ask(harness, author, answerId, more)).uid as string;
  await open(harness.app.services.db, uid, new Date());
  return { author, answerId, uid };
}

/** Puts a request into the queue without its copy. */
export const open = (db: Database, uid: string, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const [row] = await tx.select().from(reviewRequests).where(eq(reviewRequests.id, uid));
    if (row) await openRequest(tx, row, now);
    await tx
      .update(reviewRequests)
      .set({ copyKey: `copy${uid.replaceAll("-", "")}` })
      .where(eq(reviewRequests.id, uid));
  });

/** A request with a copy that can be played. */
export async function askedAloud(harness: Harness, author: Peer, more: Record<string, unknown> = {}) {
  const answerId = await aRealTake(harness, author.id);
  const uid = dataOf(await ask(harness, author, answerId, more)).uid as string;
  await prepare(harness);
  return { author, answerId, uid };
}

/** A recording that was lent to somebody. */
export async function lent(harness: Harness, reviewer: Peer): Promise<string> {
  const assignment = dataOf(await pull(harness, reviewer));
  if (!assignment) throw new Error("nothing waits");
  return assignment.uid;
}

/** A review that somebody gave of whatever came next. */
export async function gives(harness: Harness, reviewer: Peer, more: Record<string, unknown> = {}) {
  return dataOf(await review(harness, reviewer, aReview(await lent(harness, reviewer), more)));
}

/** Nobody has asked for anything, and nobody has met anybody. */
export async function forgetReviews(sql: postgres.Sql): Promise<void> {
  for (const table of ["review_cases", "peer_reviews", "review_requests", "review_pairs"]) await sql`delete from ${sql(table)}`;
}

/** As if it had all happened so many hours ago: every instant of the tables that the clock decides by. */
export async function hoursPass(sql: postgres.Sql, hours: number): Promise<void> {
  for (const table of ["review_requests", "review_assignments", "review_pairs", "peer_reviews", "review_cases"]) {
    const columns = await sql`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and data_type = 'timestamp with time zone'`;
    const earlier = columns.map(({ name }) => `${name} = ${name} - make_interval(secs => ${Math.round(hours * 3600)})`);
    await sql.unsafe(`update ${table} set ${earlier.join(", ")}`);
  }
}

/** A take whose file really came by the upload route. */
export async function uploadedTake(harness: Harness, token: string, { bytes, recording }: Recorded, rated = true): Promise<string> {
  const uid = randomUUID();
  const question_id = await aQuestion(harness, token);
  const body = { uid, question_id, recording, ...(rated ? { rate_your_self: RATINGS } : {}) };
  const saved = await harness.call("POST", `${PRACTICE}/answer/save`, { token, body });
  if (saved.status !== 200) throw new Error(`not saved: ${JSON.stringify(saved.body)}`);
  const { type, size } = recording;
  const name = `${uid}.${type.endsWith("webm") ? "webm" : "mp4"}`;
  const put = await putFile(await uploadAddress(harness, token, uid, { name, size, type }), bytes, type);
  if (put.status !== 200) throw new Error(`not stored: ${put.status} ${JSON.stringify(put.body)}`);
  return uid;
}

const post = (
  harness: Harness,
  token: string | undefined,
  what: string,
  body: unknown,
  headers?: Record<string, string>,
): Promise<Answer> => harness.call("POST", `${REVIEW}/${what}`, { token, body, ...(headers ? { headers } : {}) });

export const ask = (
  harness: Harness,
  { token }: Pick<Peer, "token">,
  answer_id: string,
  more: Record<string, unknown> = {},
  headers?: Record<string, string>,
) => post(harness, token, "request/save", { answer_id, ...more }, headers);
export const pull = (harness: Harness, { token }: Pick<Peer, "token">, headers?: Record<string, string>) =>
  post(harness, token, "assignment/next", {}, headers);
export const review = (harness: Harness, { token }: Pick<Peer, "token">, body: unknown, headers?: Record<string, string>) =>
  post(harness, token, "review/save", body, headers);
export const act = (harness: Harness, { token }: Pick<Peer, "token">, what: string, body: unknown = {}) => post(harness, token, what, body);
export const get = (harness: Harness, { token }: Pick<Peer, "token">, what: string, query: Record<string, string | number> = {}) =>
  harness.call("GET", `${REVIEW}/${what}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`, {
    token,
  });

/** How a request stands for whoever made it. */
export const detail = async (harness: Harness, author: Pick<Peer, "token">, uid: string) =>
  dataOf(await act(harness, author, "request/detail/get", { uid }));

/** The reviews that somebody got, by the path of the specification. */
export const received = (harness: Harness, { id, token }: Peer, userId = id, page: unknown = 1): Promise<Answer> =>
  harness.call("GET", `/answer/peer-review/${userId}?page=${page}`, { token });

export const deletesTake = async (harness: Harness, { token }: Pick<Peer, "token">, uid: string) =>
  dataOf(await harness.call("POST", `${PRACTICE}/answer/delete`, { token, body: { uid } }));

/** A call of those who look after reviews, by the end of its path: one with a body does something, one without looks. */
export const care = (harness: Harness, { token }: Pick<Peer, "token">, what: string, body?: unknown): Promise<Answer> =>
  harness.call(body === undefined ? "GET" : "POST", `/api/admin/peer-review/${what}`, { token, body });

/** What a careful reviewer says of a minute of sound. */
export const saidOf = (dice: Chance) => ({
  ratings: Object.fromEntries(RATING_SCALES.map((scale) => [scale, dice.between(1, 5)])) as Record<RatingScale, number>,
  good: "The example was concrete, and the numbers behind it made it easy to believe.",
  suggestion: "Say the result first, then how you came to it: the end comes as a surprise now.",
  comments: [{ second: dice.between(0, 59), text: "Here it becomes clear what the task was." }],
  heard: [[0, dice.between(31_000, 60_000)]] as [number, number][],
});

/** A review that has all that is asked for, in the form of the REST path. */
export const aReview = (assignmentId: string, more: Record<string, unknown> = {}) => {
  const { ratings, ...said } = saidOf(chance(1));
  return { assignmentId, ...ratings, ...said, ...more };
};
