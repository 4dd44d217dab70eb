import "./setup.mjs";
import { build } from "esbuild";
import { bundleOptions, cleanBundle } from "./bundle.mjs";
import { writePageScripts } from "./page-scripts.mjs";
import { tool } from "./setup.mjs";

cleanBundle();
await build(bundleOptions);
tool("Next", "next/dist/bin/next", ["build"], { env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } });
writePageScripts();
