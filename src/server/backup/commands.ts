import path from "node:path";
import { startEmbedded } from "../db/embedded";
import { type Env, readEnv, requireKeys } from "../env";
import { StartError } from "../start-error";
import { readVariables } from "../variables";
import { makeBackup } from "./backup";
import { toldLacking } from "./lacking";
import type { Manifest } from "./manifest";
import { checkBackup, readManifest, requireNew, restoreFiles, restoreTables } from "./restore";
import { endRestore } from "./unfinished";

const size = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

const told = ({ madeAt, tables, files }: Manifest): string => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${rows} rows of ${tables.length} tables and ${files.length} files (${size(bytes)}), as they stood at ${madeAt}`;
};

const HOSTED = "Recordings and other files that came since UPLOADTHING_TOKEN was set lie with UploadThing, and are not part of it.";

/** Writes a backup into the folder that is named; the app may run meanwhile. @returns the exit code */
export async function backup([into, ...rest]: string[]): Promise<number> {
  if (!into || rest.length > 0) return usage("npm run backup -- <folder in which the backup gets its own>");
  return saying(async () => {
    const env = readEnv(process.env, { beside: true });
    requireKeys(env);
    const stop = stoppedBySignal();
    const { folder, manifest } = await withDatabase(env, (url) => makeBackup(env, url, path.resolve(into), stop));
    const but = lackingOf(manifest);
    return { said: `${folder} holds ${told(manifest)}.${env.UPLOADTHING_TOKEN ? ` ${HOSTED}` : ""}`, but, code: but.length > 0 ? 1 : 0 };
  });
}

/** Brings a backup back, into a data folder and a database that are new. @returns the exit code */
export async function restore([given, ...rest]: string[]): Promise<number> {
  if (!given || rest.length > 0) return usage("npm run restore -- <folder of the backup>");
  return saying(async () => {
    const folder = path.resolve(given);
    const manifest = readManifest(folder);
    const { DATA_DIR, DATABASE_URL } = readVariables(process.env);
    const dataDir = path.resolve(DATA_DIR);
    // Whatever can be known to be wrong is told before anything is written.
    await checkBackup(folder, manifest);
    if (DATABASE_URL) await requireNew(DATABASE_URL);
    // The keys come first: with those of the backup the embedded database is made.
    await restoreFiles(folder, manifest, dataDir);
    const env = readEnv(process.env, { restoring: true });
    const leftOut = await withDatabase(env, (url) => restoreTables(folder, manifest, url));
    endRestore(dataDir);
    // All that the backup has of the app is there: who waits for it may start.
    return { said: `Restored: ${told(manifest)}.`, but: [...lackingOf(manifest), ...toldLeftOut(leftOut)] };
  });
}

/** The first signal ends it in its order, so that nothing of it is left; a second one at once. */
function stoppedBySignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(1);
      stop.abort(new StartError("The backup was ended before its end: nothing of it is left."));
    });
  return stop.signal;
}

function usage(line: string): number {
  console.error(`Usage: ${line}`);
  return 1;
}

interface Done {
  said: string;
  /** What is to be known in spite of it, in sentences. */
  but: string[];
  code?: number;
}

const lackingOf = ({ lacking }: Manifest): string[] => (lacking ? [toldLacking(lacking)] : []);

const toldLeftOut = (names: string[]): string[] =>
  names.length > 0 ? [`Left out, for somebody made it beside what is the app's: ${names.join(", ")}. The backup has it still.`] : [];

async function saying(work: () => Promise<Done>): Promise<number> {
  try {
    const { said, but, code = 0 } = await work();
    console.log(said);
    for (const line of but) console.error(line);
    return code;
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    return 1;
  }
}

async function withDatabase<T>(env: Env, work: (url: string) => Promise<T>): Promise<T> {
  if (env.DATABASE_URL) return work(env.DATABASE_URL);
  const embedded = await startEmbedded({ dir: `${env.dataDir}/postgres`, password: env.kept.databasePassword });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}
