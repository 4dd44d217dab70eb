import { randomBytes } from "node:crypto";
import path from "node:path";
import { sql } from "drizzle-orm";
import { insertAnswers, insertPerson, insertVideos } from "#tests/factories/bulk";
import { accessTokens } from "@/server/access-tokens";
import { openSession } from "@/server/auth";
import { connect } from "@/server/db/client";
import { startEmbedded } from "@/server/db/embedded";
import { migrateDatabase } from "@/server/db/migrate";
import { seedContent } from "@/server/db/seed";

export interface BenchDatabase {
  url: string;
  /** What the servers sign and check tokens with. */
  secret: string;
  people: Person[];
  stop(): Promise<void>;
}

/** Somebody whose answers are listed, signed in several times. */
export interface Person {
  answers: number;
  tokens: string[];
}

/** The list that the aims speak of, and a short one: counting 10,000 rows takes the database longer than the rest of a call. */
const LISTS = [10_000, 30];
/** Tutorials in the list and the search that the aims speak of. */
export const VIDEOS = 10_000;
/** Sessions of each person: one keep-alive connection uses one. */
export const CONNECTIONS = 10;
const OTHERS = 20;
const OTHERS_ANSWERS = 1000;

/** A PostgreSQL of its own with the product's usual settings: durable, as embedded beside the app. */
export async function startDatabase(dir: string): Promise<BenchDatabase> {
  const embedded = await startEmbedded({ dir: path.join(dir, "postgres"), password: randomBytes(12).toString("hex") });
  const secret = randomBytes(48).toString("base64url");
  const issuer = accessTokens([secret]);
  const people: Person[] = [];
  try {
    await migrateDatabase(embedded.url);
    const { db, close } = connect({ url: embedded.url, max: 2 });
    await seedContent(db);
    for (const answers of LISTS) {
      const userId = await insertPerson(db);
      await insertAnswers(db, { userId, howMany: answers });
      const session = { userId, userAgent: "bench", method: "password" as const, hours: 12, now: new Date() };
      const tokens: string[] = [];
      for (let n = 0; n < CONNECTIONS; n++) tokens.push(await openSession(db, issuer, session));
      people.push({ answers, tokens });
    }
    for (let n = 0; n < OTHERS; n++) await insertAnswers(db, { userId: await insertPerson(db), howMany: OTHERS_ANSWERS });
    await insertVideos(db, VIDEOS);
    // What autovacuum would have done by the time that someone has so many answers.
    await db.execute(sql`vacuum analyze`);
    await close();
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  return { url: embedded.url, secret, people, stop: embedded.stop };
}
