import { mkdirSync } from "node:fs";
import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";
import { localeDirection } from "@/lib/locales";
import { type Account, expect, isRefusal, overflows, setMode, signIn, speakLanguage, TAKES_PICTURES, violations, WIDE } from "./fixtures";
import type { TestedLocale } from "./languages";

/** One way in which a person may see the app. */
export interface Look {
  locale: TestedLocale;
  mode: "light" | "dark";
  width: 1440 | 768 | 360;
}

const OPPOSITES: Look[] = [
  { locale: "en", mode: "light", width: 1440 },
  { locale: "ar", mode: "dark", width: 360 },
];

/**
 * Two opposite looks, in which each language, mode and width comes once; with EVERY_LOOK set also the two that cross them, for twice the
 * time.
 */
export const LOOKS: Look[] = process.env.EVERY_LOOK
  ? [...OPPOSITES, { locale: "en", mode: "dark", width: 360 }, { locale: "ar", mode: "light", width: 1440 }]
  : OPPOSITES;

export const lookName = ({ locale, mode, width }: Look): string => `${locale} ${mode} ${width}`;

/** What else is said of a test that is made for each look: one of them is seen on every machine, the others say the same more widely. */
export const inLook = (look: Look): { tag: string[] } => ({ tag: look === LOOKS[1] ? [] : [WIDE] });

/** A browser of its own that looks so; signed in where there is an account. */
export async function contextAs(browser: Browser, origin: string, look: Look, account?: Account): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: origin,
    permissions: ["microphone", "camera"],
    viewport: { width: look.width, height: look.width === 360 ? 740 : 900 },
    reducedMotion: "reduce",
  });
  await speakLanguage(context, origin, look.locale);
  await setMode(context, origin, look.mode);
  if (account) await signIn(context, account);
  return context;
}

/** What browsers refused to run or to load on a page, because its policy does not name it. */
const refused = new WeakMap<Page, string[]>();

/** A page of such a browser, once it stands still. */
export async function openIn(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  const said: string[] = [];
  refused.set(page, said);
  page.on("console", (message) => {
    if (isRefusal(message.text())) said.push(message.text());
  });
  await page.goto(address);
  await settled(page);
  return page;
}

/** A browser of its own that looks so, at an address. */
export const openAs = async (browser: Browser, address: string, look: Look, account?: Account): Promise<Page> =>
  openIn(await contextAs(browser, new URL(address).origin, look, account), address);

/** Nothing loads any more: the logo has gone, lists have arrived. */
export async function settled(page: Page, dialog?: Locator): Promise<void> {
  await page.waitForLoadState("load");
  await page.evaluate(() => document.fonts.ready);
  // A page is there with its first heading: a second one may come before, of a banner or of a failure that is asked about again.
  const within = dialog ?? page.locator("body");
  await expect(
    within
      .locator(dialog ? "h1, h2" : "h1")
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await expect(within.locator(".animate-spin, main .animate-pulse")).toHaveCount(0);
  // Pictures of videos come when they are near to being seen.
  await page.evaluate(async () => {
    for (const still of document.querySelectorAll<HTMLVideoElement>("main li video")) {
      still.scrollIntoView({ block: "center", behavior: "instant" });
      while (still.readyState < HTMLMediaElement.HAVE_CURRENT_DATA && !still.error) await new Promise((done) => setTimeout(done, 50));
    }
    window.scrollTo({ top: 0, behavior: "instant" });
  });
}

async function save(page: Page, name: string, { locale, mode, width }: Look, fullPage: boolean): Promise<void> {
  if (!TAKES_PICTURES) return;
  mkdirSync("test-results/pages", { recursive: true });
  await page.screenshot({ path: `test-results/pages/${name}-${locale}-${mode}-${width}.png`, fullPage });
}

/** Checks that what shows is accessible, fits, and is in the language and colours that were asked for. */
async function check(page: Page, name: string, { locale, mode }: Look, what: "page" | "menu" = "page"): Promise<void> {
  const html = page.locator("html");
  expect.soft(await violations(page, what), name).toEqual([]);
  expect.soft(refused.get(page) ?? [], `${name} is refused something`).toEqual([]);
  expect.soft(await overflows(page), `${name} scrolls sideways`).toBe(false);
  await expect.soft(html, name).toHaveAttribute("dir", localeDirection(locale));
  await expect.soft(html, name).toHaveAttribute("data-mode", mode);
}

/** Checks a page and keeps a picture of the whole of it. */
export async function seePage(page: Page, name: string, look: Look): Promise<void> {
  // A picture of the whole shows the sticky header where the page stands.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await check(page, name, look);
  await save(page, name, look, true);
}

/** What WCAG 1.4.12 lets people set for themselves. */
const SPACED = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }
`;

/**
 * Checks that a page of 1280 px that is magnified four times (WCAG 1.4.10) still needs no scrolling sideways, with lines, letters and words
 * set further apart. The page stays like this.
 */
export async function seeMagnified(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.addStyleTag({ content: SPACED });
  // What follows the width, such as a picture of sound, does so a moment later.
  await expect
    .configure({ soft: true })
    .poll(() => overflows(page), { message: `${name} scrolls sideways, magnified` })
    .toBe(false);
}

/** Checks the open dialog and keeps a picture of it, in two parts where it is taller than the screen. */
export async function seeDialog(page: Page, name: string, look: Look): Promise<void> {
  const dialog = page.getByRole("dialog");
  await settled(page, dialog);
  await check(page, name, look);
  await save(page, name, look, false);
  const toEnd = (pane: Element, end: boolean) => {
    pane.scrollTop = end ? pane.scrollHeight : 0;
    return pane.scrollTop > 0;
  };
  const pane = dialog.locator(".overflow-y-auto").first();
  if (await pane.evaluate(toEnd, true)) await save(page, `${name}-end`, look, false);
  await pane.evaluate(toEnd, false);
}

/** Checks the open menu and keeps a picture of it. */
export async function seeMenu(page: Page, name: string, look: Look): Promise<void> {
  await expect(page.getByRole("menu")).toBeVisible();
  await check(page, name, look, "menu");
  await save(page, name, look, false);
}
