import { randomUUID } from "node:crypto";
import type { Harness } from "#tests/config/harness";
import { PRACTICE, RATINGS, recordingOf } from "./answers";

export const SIMULATION = `${PRACTICE}/simulation`;

export interface Sitting {
  uid: string;
  state: string;
  places: { position: number; begunMs: number | null; taken: boolean; question: { uid: string; text: string } | null }[];
}

const post = (harness: Harness, path: string, token: string | undefined, body: unknown) => harness.call("POST", path, { token, body });

export async function planned(harness: Harness, token: string, change = {}): Promise<Sitting> {
  const { status, body } = await post(harness, `${SIMULATION}/plan`, token, { questions: 3, readingTime: 0.5, answerTime: 0.5, ...change });
  if (status !== 200) throw new Error(`not planned: ${JSON.stringify(body)}`);
  return body.data;
}

export async function running(harness: Harness, token: string): Promise<Sitting> {
  const { uid } = await planned(harness, token);
  return (await post(harness, `${SIMULATION}/start`, token, { uid })).body.data;
}

/** Gives out a question. @returns its id */
export async function begun(harness: Harness, token: string, uid: string, position: number): Promise<string> {
  const { body } = await post(harness, `${SIMULATION}/question/begin`, token, { uid, position });
  const question = (body.data as Sitting | undefined)?.places[position - 1]?.question?.uid;
  if (!question) throw new Error(`not begun: ${JSON.stringify(body)}`);
  return question;
}

/** A take for a place as a device brings it: a second of answer, at once. */
export const takeFor = (simulation: string, position: number, question_id: string, change = {}) => ({
  uid: randomUUID(),
  question_id,
  recording: { ...recordingOf(4000).recording, duration_ms: 1000, overrun_ms: 0 },
  simulation: { uid: simulation, position, started_after_ms: 500 },
  ...change,
});

export const bring = (harness: Harness, token: string | undefined, take: unknown) => post(harness, `${PRACTICE}/answer/save`, token, take);

/** A whole simulation of three, its first two questions answered and the first one rated. */
export async function sat(harness: Harness, token: string, ratings = RATINGS) {
  const { uid } = await running(harness, token);
  const answers: string[] = [];
  for (const position of [1, 2, 3]) {
    const question = await begun(harness, token, uid, position);
    if (position === 3) continue;
    const take = takeFor(uid, position, question);
    await bring(harness, token, { ...take, ...(position === 1 ? { rate_your_self: ratings } : {}) });
    answers.push(take.uid);
  }
  const { body } = await post(harness, `${SIMULATION}/finish`, token, { uid });
  if (body.data?.state !== "finished") throw new Error(`not finished: ${JSON.stringify(body)}`);
  return { uid, answers };
}
