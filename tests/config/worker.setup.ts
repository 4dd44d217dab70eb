import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { TestProject } from "vitest/node";
import { bundleOptions, workers } from "../../src/bin/bundle.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the bundled threads, with a slash at its end. */
    workersUrl: string;
  }
}

/** Bundles the threads once for the whole run, as the server's build does: it takes a few milliseconds. */
export default async function setup(project: TestProject) {
  // From here they find the packages that are not bundled.
  const caches = fileURLToPath(new URL("../../node_modules/.cache/", import.meta.url));
  mkdirSync(caches, { recursive: true });
  const dir = mkdtempSync(path.join(caches, "parley-workers-"));
  await build({ ...bundleOptions, entryPoints: workers, outdir: dir });
  project.provide("workersUrl", pathToFileURL(`${dir}/`).href);
  return () => rmSync(dir, { recursive: true, force: true });
}
