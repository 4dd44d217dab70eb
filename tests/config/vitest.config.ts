import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// Wherever the machine stands: days are those that tests write down, also for the servers that they start.
process.env.TZ = "UTC";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** Files that take more than a minute of two busy cores. Most are short to read: by their size they would begin last, beside an idle core. */
const LONG = [
  "peer-review-simulation.deep",
  "jobs-killed.deep",
  "fuzz",
  "permissions-shared",
  "subscription-lives.deep",
  "embedded.deep",
  "repeated-calls",
  "budgets",
  "backup",
  "backup-unfinished.deep",
  "trades-isolation",
  "permissions-own",
  "openapi-rules",
].map((name) => `/${name}.test.ts`);

const place = ({ moduleId }: TestSpecification): number => {
  const at = LONG.findIndex((name) => moduleId.endsWith(name));
  return at < 0 ? LONG.length : at;
};

/** What takes longest begins first, so that both cores have something to do until the end; the rest as Vitest would. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  root,
  resolve: {
    alias: {
      // Sources run as they are here, but Node starts threads from JavaScript only.
      "@/server/worker-url": path.join(root, "tests/config/worker-url.ts"),
      "@": path.join(root, "src"),
      "#messages": path.join(root, "messages"),
      "#tests": path.join(root, "tests"),
    },
  },
  test: {
    include: ["tests/{unit,integration,contract}/**/*.test.ts"],
    globalSetup: ["tests/config/database.setup.ts", "tests/config/worker.setup.ts"],
    // Each worker has its own clone of the database. Some files wait for clocks rather than work: a third keeps two cores busy meanwhile.
    pool: "forks",
    maxWorkers: 3,
    // Files keep nothing to themselves that the next could see: to load the whole app for each of them anew took a third of the time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // A busy machine may miss a moment: what ran out of time is tried once more there. What was wrong is not: where several ask at once, a
    // lock that is missing shows in one run of many.
    retry: process.env.CI ? { count: 1, condition: /timed out/ } : 0,
    reporters: ["default", path.join(root, "tests/config/failures.ts")],
    // When to give up, not how fast it must be: these three.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 40_000 } },
  },
});
