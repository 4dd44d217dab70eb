import { sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import type { Counter } from "@/lib/enums/trades-pricing";
import type { Transaction } from "@/server/db/client";
import { tradesCounters } from "@/server/db/schema";

/** The next number of a kind. Whoever takes one waits for who takes one at once, so that none is left out or given twice. */
export async function nextNumber(tx: Transaction, workspaceId: string, counter: Counter): Promise<number> {
  const [row] = await tx
    .insert(tradesCounters)
    .values({ workspaceId, counter, last: 1 })
    .onConflictDoUpdate({ target: [tradesCounters.workspaceId, tradesCounters.counter], set: { last: sql`${tradesCounters.last} + 1` } })
    .returning({ last: tradesCounters.last });
  return found(row).last;
}
