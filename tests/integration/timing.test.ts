import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { insertPerson } from "#tests/factories/bulk";
import { hashPassword } from "@/server/passwords";

const harness = useHarness();
const PAIRS = 30;
const WARM_UP = 3;
let known: string[];
beforeAll(async () => {
  const passwordHash = await hashPassword("correct horse battery");
  // An address each: after five tries one is locked, and after five mails one has had its share.
  known = Array.from({ length: PAIRS + WARM_UP }, () => `${randomUUID()}@example.com`);
  for (const email of known) await insertPerson(harness().app.services.db, { email, passwordHash });
});

async function timed(path: string, body: unknown): Promise<number> {
  const begun = performance.now();
  await harness().call("POST", path, { body });
  return performance.now() - begun;
}

const quantile = (sorted: number[], q: number): number => sorted[Math.floor((sorted.length - 1) * q)] ?? 0;

describe("the time that an answer takes", () => {
  it.each([
    ["/api/user/forget/password", {}],
    ["/api/account/login", { password: "a wrong password" }],
    ["/api/user/login", { password: "a wrong password" }],
  ])("POST %s does not tell whether an address has an account", async (path, more) => {
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    for (const [at, email] of known.entries()) {
      const pair = [
        { kind: "known", email },
        { kind: "unknown", email: `${randomUUID()}@example.com` },
      ] as const;
      // Each goes first as often as second, so that neither profits from the other.
      for (const { kind, email: address } of at % 2 ? pair : pair.toReversed()) {
        const took = await timed(path, { email: address, ...more });
        if (at >= WARM_UP) times[kind].push(took);
      }
    }
    const sorted = { known: times.known.sort((a, b) => a - b), unknown: times.unknown.sort((a, b) => a - b) };
    const difference = Math.abs(quantile(sorted.known, 0.5) - quantile(sorted.unknown, 0.5));
    // The middle half of the times: what a busy machine adds now and then does not widen it.
    const spread = Math.max(...Object.values(sorted).map((one) => quantile(one, 0.75) - quantile(one, 0.25)));
    expect(difference).toBeLessThan(spread);
  });
});
