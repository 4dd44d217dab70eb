// npm test: everything that must hold, from lint to browser. Arguments choose parts: npm test -- unit. One is run only where it is named: faults.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { ensureBuilt, ensureInstalled, fail, passes } from "./setup.mjs";

ensureInstalled();
const asked = process.argv.slice(2);
const wants = (part) => asked.length === 0 || asked.includes(part);
// Tests own their settings: a machine's must not leak in.
const PROVIDER_SETTINGS =
  /^(GOOGLE|LINKEDIN|GITHUB|OIDC)_(CLIENT_ID|CLIENT_SECRET|ISSUER|NAME)$|^(STRIPE|VAPID|PUSH|METRICS|OTEL)_|^DEMO_PAYMENTS$/;
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
 * CI has an hour, and its machines differ by more than twice. So what every feature does is seen first; then, in the minutes that are left,
 * what goes deeper (files named .deep.test.ts: thousands of random steps, hard faults, large amounts) and what looks further at every page
 * and form (browser tests tagged @wide). After so many minutes none of them begins any more, later no browser test at all, and the run says
 * so: what took an hour and a half would be ended, and tell nothing.
 */
const NONE_BEGINS_AFTER = { deep: 40, wide: 50, browser: 75 };
const isLate = (part) => process.env.CI !== undefined && performance.now() > NONE_BEGINS_AFTER[part] * 60_000;
const leftOut = (what, how) => console.log(`This machine is slow: ${what} are left out. "${how}" runs them.`);

// All that was asked for is run, so that one run tells all that is wrong.
const red = [];
const part = (name, script, args) => passes(script, args) || red.push(name);

if (wants("lint")) part("lint (Biome)", "@biomejs/biome/bin/biome", ["check", "--error-on-warnings", "."]);
// From scratch: what an incremental check remembers of a catalogue can be older than the catalogue.
if (wants("types")) part("types (TypeScript)", "typescript/bin/tsc", ["--noEmit", "--incremental", "false"]);
/** What Vitest found (tests/config/failures.ts), by file: said again at the end, where whoever reads looks first. */
const found = { "test-results/unit-failures.txt": [], "test-results/unit-second-tries.txt": [] };
function vitest(name, args) {
  for (const file of Object.keys(found)) rmSync(file, { force: true });
  part(name, "vitest/vitest.mjs", ["run", "--config", "tests/config/vitest.config.ts", ...args]);
  for (const [file, said] of Object.entries(found)) if (existsSync(file)) said.push(readFileSync(file, "utf8"));
}
if (wants("unit")) vitest("unit (Vitest)", ["--exclude", "**/*.deep.test.ts"]);
/** The app as it is built, and a browser. */
async function prepareBrowser() {
  ensureBuilt();
  const { chromiumShell, ensureChromium } = await import("./chromium.mjs");
  process.env.CHROMIUM = await ensureChromium();
  process.env.CHROMIUM_SHELL = chromiumShell(process.env.CHROMIUM);
}
const playwright = (name, args) =>
  part(name, "@playwright/test/cli.js", ["test", "--config", "tests/config/playwright.config.ts", ...args]);
const momentOf = (minutes) => String(performance.timeOrigin + minutes * 60_000);
if (process.env.CI) {
  process.env.WIDE_UNTIL = momentOf(NONE_BEGINS_AFTER.wide);
  process.env.BROWSER_UNTIL = momentOf(NONE_BEGINS_AFTER.browser);
}
if (wants("browser")) {
  await prepareBrowser();
  playwright("browser (Playwright)", ["--grep-invert", "@wide"]);
  if (isLate("browser")) leftOut(`browser tests that had not begun after ${NONE_BEGINS_AFTER.browser} minutes`, "npm test -- browser");
}
if (wants("unit")) {
  if (isLate("deep")) leftOut("random steps, hard faults and large amounts", "npm test -- unit");
  else vitest("deep (Vitest)", [".deep.test.ts"]);
}
if (wants("browser")) {
  // Beside what the first ones left: traces of what failed.
  if (!isLate("wide")) playwright("wide (Playwright)", ["--grep", "@wide", "--output", "test-results/wide"]);
  if (isLate("wide"))
    leftOut(`browser tests tagged @wide that had not begun after ${NONE_BEGINS_AFTER.wide} minutes`, "npm test -- browser");
}
// It takes minutes, and what it does is among the others for a moment.
if (asked.includes("faults")) {
  const { underFaults } = await import("./faults.mjs");
  if (!(await underFaults(passes, prepareBrowser))) red.push("faults");
}
const [failures, secondTries] = Object.values(found).map((said) => said.filter(Boolean).join("\n\n"));
if (secondTries) console.log(`What passed in Vitest at its second try:\n\n${secondTries}\n`);
if (failures) console.error(`What failed in Vitest:\n\n${failures}\n`);
if (red.length > 0) fail(`Problems (see above): ${red.join(", ")}.`);
