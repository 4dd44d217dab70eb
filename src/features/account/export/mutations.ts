import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { and, eq, exists, gt, inArray, lt, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { v7 as uuidv7 } from "uuid";
import { userTopic } from "@/features/account/events";
import { notify } from "@/features/account/notifications/mutations";
import { EXPORT_LINK_HOURS } from "@/features/account/rules";
import { found } from "@/lib/app-error";
import { HOUR_MS } from "@/lib/durations";
import { fullName } from "@/lib/names";
import type { Services, UserContext } from "@/server/api/context";
import { toAppError } from "@/server/api/errors";
import type { Database, Transaction } from "@/server/db/client";
import { isUniqueViolation } from "@/server/db/errors";
import { dataExports, users } from "@/server/db/schema";
import { inBatches } from "@/server/jobs/batches";
import { wakeJob } from "@/server/jobs/queue";
import { publish } from "@/server/realtime";
import { temporaryFolder } from "@/server/temporary";
import { settingsHref } from "../hrefs";
import { writeArchive } from "./archive";

export const EXPORT_JOB = "account.export";
export const EXPIRE_JOB = "account.expire-exports";

/** An export whose job has not moved for this long is begun again: its process died. */
const STALLED_MINUTES = 10;
/** Whoever had an archive within so many hours waits until those have theirs who had none: one maker works for all. */
const LATELY_HOURS = 24;
/** Progress is written at most this often, in milliseconds. */
const PROGRESS_EVERY_MS = 1000;
const ALIVE_EVERY_MS = 60_000;
/** Archives that are removed at a time. */
const BATCH = 100;

/** Asks for an archive of everything. While one is being made, asking again changes nothing. */
export async function requestExport(ctx: UserContext): Promise<void> {
  try {
    await ctx.db.insert(dataExports).values({ id: uuidv7(), userId: ctx.actor.id });
  } catch (error) {
    if (!isUniqueViolation(error, "data_exports_active_key")) throw error;
  }
  await ctx.jobs.send(EXPORT_JOB);
}

const earlier = alias(dataExports, "earlier_exports");
const hadLately = (db: Database): SQL =>
  exists(
    db
      .select({ id: earlier.id })
      .from(earlier)
      .where(
        and(
          eq(earlier.userId, dataExports.userId),
          gt(earlier.requestedAt, sql`now() - make_interval(hours => ${LATELY_HOURS})`),
          inArray(earlier.state, ["ready", "expired"]),
        ),
      ),
  );

/** Makes the archives that wait, one after the other, and begins those again whose maker died. */
export async function makeExports(services: Services): Promise<void> {
  for (;;) {
    const [next] = await services.db.transaction(async (tx) => {
      const waiting = tx
        .select({ id: dataExports.id })
        .from(dataExports)
        .where(
          or(
            eq(dataExports.state, "queued"),
            and(eq(dataExports.state, "running"), lt(dataExports.movedAt, sql`now() - make_interval(mins => ${STALLED_MINUTES})`)),
          ),
        )
        .orderBy(hadLately(services.db), dataExports.requestedAt)
        .limit(1)
        .for("update", { skipLocked: true });
      return tx
        .update(dataExports)
        .set({ state: "running", progress: 0, movedAt: sql`now()` })
        .where(sql`${dataExports.id} in ${waiting}`)
        .returning();
    });
    if (!next) return;
    try {
      await makeExport(services, next);
    } catch (error) {
      services.log.error({ err: error, export: next.id }, "export failed");
      // Somebody has to make room first: it waits with the others for the job's next run.
      const full = toAppError(error).code === "filesFull";
      await move(services.db, next, full ? { state: "queued", progress: 0 } : { state: "failed" });
      if (full) return;
    }
  }
}

type ExportRow = typeof dataExports.$inferSelect;

/**
 * Writes how a run stands. @param tell what is said of it at the same moment
 * @returns false when the export is no longer this run's: its account may have been erased
 */
async function move(db: Database, row: ExportRow, change: Partial<ExportRow>, tell?: (tx: Transaction) => Promise<void>): Promise<boolean> {
  return db.transaction(async (tx) => {
    const moved = await tx
      .update(dataExports)
      .set({ ...change, movedAt: sql`now()` })
      .where(and(eq(dataExports.id, row.id), eq(dataExports.state, "running")))
      .returning({ id: dataExports.id });
    await publish(tx, userTopic(row.userId), "export");
    if (moved.length > 0) await tell?.(tx);
    return moved.length > 0;
  });
}

async function makeExport(services: Services, row: ExportRow): Promise<void> {
  const { db, env, files, personalData } = services;
  const [user] = await db.select().from(users).where(eq(users.id, row.userId));
  const owner = found(user);
  // Its own for each run: one that was given up may still be writing.
  const file = path.join(await temporaryFolder(env.dataDir), `${row.id}-${randomUUID()}.zip`);
  try {
    const records = [];
    for (const { name, records: read } of personalData) records.push({ name, records: await read(services, owner.id) });
    let told = Date.now();
    let progress = 0;
    const onProgress = (written: number, total: number) => {
      progress = Math.floor((100 * written) / Math.max(total, 1));
      if (Date.now() - told >= PROGRESS_EVERY_MS) tell();
    };
    // One after the other, so that the last word is the last.
    let telling: Promise<unknown> = Promise.resolve();
    const tell = () => {
      told = Date.now();
      const reached = progress;
      telling = telling.then(() => move(db, row, { progress: reached })).catch(() => {});
    };
    const madeAt = new Date();
    const names = { locale: owner.language, owner: fullName(owner), madeAt, records };
    const missing = await writeArchive(file, names, onProgress);
    if (missing.length > 0)
      services.log.warn({ export: row.id, files: missing.length }, "the storage has no more what belongs into an archive");
    const bytes = await openAsBlob(file);
    const name = `parley-${madeAt.toISOString().slice(0, 10)}-${row.id.slice(-6)}.zip`;
    // Handing over a large file takes a while in which nothing else shows that this run lives.
    const alive = setInterval(tell, ALIVE_EVERY_MS);
    const fileKey = await files.save({ name, type: "application/zip", bytes }).finally(() => clearInterval(alive));
    await telling;
    const expiresAt = new Date(Date.now() + EXPORT_LINK_HOURS * HOUR_MS);
    const kind = "export_ready";
    const values = { linkEndsAt: expiresAt.toISOString() };
    const href = settingsHref("data");
    const tellOwner = (tx: Transaction) => notify(tx, { userId: owner.id, event: kind, kind, values, href, mail: kind });
    if (!(await move(db, row, { state: "ready", progress: 100, fileKey, sizeBytes: bytes.size, expiresAt }, tellOwner))) {
      return await files.remove([fileKey]);
    }
    const before = and(eq(dataExports.userId, owner.id), eq(dataExports.state, "ready"), ne(dataExports.id, row.id));
    // What the storage does not let go of now goes when its time is over.
    await dropExports(services, before).catch((error: unknown) =>
      services.log.warn({ err: error, export: row.id }, "an earlier archive is still there"),
    );
  } finally {
    await rm(file, { force: true });
  }
}

/** The time of what is there is over: an archive's address is bound to no session, and whoever was put out may have it. */
export async function endArchives(tx: Transaction, ...userIds: string[]): Promise<void> {
  const there = and(inArray(dataExports.userId, userIds), eq(dataExports.state, "ready"));
  const ended = await tx.update(dataExports).set({ expiresAt: sql`now()` }).where(there).returning({ id: dataExports.id });
  if (ended.length > 0) await wakeJob(tx, EXPIRE_JOB);
}

/** Removes archives whose time is over. */
export const expireExports = (services: Services): Promise<void> =>
  dropExports(services, and(eq(dataExports.state, "ready"), lte(dataExports.expiresAt, sql`now()`)));

/** Removes archives, file first; one that the storage does not let go of comes again. */
const dropExports = ({ db, files }: Services, which: SQL | undefined): Promise<void> =>
  inBatches(BATCH, async (size) => {
    const due = await db.select().from(dataExports).where(which).limit(size);
    if (due.length === 0) return 0;
    await files.remove(due.flatMap(({ fileKey }) => fileKey ?? []));
    const ids = due.map(({ id }) => id);
    await db.update(dataExports).set({ state: "expired", fileKey: null, sizeBytes: null }).where(inArray(dataExports.id, ids));
    return due.length;
  });
