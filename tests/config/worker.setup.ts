import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { TestProject } from "vitest/node";
import { bundleOptions } from "../../src/bin/bundle.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** The bundled thread that plans cuts. */
    cuttingWorkerUrl: string;
  }
}

/** Bundles the planner's thread once for the whole run, as the server's build does: it takes a few milliseconds. */
export default async function setup(project: TestProject) {
  const dir = mkdtempSync(path.join(os.tmpdir(), "parley-worker-"));
  await build({ ...bundleOptions, entryPoints: { "cutting-worker": "src/server/cutting/worker.ts" }, outdir: dir });
  project.provide("cuttingWorkerUrl", pathToFileURL(path.join(dir, "cutting-worker.mjs")).href);
  return () => rmSync(dir, { recursive: true, force: true });
}
