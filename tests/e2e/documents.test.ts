import { readFileSync } from "node:fs";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { chinesePdf, plainPdf } from "#tests/factories/pdf";
import { type Locale, localeTag } from "@/lib/locales";
import { callApi } from "./actions";
import { type Account, expect, overflows, setMode, signIn, speakLanguage, test, violations } from "./fixtures";
import { pressComposingEnter } from "./keyboard";
import { LANGUAGES, TEXTS } from "./languages";
import { listOf } from "./learning-actions";

/** A word of the guide in each language, as people type it. */
const WORDS = { en: "question", ar: "المقابله" };

/** Where the files of the app's own documents lie. */
const LEARNING = "/api/user/personalization/learning/resources";
const FILE = /\/documents\/[^/?]+\.pdf/;

const pageOf = (page: Page, number: number, locale: Locale = "en") => {
  const label = TEXTS[locale as "en"].documents.viewer.page.replace("{page}", new Intl.NumberFormat(localeTag(locale)).format(number));
  return page.getByRole("article", { name: label, exact: true });
};

/** Until the first page is seen, the app, pdf.js, its worker and the file have come. */
const OPENING = { timeout: 30_000 };
/** Its picture is there, and after it the words that are read aloud: the structure that names them comes a moment before. */
async function drawn(article: Locator): Promise<void> {
  await expect(article.locator("canvas")).toBeVisible(OPENING);
  await expect(article.locator(".endOfContent")).toBeAttached(OPENING);
}

/** Opens the guide to admission interviews on the page of the first university. */
async function open(page: Page, url: string, account: Account): Promise<void> {
  const [university] = await listOf(url, account, "learning/resources/university/get");
  const { data } = await callApi(url, account.token, `${LEARNING}/university/detail/get`, { uid: university.uid });
  const guide = data.documents.find(({ title }: { title: string }) => title === "The admission interview: a working guide");
  await page.goto(`${url}/dashboard/viewuniversitiesData?universityId=${university.uid}&document=${guide.uid}`);
}

/** How many of a canvas's pixels are not white. */
const ink = (canvas: Locator): Promise<number> =>
  canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const drawing = (element as HTMLCanvasElement).getContext("2d");
    const { data } = drawing?.getImageData(0, 0, width || 1, height || 1) ?? { data: [] };
    let dark = 0;
    for (let at = 0; at < data.length; at += 4)
      if ((data[at] as number) + (data[at + 1] as number) + (data[at + 2] as number) < 600) dark++;
    return dark;
  });

const isWithin = (inner: Locator, outer: Locator): Promise<boolean> =>
  Promise.all([inner.boundingBox(), outer.boundingBox()]).then(
    ([small, large]) => !!small && !!large && small.y >= large.y && small.y + small.height <= large.y + large.height,
  );

for (const [locale, { documents }] of LANGUAGES) {
  const t = documents.viewer;
  const format = new Intl.NumberFormat(localeTag(locale));

  test.describe(`a document, ${locale}`, () => {
    let column: Locator;
    let field: Locator;

    test.beforeEach(async ({ page, context, app, account }) => {
      await speakLanguage(context, app.url, locale);
      await open(page, app.url, account);
      await drawn(pageOf(page, 1, locale));
      field = page.getByRole("textbox", { name: t.goTo });
      column = page.getByRole("region", { name: (await page.getByRole("heading", { level: 1 }).first().textContent()) ?? "" });
    });

    test("shows its pages as they are reached, and reads them to screen readers", async ({ page, look }) => {
      await expect.poll(() => ink(pageOf(page, 1, locale).locator("canvas"))).toBeGreaterThan(1_000);
      // The last page is not drawn before it is reached.
      const last = page.getByRole("article").last();
      await expect(last.locator("canvas")).toHaveCount(0);
      await last.scrollIntoViewIfNeeded();
      await expect.poll(() => ink(last.locator("canvas"))).toBeGreaterThan(1_000);
      await expect(page.getByRole("article").first().locator("canvas")).toHaveCount(0);
      // Headings of the document are headings here.
      await expect(last.locator(".structTree [role=heading][aria-level='2']").first()).toBeAttached();
      await expect(column.locator(`[lang="${localeTag(locale).slice(0, 2)}"]`).first()).toBeVisible();
      await look(`document-${locale}`);
    });

    test("turns its pages by thumbnail, by number and by keyboard", async ({ page }) => {
      const pages = await page.getByRole("article").count();
      const options = page.getByRole("listbox", { name: t.pages }).getByRole("option");
      await expect(options).toHaveCount(pages);
      await expect.poll(() => ink(options.nth(1).locator("canvas"))).toBeGreaterThan(50);
      await options.nth(2).click();
      await expect(field).toHaveValue(format.format(3));
      await expect(options.nth(2)).toHaveAttribute("aria-selected", "true");
      await page.keyboard.press("ArrowDown");
      await expect(options.nth(3)).toBeFocused();
      await expect(field).toHaveValue(format.format(4));

      await field.fill(format.format(2));
      await field.press("Enter");
      await expect(field).toHaveValue(format.format(2));
      await expect(pageOf(page, 2, locale)).toBeInViewport();
      await field.fill("99");
      await field.press("Enter");
      await expect(field).toHaveValue(format.format(2));

      await column.focus();
      for (const [key, target] of [
        ["PageDown", 3],
        ["PageUp", 2],
        [locale === "ar" ? "ArrowLeft" : "ArrowRight", 3],
        ["End", pages],
        ["Home", 1],
      ] as const) {
        await page.keyboard.press(key);
        await expect(field, key).toHaveValue(format.format(target));
        await expect(pageOf(page, target, locale), key).toBeInViewport();
      }
      await expect(page.getByRole("button", { name: t.previous })).toBeDisabled();
      await page.getByRole("button", { name: t.next }).click();
      await expect(field).toHaveValue(format.format(2));
    });

    test("is made larger and smaller, and fits the view", async ({ page }) => {
      const first = pageOf(page, 1, locale);
      const width = async () => (await first.boundingBox())?.width ?? 0;
      const fitting = await width();
      await page.getByRole("button", { name: t.zoomIn, exact: true }).click();
      await expect.poll(width).toBeGreaterThan(fitting);
      const larger = await width();
      await column.focus();
      await page.keyboard.press("+");
      await expect.poll(width).toBeGreaterThan(larger);
      await page.keyboard.press("-");
      await expect.poll(width).toBe(larger);
      const zoom = page.getByRole("combobox", { name: t.zoom });
      await zoom.selectOption(t.fitPage);
      await expect.poll(() => isWithin(first, column)).toBe(true);
      await zoom.selectOption(t.fitWidth);
      await expect.poll(width).toBe(fitting);
    });

    test("is searched", async ({ page }) => {
      await column.focus();
      await page.keyboard.press("Control+f");
      const search = page.getByRole("searchbox", { name: t.search });
      await expect(search).toBeFocused();
      await search.fill(WORDS[locale]);
      const status = page.getByRole("search").getByRole("status");
      const numbers = async () => (((await status.textContent()) ?? "").match(/\p{Nd}+/gu) ?? []).map(String);
      await expect.poll(async () => (await numbers()).length).toBe(2);
      await expect(status).toHaveAttribute("aria-busy", "false");
      const marked = page.locator("[data-hit=marked]").first();
      await expect.poll(() => isWithin(marked, column)).toBe(true);
      // What is marked is the word: the text layer's piece in its middle holds it.
      const under = await marked.evaluate((mark) => {
        const { left, top, width, height } = mark.getBoundingClientRect();
        const pieces = document.elementsFromPoint(left + width / 2, top + height / 2);
        return pieces.find((piece) => piece.matches(".textLayer span[role=presentation]"))?.textContent ?? "";
      });
      expect(under).toMatch(locale === "ar" ? /المقابلة|مقابلة/ : /question/i);
      expect((await numbers())[0]).toBe(format.format(1));
      await pressComposingEnter(search);
      expect((await numbers())[0]).toBe(format.format(1));
      await search.press("Enter");
      await expect.poll(async () => (await numbers())[0]).toBe(format.format(2));
      await expect.poll(() => isWithin(marked, column)).toBe(true);
      await page.getByRole("button", { name: t.previousHit }).click();
      await page.getByRole("button", { name: t.previousHit }).click();
      await expect.poll(numbers).toEqual([(await numbers())[1], (await numbers())[1]]);
      // A page that is being drawn has the headings of its text a moment before their words.
      await expect.poll(() => violations(page)).toEqual([]);
      await search.fill("qqqq");
      await expect(status).toHaveText(t.noHit);
      await expect(page.locator("[data-hit]")).toHaveCount(0);
      await search.press("Escape");
      await expect(search).toHaveCount(0);
      await expect(column).toBeFocused();
    });

    test("is saved as it is", async ({ page }) => {
      const name = await page.getByRole("heading", { level: 1 }).first().textContent();
      const address = await page.evaluate(() => performance.getEntriesByType("resource").map((entry) => entry.name));
      const [file] = address.filter((entry) => FILE.test(entry));
      const saving = page.waitForEvent("download");
      await page.getByRole("button", { name: t.download }).click();
      const download = await saving;
      // A colon is no letter of a file's name.
      expect(download.suggestedFilename()).toBe(`${name?.replace(/ ?: /, " – ")}.pdf`);
      const bytes = readFileSync(await download.path());
      expect(bytes.equals(Buffer.from(await (await fetch(String(file))).arrayBuffer()))).toBe(true);
    });

    test("asks for its password where it is locked", async ({ page, app, account }) => {
      await page.route(FILE, (route) =>
        route.fulfill({ body: readFileSync("tests/factories/locked.pdf"), contentType: "application/octet-stream" }),
      );
      await open(page, app.url, account);
      const password = page.getByRole("textbox", { name: t.password.label });
      await expect(password).toBeVisible(OPENING);
      expect(await violations(page)).toEqual([]);
      await password.fill("guessed");
      await password.press("Enter");
      await expect(page.getByText(t.password.wrong)).toBeVisible();
      await expect(password).toBeFocused();
      await password.fill("open sesame");
      await page.getByRole("button", { name: t.password.open }).click();
      await expect(pageOf(page, 1, locale).getByText("Opened with the password")).toBeAttached();
    });

    for (const [problem, answer] of [
      ["broken", { body: "This is no PDF, whatever its name says." }],
      ["gone", { status: 404, body: "" }],
      ["away", undefined],
    ] as const) {
      test(`says that it is ${problem}, and is tried again`, async ({ page, app, account }) => {
        await page.route(FILE, (route) => (answer ? route.fulfill(answer) : route.abort()));
        await open(page, app.url, account);
        const notice = page.getByRole("alert").filter({ hasText: t.problems[problem].title });
        await expect(notice).toContainText(t.problems[problem].text, OPENING);
        expect.soft(await violations(page)).toEqual([]);
        await page.unroute(FILE);
        await notice.getByRole("button", { name: TEXTS[locale].common.retry }).click();
        await drawn(pageOf(page, 1, locale));
      });
    }
  });
}

test("a document's missing characters come from here", async ({ page, app, account }) => {
  await page.route(FILE, (route) => route.fulfill({ body: chinesePdf("面试问题"), contentType: "application/octet-stream" }));
  await open(page, app.url, account);
  await expect(pageOf(page, 1).getByText("面试问题")).toBeAttached(OPENING);
});

test("a long document draws only what is near", async ({ page, app, account }) => {
  await page.route(FILE, (route) => route.fulfill({ body: plainPdf(200), contentType: "application/octet-stream" }));
  await open(page, app.url, account);
  await expect(pageOf(page, 1).getByText("This is page number 1.")).toBeAttached(OPENING);
  const canvases = page.locator("article canvas");
  await expect(page.getByRole("article")).toHaveCount(200);
  expect(await canvases.count()).toBeLessThan(8);

  const field = page.getByRole("textbox", { name: TEXTS.en.documents.viewer.goTo });
  await field.fill("200");
  await field.press("Enter");
  await expect(pageOf(page, 200).getByText("This is page number 200.")).toBeAttached();
  expect(await canvases.count()).toBeLessThan(8);

  await page.getByRole("button", { name: TEXTS.en.documents.viewer.search }).click();
  await page.getByRole("searchbox").fill("number 137");
  await expect(page.getByRole("search").getByRole("status")).toHaveText("1 of 1");
  await expect(field).toHaveValue("137");
  await expect(pageOf(page, 137).locator("[data-hit=marked]")).toBeInViewport();
});

test("nothing of it comes from another host", async ({ page, app, account }) => {
  const hosts = new Set<string>();
  page.on("request", (request) => !/^(data|blob):/.test(request.url()) && hosts.add(new URL(request.url()).origin));
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await open(page, app.url, account);
  await drawn(pageOf(page, 1));
  await expect.poll(() => ink(pageOf(page, 1).locator("canvas"))).toBeGreaterThan(1_000);
  expect([...hosts]).toEqual([app.url]);
  expect(complaints).toEqual([]);
});

async function phone(context: BrowserContext, url: string, account: Account, locale: Locale): Promise<Page> {
  await signIn(context, account);
  await speakLanguage(context, url, locale);
  await setMode(context, url, "dark");
  const page = await context.newPage();
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, url, account);
  await drawn(pageOf(page, 1, locale));
  return page;
}

for (const [locale] of LANGUAGES) {
  test(`on a phone the pages are in a drawer, ${locale}`, async ({ app, account, browser }) => {
    const t = TEXTS[locale].documents.viewer;
    const context = await browser.newContext({ reducedMotion: "reduce" });
    const page = await phone(context, app.url, account, locale);
    await expect.poll(() => overflows(page)).toBe(false);
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: `test-results/pages/document-phone-${locale}.png` });
    await page.getByRole("button", { name: t.pages }).click();
    const drawer = page.getByRole("dialog", { name: t.pages });
    await expect.poll(() => ink(drawer.getByRole("option").nth(1).locator("canvas"))).toBeGreaterThan(50);
    expect(await violations(page)).toEqual([]);
    await drawer.getByRole("option").nth(1).click();
    await expect(drawer).toHaveCount(0);
    await expect(page.getByRole("textbox", { name: t.goTo })).toHaveValue(new Intl.NumberFormat(localeTag(locale)).format(2));
    await context.close();
  });
}
