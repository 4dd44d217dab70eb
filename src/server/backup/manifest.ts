import { z } from "zod";

/** What a backup says of itself. It is written last: a folder without it is no backup. */
const manifestSchema = z.strictObject({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** The migrations that had run, by their hashes and in their order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(
    z.strictObject({
      name: z.string(),
      /** Those that hold something of their own; what the database works out itself is left out. */
      columns: z.array(z.string()),
      rows: z.int(),
      /** Of the rows as COPY writes them, in hex. */
      sha256: z.string(),
    }),
  ),
  /** The last value that each sequence gave, as text: it may be larger than a number is exact. */
  sequences: z.record(z.string(), z.string()),
  /** What of the data folder is in it, by paths below `data`. */
  files: z.array(z.strictObject({ path: z.string().regex(/^(?!.*\.\.)[\w.\-/]+$/), bytes: z.int(), sha256: z.string() })),
  /** Files that the tables name and that lie in it not at all, or not to their end, by their keys; left out where it is whole. */
  lacking: z.strictObject({ missing: z.array(z.string()), short: z.array(z.string()) }).optional(),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type BackedTable = Manifest["tables"][number];

export const MANIFEST = "manifest.json";
export const tableFile = (name: string): string => `tables/${name}.copy.gz`;
export const DATA = "data";

/** @throws Error for what is no manifest of this format */
export const parseManifest = (text: string): Manifest => manifestSchema.parse(JSON.parse(text));
