import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** What one run of the tests does for a moment is done for longer here; who wants it otherwise says so by these variables. */
const LONGER = { KILLS: "50", OUTAGE_SECONDS: "30" };
/** Two processes of which one dies, a release beside the next one, tabs from before a deploy, stops. */
const IN_BROWSERS = ["two-processes", "two-releases", "version-skew", "stopping"].map((name) => `tests/e2e/${name}.test.ts`);
const FILES = [
  ...["faults-kills.deep", "faults-database.deep", "faults-connections.deep", "faults-disk", "faults-full-database.deep"],
  "jobs-killed.deep",
].map((name) => `tests/integration/${name}.test.ts`);

/**
 * Hard faults at length: the app killed fifty times under load, its PostgreSQL gone for half a minute and without a connection to give, the
 * files' disk full, and the database's, a process killed in the middle of a job, processes and releases side by side. One after the other, so that none slows
 * another down, with the figures of all in one table at the end.
 * @param passes runs a tool of node_modules, and says whether it was content
 * @param prepareBrowser makes sure that the app is built and that there is a browser
 */
export async function underFaults(passes, prepareBrowser) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "parley-faults-"));
  const figures = path.join(folder, "figures");
  for (const [name, usual] of Object.entries(LONGER)) process.env[name] ??= usual;
  process.env.FIGURES = figures;
  try {
    const hard = passes("vitest/vitest.mjs", ["run", "--config", "tests/config/vitest.config.ts", "--no-file-parallelism", ...FILES]);
    await prepareBrowser();
    const playwright = ["test", "--config", "tests/config/playwright.config.ts", "--workers", "1", ...IN_BROWSERS];
    const content = passes("@playwright/test/cli.js", playwright) && hard;
    if (existsSync(figures)) console.log(`\n${tableOf(readFileSync(figures, "utf8"))}\n`);
    return content;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Which code on which machine, and below it what was measured, one figure a line. */
function tableOf(kept) {
  const { stdout } = spawnSync("git", ["describe", "--always", "--dirty"], { encoding: "utf8" });
  const lines = [`Commit ${stdout?.trim() || "unknown"}, ${os.cpus().length} cores, Node ${process.versions.node}`];
  const runs = kept.trim().split("\n").map(JSON.parse);
  const width = Math.max(...runs.flatMap(({ figures }) => Object.keys(figures).map((name) => name.length)));
  for (const { of, figures } of runs) {
    lines.push(`${of[0].toUpperCase()}${of.slice(1)}`);
    for (const [name, value] of Object.entries(figures)) lines.push(`  ${name.padEnd(width)}  ${value.toLocaleString("en")}`);
  }
  return lines.join("\n");
}
