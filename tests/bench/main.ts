import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { measureCutting } from "./cutting";
import { startDatabase } from "./database";
import { measureForum } from "./forum";
import { measureLive } from "./live";
import { measureMemory } from "./memory";
import { measurePolicies } from "./policies";
import { measureThroughput } from "./throughput";

/**
 * `npm run bench`: figures beside their aims, and no judgement, since they depend on the machine. With `--profile` each
 * process leaves a CPU profile in dist/bench; with `throughput`, `live`, `forum`, `memory`, `cutting` or `policies` only that part runs.
 */
const only = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const wanted = (part: string) => only.length === 0 || only.includes(part);

const dir = mkdtempSync(path.join(os.tmpdir(), "parley-bench-"));
// Run by root, PostgreSQL gets a user of its own: were the folder private, the cluster would go elsewhere and stay there.
chmodSync(dir, 0o755);
const begun = performance.now();
const starting = ["throughput", "live", "forum", "memory"].some(wanted) ? startDatabase(dir) : undefined;
let ending: Promise<void> | undefined;
const end = (code: number) => {
  ending ??= (async () => {
    const database = await starting?.catch(() => undefined);
    await database?.stop();
    rmSync(dir, { recursive: true, force: true });
    process.exit(code);
  })();
  return ending;
};
// A signal at any moment leaves no database behind.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void end(1));

let code = 0;
try {
  const database = await starting;
  if (database && wanted("throughput")) await measureThroughput(dir, database);
  if (database && wanted("live")) await measureLive(dir, database);
  if (database && wanted("forum")) await measureForum(dir, database);
  if (database && wanted("memory")) await measureMemory(dir, database);
  if (wanted("cutting")) measureCutting();
  if (wanted("policies")) measurePolicies();
  console.log(`\n${((performance.now() - begun) / 1000).toFixed(0)} s in all.`);
} catch (error) {
  if (!ending) console.error(error);
  code = 1;
}
await end(code);
