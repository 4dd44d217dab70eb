// Tabs that were opened before a deploy go on asking for files of the build that they are of.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Which files a build made itself, and not the one before it. */
const OWN = "parley-own-static.json";

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));

/** Puts the static files of the build that stands there aside: the next one begins by emptying its folder. */
export function keepStatic(dist = ".next", aside = `${dist}-before`) {
  const list = path.join(dist, OWN);
  // A build that failed left none: what it put aside stays.
  if (!existsSync(list)) return;
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { recursive: true });
  renameSync(path.join(dist, "static"), path.join(aside, "static"));
  renameSync(list, path.join(aside, OWN));
}

/** Gives the new build what the last one made and it has not: one build back, and none before that. Their names tell their contents. */
export function restoreStatic(dist = ".next", aside = `${dist}-before`) {
  const folder = path.join(dist, "static");
  const own = filesIn(folder);
  const before = existsSync(path.join(aside, OWN)) ? JSON.parse(readFileSync(path.join(aside, OWN), "utf8")) : [];
  for (const file of before) {
    const to = path.join(folder, file);
    if (!existsSync(to)) cpSync(path.join(aside, "static", file), to);
  }
  writeFileSync(path.join(dist, OWN), JSON.stringify(own));
  rmSync(aside, { recursive: true, force: true });
}
