import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { and, eq, inArray, lt, lte, or, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { userTopic } from "@/features/account/events";
import { EXPORT_LINK_HOURS, isNotified } from "@/features/account/rules";
import { found } from "@/lib/app-error";
import type { Services, UserContext } from "@/server/api/context";
import type { Database } from "@/server/db/client";
import { isUniqueViolation } from "@/server/db/errors";
import { dataExports, notificationPreferences, users } from "@/server/db/schema";
import { enqueueMail, MAIL_JOB } from "@/server/mail/outbox";
import { publish } from "@/server/realtime";
import { writeArchive } from "./archive";

export const EXPORT_JOB = "account.export";

/** An export whose job has not moved for this long is begun again: its process died. */
const STALLED_MINUTES = 10;
/** Progress is written at most this often, in milliseconds. */
const PROGRESS_EVERY_MS = 1000;
const ALIVE_EVERY_MS = 60_000;

/** Asks for an archive of everything. While one is being made, asking again changes nothing. */
export async function requestExport(ctx: UserContext): Promise<void> {
  try {
    await ctx.db.insert(dataExports).values({ id: uuidv7(), userId: ctx.actor.id });
  } catch (error) {
    if (!isUniqueViolation(error, "data_exports_active_key")) throw error;
  }
  await ctx.jobs.send(EXPORT_JOB);
}

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
        .orderBy(dataExports.requestedAt)
        .limit(1)
        .for("update", { skipLocked: true });
      return tx
        .update(dataExports)
        .set({ state: "running", progress: 0, movedAt: sql`now()` })
        .where(sql`${dataExports.id} in ${waiting}`)
        .returning();
    });
    if (!next) return;
    await makeExport(services, next).catch(async (error: unknown) => {
      services.log.error({ err: error, export: next.id }, "export failed");
      await move(services.db, next, { state: "failed" });
    });
  }
}

type ExportRow = typeof dataExports.$inferSelect;

async function move(db: Database, row: ExportRow, change: Partial<ExportRow>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(dataExports)
      .set({ ...change, movedAt: sql`now()` })
      .where(eq(dataExports.id, row.id));
    await publish(tx, userTopic(row.userId), "export");
  });
}

async function makeExport(services: Services, row: ExportRow): Promise<void> {
  const { db, env, files, personalData } = services;
  const [user] = await db.select().from(users).where(eq(users.id, row.userId));
  const owner = found(user);
  const folder = path.join(env.dataDir, "tmp");
  // Its own for each run: one that was given up may still be writing.
  const file = path.join(folder, `${row.id}-${randomUUID()}.zip`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
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
    const names = { locale: owner.language, owner: `${owner.firstName} ${owner.lastName}`, madeAt, records };
    await writeArchive(file, names, onProgress);
    const bytes = await openAsBlob(file);
    const name = `parley-${madeAt.toISOString().slice(0, 10)}-${row.id.slice(-6)}.zip`;
    // Handing over a large file takes a while in which nothing else shows that this run lives.
    const alive = setInterval(tell, ALIVE_EVERY_MS);
    const fileKey = await files.save({ name, type: "application/zip", bytes }).finally(() => clearInterval(alive));
    await telling;
    const expiresAt = new Date(Date.now() + EXPORT_LINK_HOURS * 3_600_000);
    await move(db, row, { state: "ready", progress: 100, fileKey, sizeBytes: bytes.size, expiresAt });
    await tellExportReady(services, owner, expiresAt);
  } finally {
    await rm(file, { force: true });
  }
}

async function tellExportReady({ db, jobs }: Services, owner: typeof users.$inferSelect, expiresAt: Date): Promise<void> {
  const chosen = await db.select().from(notificationPreferences).where(eq(notificationPreferences.userId, owner.id));
  if (!isNotified("export_ready", "email", chosen)) return;
  const values = { name: owner.firstName, linkEndsAt: expiresAt.toISOString(), timeZone: owner.timeZone ?? "" };
  await enqueueMail(db, { to: owner.email, locale: owner.language, template: "export_ready", values });
  await jobs.send(MAIL_JOB);
}

/** Removes archives whose time is over, file first. */
export async function expireExports({ db, files }: Services): Promise<void> {
  const due = await db
    .select()
    .from(dataExports)
    .where(and(eq(dataExports.state, "ready"), lte(dataExports.expiresAt, sql`now()`)))
    .limit(100);
  if (due.length === 0) return;
  await files.remove(due.flatMap(({ fileKey }) => fileKey ?? []));
  const ids = due.map(({ id }) => id);
  await db.update(dataExports).set({ state: "expired", fileKey: null, sizeBytes: null }).where(inArray(dataExports.id, ids));
}
