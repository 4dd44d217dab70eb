import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeEach, describe, expect, it } from "vitest";

const folder = mkdtempSync(path.join(os.tmpdir(), "parley-setup-"));
const CLAIM = path.join(folder, ".parley-at-work");
const told = () => readFileSync(path.join(folder, "told"), "utf8");

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, "src/bin"), { recursive: true });
  cpSync("src/bin/setup.mjs", path.join(folder, "src/bin/setup.mjs"));
  // What takes a while, and says when it begins and ends.
  const work = `appendFileSync("told", "begins "); execFileSync(process.execPath, ["src/bin/part.mjs"]); appendFileSync("told", "ends ");`;
  const imports = 'import { execFileSync } from "node:child_process"; import { appendFileSync } from "node:fs";';
  const own = 'import { claim, unlessStamped } from "./setup.mjs";';
  writeFileSync(path.join(folder, "src/bin/work.mjs"), `${imports} ${own} unlessStamped("stamp", "one", () => { ${work} });`);
  writeFileSync(path.join(folder, "src/bin/part.mjs"), `${own} const release = claim(); setTimeout(release, 500);`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = () => promisify(execFile)(process.execPath, [path.join(folder, "src/bin/work.mjs")]);

describe("what a fresh folder lacks", () => {
  it("is made once, by whoever comes first, while the others wait and say so", async () => {
    const said = await Promise.all([run(), run(), run()]);
    expect(told()).toBe("begins ends ");
    expect(said.map(({ stdout }) => stdout).filter((line) => line.includes("waiting for it"))).toHaveLength(2);
    expect(existsSync(CLAIM)).toBe(false);
  });

  it.each([
    ["is gone", spawnSync(process.execPath, ["--version"]).pid, 0],
    ["could not even write who it is", "", 6],
    ["began an hour ago, and left its number to another", process.ppid, 3600],
  ])("is made by the next one, where whoever was at it %s", async (_, pid, agoSeconds) => {
    mkdirSync(path.dirname(CLAIM), { recursive: true });
    writeFileSync(CLAIM, String(pid));
    const then = Date.now() / 1000 - agoSeconds;
    utimesSync(CLAIM, then, then);
    await run();
    expect(told()).toBe("begins ends ");
    expect(existsSync(CLAIM)).toBe(false);
  });

  it("waits for one who took what was left behind a moment before it", async () => {
    writeFileSync(CLAIM, String(spawnSync(process.execPath, ["--version"]).pid));
    // Between its look and its step another one has claimed it: process 1, which never ends.
    const meanwhile = `process.kill = () => { process.kill = kill; rmSync("${CLAIM}"); writeFileSync("${CLAIM}", "1"); throw new Error("gone"); };`;
    const script = path.join(folder, "src/bin/late.mjs");
    writeFileSync(
      script,
      `import { rmSync, writeFileSync } from "node:fs"; const { kill } = process; ${meanwhile} await import("./work.mjs");`,
    );
    const late = spawn(process.execPath, [script]);
    const over = once(late, "close");
    late.stdout.once("data", () => rmSync(CLAIM));
    const said = await text(late.stdout);
    await over;
    expect(said).toContain("Process 1 is installing or building here");
    expect(told()).toBe("begins ends ");
    expect(readdirSync(folder).filter((name) => name.startsWith(path.basename(CLAIM)))).toEqual([]);
  });
});

describe("what was installed and built by hand", () => {
  const lock = (version: string) => ({
    packages: { "": {}, "node_modules/one": { version }, "node_modules/elsewhere": { version, optional: true } },
  });
  const start = async () => {
    const script = "src/bin/start.mjs";
    const begins = 'import { ensureBuilt, ensureInstalled, noteBuilt } from "./setup.mjs"; if (process.argv[2]) noteBuilt();';
    writeFileSync(path.join(folder, script), `${begins} ensureInstalled(); ensureBuilt(); console.log("starts");`);
    // There is no npm, and nothing that builds.
    const env = { ...process.env, PATH: folder };
    return (built: string[]) => promisify(execFile)(process.execPath, [path.join(folder, script), ...built], { env });
  };

  it("is not done again by a start", async () => {
    for (const place of ["package-lock.json", "node_modules/.package-lock.json"]) {
      mkdirSync(path.dirname(path.join(folder, place)), { recursive: true });
      const { "node_modules/elsewhere": elsewhere, ...packages } = lock("1.0.0").packages;
      const there = place.startsWith("node_modules") ? { packages } : { packages: { ...packages, "node_modules/elsewhere": elsewhere } };
      writeFileSync(path.join(folder, place), JSON.stringify(there));
    }
    const run = await start();
    expect((await run(["built"])).stdout).toBe("starts\n");
    expect((await run([])).stdout).toBe("starts\n");
  });

  it("is installed where node_modules is of another lock file", async () => {
    mkdirSync(path.join(folder, "node_modules"), { recursive: true });
    writeFileSync(path.join(folder, "package-lock.json"), JSON.stringify(lock("1.0.1")));
    writeFileSync(path.join(folder, "node_modules/.package-lock.json"), JSON.stringify(lock("1.0.0")));
    const run = await start();
    await expect(run(["built"])).rejects.toMatchObject({ stderr: expect.stringContaining("npm ci failed") });
  });
});
