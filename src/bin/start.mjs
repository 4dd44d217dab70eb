import { ensureBuilt, ensureInstalled, stopWithNpm } from "./setup.mjs";

ensureInstalled();
ensureBuilt();

const facts = { declaredProduction: process.env.NODE_ENV === "production" };
process.env.NODE_ENV = "production";
process.env.NEXT_TELEMETRY_DISABLED = "1";
stopWithNpm();
const { serve } = await import("../../dist/main.mjs");
await serve({ mode: process.argv[2] === "worker" ? "worker" : "web", dev: false, facts, loadApp: () => import("../../dist/app.mjs") });
