import type { Locator } from "@playwright/test";
import ar from "#messages/ar.json" with { type: "json" };
import en from "#messages/en.json" with { type: "json" };
import { THEME_PRESETS, TOAST } from "@/lib/constants";
import { holdCalls } from "./calls";
import { expect, test } from "./fixtures";

/** The specification's numbers once more, written out: a test that read the app's own would follow their mistakes. */
const SIZES = { mobile: 64, mainDesktop: 88, dashboardDesktop: 92, sidebar: 280, mini: 88, drawer: 260 };

test("header and side bar have the specified sizes", async ({ page, account: _ }) => {
  const box = async (selector: string) => (await page.locator(selector).first().boundingBox()) ?? { width: 0, height: 0 };
  await page.goto("/dashboard");
  await expect(page.getByRole("banner")).toBeVisible();
  expect((await box("header")).height).toBe(SIZES.dashboardDesktop);
  expect((await box("aside")).width).toBe(SIZES.sidebar);
  await page.getByRole("button", { name: en.appearance.title }).click();
  await page.getByRole("radio", { name: en.appearance.layout.mini }).click();
  await page.keyboard.press("Escape");
  await expect.poll(async () => (await box("aside")).width).toBe(SIZES.mini);
  await page.setViewportSize({ width: 360, height: 740 });
  expect((await box("header")).height).toBe(SIZES.mobile);
  await page.getByRole("button", { name: en.shell.menu }).click();
  await expect.poll(async () => Math.round((await box("[role=dialog] [id^=headlessui-dialog-panel]")).width)).toBe(SIZES.drawer);
  await page.goto("/developers");
  expect((await box("header")).height).toBe(SIZES.mobile);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect((await box("header")).height).toBe(SIZES.mainDesktop);
});

test("theme settings live in three-day cookies and stand before the first paint", async ({ page, context }) => {
  await page.goto("/");
  const html = page.locator("html");
  for (const [name, value] of Object.entries({
    mode: "light",
    contrast: "default",
    layout: "vertical",
    preset: "default",
    stretch: "false",
  })) {
    await expect(html).toHaveAttribute(`data-${name}`, value);
  }
  await expect(html).toHaveAttribute("dir", "ltr");
  await page.getByRole("button", { name: en.appearance.title }).click();
  await page.getByRole("radio", { name: en.appearance.mode.dark }).click();
  await page.getByRole("radio", { name: en.appearance.preset.purple }).click();
  await page.getByRole("radio", { name: en.appearance.contrast.bold }).click();
  await page.getByRole("radio", { name: en.appearance.stretch.on }).click();
  const cookies = await context.cookies();
  for (const [name, value] of Object.entries({
    themeMode: "dark",
    themeColorPresets: "purple",
    themeContrast: "bold",
    themeStretch: "true",
  })) {
    const cookie = cookies.find((candidate) => candidate.name === name);
    expect(cookie?.value).toBe(value);
    expect(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400).toBeCloseTo(3, 1);
  }
  // Without any script of the app, the document alone is dark: nothing can flash.
  await page.route("**/_next/static/**/*.js", (route) => route.abort());
  await page.reload();
  await expect(html).toHaveAttribute("data-mode", "dark");
  await expect(html).toHaveAttribute("data-preset", "purple");
  const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(ground).toMatch(/oklch\(0\.1|rgb\((1?\d|2\d), /);
  expect(THEME_PRESETS).toEqual(["default", "cyan", "purple", "blue", "orange", "red"]);
});

test("the language changes everything, direction too, and is kept", async ({ page, context }) => {
  await page.goto("/");
  // What was drawn by the server may be clicked before it listens.
  await expect(async () => {
    await page.getByRole("button", { name: en.shell.language }).click();
    await expect(page.getByRole("menuitemradio")).toHaveCount(5, { timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole("menuitemradio", { checked: true })).toHaveText("English");
  await page.getByRole("menuitemradio", { name: "العربية" }).click();
  await expect(page.getByRole("heading", { name: ar.landing.title })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.locator("html")).toHaveAttribute("lang", "ar-SD");
  expect(await page.evaluate(() => localStorage.getItem("i18nextLng"))).toBe("ar");
  expect(new URL(page.url()).pathname).toBe("/");
  // A lost cookie is brought back from local storage, also by the page that is being left.
  await context.clearCookies();
  await page.reload();
  await expect(page.getByRole("heading", { name: ar.landing.title })).toBeVisible();
});

test("an unknown address says so in the reader's language, with the right status, and needs no script for it", async ({ page, app }) => {
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: en.notFound.title })).toBeVisible();
  // A language in the address is not one of ours, and neither is the name of the page that says so.
  for (const path of ["/fr/auth/login", "/fr", "/not-found", "/fr/not-found"]) expect((await page.goto(path))?.status(), path).toBe(404);
  const arabic = await fetch(`${app.url}/no/such/page`, { headers: { "accept-language": "ar" } });
  const html = await arabic.text();
  expect([arabic.status, arabic.headers.get("cache-control")]).toEqual([404, "private, no-cache"]);
  expect(/<html [^>]+>/.exec(html)?.[0]).toMatch(/lang="ar[^"]*" dir="rtl"/);
  expect(/<h1[^>]*>([^<]+)/.exec(html)?.[1]).toBe(ar.notFound.title);
});

test("the progress bar appears 300 ms after a slow route change starts", async ({ page, account: _ }) => {
  // Held back from the beginning, since the link fetches its page before it is clicked: one that came is there at once.
  const letThrough = await holdCalls(page, "**/dashboard/answers?_rsc=**");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: /Amal/ })).toBeVisible();
  await page.evaluate(() => {
    const seen = window as unknown as { clickedAt: number; shownAt: number };
    document.addEventListener("click", () => (seen.clickedAt ||= performance.now()), { capture: true });
    new MutationObserver(() => {
      if (document.querySelector(".bprogress .bar")) seen.shownAt ||= performance.now();
    }).observe(document.documentElement, { childList: true, subtree: true, attributes: true });
  });
  await page.getByRole("link", { name: en.shell.places.answers }).click();
  // Watched from inside the page: on a slow machine a look from outside may come when it is gone again.
  await expect.poll(() => page.evaluate(() => (window as unknown as { shownAt?: number }).shownAt ?? 0)).toBeGreaterThan(0);
  letThrough();
  const { clickedAt, shownAt } = await page.evaluate(() => {
    const { clickedAt, shownAt } = window as unknown as { clickedAt: number; shownAt: number };
    return { clickedAt, shownAt };
  });
  expect(shownAt - clickedAt).toBeGreaterThan(280);
  await expect(page.getByRole("heading", { name: en.practice.answers.title })).toBeVisible();
});

test("toasts: no duplicates, top right, and each leaves by itself after three seconds", async ({ page, app, account }) => {
  expect(TOAST).toEqual({ limit: 5, durationMs: 3000, position: "top-right" });
  // Watched from inside the page: a slow machine may look too late for a toast.
  await page.addInitScript(() => {
    const seen = { most: 0, shownAt: 0, goneAt: 0, right: 0, top: 0 };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const toasts = document.querySelectorAll("[data-sonner-toast]");
      seen.most = Math.max(seen.most, toasts.length);
      if (toasts[0] && !seen.shownAt) {
        seen.shownAt = performance.now();
        setTimeout(() => {
          const box = toasts[0]?.getBoundingClientRect();
          Object.assign(seen, { right: window.innerWidth - (box?.right ?? 0), top: box?.top });
        }, 1_000);
      }
      if (seen.shownAt && !seen.goneAt && toasts.length === 0) seen.goneAt = performance.now();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("about:blank");
  await fetch(`${app.url}/api/user/logout`, { headers: { authorization: `Bearer ${account.token}` } });
  await page.goto("/dashboard/answers");
  const seen = () =>
    page.evaluate(() => (window as unknown as { seen: Record<"most" | "shownAt" | "goneAt" | "right" | "top", number> }).seen);
  await expect.poll(async () => (await seen()).goneAt).toBeGreaterThan(0);
  const { most, shownAt, goneAt, right, top } = await seen();
  expect(most).toBe(1);
  expect(goneAt - shownAt).toBeGreaterThan(2_900);
  expect(right).toBeLessThan(60);
  expect(top).toBeLessThan(60);
});

test("keyboard alone reaches the content and every control", async ({ page, account: _ }) => {
  await page.goto("/dashboard");
  await expect(page.getByRole("link", { name: en.practice.home.start })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: en.shell.skip })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: en.account.banner.resend })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: en.practice.home.start })).toBeFocused();
});

test("where the system sets the colours, what is chosen can be told from what is not", async ({ page, account: _ }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/dashboard/settings/account?section=notifications");
  const paint = (element: Locator) => element.evaluate((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).color]);
  /** The system's colours, as the browser has them. */
  const [chosen, words] = await page.evaluate(() =>
    ["Highlight", "HighlightText"].map((name) => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.cssText = `forced-color-adjust: none; color: ${name}`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    }),
  );
  const toggle = page.getByRole("switch").first();
  for (let turns = 0; turns < 2; turns++) {
    const on = await toggle.isChecked();
    if (on) expect(await paint(toggle)).toEqual([chosen, words]);
    else expect((await paint(toggle))[0]).not.toBe(chosen);
    // Where it stands is seen by its thumb, which has an edge.
    const thumb = toggle.locator("> :last-child");
    expect(await thumb.evaluate((one) => getComputedStyle(one).borderTopWidth)).toBe("1px");
    await toggle.click();
    await expect(toggle).toBeChecked({ checked: !on });
    await page.mouse.move(0, 0);
  }
  const here = page.getByRole("navigation").locator("[aria-current=page]").first();
  expect(await paint(here)).toEqual([chosen, words]);

  await page.getByRole("button", { name: en.appearance.title }).click();
  const group = page.getByRole("radiogroup").first();
  const radio = (checked: boolean) => group.getByRole("radio", { checked }).first();
  expect(await paint(radio(true))).toEqual([chosen, words]);
  expect((await paint(radio(false)))[0]).not.toBe(chosen);

  // What only its ground makes a button has an edge.
  await page.goto("/dashboard");
  const start = page.getByRole("link", { name: en.practice.home.start });
  expect(await start.evaluate((one) => getComputedStyle(one).borderTopWidth)).toBe("1px");
});
