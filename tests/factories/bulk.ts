import { sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "@/server/db/client";
import { answers, questions, users } from "@/server/db/schema";

/** A person without a password: sessions are opened for them directly. */
export async function insertPerson(db: Database, overrides: Partial<typeof users.$inferInsert> = {}): Promise<string> {
  const id = uuidv7();
  await db.insert(users).values({ id, email: `${id}@example.com`, firstName: "Ada", lastName: "Test", ...overrides });
  return id;
}

/** PostgreSQL takes 65,535 values in one statement. */
const BATCH = 1000;

/** Stored, rated answers to the whole question bank in turn, a minute apart up to now. */
export async function insertAnswers(db: Database, { userId, howMany }: { userId: string; howMany: number }): Promise<void> {
  const bank = await db.select({ id: questions.id }).from(questions);
  const now = Date.now();
  for (let from = 0; from < howMany; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, howMany - from) }, (_, n) => answerRow(userId, bank, from + n, now));
    await db.insert(answers).values(rows);
  }
}

function answerRow(userId: string, bank: { id: string }[], n: number, now: number): typeof answers.$inferInsert {
  const createdAt = new Date(now - n * 60_000);
  const id = uuidv7();
  return {
    id,
    userId,
    questionId: bank[n % bank.length]?.id ?? "",
    state: "self_rated",
    mode: n % 3 === 0 ? "simulation" : "practice",
    readingTime: 1,
    answerTime: 1.5,
    recordingKind: n % 2 === 0 ? "audio" : "video",
    mimeType: n % 2 === 0 ? "audio/webm" : "video/webm",
    sizeBytes: 400_000 + n,
    durationMs: 60_000 + n,
    overrunMs: n % 5 === 0 ? 4000 : 0,
    md5: id.replaceAll("-", ""),
    fileKey: `bulk${id.replaceAll("-", "")}`,
    clarity: 1 + (n % 5),
    logicRelevance: 3,
    expertiseInsight: 4,
    attitudeEngagement: 5,
    ratingOverall: 1 + ((n + 2) % 5),
    questionDifficulty: n % 2 === 0 ? "easy" : "hard",
    comments: `Attempt ${n}: calmer than before, but the example needs a number and the ending came too soon.`,
    recordedAt: createdAt,
    createdAt,
    storedAt: createdAt,
  };
}

/** Published tutorials as copies of one that came with the app, each found by a word of its own ("bench1", "bench2" …). */
export async function insertVideos(db: Database, howMany: number): Promise<void> {
  await db.execute(sql`
    insert into videos (id, kind, slug, title, description, date, source, duration, chapters, scales, categories, published, position, search)
    select gen_random_uuid(), kind, 'bench-' || n, title, description, date '2020-01-01' + n % 1000, source, duration, chapters, scales, categories,
      true, 1000 + n, array_to_tsvector(array['bench' || n, 'common' || n % 100])
    from videos, generate_series(1, ${howMany}::int) n where slug = 'tell-me-about-yourself'`);
}
