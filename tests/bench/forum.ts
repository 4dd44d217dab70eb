import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { insertPerson } from "#tests/factories/bulk";
import { insertForum } from "#tests/factories/forum-bulk";
import { accessTokens } from "@/server/access-tokens";
import { openSession } from "@/server/auth";
import { connect } from "@/server/db/client";
import { forumTopics } from "@/server/db/schema";
import { startChild } from "./child";
import { type BenchDatabase, CONNECTIONS } from "./database";
import { compare, type Target } from "./turns";

const SIZE = { topics: 100_000, messages: 1_000_000, members: 2000 };
const PAGES = [1, 2, 3];
const P = "/api/user/personalization/community/topic";

/** A room's list of topics and a topic's page in a community of many, beside a bare server that gives the same answers. */
export async function measureForum(dir: string, database: BenchDatabase): Promise<void> {
  const { room, topics, tokens } = await fill(database);
  const [api, bare, load] = await Promise.all([startChild("api"), startChild("bare"), startChild("load")]);
  try {
    const options = { databaseUrl: database.url, secret: database.secret, dataDir: path.join(dir, "forum") };
    const apiUrl = await api.ask<string>("serve", options);
    const bareUrl = await bare.ask<string>("serve", options);
    const beside = (bareTargets: string[], restTargets: string[]): Target[] => [
      { name: "node:http + postgres.js", server: bare, url: bareUrl, targets: bareTargets, unwrap: (body) => body },
      { name: "REST", aim: 0.6, server: api, url: apiUrl, targets: restTargets, unwrap: withoutCursor },
    ];
    const lists = PAGES.map((page) => `professionId=${room}&page=${page}`);
    const many = `${SIZE.topics.toLocaleString("en")} topics and ${SIZE.messages.toLocaleString("en")} messages`;
    const ofList = beside(
      lists.map((query) => `/topics?${query}`),
      lists.map((query) => `${P}/get?${query}`),
    );
    await compare(`A room's topics among ${many}`, ofList, tokens, load);
    const reads = topics.map((id) => `topicId=${id}&page=1`);
    const ofTopic = beside(
      reads.map((query) => `/messages?${query}`),
      reads.map((query) => `${P}/message/get?${query}`),
    );
    await compare(`A topic's messages among ${many}`, ofTopic, tokens, load);
  } finally {
    await Promise.all([load.stop(), api.stop(), bare.stop()]);
  }
}

/** What only the app's own lists go on by. */
const withoutCursor = ({ data, meta: { total } }: { data: unknown; meta: { total: number } }) => ({ data, meta: { total } });

/** A community, somebody who looks at it, one of its rooms, and some of that room's topics. */
async function fill({ url, secret }: BenchDatabase) {
  const { db, close } = connect({ url, max: 2 });
  try {
    const { rooms } = await insertForum(db, SIZE);
    for (const table of ["forum_topics", "forum_posts", "forum_members", "professions", "users"])
      await db.execute(sql.raw(`vacuum analyze ${table}`));
    const userId = await insertPerson(db);
    const issuer = accessTokens([secret]);
    const tokens: string[] = [];
    for (let n = 0; n < CONNECTIONS; n++)
      tokens.push(await openSession(db, issuer, { userId, userAgent: "bench", method: "password", hours: 12, now: new Date() }));
    const [room = ""] = rooms;
    const rows = await db.select({ id: forumTopics.id }).from(forumTopics).where(eq(forumTopics.professionId, room)).limit(3);
    return { room, topics: rows.map(({ id }) => id), tokens };
  } finally {
    await close();
  }
}
