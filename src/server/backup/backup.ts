import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type postgres from "postgres";
import { HOUR_MS } from "@/lib/durations";
import { requireReachable } from "../db/reachable";
import { type Env, hasAllKeys } from "../env";
import { makeFolder } from "../folders";
import { SECRETS } from "../kept-secrets";
import { StartError } from "../start-error";
import { filesFolder } from "../vendors/uploadthing/disk";
import { copyAll, copyWhole, filesBelow, linkFiles } from "./files";
import { BACKUP_LOCK, heldFolder } from "./held";
import { findLacking } from "./lacking";
import { DATA, MANIFEST, type Manifest, tableFile } from "./manifest";
import { atOneMoment, listSequences, listTables, openPlain, ranMigrations, readTable } from "./tables";

/** One that is older was ended hard: none takes so long, also not one of another installation that goes into the same folder. */
const PARTIAL_HOURS = 12;
interface Made {
  folder: string;
  manifest: Manifest;
}

const stamp = (at: Date): string => at.toISOString().replaceAll(":", "-").slice(0, 19);

/**
 * Writes a backup into a folder of its own: all tables as they stood at one moment, and the files that they name. The app may run and be
 * used meanwhile. What is not written whole does not bear the name of a backup. Where files are missing or cut short it is still written,
 * being better than none, and says so of itself.
 * @param into the folder in which the backup's own is made
 * @param stop ends it before its end, and nothing of it is left
 * @throws StartError where the database's user may not read all rows, another backup is being made, the database was away or a new release
 * changed it meanwhile, its disk has no room for it beside the reserve, or the recordings of which it knows lie elsewhere
 */
export async function makeBackup(env: Env, databaseUrl: string, into: string, stop?: AbortSignal): Promise<Made> {
  const madeAt = new Date();
  // Two installations whose backups go into one folder may begin at the same moment.
  const folder = path.join(into, `parley-${stamp(madeAt)}-${randomBytes(4).toString("hex")}`);
  const partial = `${folder}.partial`;
  // One that has lost its lock must not take away what the next one holds.
  const held = path.join(heldFolder(env.dataDir), randomUUID());
  const files = filesFolder(env.dataDir);
  try {
    makeFolder(into, 0o700);
  } catch (cause) {
    throw unwritable(into, cause);
  }
  const sql = openPlain(databaseUrl);
  try {
    await requireReachable(sql);
    const [alone] = await sql`select pg_try_advisory_lock(${BACKUP_LOCK}) as won`;
    if (!alone?.won) throw new StartError("Another backup is being made: wait for its end.");
    for (const own of ["tables", DATA])
      await mkdir(path.join(partial, own), { recursive: true, mode: 0o700 }).catch((cause) => Promise.reject(unwritable(into, cause)));
    // Of a backup that was ended hard: what it held would never be let go.
    await rm(heldFolder(env.dataDir), { recursive: true, force: true });
    await dropPartial(into, madeAt);
    // What is deleted between the moment that the tables are read of and the copying is held before, and what came meanwhile, after it.
    await linkFiles(files, path.join(held, "files"), stop);
    const read = await atOneMoment(sql, async (tx) => {
      const migrations = await ranMigrations(tx);
      if (migrations.length === 0) throw new StartError("The database holds no Parley: is DATABASE_URL that of the app?");
      await linkFiles(files, path.join(held, "files"), stop);
      const tables: Manifest["tables"] = [];
      for (const table of await listTables(tx))
        tables.push({ ...table, ...(await readTable(tx, table, path.join(partial, tableFile(table.name)), stop)) });
      const named = await tx<{ key: string; size: number | null }[]>`
        select key, case when state = 'uploaded' then size_bytes::float8 end as size from stored_files`;
      return {
        kept: { migrations, tables, sequences: await listSequences(tx) },
        named: new Set(named.map(({ key }) => key)),
        whole: new Map(named.flatMap(({ key, size }) => (size === null ? [] : [[key, size]]))),
      };
    });
    // Of a table that a migration writes anew what was read is empty, without a word. Asked for outside of that moment.
    if (String(await ranMigrations(sql)) !== String(read.kept.migrations))
      throw new StartError("A new release changed the database while the backup was made: begin it once more.");
    // What came after that moment belongs to no row, and nothing would ever remove it.
    const named = (await filesBelow(held)).filter((file) => read.named.has(path.basename(file)));
    const copied = await copyAll(named, held, path.join(partial, DATA), stop);
    // Beside a hosted storage these are the files of before; whoever has none of them any more needs a backup of the rest.
    if (!env.UPLOADTHING_TOKEN && copied.length === 0 && read.whole.size > 0) throw new StartError(elsewhere(files));
    const lacking = await findLacking(sql, read.whole, copied);
    for (const name of [...(await keptMails(env.dataDir)), SECRETS]) {
      const kept = copyWhole(path.join(env.dataDir, name), path.join(partial, DATA, name), name, stop);
      const one = name === SECRETS && !hasAllKeys(env) ? await kept : await kept.catch(unlessGone);
      if (one) copied.push(one);
    }
    // Without it somebody else may have let go what this one held.
    if (!(await holdsLock(sql))) throw new StartError("The database was away while the backup was made: begin it once more.");
    const manifest: Manifest = { format: 1, madeAt: madeAt.toISOString(), ...read.kept, files: copied, ...(lacking && { lacking }) };
    await writeFile(path.join(partial, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
    await rename(partial, folder);
    return { folder, manifest };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    stop?.throwIfAborted();
    throw told(error, into);
  } finally {
    await rm(held, { recursive: true, force: true });
    // Unless the next one holds something there by now.
    await rmdir(heldFolder(env.dataDir)).catch(() => {});
    await sql.end({ timeout: 5 });
  }
}

/** Removes what backups into this folder left that were ended hard. */
async function dropPartial(into: string, now: Date): Promise<void> {
  const before = stamp(new Date(now.getTime() - PARTIAL_HOURS * HOUR_MS));
  for (const name of await readdir(into)) {
    const [, at] = /^parley-([\d-]+T[\d-]{8})(?:-[\da-f]{8})?\.partial$/.exec(name) ?? [];
    if (at && at < before) await rm(path.join(into, name), { recursive: true, force: true });
  }
}

const unwritable = (into: string, cause: unknown) =>
  new StartError(`No backup can be written into ${into}: name a folder that you own.`, { cause });

const HIDDEN =
  "The database hides rows of workspaces from its own user, and a backup without them would be none: give that user BYPASSRLS, or take the backup as one who has it.";

/** What an operator can do something about, in words. */
function told(cause: unknown, into: string): unknown {
  const code = String((cause as { code?: unknown } | undefined)?.code);
  // insufficient_privilege: a policy would leave rows out.
  if (code === "42501") return new StartError(HIDDEN, { cause });
  if (/^(ENOSPC|EDQUOT)$/.test(code))
    return new StartError(
      `There is no room for the backup in ${into}, beside the 256 MB (or the twentieth of a smaller disk) that stay free there: nothing of it is left.`,
      { cause },
    );
  return cause;
}

const elsewhere = (files: string): string =>
  `The database knows of recordings, and none of them lies in ${files}: start the backup with the DATA_DIR that the app has.`;

/** Mails that were kept: with the app's own keys what of the data folder cannot be made anew, beside the recordings. */
const keptMails = async (dataDir: string): Promise<string[]> =>
  (await filesBelow(path.join(dataDir, "mails"))).map((name) => path.join("mails", name));

/** Mails have their time, or may be written this very moment. */
function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

/** A connection that broke is another one by now. */
async function holdsLock(sql: postgres.Sql): Promise<boolean> {
  const [row] = await sql`select exists (select from pg_locks where locktype = 'advisory' and granted and pid = pg_backend_pid()
    and classid = 0 and objid = ${BACKUP_LOCK}) as held`;
  return row?.held === true;
}
