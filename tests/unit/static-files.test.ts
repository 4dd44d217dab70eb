import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { keepStatic, restoreStatic } from "../../src/bin/static-files.mjs";

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "parley-static-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** As the framework builds: into an empty folder. */
function build(...files: string[]): void {
  const dist = path.join(root, ".next");
  keepStatic(dist);
  rmSync(dist, { recursive: true, force: true });
  for (const file of files) {
    mkdirSync(path.dirname(path.join(dist, "static", file)), { recursive: true });
    writeFileSync(path.join(dist, "static", file), file);
  }
  restoreStatic(dist);
}

const files = () =>
  readdirSync(path.join(root, ".next/static"), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".js"))
    .toSorted();

it("a build keeps the files that browsers loaded of the one before it, and none of those before that", () => {
  build("chunks/one.js", "a/_manifest.js");
  expect(files()).toEqual(["a/_manifest.js", "chunks/one.js"]);
  build("chunks/two.js", "b/_manifest.js");
  expect(files()).toEqual(["a/_manifest.js", "b/_manifest.js", "chunks/one.js", "chunks/two.js"]);
  build("chunks/two.js", "chunks/three.js");
  expect(files()).toEqual(["b/_manifest.js", "chunks/three.js", "chunks/two.js"]);
  expect(readdirSync(root)).toEqual([".next"]);
});

it("a build that failed takes nothing away from the next one", () => {
  build("chunks/one.js");
  keepStatic(path.join(root, ".next"));
  rmSync(path.join(root, ".next"), { recursive: true, force: true });
  // Nothing came of it.
  build("chunks/two.js");
  expect(files()).toEqual(["chunks/one.js", "chunks/two.js"]);
});
