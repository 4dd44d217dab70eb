import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type postgres from "postgres";
import { migrateDatabase } from "../db/migrate";
import { StartError } from "../start-error";
import { copyWhole } from "./files";
import { type BackedTable, DATA, MANIFEST, type Manifest, parseManifest, tableFile } from "./manifest";
import { fillTable, listTables, openPlain, ranMigrations, readKept, readTable, unguarded } from "./tables";

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
 * Copies a backup's files into a data folder that is new, and checks each.
 * @throws StartError for a folder that holds something, or a file that is not as it was written
 */
export async function restoreFiles(folder: string, { files }: Manifest, dataDir: string): Promise<void> {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new StartError(`${dataDir} holds something already: give DATA_DIR a folder that is new, so that nothing is written over.`);
  mkdirSync(dataDir, { recursive: true });
  for (const { path: name, bytes, sha256 } of files) {
    const source = path.join(folder, DATA, name);
    const copied = existsSync(source) ? await copyWhole(source, path.join(dataDir, name), name) : undefined;
    if (copied?.bytes !== bytes || copied.sha256 !== sha256)
      throw new StartError(`${source} is not as it was written: the backup is damaged.`);
  }
}

/**
 * Fills a new database with a backup's tables, in the form that it had then; the next start brings it to today's. All of it or nothing:
 * what was written is read again and compared before it stands.
 * @throws StartError for a database that holds something, a backup of a newer release, or one that is damaged
 */
export async function restoreTables(folder: string, manifest: Manifest, databaseUrl: string): Promise<void> {
  for (const table of manifest.tables)
    requireWritten(table, await readKept(path.join(folder, tableFile(table.name))).catch(() => undefined));
  const migrations = folderUpTo(manifest.migrations);
  const sql = openPlain(databaseUrl);
  try {
    if (await holdsSomething(sql)) throw new StartError("The database holds something already: restore into one that is new.");
    try {
      await migrateDatabase(databaseUrl, migrations);
      await sql.begin((tx) => fillTables(tx, folder, manifest));
    } catch (error) {
      // The same database serves for the next try.
      await sql.unsafe("drop schema public cascade; create schema public; drop schema if exists drizzle cascade");
      throw error;
    }
  } finally {
    rmSync(migrations, { recursive: true, force: true });
    await sql.end({ timeout: 5 });
  }
}

async function fillTables(tx: postgres.TransactionSql, folder: string, manifest: Manifest): Promise<void> {
  await requireSame(tx, manifest);
  await unguarded(tx, async () => {
    for (const table of manifest.tables) {
      await fillTable(tx, table, path.join(folder, tableFile(table.name)));
      requireWritten(table, await readTable(tx, table));
    }
    for (const [name, last] of Object.entries(manifest.sequences))
      await tx`select setval(${`public.${name}`}::regclass, ${last}::bigint, true)`;
  });
}

const damaged = (table: string) => new StartError(`The table ${table} is not as it was written: the backup is damaged.`);

/** @throws StartError where what was read is not what the manifest says */
function requireWritten({ name, rows, sha256 }: BackedTable, read: Pick<BackedTable, "rows" | "sha256"> | undefined): void {
  if (read?.rows !== rows || read.sha256 !== sha256) throw damaged(name);
}

async function holdsSomething(sql: postgres.Sql): Promise<boolean> {
  const [row] = await sql`
    select exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')) as known`;
  return row?.known || (await ranMigrations(sql)).length > 0;
}

/** What the tables are like is what they were like: the same names, and the same columns. @throws StartError */
async function requireSame(tx: postgres.TransactionSql, manifest: Manifest): Promise<void> {
  const form = (tables: readonly { name: string; columns: string[] }[]) =>
    tables.map(({ name, columns }) => `${name}: ${columns.toSorted()}`).toSorted();
  const [now, then] = [form(await listTables(tx)), form(manifest.tables)];
  const other = then.find((one) => !now.includes(one)) ?? now.find((one) => !then.includes(one));
  if (other) throw damaged(other.split(":")[0] ?? "");
}

/** A folder with the migrations that had run, and no later ones. @throws StartError where this release does not know them */
function folderUpTo(ran: readonly string[]): string {
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ hash }) => hash);
  if (ran.some((hash, at) => known[at] !== hash))
    throw new StartError("The backup is of a newer release of the app, or of another one: restore it with the release that made it.");
  const folder = mkdtempSync(path.join(os.tmpdir(), "parley-migrations-"));
  cpSync(MIGRATIONS, folder, { recursive: true });
  const file = path.join(folder, "meta", "_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8")) as { entries: unknown[] };
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, ran.length) }));
  return folder;
}
