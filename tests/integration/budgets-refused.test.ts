import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Answer, type Harness, registerUser, startHarness } from "#tests/config/harness";
import type { LimitClass } from "@/server/http/rate-limits";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ RATE_LIMITS: "on", TRUST_PROXY: "on" });
});
afterAll(() => harness?.close());

let addresses = 0;
interface Caller {
  token: string;
  /** Seen through a proxy that names an address of theirs alone. */
  headers: Record<string, string>;
}
const somebody = async (): Promise<Caller> => {
  const { token } = await registerUser(harness);
  return { token, headers: { "x-forwarded-for": `203.0.113.${++addresses}` } };
};
const address = () => `${randomUUID()}@example.org`;

interface Spending {
  /** What a minute lets through. */
  points: number;
  /** How much of that one request spends, where it is more than one. */
  at?: number;
  call: (caller: Caller) => Promise<Answer>;
}

/** A call of each kind that is refused over HTTP nowhere else. */
const CALLS: Partial<Record<LimitClass, Spending>> = {
  mail: {
    points: 10,
    call: ({ headers }) => harness.call("POST", "/api/user/forget/password", { headers, body: { email: address() } }),
  },
  payment: {
    points: 30,
    call: (caller) => harness.call("POST", "/api/user/personalization/subscription/refresh", caller),
  },
  lookup: {
    points: 60,
    call: ({ headers }) => harness.call("GET", "/api/user/web/subscription/plan/get", { headers }),
  },
  typing: {
    points: 240,
    at: 20,
    call: (caller) => harness.call("POST", `/api/trpc/${Array(20).fill("forum.posts.typing").join()}?batch=1`, { ...caller, body: {} }),
  },
  calendar: {
    points: 60,
    call: ({ headers }) => harness.call("GET", `/api/trades/calendar/${randomUUID()}/guessed.ics`, { headers }),
  },
};

it.each(Object.entries(CALLS))(
  "%s: a minute lets so many through, and tells the next when to come again",
  async (_, { points, at = 1, call }) => {
    const caller = await somebody();
    const answers: Answer[] = [];
    while (answers.length * at < points) answers.push(await call(caller));
    expect(answers.filter(({ status }) => status === 429)).toEqual([]);

    const { status, headers, body } = await call(caller);
    const [first] = [body].flat();
    const told = first.error?.json.data ?? first;
    expect([status, told.code]).toEqual([429, "tooManyRequests"]);
    expect(headers.get("retry-after")).toMatch(/^([1-9]|[1-5]\d|60)$/);
    // Others have theirs still.
    expect((await call(await somebody())).status).not.toBe(429);
  },
);
