import { LOCALE_NAMES } from "@/lib/locales";
import { callApi } from "./actions";
import { accountWith, pageOf } from "./editing-actions";
import { expect, newAccount, overflows, test } from "./fixtures";
import { LANGUAGES, TEXTS } from "./languages";
import { inLook, LOOKS, lookName, openAs, seeDialog, seePage, settled } from "./looks";
import { begun, INBOX, INBOX_API } from "./support-actions";

const ANSWERS = `${INBOX}/answers`;
const CANNED = `${INBOX_API}/canned`;

for (const [locale, t] of LANGUAGES) {
  const s = t.support;
  const c = s.canned;

  test(`the team writes a ready answer, finds it beside a conversation, moves and deletes it, in ${locale}`, async ({ app, browser }) => {
    const page = await pageOf(browser, app, await accountWith(app, "admin"), { locale });
    const conversation = await begun(app.url, await newAccount(app.url), "Parking", "Where?");
    const title = `Parking ${locale}`;
    await page.goto(`${INBOX}?conversation=${conversation}`);
    await page.getByRole("button", { name: s.inbox.canned }).click();
    await page.getByRole("menuitem", { name: s.inbox.cannedEdit }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(c.title);
    await expect(page.getByRole("rowheader").first()).toBeVisible();
    const before = await page.getByRole("rowheader").count();
    await page.getByRole("link", { name: c.new }).click();
    await page.getByRole("tab", { name: LOCALE_NAMES.fr }).click();
    await page.getByLabel(c.name, { exact: true }).fill("Se garer");
    await page.getByRole("button", { name: c.save }).click();
    // What is wrong in a language that is not in sight comes forward.
    await expect(page.getByRole("tab", { name: LOCALE_NAMES.en })).toHaveAttribute("aria-selected", "true");
    await page.getByLabel(c.name, { exact: true }).fill(title);
    await page.getByLabel(c.text, { exact: true }).fill("Hello {nmae},\n\nabout “{subject}”: see https://example.com/map.\n\n{agent}");
    const unknown = c.unknown.replace("{names}", "{nmae}");
    await expect(page.getByRole("status").filter({ hasText: unknown })).toBeVisible();
    await expect(page.getByLabel(c.preview)).toContainText(`“${c.example.subject}”`);
    await page.getByLabel(c.text, { exact: true }).fill("Hello {name},\n\nabout “{subject}”: see https://example.com/map.\n\n{agent}");
    await expect(page.getByText(unknown)).toHaveCount(0);
    await expect(page.getByLabel(c.preview)).toContainText(`Hello ${c.example.name},`);
    await expect(page.getByLabel(c.preview)).toContainText("Amal");
    await page.reload();
    await expect(page.getByLabel(c.name, { exact: true })).toHaveValue(title);
    await page.getByRole("button", { name: c.save }).click();
    await expect(page).toHaveURL(/entry\?uid=/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);

    // It comes last, and can come first; the menu beside a conversation has it filled in.
    await page.getByRole("link", { name: c.all }).click();
    await expect(page.getByRole("rowheader")).toHaveCount(before + 1);
    await expect(page.getByRole("rowheader").last()).toHaveText(title);
    await page.getByRole("button", { name: t.editing.move.label.replace("{name}", title) }).click();
    await page.getByRole("menuitem", { name: t.editing.move.first, exact: true }).click();
    await expect(page.getByRole("rowheader").first()).toHaveText(title);
    await page.getByRole("link", { name: s.inbox.back }).click();
    await page.getByRole("link", { name: "Parking" }).first().click();
    await page.getByRole("button", { name: s.inbox.canned }).click();
    await expect(page.getByRole("menuitem").first()).toHaveText(title);
    await page.getByRole("menuitem").first().click();
    await expect(page.getByRole("textbox", { name: s.inbox.answerLabel })).toHaveValue(
      "Hello Amal,\n\nabout “Parking”: see https://example.com/map.\n\nAmal",
    );

    await page.goto(ANSWERS);
    await page.getByRole("button", { name: t.editing.delete.label.replace("{name}", title) }).click();
    await page.getByRole("button", { name: t.editing.delete.now }).click();
    await expect(page.getByRole("rowheader", { name: title })).toHaveCount(0);
    await expect.poll(() => overflows(page)).toBe(false);
    await page.context().close();
  });
}

test("a candidate who opens the ready answers hears that they are for administrators", async ({ app, browser }) => {
  const page = await pageOf(browser, app, await newAccount(app.url), { locale: "en" });
  for (const path of [ANSWERS, `${ANSWERS}/entry`]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: TEXTS.en.admin.noPermission })).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(0);
  }
  await page.context().close();
});

for (const look of LOOKS) {
  test(`the pages of the ready answers are accessible and fit, ${lookName(look)}`, inLook(look), async ({ app, browser }) => {
    const admin = await accountWith(app, "admin");
    const { data } = await callApi(app.url, admin.token, `${CANNED}/get`);
    const conversation = await begun(app.url, await newAccount(app.url), "Parking", "Where?");
    const page = await openAs(browser, `${app.url}${ANSWERS}`, look, admin);
    await seePage(page, "answers-admin", look);
    for (const [name, path] of [
      ["answers-new", `${ANSWERS}/entry`],
      ["answers-entry", `${ANSWERS}/entry?uid=${data[0].uid}`],
      ["answers-missing", `${ANSWERS}/entry?uid=x`],
    ] as const) {
      await page.goto(path);
      await settled(page);
      if (name === "answers-entry") {
        await page.getByRole("tab", { name: LOCALE_NAMES[look.locale] }).click();
        await page.getByLabel(TEXTS[look.locale].support.canned.text, { exact: true }).press("Control+End");
        await page.keyboard.type(" {nmae}");
      }
      await seePage(page, name, look);
    }
    await page.goto(ANSWERS);
    const label = TEXTS[look.locale].editing.delete.label.replace("{name}", data[0].title);
    const shown = (await page.getByRole("rowheader").first().textContent()) ?? "";
    await page.getByRole("button", { name: label.replace(data[0].title, shown) }).click();
    await seeDialog(page, "answers-delete", look);
    await page.keyboard.press("Escape");
    await page.goto(`${INBOX}?conversation=${conversation}`);
    await page.getByRole("button", { name: TEXTS[look.locale].support.inbox.canned }).click();
    await expect(page.getByRole("menuitem", { name: TEXTS[look.locale].support.inbox.cannedEdit })).toBeVisible();
    await page.screenshot({ path: `test-results/pages/answers-menu-${look.locale}-${look.mode}-${look.width}.png` });
    await page.context().close();
  });
}
