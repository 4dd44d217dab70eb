import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type postgres from "postgres";
import type { World } from "./busy-world";
import type { Accepted } from "./promises";

interface Stored {
  key: string;
  state: string;
  md5: string;
  size: string;
  slug: string;
}

const root = ({ dataDir }: World) => path.join(dataDir, "files");
const rowsOf = (sql: postgres.Sql) => sql<Stored[]>`select key, state, md5, size_bytes as size, slug from stored_files`;
/** The paths of all files in the storage. */
export const filesOf = (world: World): string[] =>
  (existsSync(root(world)) ? readdirSync(root(world), { recursive: true, withFileTypes: true }) : [])
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
const namesOf = (world: World) => filesOf(world).map((file) => path.basename(file));

/** The keys of files that somebody has, each with what points to it. */
async function pointedTo(sql: postgres.Sql): Promise<Map<string, string>> {
  const rows = await sql<{ key: string; by: string }[]>`
    select file_key as key, 'answer ' || id as by from answers where file_key is not null
    union all select unnest(array[file_key, preview_key]), 'attachment ' || id from support_attachments
    union all select unnest(array[file_key, preview_key]), 'document ' || id from workspace_files`;
  return new Map(rows.filter(({ key }) => key !== null).map(({ key, by }) => [key, by]));
}

/** What is wrong with files: those that were accepted are there, what anything points to is whole, and none lies on the disk that no row names. */
export async function ofFiles(sql: postgres.Sql, world: World, { takes, files, pictures }: Accepted): Promise<string[]> {
  const wrong: string[] = [];
  const known = new Map((await rowsOf(sql)).map((row) => [row.key, row]));
  const pointed = await pointedTo(sql);
  for (const [key, by] of pointed) {
    const row = known.get(key);
    // A recording belongs to its answer from its first byte on.
    if (row?.state === "uploading" && row.slug === "recording") continue;
    if (row?.state !== "uploaded") wrong.push(`the ${by} has a file that is not there`);
    else if (!isWhole(world, row)) wrong.push(`the file ${key} is not whole`);
  }
  for (const name of namesOf(world)) if (!known.has(name)) wrong.push(`the file ${name} is nobody's`);

  const answers = await sql<{ id: string; key: string | null }[]>`
    select id, file_key as key from answers where recording_kind is not null`;
  const keyOf = new Map(answers.map(({ id, key }) => [id, key]));
  for (const [uid, { md5 }] of takes) {
    const key = keyOf.get(uid);
    if (!key || known.get(key)?.md5 !== md5) wrong.push(`the take ${uid} is lost`);
  }
  const there = {
    message: new Set((await sql`select id from support_attachments where message_id is not null`).map(({ id }) => String(id))),
    shop: new Set((await sql`select id from workspace_files where customer_id is not null`).map(({ id }) => String(id))),
  };
  for (const [uid, { of }] of files) if (!there[of].has(uid)) wrong.push(`the ${of}'s file ${uid} is lost`);
  // Each replaces the one before, and the last may have come without its answer.
  const faces = await sql<{ id: string }[]>`select a.id from users u join avatars a on a.id = u.avatar_id and a.user_id = u.id`;
  if (pictures.size > 0 && faces.length !== 1) wrong.push(`the profile has ${faces.length} pictures`);
  const earlier = [...pictures].slice(0, -1);
  if (faces.some(({ id }) => earlier.some((address) => address.endsWith(id)))) wrong.push("the profile has a picture from before");
  return wrong;
}

/** Files of which the storage knows, or that lie on the disk, and that nothing points to: how they stand there, and of which route. */
export async function leftOver(sql: postgres.Sql, world: World): Promise<string[]> {
  const pointed = await pointedTo(sql);
  const rows = await rowsOf(sql);
  const known = new Set(rows.map(({ key }) => key));
  return [
    ...rows.filter(({ key }) => !pointed.has(key)).map(({ state, slug }) => `${state}: ${slug || "made"}`),
    ...namesOf(world)
      .filter((name) => !known.has(name))
      .map(() => "without a row"),
  ];
}

function isWhole(world: World, { key, md5, size }: Stored): boolean {
  const file = path.join(root(world), key.slice(-2), key);
  const bytes = existsSync(file) ? readFileSync(file) : undefined;
  return bytes !== undefined && bytes.length === Number(size) && hashOf(bytes) === md5;
}

const hashOf = (bytes: Buffer) => createHash("md5").update(bytes).digest("hex");
