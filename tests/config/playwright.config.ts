import { defineConfig } from "@playwright/test";

// Wherever the machine stands: days are those that tests write down.
process.env.TZ = "UTC";

const ARGS = [
  "--no-sandbox",
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // There is none to draw with, and what stands in for it takes time of its own.
  "--disable-gpu",
];

/** Chromium as a nervous candidate's browser: with a microphone that beeps and a camera that counts, allowed without asking. */
const browser = (executablePath: string | undefined) => ({
  browserName: "chromium" as const,
  launchOptions: { args: ARGS, ...(executablePath ? { executablePath } : {}) },
});

/** What needs more than a page: notifications that the system shows. */
const WHOLE_BROWSER = "**/notifications.test.ts";
const { CI, CHROMIUM, CHROMIUM_SHELL = CHROMIUM } = process.env;

export default defineConfig({
  testDir: "../e2e",
  outputDir: "../../test-results/browser",
  // A test stands for itself, so that the long ones go on beside the others. Much of a test is waiting: three keep two cores busy, and a fourth would keep the others from their clocks.
  fullyParallel: true,
  workers: 3,
  // When to give up, not how fast it must be: a machine that is three times as slow shows the same.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // What fails twice is a failure, not a moment that a busy machine missed.
  retries: CI ? 1 : 0,
  reporter: [["list"]],
  projects: [
    { name: "whole", testMatch: WHOLE_BROWSER, use: browser(CHROMIUM) },
    { name: "shell", testIgnore: WHOLE_BROWSER, use: browser(CHROMIUM_SHELL) },
  ],
  use: {
    locale: "en-GB",
    permissions: ["microphone", "camera"],
    viewport: { width: 1440, height: 900 },
    // What cannot be pressed by then never will be: a long walk goes on with what comes after it.
    actionTimeout: 120_000,
    // A trace of every test would take a quarter of the time.
    trace: CI ? "on-first-retry" : "retain-on-failure",
  },
});
