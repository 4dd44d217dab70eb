import { randomUUID } from "node:crypto";
import type { Frame } from "@playwright/test";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { confirmedAccount } from "./billing-actions";
import { databaseOf } from "./database";
import { accountWith, pageOf } from "./editing-actions";
import { type Account, expect, signIn, test } from "./fixtures";
import { LANGUAGES, TEXTS } from "./languages";
import { inLook, LOOKS, lookName, openAs, seeDialog, settled } from "./looks";
import { filled } from "./words";

const PEOPLE = "/dashboard/admin/people";

/** A person under a name that nobody else has. */
async function named(app: RunningApp, firstName: string): Promise<Account & { name: string; uid: string }> {
  const account = await confirmedAccount(app);
  const lastName = `Q${randomUUID().slice(0, 8)}`;
  const { user } = await callApi(app.url, account.token, "/api/account/my-account");
  const sql = await databaseOf(app);
  await sql`update users set first_name = ${firstName}, last_name = ${lastName} where id = ${user.uid}`;
  await sql.end();
  return { ...account, name: `${firstName} ${lastName}`, uid: user.uid };
}

/** What a sentence says of so many, by the form that the language has for them. */
const counted = (sentence: string, count: string, of: "one" | "two" | "other"): string =>
  (sentence.match(new RegExp(`${of} \\{([^}]*)\\}`))?.[1] ?? "?").replace("#", count);

for (const [locale, t] of LANGUAGES) {
  const p = t.admin.people;

  test(`somebody is found, kept out with a reason that they read, and let in again, in ${locale}`, async ({ app, browser }) => {
    const admin = await accountWith(app, "admin");
    const person = await named(app, "Émilie");
    const page = await pageOf(browser, app, admin, { locale });
    await page.goto(PEOPLE);
    await page.getByLabel(p.search).fill(`emilie ${person.name.split(" ")[1]?.slice(0, 6)}`);
    await expect(page).toHaveURL(/search=emilie/);
    const rows = page.getByRole("grid", { name: p.title }).getByRole("row");
    await expect(rows).toHaveCount(2);
    await rows.last().getByRole("link", { name: person.name }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(person.name);
    const state = page.locator("main header").getByText(p.states.active, { exact: true });
    const out = page.locator("main header").getByText(p.states.suspended, { exact: true });
    await expect(state).toBeVisible();
    // Roles are not theirs to give.
    await expect(page.getByRole("button", { name: p.acts.grantRole })).toHaveCount(0);

    await page.getByRole("button", { name: p.acts.suspend }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: p.suspend.confirm }).click();
    await expect(dialog.getByLabel(p.suspend.reason)).toHaveAttribute("aria-invalid", "true");
    await dialog.getByLabel(p.suspend.reason).fill("It sold things to others.");
    // A press beside the dialog costs no words.
    await page.mouse.click(5, 5);
    await expect(dialog).toHaveCount(0);
    await page.getByRole("button", { name: p.acts.suspend }).click();
    await expect(dialog.getByLabel(p.suspend.reason)).toHaveValue("It sold things to others.");
    await dialog.getByRole("button", { name: p.suspend.confirm }).click();
    await expect(dialog).toHaveCount(0);
    await expect(out).toBeVisible();
    await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: t.admin.audit.actions.people.suspend })).toHaveCount(1);

    const refused = await fetch(`${app.url}/api/account/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "accept-language": locale === "ar" ? "ar-SD" : "en-GB" },
      body: JSON.stringify({ email: person.email, password: person.password }),
    });
    expect(await refused.json()).toMatchObject({ message: filled(t.errors.accountSuspended, { reason: "It sold things to others." }) });

    await page.getByRole("button", { name: p.acts.restore }).click();
    await expect(state).toBeVisible();
    // Taken back: out again, with the reason that was theirs.
    const told = page.getByRole("listitem").filter({ hasText: counted(p.restored, "1", "one") });
    await told.getByRole("button", { name: t.ui.table.undo }).click();
    await expect(out).toBeVisible();
    await expect(page.getByText("It sold things to others.").first()).toBeVisible();
    await page.context().close();
  });

  test(`several are kept out at once, and that is taken back, in ${locale}`, async ({ app, browser }) => {
    const admin = await accountWith(app, "admin");
    const [one, other] = [await named(app, `Twin${randomUUID().slice(0, 8)}`), await named(app, "Elsewhere")];
    const sql = await databaseOf(app);
    await sql`update users set first_name = ${one.name.split(" ")[0] ?? ""} where id = ${other.uid}`;
    await sql.end();
    const page = await pageOf(browser, app, admin, { locale });
    await page.goto(`${PEOPLE}?search=${one.name.split(" ")[0]}`);
    const grid = page.getByRole("grid", { name: p.title });
    await expect(grid.getByRole("row")).toHaveCount(3);
    await page.getByRole("checkbox", { name: t.ui.table.chooseAll }).check();
    await page.getByRole("button", { name: p.acts.suspend }).click();
    const dialog = page.getByRole("dialog", { name: counted(p.suspend.many, "2", locale === "ar" ? "two" : "other") });
    await dialog.getByLabel(p.suspend.reason).fill("Both of them.");
    await dialog.getByRole("button", { name: p.suspend.confirm }).click();
    await expect(grid.getByText(p.states.suspended, { exact: true })).toHaveCount(2);
    await page.getByRole("button", { name: t.ui.table.undo }).click();
    await expect(grid.getByText(p.states.active, { exact: true })).toHaveCount(2);
    await page.context().close();
  });

  test(`a super admin gives a role, which its owner is told, in ${locale}`, async ({ app, browser }) => {
    const chief = await accountWith(app, "super_admin");
    const person = await named(app, "Rolf");
    const page = await pageOf(browser, app, chief, { locale });
    await page.goto(`${PEOPLE}/person?uid=${person.uid}`);
    await page.getByRole("button", { name: p.acts.grantRole }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("button", { name: p.role.confirm })).toBeDisabled();
    await dialog.getByRole("radio", { name: p.roles.admin, exact: true }).click();
    await expect(dialog.getByText(p.role.means.admin)).toBeVisible();
    await dialog.getByRole("button", { name: p.role.confirm }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(filled(p.history.change, { before: p.roles.candidate, after: p.roles.admin }))).toBeVisible();
    const { data } = await callApi(app.url, person.token, "/api/user/notifications/get");
    expect(data[0]).toMatchObject({ kind: "role_changed" });
    await page.context().close();
  });
}

test("who is not kept out cannot be let in again from the list, and it says why", async ({ app, browser }) => {
  const t = TEXTS.en;
  const admin = await accountWith(app, "admin");
  const person = await named(app, `Lone${randomUUID().slice(0, 8)}`);
  const page = await pageOf(browser, app, admin, { locale: "en" });
  await page.goto(`${PEOPLE}?search=${person.name.split(" ")[0]}`);
  await expect(page.getByRole("grid", { name: t.admin.people.title }).getByRole("row")).toHaveCount(2);
  await page.getByRole("checkbox", { name: t.ui.table.chooseAll }).check();
  await page.getByRole("button", { name: t.admin.people.acts.restore }).click();
  await expect(page.getByText(t.errors.wrongState)).toBeVisible();
  await expect(page.getByText(t.ui.table.failed)).toHaveCount(0);
  await page.context().close();
});

test("a view of the list stands in the address", async ({ app, browser }) => {
  const admin = await accountWith(app, "admin");
  const page = await pageOf(browser, app, admin, { locale: "en" });
  const p = TEXTS.en.admin.people;
  await page.goto(PEOPLE);
  await page.getByLabel(p.columns.role).selectOption("admin");
  await page.getByRole("columnheader", { name: p.columns.email }).getByRole("button").click();
  await expect(page).toHaveURL(/role=admin/);
  await expect(page).toHaveURL(/sort=email/);
  await page.reload();
  await expect(page.getByLabel(p.columns.role)).toHaveValue("admin");
  const grid = page.getByRole("grid", { name: p.title });
  await expect(grid.getByText(admin.email)).toBeVisible();
  await expect(page.getByRole("columnheader", { name: p.columns.email })).toHaveAttribute("aria-sort", "ascending");
  const shown = await grid.getByText(/@example\.com$/).allTextContents();
  expect(shown).toEqual([...shown].sort());
  await page.context().close();
});

test("a date is typed digit by digit, and narrows the list once its year is whole", async ({ app, browser }) => {
  const chief = await accountWith(app, "super_admin");
  const context = await browser.newContext({ baseURL: app.url, locale: "en-US" });
  await signIn(context, chief);
  const page = await context.newPage();
  const pages = [
    [PEOPLE, TEXTS.en.admin.people.from],
    ["/dashboard/forums?search=water", TEXTS.en.forum.search.from],
    ["/dashboard/admin/audit", TEXTS.en.admin.audit.from],
  ] as const;
  for (const [address, label] of pages) {
    await page.goto(address);
    const from = page.getByLabel(label, { exact: true });
    await from.focus();
    const asked: (string | null)[] = [];
    const watch = (frame: Frame) => asked.push(new URL(frame.url()).searchParams.get("from"));
    page.on("framenavigated", watch);
    // In the order of the browser, slowly enough for the page to answer every digit.
    await page.keyboard.type("05312038", { delay: 200 });
    await expect(from).toHaveValue("2038-05-31");
    await expect(page).toHaveURL(/from=2038-05-31/);
    page.off("framenavigated", watch);
    expect(new Set(asked)).toEqual(new Set(["2038-05-31"]));
  }
  // What takes it out of the address takes it out of the field.
  await page.getByRole("button", { name: TEXTS.en.admin.audit.all, exact: true }).click();
  await expect(page).not.toHaveURL(/from=/);
  await expect(page.getByLabel(TEXTS.en.admin.audit.from, { exact: true })).toHaveValue("");
  await page.context().close();
});

for (const look of LOOKS)
  test(`the dialogs about people are accessible and fit, ${lookName(look)}`, inLook(look), async ({ app, browser }) => {
    const p = TEXTS[look.locale].admin.people;
    const chief = await accountWith(app, "super_admin");
    const person = await named(app, "Noor");
    const page = await openAs(browser, `${app.url}${PEOPLE}/person?uid=${person.uid}`, look, chief);
    await page.getByRole("button", { name: p.acts.suspend }).click();
    await seeDialog(page, "people-suspend", look);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: p.acts.grantRole }).click();
    await seeDialog(page, "people-role", look);
    await settled(page);
    await page.context().close();
  });
