import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "../../db/client";
import { storedFiles } from "../../db/schema";

/** How long a writer counts after it was last heard of, in seconds: whoever comes after one whose process died waits no longer. */
const LEASE_SECONDS = 5;
const BEAT_MS = 1_500;

/** Writers of this process that ended while the database could not be told: what they wrote waits for nobody. */
const ended = new Set<string>();

/** Nobody writes this file: of any process, by the database's clock. */
export const isIdle = or(isNull(storedFiles.writingUntil), lt(storedFiles.writingUntil, sql`now()`));

/**
 * Makes one request the writer of a file, whatever processes there are, until it lets go.
 * @param lost called when the file is another's, or nobody's, by now
 * @returns what lets go; undefined where somebody else writes
 */
export async function leaseFile(db: Database, key: string, lost: () => void): Promise<(() => Promise<void>) | undefined> {
  const writer = randomUUID();
  const writingUntil = sql`now() + make_interval(secs => ${LEASE_SECONDS})`;
  const mine = and(eq(storedFiles.key, key), eq(storedFiles.writer, writer));
  const said = await db
    .update(storedFiles)
    .set({ writer, writingUntil })
    .where(and(eq(storedFiles.key, key), or(isIdle, inArray(storedFiles.writer, [...ended]))))
    .returning({ key: storedFiles.key });
  if (said.length === 0) return undefined;

  let timer: NodeJS.Timeout | undefined;
  let done = false;
  const later = () => {
    timer = setTimeout(() => void beat(), BEAT_MS).unref();
  };
  const beat = async (): Promise<void> => {
    // A database that is away gives the file to nobody else, either.
    const held = await db
      .update(storedFiles)
      .set({ writingUntil })
      .where(mine)
      .returning({ key: storedFiles.key })
      .catch(() => undefined);
    if (done) return;
    if (held?.length === 0) lost();
    else later();
  };
  later();
  return async () => {
    done = true;
    clearTimeout(timer);
    const free = { writer: null, writingUntil: null };
    // Where it cannot be said, it ends by itself, and counts no more here.
    await db
      .update(storedFiles)
      .set(free)
      .where(mine)
      .catch(() => {
        ended.add(writer);
        setTimeout(() => ended.delete(writer), LEASE_SECONDS * 1000).unref();
      });
  };
}
