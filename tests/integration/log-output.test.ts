import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { logOutput } from "@/server/log-output";
import { bundleOptions } from "../../src/bin/bundle.mjs";

let dir: string;
let outdir: string;
beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), "parley-log-"));
  // Below node_modules, so that the bundle finds its packages.
  mkdirSync("node_modules/.cache", { recursive: true });
  outdir = mkdtempSync(path.resolve("node_modules/.cache/parley-log-"));
  await build({ ...bundleOptions, entryPoints: { log: "src/server/log.ts" }, outdir });
});
afterAll(() => {
  for (const one of [dir, outdir]) rmSync(one, { recursive: true, force: true });
});

/** The largest file, in bytes, that this process may write. */
const mayWrite = (bytes: number | "unlimited") => execFileSync("prlimit", ["--pid", String(process.pid), `--fsize=${bytes}:`]);

it("says once that there is no room, and writes what waited, whole and in its order, when there is again", { retry: 0 }, async () => {
  const file = path.join(dir, "small.log");
  const fd = openSync(file, "a");
  const told: string[] = [];
  const output = logOutput(fd, (sentence) => void told.push(sentence));
  const lines = Array.from({ length: 100 }, (_, n) => `${JSON.stringify({ n, msg: "said" })}\n`);
  mayWrite(200);
  try {
    for (const line of lines) output.write(line);
    await vi.waitFor(() => expect(told).toHaveLength(1));
    output.write("more\n");
    // What cannot be written holds up nobody who ends.
    output.end();
  } finally {
    mayWrite("unlimited");
  }
  await vi.waitFor(() => expect(told).toHaveLength(2));
  closeSync(fd);
  expect(readFileSync(file, "utf8")).toBe(`${lines.join("")}more\n`);
  expect(told).toEqual([expect.stringContaining("EFBIG"), expect.stringContaining("written again: 0 of its lines")]);
});

it("keeps so much for a reader who does not read, and no more", async () => {
  const pipe = path.join(dir, "pipe");
  execFileSync("mkfifo", [pipe]);
  // Both ends, as nobody reads what is in it; without waiting, as a terminal or a pipe may be.
  const fd = openSync(pipe, 0o2 | 0o4000);
  const told: string[] = [];
  const output = logOutput(fd, (sentence) => void told.push(sentence));
  const line = `${"x".repeat(1023)}\n`;
  for (let n = 0; n < 10_000; n++) output.write(line);
  expect(told).toEqual([expect.stringContaining("nobody reads it")]);
  output.end();
});

/** A process whose last act is to say so. */
const ending = (how: string) =>
  `const { createLog } = await import(${JSON.stringify(path.join(outdir, "log.mjs"))});
   const log = createLog("info");
   for (let n = 0; n < 2000; n++) log.info({ n }, "said");
   log.fatal("last words");
   ${how}`;

for (const how of ["process.exit(3);", "process.exitCode = 3;", 'setTimeout(() => { log.fatal("and one more"); process.exit(3); }, 0);'])
  it(`loses nothing of what is said at the end of a process: ${how}`, () => {
    const ran = spawnSync(process.execPath, ["--input-type=module", "-e", ending(how)], {
      encoding: "utf8",
      env: { PATH: process.env.PATH } as never,
    });
    expect([ran.status, ran.stderr]).toEqual([3, ""]);
    const lines = ran.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.flatMap(({ n }) => n ?? [])).toEqual(Array.from({ length: 2000 }, (_, n) => n));
    expect(lines.some(({ msg }) => msg === "last words")).toBe(true);
  });

it("lets a process end whose standard output is full", async () => {
  const full = openSync("/dev/full", "w");
  const child = spawn(process.execPath, ["--input-type=module", "-e", ending("setTimeout(() => process.exit(3), 600);")], {
    stdio: ["ignore", full, "pipe"],
  });
  closeSync(full);
  let told = "";
  child.stderr?.on("data", (text) => {
    told += text;
  });
  const [code] = await once(child, "exit");
  expect(code).toBe(3);
  expect(told.match(/The log cannot be written \(ENOSPC\)/g)).toHaveLength(1);
});
