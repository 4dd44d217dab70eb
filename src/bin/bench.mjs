import { bundleOptions } from "./bundle.mjs";
import { ensureInstalled } from "./setup.mjs";

// Figures, not assertions: throughput beside a bare server, and memory while recordings arrive. See tests/bench.
ensureInstalled();

const { build } = await import("esbuild");
await build({ ...bundleOptions, entryPoints: ["tests/bench/*.ts"], outdir: "dist/bench" });
process.env.NODE_ENV = "production";
await import("../../dist/bench/main.mjs");
