import path from "node:path";
import type postgres from "postgres";
import type { Manifest } from "./manifest";

/** Of files that the database says have arrived, those that a backup has not got, and those of which it has the beginning alone. */
export type Lacking = NonNullable<Manifest["lacking"]>;

/** So many are named, so that somebody can look for them. */
const NAMED = 5;

/**
 * Compares what was copied with what should have been.
 * @param whole how many bytes each file has, by its key, as the tables stood at the backup's moment
 * @returns nothing where nothing lacks. What has been deleted since lacks nobody: its bytes go before its row does.
 */
export async function findLacking(
  sql: postgres.Sql,
  whole: ReadonlyMap<string, number>,
  copied: Manifest["files"],
): Promise<Lacking | undefined> {
  const bytes = new Map(copied.map((file) => [path.posix.basename(file.path), file.bytes]));
  const keys = [...whole].filter(([key, size]) => (bytes.get(key) ?? -1) < size).map(([key]) => key);
  if (keys.length === 0) return undefined;
  const known = await sql<{ key: string }[]>`select key from stored_files where key = any(${keys}) order by key`;
  const lacking: Lacking = { missing: [], short: [] };
  for (const { key } of known) lacking[bytes.has(key) ? "short" : "missing"].push(key);
  return known.length > 0 ? lacking : undefined;
}

/** What an operator has to hear of it. */
export function toldLacking({ missing, short }: Lacking): string {
  const named = [...missing, ...short];
  return `It is not whole: of the files that the database names, ${missing.length} are missing and ${short.length} are cut short (${[
    ...named.slice(0, NAMED),
    ...(named.length > NAMED ? ["…"] : []),
  ].join(", ")}).`;
}
