import { build } from "esbuild";
import { bundleOptions, cleanBundle } from "./bundle.mjs";
import { compressStatic } from "./compress-static.mjs";
import { writePageScripts } from "./page-scripts.mjs";
import { buildId, claim, noteBuilt, tool } from "./setup.mjs";
import { keepStatic, restoreStatic } from "./static-files.mjs";

const release = claim();
cleanBundle();
await build(bundleOptions);
keepStatic();
tool("Next", "next/dist/bin/next", ["build"], { env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", PARLEY_BUILD: buildId() } });
await compressStatic();
restoreStatic();
writePageScripts();
noteBuilt();
release();
