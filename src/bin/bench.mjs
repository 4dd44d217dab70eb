import { ensureInstalled } from "./setup.mjs";

// Figures, not assertions: throughput beside a bare server, and memory while recordings arrive. See tests/bench.
ensureInstalled();

const { build } = await import("esbuild");
await build({
  entryPoints: ["tests/bench/*.ts"],
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  sourcemap: true,
  outExtension: { ".js": ".mjs" },
  outdir: "dist/bench",
  logLevel: "warning",
});
process.env.NODE_ENV = "production";
await import("../../dist/bench/main.mjs");
