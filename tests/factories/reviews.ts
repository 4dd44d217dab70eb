import { createHash, randomBytes, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Harness } from "#tests/config/harness";
import { prepareRequests } from "@/features/peer-review/recordings/mutations";
import { answers } from "@/server/db/schema";
import { aQuestion, PRACTICE, RATINGS } from "./answers";

export const PEER = "/api/user/personalization/peer-review";

const size = (length: number): number[] => [0x10 | (length >>> 24), (length >>> 16) & 255, (length >>> 8) & 255, length & 255];

/** An element of WebM: an id, a length in four bytes, a content. */
export const ebml = (id: number[], ...content: (Uint8Array | string)[]): Buffer => {
  const body = Buffer.concat(content.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
  return Buffer.concat([Buffer.from(id), Buffer.from(size(body.length)), body]);
};

/** A recording's file as WebM has it, small, which says of its maker what is given. */
export function webmOf({ title = "", writer = "", tag = "" } = {}): Buffer {
  const info = ebml([0x15, 0x49, 0xa9, 0x66], ebml([0x7b, 0xa9], title), ebml([0x57, 0x41], writer), ebml([0x4d, 0x80], writer));
  const tags = tag ? ebml([0x12, 0x54, 0xc3, 0x67], ebml([0x73, 0x73], ebml([0x67, 0xc8], tag))) : Buffer.alloc(0);
  const cluster = ebml([0x1f, 0x43, 0xb6, 0x75], ebml([0xe7], Buffer.from([0])), ebml([0xa3], randomBytes(64)));
  const segment = ebml([0x18, 0x53, 0x80, 0x67], info, cluster, tags);
  return Buffer.concat([ebml([0x1a, 0x45, 0xdf, 0xa3], ebml([0x42, 0x82], "webm")), segment]);
}

interface Taken {
  rated?: boolean;
  kind?: "audio" | "video";
  bytes?: Buffer;
}

/** A take that is on the server with its file, and rated unless told otherwise. @returns its id */
export async function storedTake(harness: Harness, token: string, { rated = true, kind = "audio", bytes = webmOf() }: Taken = {}) {
  const uid = randomUUID();
  const type = `${kind}/webm`;
  const recording = { kind, type, size: bytes.length, duration_ms: 60_000, md5: createHash("md5").update(bytes).digest("hex") };
  const question_id = await aQuestion(harness, token);
  const body = { uid, question_id, recording, ...(rated ? { rate_your_self: RATINGS } : {}) };
  const saved = await harness.call("POST", `${PRACTICE}/answer/save`, { token, body });
  if (saved.status !== 200) throw new Error(`not saved: ${JSON.stringify(saved.body)}`);
  const { db, files } = harness.app.services;
  const fileKey = await files.save({ name: `${uid}.webm`, type, bytes: new Blob([new Uint8Array(bytes)]) });
  const state = rated ? ("self_rated" as const) : ("stored" as const);
  await db.update(answers).set({ fileKey, state, storedAt: new Date() }).where(eq(answers.id, uid));
  return uid;
}

/** Asks for reviews of a take, and makes its copies as the job does. */
export async function askedFor(harness: Harness, token: string, answer_id: string, more: Record<string, unknown> = {}) {
  const answer = await harness.call("POST", `${PEER}/request/save`, { token, body: { answer_id, ...more } });
  if (answer.status !== 200) throw new Error(`not asked for: ${JSON.stringify(answer.body)}`);
  await prepareRequests(harness.app.services);
  return answer.body.data as { uid: string; preparing: boolean };
}

/** A review that is careful enough. */
export const reviewOf = (assignmentId: string) => ({
  assignmentId,
  ...RATINGS,
  comments: [{ second: 3, text: "A clear beginning: I knew at once what it was about." }],
  good: "You said what you did yourself, and what came of it, in plain words.",
  suggestion: "Name one number that shows what changed, and say it before the last sentence.",
  heard: [[0, 45_000]],
});
