import { deepStrictEqual } from "node:assert";
import type { Child } from "./child";
import { CONNECTIONS } from "./database";
import type { LoadPlan, LoadResult } from "./load";
import type { Usage } from "./usage";

const WARM_UP_MS = 2000;
const ROUND_MS = 1500;
const ROUNDS = 7;

export interface Target {
  name: string;
  aim?: number;
  server: Child;
  url: string;
  targets: string[];
  /** The list inside an answer. */
  unwrap(body: never): unknown;
}

interface Round extends LoadResult {
  /** Processor time of the server per request, in microseconds. */
  cpu: number;
}

/** Servers that give the same answer, in rounds that take turns: what else the machine does hits all alike. The first is what others are compared with. */
export async function compare(title: string, targets: Target[], tokens: string[], load: Child): Promise<void> {
  await compareAnswers(targets, tokens[0] ?? "");
  print(title, await takeTurns(targets, tokens, load));
}

async function takeTurns(all: Target[], tokens: string[], load: Child): Promise<Map<Target, Round[]>> {
  const plan = ({ url, targets }: Target, ms: number): LoadPlan => ({ url, targets, tokens, ms });
  for (const target of all) await load.ask("load", plan(target, WARM_UP_MS));
  const rounds = new Map<Target, Round[]>(all.map((target) => [target, []]));
  for (let n = 0; n < ROUNDS; n++) {
    for (const target of all) {
      const before = await target.server.ask<Usage>("usage");
      const result = await load.ask<LoadResult>("load", plan(target, ROUND_MS));
      const after = await target.server.ask<Usage>("usage");
      rounds.get(target)?.push({ ...result, cpu: (after.cpu - before.cpu) / result.requests });
    }
  }
  return rounds;
}

/** A comparison means something only if everybody gives the same answer. */
async function compareAnswers(targets: Target[], token: string): Promise<void> {
  const read = async ({ url, targets, unwrap }: Target) => {
    const response = await fetch(url + targets.at(-1), { headers: { authorization: `Bearer ${token}` } });
    return unwrap((await response.json()) as never);
  };
  const [expected, ...others] = await Promise.all(targets.map(read));
  for (const other of others) deepStrictEqual(other, expected);
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function print(title: string, rounds: Map<Target, Round[]>): void {
  const bare = [...rounds.values()][0] ?? [];
  console.log(`\n${title}, signed in: medians of ${ROUNDS} rounds, ${CONNECTIONS} connections`);
  const table = [...rounds].map(([{ name, aim }, own]) => {
    const ratios = own.map((round, n) => round.perSecond / (bare[n]?.perSecond ?? 1));
    return {
      server: name,
      "req/s": Math.round(median(own.map((round) => round.perSecond))),
      "ratio to bare": median(ratios).toFixed(2),
      "of rounds": `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
      aim: aim === undefined ? "" : `≥ ${aim}`,
      "p50 ms": median(own.map((round) => round.p50)).toFixed(1),
      "p99 ms": median(own.map((round) => round.p99)).toFixed(1),
      "server µs": Math.round(median(own.map((round) => round.cpu))),
    };
  });
  console.table(table);
}
