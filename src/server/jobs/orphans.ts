import { and, eq, inArray, lt, not, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { DAY_MS } from "@/lib/durations";
import type { Services } from "../api/context";
import { dropHeld } from "../backup/held";
import {
  dataExports,
  documents,
  forumImages,
  reviewRequests,
  storedFiles,
  supportAttachments,
  videos,
  workspaceFiles,
  workspaces,
} from "../db/schema";
import { withWorkspace } from "../db/workspace";
import { dropTemporary } from "../temporary";
import { runParts } from "./parts";
import { sweptBefore } from "./sweeps";

/** What arrives by these routes is looked at, and kept as another file: what is left of it is nobody's. */
const LOOKED_AT = ["avatar", "supportAttachment", "forumImage", "workspaceFile", "learningCaptions"];
/** What arrives by these is shown as it came, as long as a row points to it. */
const SHOWN = ["learningVideo", "document"];

/** Whether a video or a document points to a file. */
export const isShown = (key: string | AnyPgColumn): SQL => sql`(
  exists (select 1 from ${videos} where ${videos.source} ->> 'key' = ${key}) or
  exists (select 1 from ${documents}, jsonb_each(${documents.files}) as one where one.value #>> '{source,key}' = ${key})
)`;

/** Where files stand that the server made itself; a test compares this with who makes some. Workspaces' are asked for in each. */
export const MADE: readonly AnyPgColumn[] = [
  supportAttachments.fileKey,
  supportAttachments.previewKey,
  forumImages.fileKey,
  reviewRequests.copyKey,
  reviewRequests.voiceKey,
  dataExports.fileKey,
];

/** Longer than anybody comes back to an upload, or works on what they have just made. */
const DAYS = 2;
const BATCH = 1000;

/**
 * Removes files that nothing points to any more. What was asked for is done by then: a storage that fails is no reason to say otherwise, and
 * what it keeps goes with the orphans.
 */
export const letGo = ({ files, log }: Pick<Services, "files" | "log">, keys: string[]): Promise<void> =>
  files.remove(keys).catch((err: unknown) => log.warn({ err, files: keys.length }, "files are left to the orphans"));

/** Drops what was left on the disk when a process ended in the middle of something, or where the storage did not remove it. */
export const dropOrphans = (services: Services): Promise<void> => {
  const { db, env, files, log } = services;
  return runParts(log, {
    "files that nothing points to": () => dropUnpointed(services),
    "temporary files": async () => {
      const unfinished = await dropTemporary(env.dataDir, new Date(Date.now() - DAY_MS));
      if (unfinished > 0) log.warn({ unfinished }, "temporary files of nobody");
    },
    "what a backup held": () => dropHeld(db, env.dataDir),
    "files without a row": async () => {
      const stray = await files.removeStray(await sweptBefore(db, DAYS));
      if (stray > 0) log.warn({ stray }, "files of nobody");
    },
  });
};

/**
 * Drops files that have a row, and to which nothing points. Recordings are not among them: theirs belong to an answer as soon as they begin,
 * and go with it.
 */
async function dropUnpointed({ db, files, log }: Services): Promise<void> {
  // What was on its way for days has just come, and whoever points to it is still at it.
  const since = sql`coalesce(${storedFiles.uploadedAt}, ${storedFiles.createdAt})`;
  const old = and(eq(storedFiles.state, "uploaded"), lt(since, sql`now() - make_interval(days => ${DAYS})`));
  const left = await keysWhere(and(old, inArray(storedFiles.slug, LOOKED_AT)));
  const unknown = MADE.map((column) => sql`not exists (select 1 from ${column.table} where ${column} = ${storedFiles.key})`);
  const made = await keysWhere(and(old, eq(storedFiles.slug, ""), ...unknown));
  const replaced = await keysWhere(and(old, inArray(storedFiles.slug, SHOWN), not(isShown(storedFiles.key))));
  const orphans = [...left, ...replaced, ...(await withoutWorkspace(made))];
  for (let at = 0; at < orphans.length; at += BATCH) await files.remove(orphans.slice(at, at + BATCH));
  if (orphans.length > 0) log.warn({ orphans: orphans.length }, "files of nobody");

  async function keysWhere(which: SQL | undefined): Promise<string[]> {
    return (await db.select({ key: storedFiles.key }).from(storedFiles).where(which)).map(({ key }) => key);
  }

  /** Those that stand in no workspace. Each is asked by itself: nobody sees into one but from within. */
  async function withoutWorkspace(keys: string[]): Promise<string[]> {
    const orphaned = new Set(keys);
    if (orphaned.size === 0) return [];
    for (const { id } of await db.select({ id: workspaces.id }).from(workspaces)) {
      const kept = { file: workspaceFiles.fileKey, preview: workspaceFiles.previewKey };
      const rows = await withWorkspace(db, id, (tx) => tx.select(kept).from(workspaceFiles).where(eq(workspaceFiles.workspaceId, id)));
      for (const { file, preview } of rows) {
        orphaned.delete(file);
        if (preview) orphaned.delete(preview);
      }
    }
    return [...orphaned];
  }
}
