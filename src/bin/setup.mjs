// What a fresh clone lacks, made by plain Node before anything is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
process.chdir(root);

/** Who started this process, at its beginning. */
const PARENT = process.ppid;

const MINIMUM_NODE = [20, 19];

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor >= MINIMUM_NODE[1])) return;
  fail(`Parley needs Node ${MINIMUM_NODE.join(".")} or newer; this is ${process.versions.node}.`);
}

/** npm hands a signal to the shell in which it runs a script, and that one ends without telling us (npm 11 with dash). */
const isLeftAlone = () => process.env.npm_lifecycle_event !== undefined && process.ppid !== PARENT;

/** Stops this process as the signal would have it that npm was sent. */
export function stopWithNpm() {
  const watch = setInterval(() => {
    if (!isLeftAlone()) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, PAUSE_MS);
  watch.unref();
}

export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

function inForeground(command, args, env) {
  const ended = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env }, shell: process.platform === "win32" });
  if (isLeftAlone()) process.exit(1);
  return ended;
}

/** Runs a command in the foreground; ends this process with a sentence when it fails. */
export function run(command, args, { env, sentence } = {}) {
  const { status, error } = inForeground(command, args, env);
  if (status !== 0) fail(sentence ?? `${[command, ...args].join(" ")} failed${error ? `: ${error.message}` : ""}.`);
}

/** A tool from node_modules, run by this very Node. */
export function tool(name, script, args, options) {
  run(process.execPath, [path.join("node_modules", script), ...args], { sentence: `${name} found problems (see above).`, ...options });
}

/** The same where something else is still to be run: whether the tool was content. */
export const passes = (script, args) => inForeground(process.execPath, [path.join("node_modules", script), ...args]).status === 0;

/** One hash over files and folders, so that a stamp tells whether anything changed. */
function hashOf(places) {
  const hash = createHash("sha256");
  const visit = (place) => {
    if (!existsSync(place)) return;
    if (statSync(place).isDirectory()) for (const name of readdirSync(place).sort()) visit(path.join(place, name));
    else hash.update(`${place}\0`).update(readFileSync(place));
  };
  for (const place of places) visit(place);
  return hash.digest("hex");
}

/** Who is installing or building in this folder: two at once would take away each other's files. */
const CLAIM = ".parley-at-work";

/**
 * Waits until no other live process is at it; whoever began may do a part of it in a process of its own.
 * @returns lets others in again. A process that ends without that holds nobody up
 */
export function claim() {
  for (let waits = false; ; Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)) {
    try {
      writeFileSync(CLAIM, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const seen = look(CLAIM);
    if (!seen) continue;
    const { holder, madeAt } = seen;
    if (holder === process.ppid) return () => {};
    // One that has just been made is still empty, and for no longer than a moment: a full disk or a power cut leaves it so. One that was
    // left behind counts no more, also where its number is another's by now.
    const age = Date.now() - madeAt;
    const isLeft = holder === 0 ? age > EMPTY_MS : holder === process.pid || !isAlive(holder) || age > LONGEST_MS;
    if (isLeft) takeAway(seen);
    else if (!waits && holder > 0) {
      console.log(`Process ${holder} is installing or building here; waiting for it …`);
      waits = true;
    }
  }
  return () => rmSync(CLAIM, { force: true });
}
const PAUSE_MS = 200;
/** A claim is written the moment that it is made. */
const EMPTY_MS = 5000;
/** Neither takes so long. */
const LONGEST_MS = 30 * 60_000;

/** Who has claimed it, 0 where that does not stand in it, and when; undefined where nobody has. */
function look(file) {
  try {
    return { holder: Number(readFileSync(file, "utf8")) || 0, madeAt: statSync(file).mtimeMs };
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Another one may have taken it away meanwhile, and claimed it: only what was looked at goes, and what else was moved comes back. */
function takeAway(seen) {
  const moved = `${CLAIM}.${process.pid}`;
  try {
    renameSync(CLAIM, moved);
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
  const taken = look(moved);
  try {
    if (taken?.holder !== seen.holder || taken.madeAt !== seen.madeAt) linkSync(moved, CLAIM);
  } catch (error) {
    // Whoever came in between has it.
    if (error.code !== "EEXIST") throw error;
  } finally {
    rmSync(moved, { force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Does it once for what the hash stands for. */
export function unlessStamped(stamp, hash, work) {
  const done = () => existsSync(stamp) && readFileSync(stamp, "utf8") === hash;
  if (done()) return;
  const release = claim();
  // It may have been done while this one waited.
  if (!done()) {
    work();
    writeStamp(stamp, hash);
  }
  release();
}

function writeStamp(stamp, hash) {
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

const INSTALLED = "node_modules/.parley-installed";
const installedHash = () => hashOf(["package.json", "package-lock.json", ".npmrc"]) + process.versions.modules;
const BUILT = ".next/parley-built";

/** Whether what npm says of node_modules is what the lock file asks for; of what is for other machines nothing is there. */
function isInstalled() {
  const [asked, there] = ["package-lock.json", "node_modules/.package-lock.json"].map((file) =>
    existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {},
  );
  const places = Object.keys(asked).filter((place) => place !== "");
  return (
    places.length > 0 && places.every((place) => (there[place] ? there[place].version === asked[place].version : asked[place].optional))
  );
}

/** Notes at the end of a build that it is one of these sources, and what was installed by hand before it: a start does neither again. */
export function noteBuilt() {
  if (isInstalled()) writeStamp(INSTALLED, installedHash());
  writeStamp(BUILT, sourcesHash());
}

export function ensureInstalled() {
  checkNode();
  unlessStamped(INSTALLED, installedHash(), () => {
    console.log("Installing what is missing …");
    // What the lock file says and nothing else: it is never written here.
    run("npm", ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"], {
      sentence: "npm ci failed: see its message above; it needs the package registry.",
    });
  });
}

const sourcesHash = () =>
  hashOf(["src", "messages", "public", "next.config.mjs", "postcss.config.mjs", "tsconfig.json", "package-lock.json"]);

/** The name of the build that these sources make; it stands in addresses, so that nothing in it may look like an advertisement's. */
export const buildId = () => sourcesHash().slice(0, 20).replaceAll("d", "x");

export function ensureBuilt() {
  unlessStamped(BUILT, sourcesHash(), () => {
    console.log("Building once …");
    run(process.execPath, ["src/bin/build.mjs"], { sentence: "The build failed: see above." });
  });
}
