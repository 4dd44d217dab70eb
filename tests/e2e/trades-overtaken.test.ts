import { randomUUID } from "node:crypto";
import type { Browser } from "@playwright/test";
import { picture } from "#tests/factories/pictures";
import { localeTag } from "@/lib/locales";
import { formatMoney } from "@/lib/money";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { holdCalls, loseAnswers } from "./calls";
import { databaseOf } from "./database";
import { type Account, expect, signIn, speakLanguage, test } from "./fixtures";
import { aWonJob, invoiceOf } from "./invoice-actions";
import { TEXTS } from "./languages";
import { mailsTo } from "./mails";
import { pricingSetup } from "./pricing-actions";
import { quoteOf } from "./quote-actions";
import { aBoss, aCustomer, aJob, aWorkspace, SHOP } from "./trades-actions";
import { filled } from "./words";

const { common, errors, trades, validation } = TEXTS.en;
const { delete: deleting } = TEXTS.en.editing;
const { invoices: i, pricing: g, quotes: q } = trades;
const T = "/api/user/personalization/trades";
const LINE = { kind: "item", text: "Bench", unit: "piece", quantity: 1000, price: 900_000, cost: 400_000 };
const QUOTE = { title: "Kitchen", language: "en", validUntil: "2099-12-31", lines: [LINE] };

/** A page on which the boss of a shop is signed in, and what others of that shop do meanwhile. */
async function at(app: RunningApp, browser: Browser, boss: Account, workspaceId: string, path: string) {
  const post = async (to: string, body: object) => (await callApi(app.url, boss.token, `${T}/${to}`, { workspaceId, ...body })).data;
  const get = async (from: string, uid = "") =>
    (await callApi(app.url, boss.token, `${T}/${from}?workspaceId=${workspaceId}${uid && `&uid=${uid}`}`)).data;
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1440, height: 900 } });
  await speakLanguage(context, app.url, "en");
  await signIn(context, boss);
  const page = await context.newPage();
  const open = async () => void (await page.goto(path));
  const dialog = page.getByRole("dialog");
  const press = (name: string, of: typeof dialog | typeof page = page) => of.getByRole("button", { name, exact: true }).click();
  return { context, page, dialog, press, post, get, open };
}

/** A shop with a customer who reads mail. */
async function aShop(app: RunningApp) {
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  return { boss, shop, customerUid: await aCustomer(app, boss, shop) };
}

/** A question of a form, as it is built. */
const asked = (label: string) => ({ kind: "text", help: "", required: false, when: null, long: false, id: randomUUID(), label });

/** A draft of a quote as somebody of the shop saves it. */
const saved = async (app: RunningApp, { token }: Account, workspaceId: string, fields: object) =>
  (await callApi(app.url, token, `${T}/quote/save`, { workspaceId, ...QUOTE, ...fields })).data;

test("a draft that somebody went on with since it was about to be thrown away stays, until that is asked for anew", async ({
  app,
  browser,
}) => {
  const { boss, shop, customerUid } = await aShop(app);
  const draft = await saved(app, boss, shop, { customerUid });
  const { context, page, dialog, press, get, open } = await at(app, browser, boss, shop, quoteOf(shop, draft.uid));
  await open();
  await press(filled(deleting.label, { name: QUOTE.title }));
  await saved(app, boss, shop, { customerUid, uid: draft.uid, version: draft.version, title: "Kitchen with an island" });
  await expect(page.getByText("Kitchen with an island").first()).toBeVisible();
  await press(deleting.now, dialog);
  await expect(dialog.getByRole("alert")).toHaveText(errors.conflict);
  expect(await get("quote/detail/get", draft.uid)).toMatchObject({ title: "Kitchen with an island" });

  await press(common.cancel, dialog);
  await press(filled(deleting.label, { name: "Kitchen with an island" }));
  await press(deleting.now, dialog);
  await expect(page).toHaveURL(/\/quotes\?/);
  await context.close();
});

test("a quote that is another customer's since somebody was about to send it does not go to whom it was for before", async ({
  app,
  browser,
}) => {
  const { boss, shop, customerUid } = await aShop(app);
  const draft = await saved(app, boss, shop, { customerUid });
  const { context, page, dialog, press, post, get, open } = await at(app, browser, boss, shop, quoteOf(shop, draft.uid));
  const builder = `${randomUUID()}@builders.example.com`;
  const other = await post("customer/save", { name: "Builder Ltd", contacts: [{ name: "Bob", email: builder }] });
  await open();
  await press(q.send);
  const first = "lan.with-a-rather-long-address@nguyen-kitchens.example.com";
  await expect(dialog.getByLabel(q.email)).toHaveValue(first);
  await saved(app, boss, shop, { customerUid: other.uid, uid: draft.uid, version: draft.version });
  await expect(page.getByText("Builder Ltd")).toBeVisible();
  await press(q.send, dialog);
  await expect(dialog.getByText(q.conflict)).toBeVisible();
  expect(await get("quote/detail/get", draft.uid)).toMatchObject({ state: "draft", sentTo: null });

  // Asked anew it is whom it is for now.
  await press(common.cancel, dialog);
  await press(q.send);
  await expect(dialog.getByLabel(q.email)).toHaveValue(builder);
  await press(q.send, dialog);
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => mailsTo(app, builder).length, { timeout: 30_000 }).toBe(1);
  expect(mailsTo(app, first)).toEqual([]);
  await context.close();
});

test("a quote whose taxes have changed since it was saved shows what it comes to by now, and goes as that", async ({ app, browser }) => {
  const { boss, shop, customerUid } = await aShop(app);
  const draft = await saved(app, boss, shop, { customerUid });
  const { context, dialog, press, post, get, open } = await at(app, browser, boss, shop, quoteOf(shop, draft.uid));
  const money = (amount: number) => formatMoney(localeTag("en"), amount, "VND");
  await open();
  await press(q.send);
  await expect(dialog).toContainText(money(900_000));
  await post("tax/save", { name: "VAT", rate: 1000, category: "S" });
  await press(q.send, dialog);
  await expect(dialog.getByText(errors.previewOutdated)).toBeVisible();
  await expect(dialog).toContainText(money(990_000));
  expect(await get("quote/detail/get", draft.uid)).toMatchObject({ state: "draft", sentTo: null });
  await press(q.send, dialog);
  await expect(dialog).toHaveCount(0);
  expect(await get("quote/detail/get", draft.uid)).toMatchObject({ state: "sent", total: 990_000 });
  await context.close();
});

test("a draft for a job that is another customer's says so where it names the job, and is not sent", async ({ app, browser }) => {
  const { boss, shop, customerUid } = await aShop(app);
  const jobUid = await aJob(app, boss, { workspaceId: shop, customerUid, title: "Kitchen by the river" });
  const draft = await saved(app, boss, shop, { customerUid, jobUid });
  const { context, page, dialog, press, post, get, open } = await at(app, browser, boss, shop, quoteOf(shop, draft.uid));
  const other = await post("customer/save", { name: "Builder Ltd" });
  // As it could be done before a draft held its job's customer.
  const sql = await databaseOf(app);
  await sql`update jobs set customer_id = ${other.uid} where id = ${jobUid}`;
  await sql.end();
  await open();
  await press(q.send);
  await press(q.send, dialog);
  await expect(dialog.getByText(validation.jobOfOther)).toBeVisible();
  await press(common.cancel, dialog);
  await press(q.edit);
  await press(common.save);
  const about = page.locator("div:focus").filter({ hasText: filled(q.forJob, { number: "1", title: "Kitchen by the river" }) });
  await expect(about.getByText(validation.jobOfOther)).toBeInViewport();
  expect(await get("quote/detail/get", draft.uid)).toMatchObject({ state: "draft", version: draft.version });
  await context.close();
});

test("who changes a quote after somebody else has keeps what the other one added", async ({ app, browser }) => {
  const { boss, shop, customerUid } = await aShop(app);
  const draft = await saved(app, boss, shop, { customerUid });
  const { context, page, press, get, open } = await at(app, browser, boss, shop, quoteOf(shop, draft.uid));
  await open();
  await press(q.edit);
  await page.getByLabel(q.title, { exact: true }).fill("Kitchen by the river");
  const lines = [LINE, { ...LINE, text: "Fitting by two" }];
  await saved(app, boss, shop, { customerUid, uid: draft.uid, version: draft.version, lines });
  await press(common.save);
  await expect(page.getByText(q.conflict)).toBeVisible();
  await expect(page.getByLabel(q.title, { exact: true })).toHaveValue("Kitchen by the river");
  const line = page.getByRole("group", { name: filled(q.line, { number: "2" }), exact: true });
  await expect(line.getByLabel(q.text, { exact: true })).toHaveValue("Fitting by two");
  await press(common.save);
  await expect(page.getByRole("button", { name: q.edit, exact: true })).toBeVisible();
  const now = await get("quote/detail/get", draft.uid);
  expect(now).toMatchObject({ title: "Kitchen by the river", lines: [{ text: "Bench" }, { text: "Fitting by two" }] });
  await context.close();
});

test("who changes a shop's prices after somebody else has keeps the account that the other one wrote down", async ({ app, browser }) => {
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const { context, page, press, post, get, open } = await at(app, browser, boss, shop, pricingSetup(shop));
  await open();
  await page.getByLabel(g.deposit, { exact: true }).fill("40");
  await page.getByLabel(g.seller.city, { exact: true }).fill("Huế");
  const iban = "DE89370400440532013000";
  const { seller, ...rules } = await get("pricing/get");
  await post("pricing/save", { ...rules, seller: { ...seller, iban } });
  await press(common.save);
  await expect(page.getByText(g.conflict)).toBeVisible();
  await expect(page.getByLabel(g.seller.iban)).toHaveValue(iban);
  await expect(page.getByLabel(g.deposit, { exact: true })).toHaveValue("40");
  await press(common.save);
  await expect(page.getByText(common.saved, { exact: true })).toBeVisible();
  expect(await get("pricing/get")).toMatchObject({ deposit: 4000, seller: { city: "Huế", iban } });
  await context.close();
});

test("who changes a draft of an invoice after somebody else has keeps what the other one wrote of its buyer", async ({ app, browser }) => {
  const { boss, shop, jobUid } = await aWonJob(app);
  const about = { workspaceId: shop, jobUid, kind: "final" };
  const { data: draft } = await callApi(app.url, boss.token, `${T}/invoice/draft`, about);
  const { context, page, press, post, get, open } = await at(app, browser, boss, shop, invoiceOf(shop, draft.uid));
  await open();
  await page.getByLabel(i.title, { exact: true }).fill("All that is left");
  const buyer = page.getByRole("region", { name: i.buyer.heading, exact: true });
  await buyer.getByLabel(i.buyer.reference, { exact: true }).fill("PO-7");
  const { uid, version, title, language, days, lines } = draft;
  const written = lines.map(({ kind, code, text, unit, quantity, price, discount, tax }: Record<string, unknown>) => ({
    ...{ kind, code, text, unit, quantity, price, discount, tax },
  }));
  const theirs = { ...draft.buyer, city: "Đà Nẵng" };
  await post("invoice/save", { uid, version, title, language, days, buyer: theirs, lines: written, notes: "Thank you." });
  await press(common.save);
  await expect(page.getByText(i.conflict)).toBeVisible();
  await expect(buyer.getByLabel(i.buyer.city, { exact: true })).toHaveValue("Đà Nẵng");
  await press(common.save);
  await expect(page.getByText(common.saved, { exact: true })).toBeVisible();
  const kept = { title: "All that is left", notes: "Thank you.", buyer: { reference: "PO-7", city: "Đà Nẵng" } };
  expect(await get("invoice/detail/get", uid)).toMatchObject(kept);
  await context.close();
});

test("a payment that was corrected after an answer was lost is written only by whoever means it as well", async ({ app, browser }) => {
  const { boss, shop, jobUid } = await aWonJob(app);
  const { data: draft } = await callApi(app.url, boss.token, `${T}/invoice/draft`, { workspaceId: shop, jobUid, kind: "final" });
  const { context, page, dialog, press, post, get, open } = await at(app, browser, boss, shop, invoiceOf(shop, draft.uid));
  await post("invoice/issue", { uid: draft.uid, version: draft.version });
  await open();
  const references = async () => {
    const { payments } = await get("invoice/detail/get", draft.uid);
    return payments.map(({ reference }: { reference: string }) => reference).toSorted();
  };
  const call = "**/api/trpc/trades.payments.add*";
  await press(i.write.payment);
  await dialog.getByLabel(i.amount, { exact: true }).fill("100000");
  await dialog.getByLabel(i.reference, { exact: true }).fill("Bank 17");
  await loseAnswers(page, call);
  await press(common.save, dialog);
  await expect(dialog.getByText(common.offline)).toBeVisible();
  await page.unroute(call);
  await dialog.getByLabel(i.reference, { exact: true }).fill("Bank 18");
  await press(common.save, dialog);
  await expect(dialog.getByText(errors.savedBefore)).toBeVisible();
  expect(await references()).toEqual(["Bank 17"]);
  await press(common.save, dialog);
  await expect(dialog).toHaveCount(0);
  expect(await references()).toEqual(["Bank 17", "Bank 18"]);
  await context.close();
});

test("what was filled in on one device and is not in what was handed in from another stays to be read there", async ({ app, browser }) => {
  const { boss, shop } = await aShop(app);
  const { entries: e } = trades;
  const { context, page, press, post } = await at(app, browser, boss, shop, "/");
  const [stone, edge] = ["Stone", "Edge"].map(asked);
  const made = await post("form/save", { name: "Choice", fields: [stone, edge] });
  const form = await post("form/publish", { uid: made.uid, version: made.version });
  const handIn = (entry: { uid: string; version: number }) =>
    post("entry/submit", { ...entry, answers: { [stone?.id ?? ""]: { kind: "text", text: "Granite" } } });
  /** A form on this device, with what somebody fills in before the server hears of it. */
  const begin = async (words: string) => {
    const { uid, version } = await post("entry/start", { formUid: form.uid });
    await page.goto(`/dashboard/trades/forms/entry?workspace=${shop}&uid=${uid}`);
    await expect(page.getByLabel("Edge")).toBeVisible();
    const letGo = await holdCalls(context, /trades\.entries\.(save|view)/, "abort");
    await page.getByLabel("Edge").fill(words);
    return { uid, version, letGo };
  };
  const told = page.getByRole("status").filter({ hasText: e.leftOut.told });

  // Handed in from here, too: it is not said to be done.
  const first = await begin("Bevelled");
  await handIn({ uid: first.uid, version: first.version });
  await press(e.handIn);
  first.letGo();
  await expect(told.getByText("Bevelled", { exact: true })).toBeVisible();
  await expect(page.getByText("Granite", { exact: true })).toBeVisible();
  await expect(page.getByText(e.done, { exact: true })).toHaveCount(0);
  await context.unrouteAll({ behavior: "wait" });
  await page.reload();
  await expect(told.getByText("Bevelled", { exact: true })).toBeVisible();
  await press(e.leftOut.forget);
  await expect(told).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("Granite", { exact: true })).toBeVisible();
  await expect(told).toHaveCount(0);

  // Saved by itself after that.
  const second = await begin("Round");
  await handIn({ uid: second.uid, version: second.version });
  second.letGo();
  await context.unrouteAll({ behavior: "wait" });
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(told.getByText("Round", { exact: true })).toBeVisible();
  await context.close();
});

test("what was being filled in as somebody threw the form away is not sent for ever, and stays to be read there", async ({
  app,
  browser,
}) => {
  const { boss, shop } = await aShop(app);
  const { entries: e } = trades;
  const { context, page, press, post } = await at(app, browser, boss, shop, "/");
  const made = await post("form/save", { name: "Choice", fields: [asked("Edge")] });
  const form = await post("form/publish", { uid: made.uid, version: made.version });
  const { uid, version } = await post("entry/start", { formUid: form.uid });
  await page.goto(`/dashboard/trades/forms/entry?workspace=${shop}&uid=${uid}`);
  await expect(page.getByLabel("Edge")).toBeVisible();
  const lose = await holdCalls(context, /trades\.entries\.(save|view)/, "abort");
  await page.getByLabel("Edge").fill("Bevelled");
  await post("entry/discard", { uid, version });
  lose();
  await context.unrouteAll({ behavior: "wait" });
  await page.evaluate(() => dispatchEvent(new Event("online")));
  const left = page.getByRole("status").filter({ hasText: e.begun.kept });
  for (const again of [() => page.reload(), () => press(e.leftOut.forget)]) {
    await expect(page.getByText(e.gone)).toBeVisible();
    await expect(left.getByText("Bevelled", { exact: true })).toBeVisible();
    await again();
  }
  await expect(left).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(e.gone)).toBeVisible();
  await expect(left).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("parley-draft-")))).toEqual([]);
  await context.close();
});

test("who changes what a shop's states are called after somebody else has keeps what the other one wrote", async ({ app, browser }) => {
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const path = `/dashboard/settings/job-settings?workspace=${shop}`;
  const { context, page, press, post, get, open } = await at(app, browser, boss, shop, path);
  const { states, wordsConflict } = trades.jobs;
  await open();
  await page.getByLabel(states.won, { exact: true }).fill("Ordered");
  const before = await get("job/words/get");
  await post("job/words/save", { ...before, labels: { ...before.labels, lost: "Went elsewhere" } });
  await press(common.save);
  await expect(page.getByText(wordsConflict)).toBeVisible();
  await expect(page.getByLabel(states.lost, { exact: true })).toHaveValue("Went elsewhere");
  await press(common.save);
  await expect(page.getByText(common.saved, { exact: true })).toBeVisible();
  expect(await get("job/words/get")).toMatchObject({ labels: { won: "Ordered", lost: "Went elsewhere" } });
  await context.close();
});

test("who changes a shop's hours after somebody else has keeps the holiday that the other one wrote down", async ({ app, browser }) => {
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const path = `/dashboard/settings/scheduler?workspace=${shop}`;
  const { context, page, press, post, get, open } = await at(app, browser, boss, shop, path);
  const { scheduler: h } = trades;
  await open();
  await press(filled(h.removeHours, { number: "1", day: "Fri" }));
  const tet = { day: "2038-02-04", name: "Tết" };
  const { hours, version } = await get("resource/settings/get");
  await post("resource/settings/save", { hours, version, holidays: [tet] });
  await press(common.save);
  await expect(page.getByText(h.conflict)).toBeVisible();
  const holidays = page.getByRole("group", { name: h.holidays });
  await expect(holidays.getByLabel(h.name, { exact: true })).toHaveValue(tet.name);
  await press(common.save);
  await expect(page.getByText(common.saved, { exact: true })).toBeVisible();
  const kept = await get("resource/settings/get");
  expect(kept).toMatchObject({ holidays: [tet] });
  expect(kept.hours[4]).toHaveLength(hours[4].length - 1);
  await context.close();
});

test("what was typed into a shop's settings as somebody else saved them is there after a reload, beside what the other one chose", async ({
  app,
  browser,
}) => {
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const { context, page, press, post, get, open } = await at(app, browser, boss, shop, `/dashboard/trades/settings?workspace=${shop}`);
  const { form: f, settings: s } = trades;
  const [name, language] = [page.getByLabel(f.name, { exact: true }), page.getByRole("combobox", { name: f.language, exact: true })];
  // It hears of the other one by the answer to its own.
  await page.route(/account\.live/, () => {});
  await open();
  await name.fill("Nguyen & Sons");
  const { version } = await get("workspace/detail/get");
  await post("workspace/save", { ...SHOP, language: "vi", version });
  await press(common.save);
  await expect(page.getByText(s.conflict)).toBeVisible();
  await expect(language).toHaveValue("vi");
  await page.reload();
  await expect(name).toHaveValue("Nguyen & Sons");
  await expect(language).toHaveValue("vi");
  await press(common.save);
  await expect(page.getByText(common.saved, { exact: true })).toBeVisible();
  expect(await get("workspace/detail/get")).toMatchObject({ name: "Nguyen & Sons", language: "vi" });
  await context.close();
});

test("who publishes a form publishes what shows there, also where somebody else has saved meanwhile", async ({ app, browser }) => {
  const { boss, shop } = await aShop(app);
  const { forms: f } = trades;
  const { context, page, press, post, get } = await at(app, browser, boss, shop, "/");
  const stone = asked("Stone");
  const { uid, version } = await post("form/save", { name: "Choice", fields: [stone] });
  await page.goto(`/dashboard/settings/forms?workspace=${shop}&uid=${uid}`);
  const names = page.locator("ol > li bdi");
  await expect(names).toHaveText(["Stone"]);
  // The page is told of it, and would show it by itself.
  const letGo = await holdCalls(context, /trades\.forms\.view/);
  const edge = await post("form/save", { uid, version, name: "Choice", fields: [stone, asked("Edge")] });
  await press(f.publish);
  await expect(page.getByText(f.conflict)).toBeVisible();
  await expect(names).toHaveText(["Stone", "Edge"]);
  letGo();
  expect(await get("form/view/get", uid)).toMatchObject({ published: null });

  // What is changed here stays, and what is not is theirs.
  await page.getByLabel(f.name).fill("Choice of a stone");
  await post("form/save", { uid, version: edge.version, name: "Choice", fields: [stone, asked("Edge"), asked("Sink")] });
  await press(f.publish);
  await expect(names).toHaveText(["Stone", "Edge", "Sink"]);
  await expect(page.getByLabel(f.name)).toHaveValue("Choice of a stone");
  expect(await get("form/view/get", uid)).toMatchObject({ published: null, name: "Choice" });
  await press(f.publish);
  await expect(page.getByText(f.publishedNow)).toBeVisible();
  const fields = ["Stone", "Edge", "Sink"].map((label) => ({ label }));
  expect(await get("form/view/get", uid)).toMatchObject({ name: "Choice of a stone", changed: false, definition: { fields } });
  await context.close();
});

test("a note that is changed on two devices keeps the files that came with it on both", async ({ app, browser }) => {
  const { boss, shop, customerUid } = await aShop(app);
  const { notes: n, files: f } = trades;
  const path = `/dashboard/trades/customers/customer?workspace=${shop}&uid=${customerUid}`;
  const devices = await Promise.all([1, 2].map(() => at(app, browser, boss, shop, path)));
  const [desk, phone] = devices;
  if (!desk || !phone) throw new Error("there are two");
  await desk.post("note/save", { customerUid, body: "Measured twice" });
  const opened = async ({ page, open }: typeof desk) => {
    await open();
    const note = page.locator("#notes").getByRole("listitem").filter({ hasText: "Measured twice" });
    await note.getByRole("button", { name: n.edit }).click();
    return page.locator("#notes li form");
  };
  const add = async (form: Awaited<ReturnType<typeof opened>>, name: string) => {
    const file = { name, mimeType: "image/png", buffer: await picture("png") };
    await form.locator("input[type=file]").first().setInputFiles(file);
    await expect(form.getByRole("button", { name: filled(f.leaveOut, { name }) })).toBeVisible();
  };
  const here = await opened(desk);
  await here.getByLabel(n.body).fill("Measured three times");
  await add(here, "desk.png");
  const there = await opened(phone);
  await add(there, "phone.png");
  await there.getByRole("button", { name: common.save, exact: true }).click();
  await expect(there).toHaveCount(0);

  await here.getByRole("button", { name: common.save, exact: true }).click();
  await expect(here.getByText(n.conflict)).toBeVisible();
  await expect(here.getByLabel(n.body)).toHaveValue("Measured three times");
  for (const name of ["phone.png", "desk.png"])
    await expect(here.getByRole("button", { name: filled(f.leaveOut, { name }) })).toBeVisible();
  await here.getByRole("button", { name: common.save, exact: true }).click();
  await expect(here).toHaveCount(0);
  const { data } = await callApi(app.url, boss.token, `${T}/note/get?workspaceId=${shop}&customerUid=${customerUid}`);
  const files = [{ name: "phone.png" }, { name: "desk.png" }];
  expect(data[0]).toMatchObject({ body: "Measured three times", files });
  for (const { context } of devices) await context.close();
});
