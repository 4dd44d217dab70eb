import type { Page } from "@playwright/test";
import { LOCALE_NAMES } from "@/lib/locales";
import { callApi } from "./actions";
import { accountWith, inAll, pageOf } from "./editing-actions";
import { type Account, expect, newAccount, speakLanguage, test } from "./fixtures";
import { tabTo } from "./keyboard";
import { LANGUAGES, TEXTS } from "./languages";
import { inLook, LOOKS, lookName, openAs, seeDialog, seePage, settled } from "./looks";

const INSIDE = "/dashboard/support/faq";
const ADMIN = "/dashboard/admin/faq";
const A = "/api/admin/faq";
const TYPED = { en: "pasword forgoten", ar: "كلمة المرر" };

/** The entry of this name, through the API. */
async function entryOf(url: string, slug: string, locale = "en-GB"): Promise<{ uid: string; question: string; answer: string }> {
  const answer = await fetch(`${url}/api/user/web/faq/get`, { headers: { "accept-language": locale } });
  const { data } = (await answer.json()) as { data: { uid: string; slug: string; question: string; answer: string }[] };
  const entry = data.find((row) => row.slug === slug);
  if (!entry) throw new Error(`there is no ${slug}`);
  return entry;
}

const questionButton = (page: Page, question: string) => page.getByRole("button", { name: question });
const helpfulIn = async (url: string, account: Account, uid: string) =>
  (await callApi(url, account.token, "/api/user/personalization/faq/get")).data.find((row: { uid: string }) => row.uid === uid).helpful;

for (const [locale, t] of LANGUAGES) {
  const f = t.faq;
  const tag = locale === "ar" ? "ar-SD" : "en-GB";

  test(`a visitor finds an answer in spite of a typo, reads it, votes, and takes the question along, in ${locale}`, async ({
    app,
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: app.url, reducedMotion: "reduce" });
    await speakLanguage(context, app.url, locale);
    const page = await context.newPage();
    await page.goto("/");
    await page.getByRole("banner").getByRole("link", { name: t.shell.faq }).click();
    await expect(page).toHaveURL(/\/faq$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(f.title);
    await expect(page.locator("main section")).toHaveCount(6);

    const typed = TYPED[locale];
    await page.getByLabel(f.search).fill(typed);
    await expect(page.getByRole("heading", { name: f.near.replace("{search}", typed) })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(typed).replaceAll("%20", "\\+")}`));
    const { question, answer } = await entryOf(app.url, "forgotten-password", tag);
    await expect(page.locator("main h3").first()).toContainText(question);
    await questionButton(page, question).click();
    await expect(page).toHaveURL(/#forgotten-password$/);
    const bold = answer.match(/\*\*(.+?)\*\*/)?.[1] ?? "?";
    await expect(page.locator("main strong", { hasText: bold }).first()).toBeVisible();
    await expect(page.locator("main")).not.toContainText("**");

    const [yes, no] = [page.getByRole("button", { name: f.yes, exact: true }), page.getByRole("button", { name: f.no, exact: true })];
    await yes.click();
    await expect(page.getByText(f.thanks, { exact: true })).toBeVisible();
    await expect(yes).toHaveAttribute("aria-pressed", "true");
    // It shows before it has arrived.
    const arrived = page.waitForResponse((response) => response.url().includes("support.faq.vote") && response.ok());
    await no.click();
    await expect(page.getByText(f.thanksNo)).toBeVisible();
    await expect(yes).toHaveAttribute("aria-pressed", "false");
    await arrived;
    const asks = page.getByRole("link", { name: f.ask });
    await expect(asks.first()).toHaveAttribute("href", `/contact?ask=${encodeURIComponent(question)}`);
    await expect(asks.last()).toHaveAttribute("href", `/contact?ask=${encodeURIComponent(typed)}`);
    // The same visitor's word is still there after a reload, which opens the same answer.
    await page.reload();
    await expect(no).toHaveAttribute("aria-pressed", "true");

    await page.getByLabel(f.search).fill("zzzzzz zzzzz");
    await expect(page.getByRole("heading", { name: f.nothing.replace("{search}", "zzzzzz zzzzz") })).toBeVisible();
    await expect(page.getByRole("link", { name: f.ask })).toHaveAttribute("href", "/contact?ask=zzzzzz%20zzzzz");
    await page.getByRole("link", { name: f.showAll }).click();
    await expect(page.locator("main section")).toHaveCount(6);
    await expect(page.getByLabel(f.search)).toHaveValue("");
    await context.close();
  });

  test(`somebody signed in has the same inside, and their word is theirs, in ${locale}`, async ({ app, browser }) => {
    const account = await newAccount(app.url);
    const page = await pageOf(browser, app, account, { locale });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const { uid, question } = await entryOf(app.url, "retakes", tag);
    await page.goto(`${INSIDE}?search=${encodeURIComponent(question)}`);
    await questionButton(page, question).click();
    await page.getByRole("button", { name: f.no, exact: true }).click();
    await expect.poll(() => helpfulIn(app.url, account, uid)).toBe(false);
    await expect(page.getByRole("link", { name: f.ask }).first()).toHaveAttribute(
      "href",
      `/dashboard/support?ask=${encodeURIComponent(question)}`,
    );
    await page.getByRole("button", { name: f.copy }).click();
    await expect(page.locator("[data-sonner-toast]", { hasText: f.copied })).toBeVisible();
    const address = await page.evaluate(() => navigator.clipboard.readText());
    expect(address).toBe(`${app.url}/faq#retakes`);

    // On the public page it is the same person, and support is asked inside.
    await page.goto(address);
    await expect(questionButton(page, question)).toHaveAttribute("aria-expanded", "true");
    await expect(questionButton(page, question)).toBeInViewport();
    await expect(page.getByRole("button", { name: f.no, exact: true })).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByRole("link", { name: f.ask }).first()).toHaveAttribute("href", /^\/dashboard\/support\?ask=/);
    await page.context().close();
  });

  test(`an admin writes a question, and the public page shows it, in ${locale}`, async ({ app, browser }) => {
    const e = f.editing;
    const admin = await accountWith(app, "admin");
    const page = await pageOf(browser, app, admin, { locale });
    const question = `May I bring my parrot ${locale}?`;
    await page.goto(ADMIN);
    await expect(page.getByRole("rowheader").first()).toBeVisible();
    await page.getByRole("link", { name: e.new }).click();
    await page.getByRole("tab", { name: LOCALE_NAMES.fr }).click();
    await page.getByLabel(e.question, { exact: true }).fill("Puis-je amener mon perroquet ?");
    await page.getByRole("button", { name: e.saveDraft }).click();
    // What is wrong in a language that is not in sight comes forward.
    await expect(page.getByRole("tab", { name: LOCALE_NAMES.en })).toHaveAttribute("aria-selected", "true");
    await page.getByLabel(e.question, { exact: true }).fill(question);
    await page
      .getByLabel(e.answer, { exact: true })
      .fill("Yes:\n\n- if it is **quiet**,\n- and [small](https://elsewhere.example).\n\n<b>Really</b>, see [Plans](/pricing).");
    await expect(page.getByLabel(e.preview).locator("li")).toHaveCount(2);
    await page.getByLabel(e.category).selectOption({ index: 6 });
    const topic = (await page.getByLabel(e.category).locator("option").nth(6).textContent()) ?? "?";
    await page.reload();
    await expect(page.getByLabel(e.question, { exact: true })).toHaveValue(question);
    await page.getByRole("button", { name: e.saveDraft }).click();
    await expect(page).toHaveURL(/entry\?uid=/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(question);

    const visitor = await browser.newContext({ baseURL: app.url });
    await speakLanguage(visitor, app.url, locale);
    const other = await visitor.newPage();
    await other.goto("/faq?search=parrot");
    await expect(other.getByRole("heading", { name: f.nothing.replace("{search}", "parrot") })).toBeVisible();
    await page.getByRole("button", { name: t.editing.state.publish, exact: true }).click();
    await expect(page.getByRole("link", { name: e.view })).toHaveAttribute("href", `/faq#may-i-bring-my-parrot-${locale}`);
    await other.goto(`/faq#may-i-bring-my-parrot-${locale}`);
    await expect(questionButton(other, question)).toHaveAttribute("aria-expanded", "true");
    const panel = other.locator("main", { hasText: "quiet" });
    await expect(panel.locator("strong", { hasText: "quiet" })).toBeVisible();
    await expect(panel.getByRole("link", { name: "Plans", exact: true })).toHaveAttribute("href", "/pricing");
    await expect(panel.getByRole("link", { name: "small" })).toHaveCount(0);
    await expect(panel.locator("b")).toHaveCount(0);

    // Two write it at once: neither takes the other's words away unasked.
    const uid = new URL(page.url()).searchParams.get("uid");
    const { data: seen } = await callApi(app.url, admin.token, `${A}/view`, { uid });
    await page.getByLabel(e.answer, { exact: true }).fill("Mine.");
    const { published: _, slug: __, ...theirs } = seen;
    await callApi(app.url, admin.token, `${A}/save`, { ...theirs, answer: { ...seen.answer, fr: "Le leur." } });
    await page.getByRole("button", { name: e.save, exact: true }).click();
    await expect(page.getByText(t.editing.overtaken.text)).toBeVisible();
    await expect(page.getByLabel(e.answer, { exact: true })).toHaveValue("Mine.");
    await page.getByRole("button", { name: t.common.discard }).first().click();
    await page.getByRole("tab", { name: LOCALE_NAMES.fr }).click();
    await expect(page.getByLabel(e.answer, { exact: true })).toHaveValue("Le leur.");
    await expect(page.getByText(t.editing.overtaken.text)).toHaveCount(0);

    // Moved before the others of its topic, taken back, deleted.
    await page.goto(`${ADMIN}?search=parrot`);
    await expect(page.getByRole("rowheader")).toHaveText([question]);
    await page.goto(ADMIN);
    await page.getByRole("button", { name: t.editing.move.label.replace("{name}", question) }).click();
    await page.getByRole("menuitem", { name: t.editing.move.first, exact: true }).click();
    const row = page
      .getByRole("row")
      .filter({ has: page.getByRole("gridcell", { name: topic, exact: true }) })
      .first();
    await expect(row.getByRole("rowheader")).toHaveText(question);
    await page.getByRole("checkbox", { name: question }).check();
    await page.getByRole("button", { name: t.editing.state.takeBack, exact: true }).click();
    await expect(row.getByText(t.editing.state.draft, { exact: true })).toBeVisible();
    await page.getByRole("button", { name: t.ui.table.undo }).click();
    await expect(row.getByText(t.editing.state.published, { exact: true })).toBeVisible();
    await page.getByRole("button", { name: t.editing.delete.label.replace("{name}", question) }).click();
    await page.getByRole("button", { name: t.editing.delete.now }).click();
    // Behind an open dialog no row is there for anybody.
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("rowheader", { name: question })).toHaveCount(0);
    await other.reload();
    await expect(other.locator("main section")).toHaveCount(6);
    await expect(questionButton(other, question)).toHaveCount(0);
    await visitor.close();
    await page.context().close();
  });
}

test("an answer is found, read and judged with the keyboard alone", async ({ app, browser }) => {
  const f = TEXTS.en.faq;
  const context = await browser.newContext({ baseURL: app.url, reducedMotion: "reduce" });
  const page = await context.newPage();
  const { keyboard } = page;
  await page.goto("/faq");
  await expect(page.locator("main section")).toHaveCount(6);
  // A topic's link leads to its heading.
  const topic = page.getByRole("navigation", { name: f.topics }).getByRole("link").nth(4);
  await tabTo(topic);
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: (await topic.textContent()) ?? "" })).toBeInViewport();
  await page.goto("/faq");
  await tabTo(page.getByLabel(f.search));
  await keyboard.type("lost phone");
  await expect(page.locator("main h3")).toHaveCount(1);
  const { question } = await entryOf(app.url, "lost-phone");
  const button = questionButton(page, question);
  await tabTo(button);
  await keyboard.press("Enter");
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await tabTo(page.getByRole("button", { name: f.yes, exact: true }));
  await keyboard.press("Space");
  await expect(page.getByText(f.thanks, { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: f.yes, exact: true })).toBeFocused();
  await keyboard.press("Shift+Tab");
  await expect(button).toBeFocused();
  await keyboard.press("Enter");
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await context.close();
});

test("a fragment that comes later opens its answer, too; one that is none opens nothing", async ({ app, browser }) => {
  const context = await browser.newContext({ baseURL: app.url, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto("/faq#no-such-question");
  await expect(page.locator("main section")).toHaveCount(6);
  await expect(page.locator("main [aria-expanded=true]")).toHaveCount(0);
  const { question } = await entryOf(app.url, "card-data");
  await page.evaluate(() => {
    window.location.hash = "card-data";
  });
  await expect(questionButton(page, question)).toHaveAttribute("aria-expanded", "true");
  await expect(questionButton(page, question)).toBeFocused();
  await expect(questionButton(page, question)).toBeInViewport();
  await context.close();
});

test("a vote that is not heard is taken back, and a list that does not come can be asked for again", async ({ app, browser }) => {
  const t = TEXTS.en;
  const page = await pageOf(browser, app, await newAccount(app.url), { locale: "en" });
  const { question } = await entryOf(app.url, "plans");
  await page.goto(`${INSIDE}#plans`);
  const yes = page.getByRole("button", { name: t.faq.yes, exact: true });
  await expect(questionButton(page, question)).toHaveAttribute("aria-expanded", "true");
  await page.route("**/api/trpc/support.faq.vote**", (route) => route.abort());
  await yes.click();
  await expect(page.locator("[data-sonner-toast]", { hasText: t.common.offline })).toBeVisible();
  await expect(yes).toHaveAttribute("aria-pressed", "false");
  await page.route("**/api/trpc/*support.faq.list**", (route) => route.abort());
  await page.reload();
  await expect(page.getByRole("button", { name: t.common.retry })).toBeVisible();
  await page.unroute("**/api/trpc/*support.faq.list**");
  await page.getByRole("button", { name: t.common.retry }).click();
  await expect(yes).toBeVisible();
  await page.context().close();
});

test("a candidate who opens the editing pages hears that they are for administrators", async ({ app, browser }) => {
  const page = await pageOf(browser, app, await newAccount(app.url), { locale: "en" });
  for (const path of [ADMIN, `${ADMIN}/entry`, `${ADMIN}/entry?uid=00000000-0000-4000-8000-000000000000`]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: TEXTS.en.admin.noPermission })).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(0);
  }
  await expect(page.getByRole("link", { name: TEXTS.en.shell.places.faq, exact: true })).toHaveCount(0);
  await page.context().close();
});

for (const look of LOOKS) {
  test(`the pages of the FAQ are accessible and fit, ${lookName(look)}`, inLook(look), async ({ app, browser }) => {
    const t = TEXTS[look.locale];
    const f = t.faq;
    const guest = await openAs(browser, `${app.url}/faq#first-answer`, look);
    await expect(guest.locator("main [aria-expanded=true]")).toHaveCount(1);
    await guest.getByRole("button", { name: f.no, exact: true }).click();
    await expect(guest.getByText(f.thanksNo)).toBeVisible();
    await seePage(guest, "faq", look);
    for (const [name, typed] of [
      ["faq-near", TYPED[look.locale]],
      ["faq-nothing", "zzzzzz"],
    ] as const) {
      await guest.goto(`/faq?search=${encodeURIComponent(typed)}`);
      await settled(guest);
      await seePage(guest, name, look);
    }
    await guest.context().close();

    const admin = await accountWith(app, "admin");
    const { data: categories } = await callApi(app.url, admin.token, `${A}/category/get`);
    const body = { category: categories[0].uid, question: inAll("Draft in English only?"), answer: inAll("Not **yet**.") };
    const { data: draft } = await callApi(app.url, admin.token, `${A}/save`, body);
    const page = await openAs(browser, `${app.url}${INSIDE}?search=a`, look, admin);
    await seePage(page, "faq-inside", look);
    for (const [name, path] of [
      ["faq-admin", ADMIN],
      ["faq-admin-none", `${ADMIN}?search=zzzzzz`],
      ["faq-new", `${ADMIN}/entry`],
      ["faq-entry", `${ADMIN}/entry?uid=${draft.uid}`],
      ["faq-entry-missing", `${ADMIN}/entry?uid=x`],
    ] as const) {
      await page.goto(path);
      await settled(page);
      await seePage(page, name, look);
    }
    await page.goto(ADMIN);
    await page.getByRole("button", { name: t.editing.delete.label.replace("{name}", "Draft in English only?") }).click();
    await seeDialog(page, "faq-delete", look);
    await page.getByRole("button", { name: t.editing.delete.now }).click();
    // Gone, before the next look makes its own.
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.context().close();
  });
}
