import { sql } from "drizzle-orm";
import type { Executor, Transaction } from "../../../db/client";
import { stripeClock } from "../../../db/schema";

const ROW = "clock";

/** How many seconds the emulator's clock is ahead of the real one. */
async function offset(db: Executor): Promise<number> {
  const [row] = await db.select({ seconds: stripeClock.offsetSeconds }).from(stripeClock);
  return row?.seconds ?? 0;
}

const realSeconds = (): number => Math.floor(Date.now() / 1000);

/** Seconds since 1970 on the emulator's clock. */
export const nowOn = async (db: Executor): Promise<number> => realSeconds() + (await offset(db));

/** Sets the clock forward; it never goes back. */
export async function setForward(tx: Transaction, to: number): Promise<void> {
  const seconds = to - realSeconds();
  await tx
    .insert(stripeClock)
    .values({ id: ROW, offsetSeconds: seconds })
    .onConflictDoUpdate({
      target: stripeClock.id,
      set: { offsetSeconds: sql`greatest(${stripeClock.offsetSeconds}, excluded.offset_seconds)` },
    });
}
