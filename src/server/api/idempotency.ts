import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { and, eq, isNull, lt } from "drizzle-orm";
import { AppError } from "@/lib/app-error";
import type { Database } from "../db/client";
import { idempotencyKeys } from "../db/schema";

interface Call {
  userId: string;
  key: string;
  path: string;
  input: unknown;
}

/** How long a second caller waits for the first one's answer. */
const PATIENCE_MS = 10_000;

/** A claim this old without an answer belongs to a process that died: the call may run again. */
const STALE_MS = 60_000;

/** Which version somebody had seen is not what they mean: a page that has heard of its own first try in between means the same. */
function meant(input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const { version: _, ...rest } = input as Record<string, unknown>;
  return rest;
}

/**
 * Runs a creating call at most once per key and account, and gives every repetition the first one's answer, also when
 * two arrive at the same time: the row's primary key decides who runs. A failed call frees its key.
 * Semantics: draft-ietf-httpapi-idempotency-key-header (422 for another request under a used key, 409 while it runs).
 */
export async function once(db: Database, call: Call, run: () => Promise<unknown>): Promise<unknown> {
  if (call.key.length > 255) throw new AppError("badRequest");
  const requestHash = createHash("sha256")
    .update(JSON.stringify([call.path, meant(call.input) ?? null]))
    .digest("hex");
  const own = and(eq(idempotencyKeys.userId, call.userId), eq(idempotencyKeys.key, call.key));
  const deadline = Date.now() + PATIENCE_MS;

  for (;;) {
    const claim = { userId: call.userId, key: call.key, requestHash };
    const claimed = await db.insert(idempotencyKeys).values(claim).onConflictDoNothing().returning({ key: idempotencyKeys.key });
    if (claimed.length > 0) break;
    const [row] = await db.select().from(idempotencyKeys).where(own);
    if (!row) continue; // The first call failed meanwhile and freed the key.
    if (row.requestHash !== requestHash) throw new AppError("idempotencyMismatch");
    if (row.response) return row.response.value;
    const stale = new Date(Date.now() - STALE_MS);
    if (row.createdAt < stale) {
      // By age and not by the instant read: the column holds microseconds, a Date milliseconds, so those never match.
      await db.delete(idempotencyKeys).where(and(own, isNull(idempotencyKeys.response), lt(idempotencyKeys.createdAt, stale)));
      continue;
    }
    if (Date.now() > deadline) throw new AppError("idempotencyBusy", { retryAfter: 10 });
    await wait(50);
  }

  const claimedAt = Date.now();
  try {
    const value = await run();
    await db.update(idempotencyKeys).set({ response: { value } }).where(own);
    return value;
  } catch (error) {
    // Where the database is away, also for this: nobody waits for it, and whoever comes again meanwhile is asked to wait.
    const release = () => db.delete(idempotencyKeys).where(and(own, isNull(idempotencyKeys.response)));
    await release().catch(() => void insist(release, claimedAt + STALE_MS - MARGIN_MS));
    throw error;
  }
}

/** How often a key is given back that could not be, in milliseconds; not when its claim is about to be stale, because then it may be another's. */
const INSIST_MS = 1000;
const MARGIN_MS = 20_000;

async function insist(release: () => PromiseLike<unknown>, deadline: number): Promise<void> {
  while (Date.now() < deadline) {
    await wait(INSIST_MS, undefined, { ref: false });
    try {
      await release();
      return;
    } catch {
      // Still away.
    }
  }
}
