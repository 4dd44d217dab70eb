import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isAlive } from "../db/start-lock";
import { makeFolder } from "../folders";
import { SECRETS } from "../kept-secrets";
import { StartError } from "../start-error";
import type { Manifest } from "./manifest";

/** Stands in a data folder until all that a restore brings is there. */
const MARK = "restore-unfinished";
/** The embedded database's folder. It was made with the keys of the same backup: it serves for the next try as it is. */
const DATABASE = "postgres";

const idOf = (manifest: Manifest): string => createHash("sha256").update(JSON.stringify(manifest)).digest("hex");

/**
 * Nothing works with half of what was: it would begin anew beside recordings that no row names, and remove those as nobody's.
 * @throws StartError in a data folder into which a restore did not end
 */
export function requireFinished(dataDir: string): void {
  if (existsSync(path.join(dataDir, MARK)))
    throw new StartError(
      `${dataDir} holds a part of a backup, because its restore did not end: run npm run restore with the same backup again, or give DATA_DIR another folder.`,
    );
}

/**
 * Takes a data folder for a restore: one that is new, or one into which the same backup's restore did not end; what that left goes.
 * @throws StartError for a folder that holds something else
 */
export function beginRestore(dataDir: string, manifest: Manifest): void {
  const mark = path.join(dataDir, MARK);
  try {
    makeFolder(dataDir);
    readdirSync(dataDir);
  } catch (cause) {
    throw new StartError(`The data folder ${dataDir} cannot be made: give DATA_DIR a folder that you own.`, { cause });
  }
  if (!existsSync(mark)) {
    if (readdirSync(dataDir).length > 0)
      throw new StartError(`${dataDir} holds something already: give DATA_DIR a folder that is new, so that nothing is written over.`);
  } else {
    const [id, pid] = readFileSync(mark, "utf8").split("\n");
    if (id !== idOf(manifest))
      throw new StartError(
        `${dataDir} holds a part of another backup, because its restore did not end: give DATA_DIR a folder that is new.`,
      );
    if (Number(pid) > 0 && Number(pid) !== process.pid && isAlive(Number(pid)))
      throw new StartError(`Process ${pid} restores into ${dataDir}: wait for its end, or give DATA_DIR a folder that is new.`);
    // Keys that no backup brought were made there, and the database with them.
    const stays = [MARK, DATABASE, ...(manifest.files.some((file) => file.path === SECRETS) ? [] : [SECRETS])];
    for (const name of readdirSync(dataDir).filter((one) => !stays.includes(one)))
      rmSync(path.join(dataDir, name), { recursive: true, force: true });
  }
  writeFileSync(mark, `${idOf(manifest)}\n${process.pid}\n`, { mode: 0o600, flush: true });
}

/** All of it is there. */
export const endRestore = (dataDir: string): void => rmSync(path.join(dataDir, MARK), { force: true });
