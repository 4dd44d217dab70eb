import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { addMigration } from "#tests/factories/migrations";

/** What an app is made of, as `npm start` finds it. */
const PARTS = [
  "src",
  "messages",
  "public",
  "drizzle",
  "dist",
  "package.json",
  ".npmrc",
  "package-lock.json",
  "next.config.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
];
const TEXT = /\.(js|mjs|cjs|json|html|rsc|txt|css|meta|body|segments)$|BUILD_ID$/;
/** Names of the same length, so that what counts bytes goes on being right. */
const turned = (text: string): string => [...text].reverse().join("");

/**
 * The next release of the app, in a folder of its own: another build's id, another name for every file that browsers load, and whatever
 * else is replaced in its code. It is the built app, with those names put in everywhere; building it anew would take minutes.
 * @param renamed words of the code that the next release says otherwise
 * @param migration what it changes in the tables, if anything
 */
export async function nextRelease(
  renamed: Record<string, string> = {},
  migration: string[] = [],
): Promise<{ folder: string; remove: () => void }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "parley-release-"));
  for (const part of PARTS) cpSync(part, path.join(folder, part), { recursive: true });
  symlinkSync(realpathSync("node_modules"), path.join(folder, "node_modules"));
  if (migration.length > 0) addMigration(path.join(folder, "drizzle"), migration);
  // What was compressed at the build has the old names and words; without it the same files are sent as they are.
  const belongs = (source: string) => !source.startsWith(path.join(".next", "cache")) && !source.endsWith(".br");
  cpSync(".next", path.join(folder, ".next"), { recursive: true, filter: belongs });
  const dist = path.join(folder, ".next");
  const id = readFileSync(path.join(dist, "BUILD_ID"), "utf8").trim();
  const chunks = path.join(dist, "static/chunks");
  const names = readdirSync(chunks)
    .filter((name) => /\.(js|css)$/.test(name) && statSync(path.join(chunks, name)).isFile())
    .map((name) => name.replace(/\.(js|css)$/, ""));
  const words = new Map<string, string>([[id, turned(id)], ...Object.entries(renamed)]);
  for (const name of names) words.set(name, `${turned(name.slice(0, 8))}${name.slice(8)}`);
  // All of them are words of at least so many letters, which makes the search a short one.
  const pattern = /[\w~-]{13,}/g;
  const rewrite = (file: string) => {
    const text = readFileSync(file, "utf8");
    const changed = text.replaceAll(pattern, (word) => words.get(word) ?? word);
    if (changed !== text) writeFileSync(file, changed);
  };
  for (const place of [dist, path.join(folder, "dist")])
    for (const entry of readdirSync(place, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      if (TEXT.test(entry.name)) rewrite(file);
    }
  for (const entry of readdirSync(path.join(dist, "static"), { recursive: true, withFileTypes: true })) {
    const renamedTo = words.get(entry.name.replace(/\.(js|css)$/, "")) ?? words.get(entry.name);
    if (renamedTo) renameSync(path.join(entry.parentPath, entry.name), path.join(entry.parentPath, renamedTo + path.extname(entry.name)));
  }
  // What pages carry between their tags names other files now.
  const here = process.cwd();
  try {
    process.chdir(folder);
    const { writePageScripts } = await import(pathToFileURL(path.join(folder, "src/bin/page-scripts.mjs")).href);
    writePageScripts();
  } finally {
    process.chdir(here);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
