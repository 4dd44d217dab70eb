import path from "node:path";
import superjson from "superjson";
import { type Child, startChild } from "./child";
import { type BenchDatabase, VIDEOS } from "./database";
import { compare, type Target } from "./turns";

const PAGES = [1, 2, 3];

/** The same lists over REST and tRPC beside a bare server. */
export async function measureThroughput(dir: string, database: BenchDatabase): Promise<void> {
  const [api, bare, load] = await Promise.all([startChild("api"), startChild("bare"), startChild("load")]);
  try {
    const options = { databaseUrl: database.url, secret: database.secret, dataDir: path.join(dir, "throughput") };
    const apiUrl = await api.ask<string>("serve", options);
    const bareUrl = await bare.ask<string>("serve", options);
    const targets = describeTargets({ api, apiUrl, bare, bareUrl });
    for (const person of database.people) {
      await compare(`A list of 10 of ${person.answers.toLocaleString("en")} rows`, targets, person.tokens, load);
    }
    const [reader] = database.people;
    if (!reader) return;
    for (const [title, words] of VIDEO_LISTS) {
      await compare(title, describeVideoTargets({ api, apiUrl, bare, bareUrl }, words), reader.tokens, load);
    }
  } finally {
    await Promise.all([load.stop(), api.stop(), bare.stop()]);
  }
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
