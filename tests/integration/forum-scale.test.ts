import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { insertForum } from "#tests/factories/forum-bulk";
import { settleTables } from "#tests/factories/settled";
import { listPosts } from "@/features/forum/posts/queries";
import { searchPosts } from "@/features/forum/search/queries";
import { listTopics } from "@/features/forum/topics/queries";
import type { UserContext } from "@/server/api/context";
import { connect, type Database } from "@/server/db/client";
import { forumTopics } from "@/server/db/schema";

const harness = useHarness();
let rooms: string[];
let people: string[];
let db: Database;

beforeAll(async () => {
  db = harness().app.services.db;
  ({ rooms, people } = await insertForum(db, { topics: 20_000, messages: 100_000, members: 200 }));
  const [me = ""] = people;
  await db.execute(sql`
    insert into forum_topic_marks (user_id, topic_id, level, read_seq, wrote)
    select ${me}::uuid, id, case when last_seq % 2 = 0 then 'track' else 'watch' end::watch_level, 3, true
    from forum_topics where author_id = ${me}::uuid`);
  await settleTables(db, ["forum_topics", "forum_posts", "forum_members", "forum_topic_marks", "professions", "users"]);
}, 120_000);

const GUARDED = ["forum_topics", "forum_posts"];

/** Every statement that a call sends, with its parameters. */
async function statementsOf(call: (ctx: UserContext) => Promise<unknown>): Promise<{ text: string; params: unknown[] }[]> {
  const said: { text: string; params: unknown[] }[] = [];
  const { sql: client, db: own, close } = connect({ url: harness().databaseUrl, max: 1 });
  client.options.debug = (_connection: number, text: string, params: unknown[]) => void said.push({ text, params });
  const [me = ""] = people;
  await call({ ...harness().app.services, db: own, actor: { id: me, role: "candidate" }, locale: "en" } as unknown as UserContext);
  await close();
  return said.filter(({ text }) => /^select/i.test(text) && text.includes("forum_"));
}

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/** What each statement does to the large tables: by which indexes, and how many rows it looked at. */
async function plansOf(call: (ctx: UserContext) => Promise<unknown>) {
  const found: { indexes: string[]; scans: string[]; rows: number } = { indexes: [], scans: [], rows: 0 };
  const { sql: client, close } = connect({ url: harness().databaseUrl, max: 1 });
  for (const { text, params } of await statementsOf(call)) {
    const answer = await client.unsafe(`explain (analyze, format json) ${text}`, params as never[]);
    const [{ "QUERY PLAN": plans }] = answer as unknown as [{ "QUERY PLAN": [{ Plan: Plan }] }];
    for (const node of nodes(plans[0].Plan)) {
      if (node["Index Name"]) found.indexes.push(node["Index Name"]);
      if (node["Node Type"] === "Seq Scan" && GUARDED.includes(node["Relation Name"] ?? "")) found.scans.push(node["Relation Name"] ?? "");
      if (GUARDED.includes(node["Relation Name"] ?? ""))
        found.rows = Math.max(
          found.rows,
          ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) * (node["Actual Loops"] ?? 1),
        );
    }
  }
  await close();
  return found;
}

const topics = (more: Record<string, unknown>) => (ctx: UserContext) =>
  listTopics(ctx, { page: 1, list: "latest", before: "", ...more } as never);

describe("among 20,000 topics and 100,000 messages", () => {
  it.each([
    ["a room's latest topics", () => topics({ professionId: rooms[0] }), /^forum_topics_(room|latest)_idx$/, 400],
    ["the latest of all rooms", () => topics({}), /^forum_topics_latest_idx$/, 100],
    [
      "a page of REST, far down",
      () => topics({ before: undefined, page: 100, professionId: rooms[0] }),
      /^forum_topics_(room|latest)_idx$/,
      2000,
    ],
    [
      "unanswered ones of a room",
      () => topics({ list: "unanswered", professionId: rooms[0] }),
      /^forum_topics_unanswered(_latest)?_idx$/,
      400,
    ],
    ["unanswered ones of all", () => topics({ list: "unanswered" }), /^forum_topics_unanswered_latest_idx$/, 2000],
    ["own ones", () => topics({ list: "mine" }), /^forum_topics_pkey$/, 200],
    ["watched ones", () => topics({ list: "watched" }), /^forum_topics_pkey$/, 200],
    ["unread ones of a room", () => topics({ list: "unread", professionId: rooms[0] }), /^forum_topics_(room|latest)_idx$/, 900],
    ["unread ones of all", () => topics({ list: "unread" }), /^forum_topics_latest_idx$/, 900],
  ])("%s go along an index", async (_name, call, index, most) => {
    const { indexes, scans, rows } = await plansOf(call());
    expect(scans).toEqual([]);
    // Which of those that serve it the planner takes depends on how rows lie.
    expect(indexes.some((name) => index.test(name))).toBe(true);
    expect(rows).toBeLessThanOrEqual(most);
  });

  it("a topic's messages are a range of an index, however many there are", async () => {
    const [long] = await db.select().from(forumTopics).where(eq(forumTopics.title, "How about 77"));
    const topicId = long?.id ?? "";
    await db.execute(sql`
      insert into forum_posts (id, topic_id, seq, profession_id, author_id, text, fingerprint, search, created_at)
      select gen_random_uuid(), ${topicId}::uuid, n, ${long?.professionId}::uuid, ${people[0]}::uuid, 'x', n, '', timestamptz '2020-01-01Z' from generate_series(6, 5000) n`);
    await db.execute(sql`update forum_topics set last_seq = 5000 where id = ${topicId}::uuid`);
    await settleTables(db, ["forum_posts"]);
    for (const where of [
      { page: 1 },
      { page: 450 },
      { page: 1, fromSeq: 4000 },
      { page: 1, aroundSeq: 2500 },
      { page: 1, beforeSeq: 4500 },
    ]) {
      const { indexes, scans, rows } = await plansOf((ctx) => listPosts(ctx, { topicId, ...where }));
      expect(scans).toEqual([]);
      expect(indexes).toContain("forum_posts_seq_key");
      expect(rows).toBeLessThanOrEqual(20);
    }
  });

  it("a search for rare words goes by them, one for common ones along the time", async () => {
    const search = (text: string, more = {}) => plansOf((ctx) => searchPosts(ctx, { text, ...more }));
    const rare = await search("word4321");
    expect(rare.scans).toEqual([]);
    expect(rare.indexes).toContain("forum_posts_search_idx");
    const common = await search("calmer");
    expect(common.scans).toEqual([]);
    expect(common.rows).toBeLessThanOrEqual(3000);
    for (const more of [{ professionId: rooms[3] }, { author: "bulk7" }, { from: "2026-01-01", to: "2026-02-01" }])
      expect((await search("calmer", more)).scans).toEqual([]);
  });
});
