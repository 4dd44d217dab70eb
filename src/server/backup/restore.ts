import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type postgres from "postgres";
import { migrateDatabase } from "../db/migrate";
import { requireReachable } from "../db/reachable";
import { StartError } from "../start-error";
import { copyWhole, hashOf } from "./files";
import { type BackedTable, DATA, MANIFEST, type Manifest, parseManifest, tableFile } from "./manifest";
import { fillTable, hasAnything, listTables, openPlain, readKept, readTable, unguarded, withColumns } from "./tables";
import { beginRestore } from "./unfinished";

const MIGRATIONS = path.resolve("drizzle");

/** @throws StartError for a folder that holds no whole backup */
export function readManifest(folder: string): Manifest {
  const file = path.join(folder, MANIFEST);
  if (!existsSync(file)) throw new StartError(`${folder} holds no backup: ${MANIFEST} is missing, which is written last.`);
  try {
    return parseManifest(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new StartError(`${file} is damaged, or of another format.`, { cause });
  }
}

/**
 * Reads the whole backup once, before anything is written anywhere.
 * @throws StartError where a file or a table is not as it was written, or a newer release made it
 */
export async function checkBackup(folder: string, manifest: Manifest): Promise<void> {
  requireKnown(manifest.migrations);
  for (const table of manifest.tables)
    requireWritten(table, await readKept(path.join(folder, tableFile(table.name))).catch(() => undefined));
  for (const { path: name, bytes, sha256 } of manifest.files) {
    const source = path.join(folder, DATA, name);
    if (!existsSync(source) || statSync(source).size !== bytes || (await hashOf(source)) !== sha256) throw damagedFile(source);
  }
}

/** @throws StartError for a database that holds something, beside what a restore left there that was ended hard */
export async function requireNew(databaseUrl: string): Promise<void> {
  const sql = openPlain(databaseUrl);
  try {
    await requireReachable(sql);
    if (!(await isLeft(sql)) && (await hasAnything(sql))) throw new StartError(HOLDS);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Copies a backup's files into a data folder that is new, and checks each. Nothing starts there until `endRestore`.
 * @throws StartError for a folder that holds something, or a file that is not as it was written
 */
export async function restoreFiles(folder: string, manifest: Manifest, dataDir: string): Promise<void> {
  beginRestore(dataDir, manifest);
  for (const { path: name, bytes, sha256 } of manifest.files) {
    const source = path.join(folder, DATA, name);
    const copied = existsSync(source) ? await copyWhole(source, path.join(dataDir, name), name) : undefined;
    if (copied?.bytes !== bytes || copied.sha256 !== sha256) throw damagedFile(source);
  }
}

/**
 * Fills a new database with a backup's tables, in the form that it had then; the next start brings it to today's. All of it or nothing:
 * what was written is read again and compared before it stands.
 * @returns what is not the app's and was left out, by its names: tables and columns that somebody made beside the app's own
 * @throws StartError for a database that holds something, a backup of a newer release, or one that is damaged
 */
export async function restoreTables(folder: string, manifest: Manifest, databaseUrl: string): Promise<string[]> {
  const migrations = folderUpTo(manifest.migrations);
  const sql = openPlain(databaseUrl);
  try {
    const [alone] = await sql`select pg_try_advisory_lock(${RESTORE_LOCK}) as won`;
    if (!alone?.won) throw new StartError("Another restore is at work on this database: wait for its end.");
    if (await isLeft(sql)) await sql.unsafe(EMPTY);
    else if (await hasAnything(sql)) throw new StartError(HOLDS);
    try {
      await sql.unsafe(`create schema ${BEGUN}`);
      await migrateDatabase(databaseUrl, migrations);
      return await sql.begin(async (tx) => {
        const leftOut = await fillTables(tx, folder, manifest);
        await tx.unsafe(`drop schema ${BEGUN}`);
        return leftOut;
      });
    } catch (error) {
      // The same database serves for the next try. Where it cannot be emptied now, that one does so.
      await sql.unsafe(EMPTY).catch(() => {});
      throw error;
    }
  } finally {
    rmSync(migrations, { recursive: true, force: true });
    await sql.end({ timeout: 5 });
  }
}

const HOLDS = "The database holds something already: restore into one that is new.";
/** One restore at a time: the next would take what the first has begun for something that was left. */
const RESTORE_LOCK = 7_273_013;
/** A schema that goes in the very transaction that brings the rows: while it stands, the tables are a restore's that did not end. */
const BEGUN = "parley_restore";
const EMPTY = `drop schema public cascade; create schema public; drop schema if exists drizzle cascade; drop schema if exists ${BEGUN} cascade`;

/** Whether a restore that was ended hard left its tables, and nobody has begun to use them since. */
async function isLeft(sql: postgres.Sql): Promise<boolean> {
  const [row] = await sql`select to_regnamespace(${BEGUN}) is not null as begun, to_regclass('public.users') is not null as made`;
  if (!row?.begun || !row.made) return Boolean(row?.begun);
  const [used] = await sql`select exists (select from public.users) as used`;
  return !used?.used;
}

/** Fills the tables that the app's migrations made; whatever else a backup has is left out. @returns its names */
async function fillTables(tx: postgres.TransactionSql, folder: string, manifest: Manifest): Promise<string[]> {
  const own = new Map((await listTables(tx)).map(({ name, columns }) => [name, columns]));
  requireAll(own, manifest);
  const leftOut: string[] = [];
  await unguarded(tx, async () => {
    for (const table of manifest.tables) {
      const columns = own.get(table.name);
      const added = table.columns.filter((column) => !columns?.includes(column));
      leftOut.push(...(columns ? added.map((column) => `${table.name}.${column}`) : [table.name]));
      if (!columns) continue;
      await withColumns(tx, table.name, added, async () => {
        await fillTable(tx, table, path.join(folder, tableFile(table.name)));
        requireWritten(table, await readTable(tx, table));
      });
    }
    // One of a table that was left out is not there.
    for (const [name, last] of Object.entries(manifest.sequences))
      await tx`select setval(to_regclass(format('public.%I', ${name}::text)), ${last}::bigint, true)`;
  });
  return leftOut;
}

const damagedFile = (file: string) => new StartError(`${file} is not as it was written: the backup is damaged.`);
const damaged = (table: string) => new StartError(`The table ${table} is not as it was written: the backup is damaged.`);

/** @throws StartError where what was read is not what the manifest says */
function requireWritten({ name, rows, sha256 }: BackedTable, read: Pick<BackedTable, "rows" | "sha256"> | undefined): void {
  if (read?.rows !== rows || read.sha256 !== sha256) throw damaged(name);
}

/** @throws StartError where a table of the app's, or a column of one, is not in the backup */
function requireAll(own: ReadonlyMap<string, string[]>, { tables }: Manifest): void {
  const there = new Map(tables.map(({ name, columns }) => [name, columns]));
  for (const [name, columns] of own) if (!columns.every((column) => there.get(name)?.includes(column))) throw damaged(name);
}

/** @throws StartError where this release does not know the migrations that had run */
function requireKnown(ran: readonly string[]): void {
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ hash }) => hash);
  if (ran.some((hash, at) => known[at] !== hash))
    throw new StartError("The backup is of a newer release of the app, or of another one: restore it with the release that made it.");
}

/** A folder with the migrations that had run, and no later ones. @throws StartError where this release does not know them */
function folderUpTo(ran: readonly string[]): string {
  requireKnown(ran);
  const folder = mkdtempSync(path.join(os.tmpdir(), "parley-migrations-"));
  cpSync(MIGRATIONS, folder, { recursive: true });
  const file = path.join(folder, "meta", "_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8")) as { entries: unknown[] };
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, ran.length) }));
  return folder;
}
