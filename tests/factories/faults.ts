import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, vi } from "vitest";
import { type Answer, type Harness, PASSWORD, registerUser } from "#tests/config/harness";
import { seedContent } from "@/server/db/seed";
import { aQuestion, PRACTICE } from "./answers";
import { CATALOGUES } from "./catalogues";
import { openLive } from "./live";
import { type startOwnDatabase, startProcess } from "./processes";
import { demoSecret, signEvent, stripeEvent } from "./stripe-events";
import { requestUpload } from "./uploads";

/** Longer than any wait that the server allows itself: whatever has not answered by then hangs. */
const HANGS_MS = 40_000;

/** The answer, or a failure where there is none. */
export function answered<T>(what: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} hangs`)), HANGS_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

export interface Someone {
  token: string;
  email: string;
}

/** What a test needs to have made while all was well. */
export interface Prepared {
  person: Someone;
  questionId: string;
  /** An answer whose recording is on the device, and the address for it. */
  take: { uid: string; name: string; size: number; type: string; address: string; bytes: Uint8Array };
}

type Told = Pick<Answer, "status" | "headers" | "body">;

let events = 0;

/** Fails a test beside which an error was caught by nobody: it would end a process, and is lost here among vitest's own. */
export function refuseCrashes(): void {
  const crashes: unknown[] = [];
  const onCrash = (error: unknown) => void crashes.push(error);
  beforeAll(() => {
    process.on("uncaughtException", onCrash).on("unhandledRejection", onCrash);
  });
  afterEach(() => {
    expect(crashes.splice(0)).toEqual([]);
  });
  afterAll(() => {
    process.off("uncaughtException", onCrash).off("unhandledRejection", onCrash);
  });
}

/** A disk that gives what stands before this byte of a file, and fails at what comes after it, until the test is over. */
export function failReadsFrom(byte: number): void {
  const read = fs.read.bind(fs) as (...args: unknown[]) => void;
  const reading = vi.spyOn(fs, "read").mockImplementation(((...args: unknown[]) => {
    if (Number(args[4]) >= byte)
      process.nextTick(args.at(-1) as (error: Error) => void, Object.assign(new Error("i/o error"), { code: "EIO" }));
    else read(...args);
  }) as unknown as typeof fs.read);
  onTestFinished(() => reading.mockRestore());
}

/** An event about somebody, or about an invoice of theirs that is paid, as Stripe signs and sends it, under its id. */
export function sendEvent(
  harness: Harness,
  customer: string,
  id = `evt_fault_${process.pid}_${++events}`,
  invoice?: string,
): Promise<Answer> {
  const raw = stripeEvent(id, customer, invoice);
  const signature = signEvent(raw, { secret: demoSecret(harness.env.kept.demoPaymentsKey) });
  return harness.call("POST", "/api/stripe/webhook", { raw, headers: { "stripe-signature": signature } });
}

export const saveAnswer = (harness: Harness, { token }: Someone, questionId: string, key: string, comments: string): Promise<Answer> =>
  harness.call("POST", `${PRACTICE}/answer/save`, {
    token,
    body: { question_id: questionId, comments },
    headers: { "idempotency-key": key },
  });

/** One call of each kind; all of them need the database. */
export function callsOfEachKind(harness: Harness, { person, questionId, take }: Prepared): Record<string, () => Promise<Told>> {
  const { token } = person;
  const live = async (): Promise<Told> => {
    const stream = await openLive(harness.url, token);
    stream.close();
    const headers = new Headers(stream.headers as Record<string, string>);
    return { status: stream.status, headers, body: stream.status === 200 ? undefined : JSON.parse(stream.text()) };
  };
  const put = async (): Promise<Told> => {
    const answer = await fetch(take.address, { method: "PUT", body: new Uint8Array(take.bytes) });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
  return {
    "a REST read": () => harness.call("GET", "/api/account/my-account", { token }),
    "a REST save": () => saveAnswer(harness, person, questionId, randomUUID(), "kind"),
    "a tRPC batch": () => harness.call("GET", "/api/trpc/account.me,practice.categories?batch=1", { token }),
    "a login": () => harness.call("POST", "/api/account/login", { body: { email: person.email, password: PASSWORD } }),
    "a live stream": live,
    "an upload's begin": () => requestUpload(harness, token, take.uid, { name: take.name, size: take.size, type: take.type }),
    "an upload's bytes": put,
    "a webhook": () => sendEvent(harness, "cus_nobody"),
    "a picture": () => harness.call("GET", `/api/user/avatar/${randomUUID()}`),
  };
}

/** A clear answer to come back later, in the form of the API's errors, that tells nothing of what is behind it. */
export function expectAway(kind: string, { status, headers, body }: Told): void {
  expect({ kind, status, retryAfter: headers.get("retry-after") }).toEqual({ kind, status: 503, retryAfter: "5" });
  const [one] = [body].flat();
  const told = one.error ? { ...one.error.json.data, message: one.error.json.message } : one;
  expect({ kind, code: told.code, message: told.message }).toEqual({
    kind,
    code: "unavailable",
    message: CATALOGUES.en.errors.unavailable,
  });
  expect(JSON.stringify(body)).not.toMatch(/select |insert |node_modules|\.ts\b|\.js\b|ECONN|127\.0\.0\.1|stack/i);
}

/** What happened to a connection, by its code; undefined for whatever else went wrong. */
export function connectionFault(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code } = one as NodeJS.ErrnoException;
    if (code && /^(ECONN|EPIPE|ETIMEDOUT|UND_ERR_(SOCKET|CONNECT_TIMEOUT|ABORTED)|ERR_STREAM_PREMATURE_CLOSE)/.test(code)) return code;
  }
  return undefined;
}

/**
 * Asks until it is so; an attempt that throws is no yes.
 * @returns after how many milliseconds it was
 * @throws Error that names what was asked and what the last attempt threw
 */
export async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<number> {
  const begun = performance.now();
  for (;;) {
    let failure: unknown;
    try {
      if (await isSo()) return Math.round(performance.now() - begun);
    } catch (error) {
      failure = error;
    }
    if (performance.now() - begun > HANGS_MS)
      throw new Error(`${what}: not so within ${HANGS_MS} ms${failure === undefined ? "" : `, for ${String(failure)}`}`, {
        cause: failure,
      });
    await wait(20);
  }
}

interface Saved {
  uid: string;
  comments: string;
  tries: number;
}

/** People who save answers all the time, each under its key until it is taken, as a page does. */
export function startSaving(harness: Harness, person: Someone, questionId: string, people = 6) {
  const saved: Saved[] = [];
  const refusals = new Map<string, number>();
  let over = false;
  const one = async () => {
    while (!over) {
      const key = randomUUID();
      for (let tries = 1; ; tries++) {
        const answer = await saveAnswer(harness, person, questionId, key, key).catch((error) => {
          if (connectionFault(error) === undefined) throw error;
          return undefined;
        });
        if (answer?.status === 200) {
          saved.push({ uid: answer.body.data.uid, comments: key, tries });
          break;
        }
        const why = answer ? `${answer.status} ${answer.body.code}` : "no answer";
        refusals.set(why, (refusals.get(why) ?? 0) + 1);
        await wait(100);
      }
      await wait(5);
    }
  };
  const working = Promise.all(Array.from({ length: people }, one));
  return {
    saved,
    refusals,
    /** Each has what they were at. */
    end: async () => {
      over = true;
      await working;
    },
  };
}

/** Each save that was acknowledged is there, under its number, and once. */
export async function expectEachOnce(sql: postgres.Sql, saved: readonly Saved[]): Promise<void> {
  const rows = await sql<{ id: string; comments: string }[]>`
    select id, comments from answers where comments = any(${saved.map(({ comments }) => comments)})`;
  expect(rows).toHaveLength(saved.length);
  expect(new Map(rows.map(({ id, comments }) => [comments, id]))).toEqual(new Map(saved.map(({ uid, comments }) => [comments, uid])));
}

/** An app that works on a database of its own, with somebody who practises a question there. */
export async function startSaver(database: Awaited<ReturnType<typeof startOwnDatabase>>) {
  const app = await startProcess(database.env, database.url);
  await seedContent(app.app.services.db);
  void app.app.work();
  const person = await registerUser(app);
  return { app, sql: postgres(database.url, { max: 1, onnotice: () => {} }), person, questionId: await aQuestion(app, person.token) };
}
