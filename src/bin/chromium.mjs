// Finds a Chromium for the browser tests, or installs one: the machine's own, Debian's package, or Playwright's. Beside it, where
// there is one, its shell without a window: the same engine, which needs a fifth less time, and knows no system notifications.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fail } from "./setup.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const SHELL = "chromium-headless-shell";
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

function onPath(name) {
  const { status, stdout } = spawnSync(process.platform === "win32" ? "where" : "which", [name], { encoding: "utf8" });
  return status === 0 ? stdout.split("\n")[0].trim() : undefined;
}

async function present() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const { chromium } = await import("@playwright/test");
  return NAMES.map(onPath).find(Boolean) ?? [...PLACES, chromium.executablePath()].find((place) => existsSync(place));
}

const quietly = (command, args) =>
  spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } })
    .status === 0;

/** The path of a Chromium that can run here. */
export async function ensureChromium() {
  const found = await present();
  if (found) return found;
  console.log("Installing Chromium for the browser tests …");
  const root = process.getuid?.() === 0;
  const debian =
    root &&
    existsSync("/usr/bin/apt-get") &&
    quietly("apt-get", ["update", "-qq"]) &&
    quietly("apt-get", ["install", "-y", "-qq", "chromium", SHELL]);
  if (!debian) quietly(process.execPath, ["node_modules/@playwright/test/cli.js", "install", ...(root ? ["--with-deps"] : []), "chromium"]);
  return (await present()) ?? fail("No Chromium could be found or installed: install one, or name it with CHROMIUM.");
}

/** The path of the shell; of the whole Chromium where there is none. */
export const chromiumShell = (chromium) => process.env.CHROMIUM_SHELL ?? onPath(SHELL) ?? chromium;
