// npm test: everything that must hold, from lint to browser. Arguments choose parts: npm test -- unit. One is run only where it is named: faults.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { ensureBuilt, ensureInstalled, fail, passes } from "./setup.mjs";

ensureInstalled();
const asked = process.argv.slice(2);
const wants = (part) => asked.length === 0 || asked.includes(part);
// Tests own their settings: a machine's must not leak in.
const PROVIDER_SETTINGS = /^(GOOGLE|LINKEDIN|GITHUB|OIDC)_(CLIENT_ID|CLIENT_SECRET|ISSUER|NAME)$|^(STRIPE|VAPID|PUSH)_|^DEMO_PAYMENTS$/;
const SETTINGS = [
  "ADMIN_SECOND_FACTOR",
  "ACCESS_TOKEN_HOURS",
  "APP_URL",
  "CLAMAV",
  "DATABASE_POOL",
  "DATABASE_URL",
  "DATA_DIR",
  "DEMO",
  "HOST",
  "JOBS",
  "LOG_LEVEL",
  "MAIL_FROM",
  "NODE_ENV",
  "PORT",
  "RATE_LIMITS",
  "SECRET",
  "SECRET_PREVIOUS",
  "SESSION_REFETCH_SECONDS",
  "SMTP_URL",
  "STORAGE_KEY",
  "STORAGE_KEY_PREVIOUS",
  "TRUST_PROXY",
  "UPLOADTHING_TOKEN",
];
for (const name of [...SETTINGS, ...Object.keys(process.env).filter((key) => PROVIDER_SETTINGS.test(key))]) delete process.env[name];

/**
 * What CI's hour may not suffice for on a slower machine: pages in the second of two looks, and forms without a network, first those of more
 * than one press. Where the parts before the browsers took longer than this, in minutes, it is left out, and the run says so.
 */
const LEFT_OUT = [
  { after: 24, named: "en light 1440|every form" },
  { after: 15, named: "en light 1440|every form(?! of one press)" },
];

// All that was asked for is run, so that one run tells all that is wrong.
const red = [];
const part = (name, script, args) => passes(script, args) || red.push(name);

if (wants("lint")) part("lint (Biome)", "@biomejs/biome/bin/biome", ["check", "--error-on-warnings", "."]);
// From scratch: what an incremental check remembers of a catalogue can be older than the catalogue.
if (wants("types")) part("types (TypeScript)", "typescript/bin/tsc", ["--noEmit", "--incremental", "false"]);
/** What Vitest found (tests/config/failures.ts): said again at the end, where whoever reads looks first. */
const UNIT_FAILURES = "test-results/unit-failures.txt";
rmSync(UNIT_FAILURES, { force: true });
if (wants("unit")) part("unit (Vitest)", "vitest/vitest.mjs", ["run", "--config", "tests/config/vitest.config.ts"]);
/** The app as it is built, and a browser. */
async function prepareBrowser() {
  ensureBuilt();
  const { chromiumShell, ensureChromium } = await import("./chromium.mjs");
  process.env.CHROMIUM = await ensureChromium();
  process.env.CHROMIUM_SHELL = chromiumShell(process.env.CHROMIUM);
}
if (wants("browser")) {
  await prepareBrowser();
  const left = process.env.CI && LEFT_OUT.find(({ after }) => performance.now() > after * 60_000);
  if (left) console.log(`This machine is slow: browser tests named by /${left.named}/ are left out. "npm test -- browser" runs them.`);
  const less = left ? ["--grep-invert", left.named] : [];
  part("browser (Playwright)", "@playwright/test/cli.js", ["test", "--config", "tests/config/playwright.config.ts", ...less]);
}
// It takes minutes, and what it does is among the others for a moment.
if (asked.includes("faults")) {
  const { underFaults } = await import("./faults.mjs");
  if (!(await underFaults(passes, prepareBrowser))) red.push("faults");
}
const found = existsSync(UNIT_FAILURES) ? readFileSync(UNIT_FAILURES, "utf8") : "";
if (found) console.error(`What failed in Vitest:\n\n${found}\n`);
if (red.length > 0) fail(`Problems (see above): ${red.join(", ")}.`);
