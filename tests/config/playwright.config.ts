import { defineConfig } from "@playwright/test";

/** Chromium as a nervous candidate's browser: with a microphone that beeps and a camera that counts, allowed without asking. */
export default defineConfig({
  testDir: "../e2e",
  outputDir: "../../test-results/browser",
  fullyParallel: false,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  // A machine that does other work at the same time may miss a moment; a second failure is one.
  retries: process.env.CI ? 1 : 0,
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    locale: "en-GB",
    permissions: ["microphone", "camera"],
    viewport: { width: 1440, height: 900 },
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: [
        "--no-sandbox",
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
});
