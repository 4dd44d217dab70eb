import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expectDirection } from "./account-steps";
import { callApi } from "./actions";
import { expect, overflows, signIn, speakLanguage, test, violations } from "./fixtures";
import { LANGUAGES, TEXTS } from "./languages";
import { linkFromMail } from "./mails";
import { aBoss, aCustomer, aWorkspace, TRADES } from "./trades-actions";
import { filled } from "./words";

const PASSWORD = "correct horse battery";

for (const [locale, t] of LANGUAGES) {
  test(`a shop is made and somebody new joins it by mail, on a phone, in ${locale}`, async ({ app, browser }) => {
    const boss = await aBoss(app);
    const phone = { baseURL: app.url, viewport: { width: 360, height: 740 } };
    const owners = await browser.newContext(phone);
    await speakLanguage(owners, app.url, locale);
    await signIn(owners, boss);
    const page = await owners.newPage();
    await page.goto("/dashboard");
    await page.getByRole("button", { name: t.shell.menu }).click();
    await page.getByRole("dialog").getByRole("link", { name: t.shell.places.trades }).click();
    await expect(page.getByRole("heading", { name: t.trades.none })).toBeVisible();
    await page.getByRole("link", { name: t.trades.new }).click();
    await page.getByLabel(t.trades.form.name).fill("Marble & Quartz");
    await page.getByLabel(t.trades.form.currency).selectOption("VND");
    await page.getByLabel(t.trades.form.timeZone).selectOption("Asia/Dubai");
    await page.getByRole("button", { name: t.trades.form.create }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Marble & Quartz" })).toBeVisible();
    await expectDirection(page, locale);

    await page.getByRole("navigation", { name: t.trades.tabs.label }).getByRole("link", { name: t.trades.tabs.members }).click();
    const email = `${randomUUID()}@example.com`;
    await page.getByLabel(t.trades.invites.email).fill(email);
    await page.getByRole("radio", { name: t.trades.roles.manager }).click();
    await page.getByRole("button", { name: t.trades.invites.send, exact: true }).click();
    await expect(page.getByRole("button", { name: filled(t.trades.invites.revoke, { email }) })).toBeVisible();

    // Somebody without an account opens the mail.
    const link = await linkFromMail(app, email, t.mails.workspace_invite.subject);
    const newcomers = await browser.newContext(phone);
    await speakLanguage(newcomers, app.url, locale);
    const theirs = await newcomers.newPage();
    await theirs.goto(link);
    await theirs.getByRole("link", { name: t.trades.invitation.register }).click();
    await expect(theirs).toHaveURL(/\/auth\/register/);
    expect(theirs.url()).not.toContain(new URL(link).hash.slice(1));
    await theirs.getByLabel(t.auth.firstName).fill("Amal");
    await theirs.getByLabel(t.auth.lastName).fill("Osman");
    await theirs.getByLabel(t.auth.email, { exact: true }).fill(email);
    await theirs.getByLabel(t.auth.password, { exact: true }).fill(PASSWORD);
    await theirs.keyboard.press("Enter");
    await expect(theirs.getByRole("heading", { name: filled(t.trades.invitation.title, { workspace: "Marble & Quartz" }) })).toBeVisible();
    expect(await violations(theirs)).toEqual([]);
    await theirs.getByRole("button", { name: t.trades.invitation.accept }).click();
    await expect(theirs).toHaveURL(new RegExp(`${TRADES}/workspace`));
    await expect(theirs.getByRole("heading", { level: 1, name: "Marble & Quartz" })).toBeVisible();

    // Whoever looks at the people sees them come, and makes them the owner.
    await page.getByRole("button", { name: filled(t.trades.members.menu, { name: "Amal Osman" }) }).click();
    await page.getByRole("menuitem", { name: t.trades.members.makeOwner }).click();
    await page.getByRole("dialog").getByRole("button", { name: t.trades.members.makeOwner }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    // The other one is told by the live stream, and has the end of the workspace in their hands.
    await theirs.getByRole("link", { name: t.trades.tabs.settings }).click();
    await expect(theirs.getByRole("button", { name: t.trades.delete.title })).toBeVisible();
    await expect.poll(() => overflows(theirs)).toBe(false);
    await page.getByRole("link", { name: t.trades.tabs.settings }).click();
    await page.getByRole("button", { name: t.trades.leave.now }).click();
    await page.getByRole("dialog").getByRole("button", { name: t.trades.leave.now }).click();
    await expect(page.getByRole("heading", { name: t.trades.none })).toBeVisible();
    await owners.close();
    await newcomers.close();
  });
}

test("a customer is kept on a phone, found by what one remembers, and made one with another", async ({ app, browser }) => {
  const t = TEXTS.en;
  if (!t) throw new Error("there is no language");
  const c = t.trades.customers;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  await aCustomer(app, boss, shop);
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 } });
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(`${TRADES}/customers?workspace=${shop}`);
  await page.getByRole("link", { name: c.new }).click();
  await page.getByLabel(c.name, { exact: true }).fill("Kitchens by Lan");
  await page.getByRole("button", { name: c.addContact }).click();
  const contact = page.getByRole("group", { name: filled(c.contact, { number: "1" }) });
  await contact.getByLabel(c.name, { exact: true }).fill("Minh");
  await contact.getByLabel(c.phone).fill("+249 912 345 678");
  await page.getByRole("button", { name: c.addSite }).click();
  const site = page.getByRole("group", { name: filled(c.site, { number: "1" }) });
  await site.getByLabel(c.siteName).fill("Flat 7");
  await site.getByLabel(c.address).fill("Nile Street 7\nKhartoum");
  await page.getByRole("button", { name: t.common.save }).click();
  await expect(page.getByRole("link", { name: "+249 912 345 678" })).toHaveAttribute("href", "tel:+249912345678");
  await expect(page.getByRole("link", { name: c.map })).toHaveAttribute("href", /Nile%20Street%207%2C%20Khartoum$/);

  // Edited: what stands there is in the form.
  await page.getByRole("button", { name: c.edit }).click();
  await page.getByLabel(c.access).fill("Ring twice");
  await page.getByRole("button", { name: t.common.save }).click();
  await expect(page.getByText("Ring twice")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await expect.poll(() => overflows(page)).toBe(false);

  await page.getByRole("button", { name: c.merge }).click();
  await page.getByRole("dialog").getByLabel(c.search).fill("nguyen");
  const dialog = page.getByRole("dialog");
  const other = page.getByRole("button", { name: filled(c.mergeWith, { name: "Nguyễn Kitchens" }) });
  await other.click();
  await expect(dialog).toContainText(filled(c.mergeText, { other: "Nguyễn Kitchens", name: "Kitchens by Lan" }));
  // Whoever did not mean that one is among the others again.
  await dialog.getByRole("button", { name: t.common.cancel }).click();
  await other.click();
  await dialog.getByRole("button", { name: c.mergeNow }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Villa by the river")).toBeVisible();
  await page.getByRole("link", { name: c.all }).click();
  await page.getByLabel(c.search).fill("khartoum");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Kitchens by Lan"]);
  await page.getByLabel(c.search).fill("zzz");
  await expect(page.getByRole("heading", { name: filled(c.nothing, { search: "zzz" }) })).toBeVisible();
  await context.close();
});

test("customers are saved as a file, and come from one that was changed", async ({ app, browser }) => {
  const t = TEXTS.en;
  if (!t) throw new Error("there is no language");
  const f = t.trades.fileImport;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  await aCustomer(app, boss, shop);
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 } });
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(`${TRADES}/customers?workspace=${shop}`);
  await page.getByRole("link", { name: t.trades.customers.files }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: f.export }).click();
  const text = await readFile(await (await saving).path(), "utf8");
  expect(text).toContain("Nguyễn Kitchens");
  const choose = (content: string | Buffer) =>
    page.getByLabel(f.choose).setInputFiles({ name: "shop.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
  await choose(Buffer.from([0x6e, 0xff, 0xfe]));
  await expect(page.getByText(f.encoding)).toBeVisible();
  await choose(`${text}Wrong,Minh,,no address,,,,,\r\n`);
  await expect(page.getByText(f.someWrong)).toBeVisible();
  await expect(page.getByText(t.validation.email)).toBeVisible();
  await choose(`${text}Quarry,Minh,,,,,,,\r\n`);
  await expect(page.getByRole("heading", { level: 3 })).toHaveText(["Quarry"]);
  expect(await violations(page)).toEqual([]);
  await expect.poll(() => overflows(page)).toBe(false);
  await page.getByRole("button", { name: "Import 1 customer" }).click();
  await expect(page.getByText("1 customer is new, none has changed.")).toBeVisible();
  await page.getByRole("link", { name: t.trades.customers.all }).click();
  await expect(page.getByRole("link", { name: "Quarry" })).toBeVisible();
  await context.close();
});

test("a new shop's time zone is the browser's, and shows so; what was chosen shows after a reload, too", async ({ app, browser }) => {
  const { form } = TEXTS.en.trades;
  const boss = await aBoss(app);
  const context = await browser.newContext({ baseURL: app.url, timezoneId: "Europe/Berlin" });
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(`${TRADES}/new`);
  const [zone, currency] = [page.getByLabel(form.timeZone), page.getByLabel(form.currency)];
  await expect(zone).toHaveValue("Europe/Berlin");
  await zone.selectOption("Africa/Abidjan");
  await currency.selectOption("XOF");
  await page.reload();
  await expect(zone).toHaveValue("Africa/Abidjan");
  await expect(currency).toHaveValue("XOF");
  await page.getByLabel(form.name).fill("Marbre & Quartz");
  await page.getByRole("button", { name: form.create }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Marbre & Quartz" })).toBeVisible();
  const get = async (path: string) => (await callApi(app.url, boss.token, `/api/user/personalization/trades/workspace/${path}`)).data;
  const [shop] = (await get("get")).workspaces;
  expect(await get(`detail/get?workspaceId=${shop.uid}`)).toMatchObject({ timeZone: "Africa/Abidjan", currency: "XOF" });
  await context.close();
});
