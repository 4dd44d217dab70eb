import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Harness } from "#tests/config/harness";

export const PRACTICE = "/api/user/personalization/practice";

/** A category of the seeded bank that has questions, and its questions' first page. */
export async function aCategory(harness: Harness, token: string) {
  const { body } = await harness.call("GET", `${PRACTICE}/category/get`, { token });
  const category = body.data.find((item: { questions: number }) => item.questions > 10);
  const questions = await harness.call("GET", `${PRACTICE}/question/get?category_id=${category.uid}`, { token });
  return { category, questions: questions.body.data as { uid: string; text: string; reading_time: number; answer_time: number }[] };
}

export async function aQuestion(harness: Harness, token: string): Promise<string> {
  const { questions } = await aCategory(harness, token);
  const [first] = questions;
  if (!first) throw new Error("the bank has no question");
  return first.uid;
}

export const RATINGS = { clarity: 4, logic_relevance: 3, expertise_insight: 5, attitude_engagement: 2, rating_overall: 4 };

/** How files of recordings begin, by their types; the server looks no further. */
const HEADS = {
  webm: [0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 0x01],
  mp4: [0, 0, 0, 24, ...Buffer.from("ftypisom")],
  ogg: [...Buffer.from("OggS")],
};

/** Bytes that begin as a recording does, with noise behind. */
export function takeBytes(size: number, type = "video/webm"): Buffer {
  const bytes = randomBytes(size);
  bytes.set(HEADS[type.split("/")[1] as keyof typeof HEADS].slice(0, size));
  return bytes;
}

/** Bytes that stand for a recording, and what is announced of them. */
export function recordingOf(size: number, type = "video/webm") {
  const bytes = takeBytes(size, type);
  return {
    bytes,
    recording: {
      kind: type.startsWith("video") ? ("video" as const) : ("audio" as const),
      type,
      size,
      duration_ms: 61_000,
      overrun_ms: 1000,
      md5: createHash("md5").update(bytes).digest("hex"),
    },
  };
}

/** Saves an answer that is still on the device, with the recording that it announces. */
export async function capturedAnswer(harness: Harness, token: string, size = 5000, type?: string) {
  const uid = randomUUID();
  const { bytes, recording } = recordingOf(size, type);
  const question_id = await aQuestion(harness, token);
  const saved = await harness.call("POST", `${PRACTICE}/answer/save`, { token, body: { uid, question_id, recording } });
  if (saved.status !== 200) throw new Error(`not saved: ${JSON.stringify(saved.body)}`);
  return { uid, bytes, recording, name: `${uid}.webm`, question_id };
}

export async function answerDetail(harness: Harness, token: string, uid: string) {
  const { body } = await harness.call("POST", `${PRACTICE}/answer/detail/get`, { token, body: { uid } });
  return body.data;
}
