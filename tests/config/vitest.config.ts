import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import LongestFirst from "./longest-first";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

export default defineConfig({
  root,
  resolve: {
    alias: {
      // Sources run as they are here, but Node starts threads from JavaScript only.
      "@/server/cutting/worker-url": path.join(root, "tests/config/worker-url.ts"),
      "@": path.join(root, "src"),
      "#messages": path.join(root, "messages"),
      "#tests": path.join(root, "tests"),
    },
  },
  test: {
    include: ["tests/{unit,integration,contract}/**/*.test.ts"],
    globalSetup: ["tests/config/database.setup.ts", "tests/config/worker.setup.ts"],
    // Each worker has its own clone of the database; two cores carry two.
    pool: "forks",
    maxWorkers: 2,
    // Files keep nothing to themselves that the next could see: to load the whole app for each of them anew took a third of the time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // What fails twice is a failure, not a moment that a busy machine missed: as in the browser. Faults and random data are tried once.
    retry: process.env.CI ? 1 : 0,
    reporters: ["default", path.join(root, "tests/config/failures.ts")],
    // When to give up, not how fast it must be: these three.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
