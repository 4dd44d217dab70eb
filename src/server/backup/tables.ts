import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import path from "node:path";
import { Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import postgres from "postgres";
import type { BackedTable } from "./manifest";
import { whileRoom } from "./room";

type Tx = postgres.TransactionSql;

/** A connection that lasts, whose statements may take as long as they need, and that writes everything in one way. */
export const openPlain = (url: string): postgres.Sql =>
  postgres(url, {
    max: 1,
    // The driver would change it for another within the hour, and what it has locked would be free.
    max_lifetime: null,
    onnotice: () => {},
    connect_timeout: 10,
    connection: { application_name: "parley-backup", timezone: "UTC", DateStyle: "ISO, YMD", statement_timeout: 0 },
  });

/**
 * Reads everything as it stands at one moment, every row of it. What stops work in the middle of a table is what is told: the driver
 * cannot roll back a connection that is still handing out rows, and would say only that.
 */
export async function atOneMoment<T>(sql: postgres.Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  let reason: { error: unknown } | undefined;
  const read = sql.begin("isolation level repeatable read read only", async (tx) => {
    await tx`set local row_security = off`;
    return work(tx).catch((error) => {
      reason = { error };
      throw error;
    });
  });
  return read.catch((error) => {
    throw reason ? reason.error : error;
  }) as Promise<T>;
}

/** Of what `pg_class` has as `c` that which no extension brought: whoever makes the extension anew has it anew. */
const ofNoExtension = (sql: Tx | postgres.Sql) => sql`not exists (
  select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`;

/** Whether there is anything in a database, but for extensions. */
export async function hasAnything(sql: postgres.Sql): Promise<boolean> {
  const [row] = await sql`select exists (select from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S') and ${ofNoExtension(sql)}) as known`;
  return row?.known || (await ranMigrations(sql)).length > 0;
}

/** The tables where the app's are, but for extensions', with the columns that hold something of their own, by name. */
export const listTables = (tx: Tx): Promise<Pick<BackedTable, "name" | "columns">[]> => tx<Pick<BackedTable, "name" | "columns">[]>`
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and ${ofNoExtension(tx)}
  group by c.relname order by c.relname`;

/** The migrations that ran, in their order; none in a database that is new. */
export async function ranMigrations(tx: Tx | postgres.Sql): Promise<string[]> {
  const [there] = await tx`select to_regclass('drizzle.__drizzle_migrations') is not null as known`;
  if (!there?.known) return [];
  const rows = await tx<{ hash: string }[]>`select hash from drizzle.__drizzle_migrations order by created_at`;
  return rows.map(({ hash }) => hash);
}

export async function listSequences(tx: Tx): Promise<Record<string, string>> {
  const rows = await tx<{ name: string; last: string | null }[]>`
    select c.relname as name, s.last_value::text as last
    from pg_class c join pg_sequences s on s.schemaname = 'public' and s.sequencename = c.relname
    where c.relnamespace = 'public'::regnamespace and ${ofNoExtension(tx)}`;
  return Object.fromEntries(rows.flatMap(({ name, last }) => (last === null ? [] : [[name, last]])));
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const copied = ({ name, columns }: Pick<BackedTable, "name" | "columns">): string =>
  `copy public.${quoted(name)} (${columns.map(quoted).join(", ")})`;

/** What goes through it, counted and hashed: COPY ends each row with a line feed, and writes those within a value otherwise. */
function meter() {
  const hash = createHash("sha256");
  let rows = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows++;
      done(null, chunk);
    },
  });
  return { through, seen: () => ({ rows, sha256: hash.digest("hex") }) };
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Reads a table. @param to where its rows go, compressed; without it they are looked at alone */
export async function readTable(tx: Tx, table: Pick<BackedTable, "name" | "columns">, to?: string, stop?: AbortSignal) {
  stop?.throwIfAborted();
  const { through, seen } = meter();
  const rows = await tx.unsafe(`${copied(table)} to stdout`).readable();
  await (to
    ? pipeline(rows, through, createGzip({ level: 6 }), whileRoom(path.dirname(to)), createWriteStream(to, { mode: 0o600, flush: true }))
    : pipeline(rows, through, nowhere()));
  // Where the last rows came faster than they were taken the driver still holds its socket, and would wait for ever: this lets it go on.
  rows._read(0);
  return seen();
}

/** Reads what was read of a table once more, from where it was kept. */
export async function readKept(from: string) {
  const { through, seen } = meter();
  await pipeline(createReadStream(from), createGunzip(), through, nowhere());
  return seen();
}

/** Fills a table with what was read of it. */
export async function fillTable(tx: Tx, table: Pick<BackedTable, "name" | "columns">, from: string): Promise<void> {
  const rows = await tx.unsafe(`${copied(table)} from stdin`).writable();
  await pipeline(createReadStream(from), createGunzip(), rows);
}

/** Lets a table have more columns meanwhile, of whatever text. */
export async function withColumns(tx: Tx, table: string, columns: readonly string[], work: () => Promise<void>): Promise<void> {
  const altered = (what: string) => tx.unsafe(`alter table public.${quoted(table)} ${what}`);
  for (const column of columns) await altered(`add column ${quoted(column)} text`);
  await work();
  for (const column of columns) await altered(`drop column ${quoted(column)}`);
}

/**
 * Empties all tables and lets work fill them in whatever order: meanwhile no trigger of the app's speaks, no reference is checked, and
 * nobody's rows are hidden. Afterwards every reference is checked, of every row, and everything stands as it stood.
 */
export async function unguarded(tx: Tx, work: () => Promise<void>): Promise<void> {
  const tables = (await listTables(tx)).map(({ name }) => `public.${quoted(name)}`);
  const references = await tx<{ of: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as of, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;
  const forced = await tx<{ name: string }[]>`
    select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity`;
  const all = async (statements: string[]) => {
    for (const statement of statements) await tx.unsafe(statement);
  };
  await all([
    ...references.map(({ of, name }) => `alter table ${of} drop constraint ${name}`),
    ...tables.map((name) => `alter table ${name} disable trigger user`),
    ...forced.map(({ name }) => `alter table ${name} no force row level security`),
    // What migrations put in is in the backup, too.
    `truncate ${tables.join(", ")}`,
  ]);
  await work();
  await all([
    ...forced.map(({ name }) => `alter table ${name} force row level security`),
    ...tables.map((name) => `alter table ${name} enable trigger user`),
    ...references.map(({ of, name, definition }) => `alter table ${of} add constraint ${name} ${definition}`),
  ]);
}
