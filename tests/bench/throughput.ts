import { deepStrictEqual } from "node:assert";
import path from "node:path";
import superjson from "superjson";
import { type Child, startChild } from "./child";
import { type BenchDatabase, CONNECTIONS, type Person, VIDEOS } from "./database";
import type { LoadPlan, LoadResult } from "./load";
import type { Usage } from "./usage";

const WARM_UP_MS = 2000;
const ROUND_MS = 1500;
const ROUNDS = 7;
const PAGES = [1, 2, 3];

interface Target {
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

/** The same list over REST and tRPC beside a bare server, in rounds that take turns: what else the machine does hits all alike. */
export async function measureThroughput(dir: string, database: BenchDatabase): Promise<void> {
  const [api, bare, load] = await Promise.all([startChild("api"), startChild("bare"), startChild("load")]);
  try {
    const options = { databaseUrl: database.url, secret: database.secret, dataDir: path.join(dir, "throughput") };
    const apiUrl = await api.ask<string>("serve", options);
    const bareUrl = await bare.ask<string>("serve", options);
    const targets = describeTargets({ api, apiUrl, bare, bareUrl });
    for (const person of database.people) {
      await compareAnswers(targets, person.tokens[0] ?? "");
      print(`A list of 10 of ${person.answers.toLocaleString("en")} rows`, await takeTurns(targets, person, load));
    }
    const [reader] = database.people;
    if (!reader) return;
    for (const [title, words] of VIDEO_LISTS) {
      const videos = describeVideoTargets({ api, apiUrl, bare, bareUrl }, words);
      await compareAnswers(videos, reader.tokens[0] ?? "");
      print(title, await takeTurns(videos, reader, load));
    }
  } finally {
    await Promise.all([load.stop(), api.stop(), bare.stop()]);
  }
}

async function takeTurns(all: Target[], { tokens }: Person, load: Child): Promise<Map<Target, Round[]>> {
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

/** tRPC's inputs as httpLink and httpBatchLink write them. */
function describeTargets(servers: { api: Child; apiUrl: string; bare: Child; bareUrl: string }): Target[] {
  const { api, apiUrl, bare, bareUrl } = servers;
  const input = (page: number) => superjson.serialize({ page });
  const query = (value: unknown) => `input=${encodeURIComponent(JSON.stringify(value))}`;
  const rpc = "/api/trpc/practice.answers";
  return [
    { name: "node:http + postgres.js", server: bare, url: bareUrl, targets: PAGES.map((page) => `/?page=${page}`), unwrap: (body) => body },
    {
      name: "REST",
      aim: 0.6,
      server: api,
      url: apiUrl,
      targets: PAGES.map((page) => `/api/user/personalization/practice/answer/get?page=${page}`),
      unwrap: (body) => body,
    },
    {
      name: "tRPC",
      aim: 0.4,
      server: api,
      url: apiUrl,
      targets: PAGES.map((page) => `${rpc}?${query(input(page))}`),
      unwrap: (body: { result: { data: never } }) => superjson.deserialize(body.result.data),
    },
    {
      name: "tRPC, as a batch",
      aim: 0.4,
      server: api,
      url: apiUrl,
      targets: PAGES.map((page) => `${rpc}?batch=1&${query({ 0: input(page) })}`),
      unwrap: (body: { result: { data: never } }[]) => superjson.deserialize(body[0]?.result.data as never),
    },
  ];
}

/** Lists of the learning area, and what is searched for in them; nothing: the whole list. */
const VIDEO_LISTS: [title: string, words: string[]][] = [
  [`10 of ${VIDEOS.toLocaleString("en")} videos`, []],
  [`A search among ${VIDEOS.toLocaleString("en")} videos`, ["bench77", "bench123", "bench4567"]],
];

function describeVideoTargets(servers: { api: Child; apiUrl: string; bare: Child; bareUrl: string }, words: string[]): Target[] {
  const { api, apiUrl, bare, bareUrl } = servers;
  const queries = words.length > 0 ? words.map((word) => `page=1&search=${word}`) : PAGES.map((page) => `page=${page}`);
  return [
    {
      name: "node:http + postgres.js",
      server: bare,
      url: bareUrl,
      targets: queries.map((query) => `/videos?${query}`),
      unwrap: (body) => body,
    },
    {
      name: "REST",
      aim: 0.6,
      server: api,
      url: apiUrl,
      targets: queries.map((query) => `/api/user/personalization/learning/resources/interview/tutorial/get?${query}`),
      unwrap: ({ data, meta }: { data: { video: string }[]; meta: unknown }) => ({ data: data.map(({ video: _, ...row }) => row), meta }),
    },
  ];
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
