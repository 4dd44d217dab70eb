// The server's code for Node: TypeScript bundled by esbuild, packages left where npm put them.
import { rmSync } from "node:fs";

/** Threads, which src/server/worker-url.ts looks for beside the chunks. */
export const workers = {
  "cutting-worker": "src/server/cutting/worker.ts",
  "pdf-worker": "src/server/pdf/worker.ts",
};

/** @type {import("esbuild").BuildOptions} */
export const bundleOptions = {
  // Entries over shared chunks: the process, the API that development replaces while the process stays, the terminal commands, backups, and
  // the threads.
  entryPoints: {
    main: "src/server/main.ts",
    app: "src/server/app.ts",
    admin: "src/features/admin/commands.ts",
    backup: "src/server/backup/commands.ts",
    ...workers,
  },
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  jsx: "automatic",
  packages: "external",
  sourcemap: true,
  outExtension: { ".js": ".mjs" },
  outdir: "dist",
  logLevel: "warning",
};

export const cleanBundle = (outdir = bundleOptions.outdir) => rmSync(outdir, { recursive: true, force: true });
