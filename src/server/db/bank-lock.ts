import { sql } from "drizzle-orm";
import type { Transaction } from "./client";

/** Whoever writes in the question bank waits for whoever does so already: each finds the names and places that are taken. */
export async function lockBank(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('question bank', 0))`);
}
