import type { Locator, Page } from "@playwright/test";
import ar from "#messages/ar.json" with { type: "json" };
import en from "#messages/en.json" with { type: "json" };
import { callApi, P } from "./actions";
import { anyQuestion, expect, newAccount, test } from "./fixtures";
import { inLook, LOOKS, lookName, openAs, seePage } from "./looks";

const d = en.developers;

/** An operation by its id, opened by its address. */
async function opened(page: Page, id: string): Promise<Locator> {
  await page.goto(`/developers#${id}`);
  const card = page.locator(`#${id}`);
  await expect(card.getByRole("heading", { name: d.try.title })).toBeVisible();
  return card;
}

/** The status that a sent call was answered with. */
async function sent(card: Locator, status: number): Promise<void> {
  await card.getByRole("button", { name: d.try.send, exact: true }).click();
  await expect(card.getByRole("status").filter({ hasText: d.try.answer })).toContainText(String(status));
}

const answerOf = (card: Locator) => card.getByRole("region", { name: d.try.answer, exact: true });

test("a filter finds an operation by words of its path, its summary or its part", async ({ page }) => {
  await page.goto("/developers");
  const filter = page.getByRole("searchbox", { name: d.filter });
  const cards = page.locator("main li > div > details").filter({ visible: true });
  await expect(page.getByRole("status").filter({ hasText: /^\d+ operations$/ })).toBeVisible();
  expect(await cards.count()).toBeGreaterThan(500);
  // What is inside comes when it is opened.
  await expect(page.locator("textarea")).toHaveCount(0);

  await filter.fill("practice RECORD save");
  await expect(cards).toHaveCount(1);
  await expect(page.locator("#practice-saveAnswer")).toBeVisible();
  await expect(page.getByRole("navigation", { name: d.contents }).getByRole("link")).toHaveCount(1);
  await filter.fill("no such thing");
  await expect(page.getByRole("heading", { name: d.nothing })).toBeVisible();
  await page.getByRole("button", { name: d.all }).click();
  await page.getByRole("link", { name: /^Community\s*\d+$/ }).click();
  await expect(page.getByRole("heading", { name: "Community", exact: true })).toBeInViewport();
});

test("a link to an operation opens it, with its fields, answers, errors and a command that holds no token", async ({ page, account }) => {
  const card = await opened(page, "practice-saveAnswer");
  await expect(card.locator("summary").first()).toBeInViewport();
  await expect(card.getByText("rate_your_self.clarity", { exact: true })).toBeVisible();
  await card.getByText(d.errorsAll).click();
  await expect(card.getByText("The bearer token is missing", { exact: false })).toBeVisible();
  const command = card.getByRole("region", { name: d.try.command });
  await expect(command).toContainText('-H "Authorization: Bearer $PARLEY_TOKEN"');
  await expect(command).toContainText("curl -X POST 'http");
  await card.getByRole("button", { name: d.try.least }).click();
  await expect(command).toContainText("--data '{}'");
  await card.getByRole("link", { name: d.link }).click();
  await expect(page).toHaveURL(/#practice-saveAnswer$/);
  expect(await page.content()).not.toContain(account.token);
});

test("a call that is open to everybody is made without an account", async ({ page }) => {
  const card = await opened(page, "account-signInOptions");
  await expect(card.getByText(d.try.asNobody)).toBeVisible();
  await sent(card, 200);
  await expect(card.getByText("application/json; charset=utf-8", { exact: true })).toBeVisible();
  await expect(answerOf(card)).toContainText('"data"');
  // Of the service's state an account hears more: there a token may come along.
  const state = await opened(page, "admin-service-now");
  await expect(state.getByText(d.open)).toBeVisible();
  const command = state.getByRole("region", { name: d.try.command });
  await expect(command).not.toContainText("Authorization");
  await sent(state, 200);
  await state.getByLabel(`${d.try.token} (${d.optional})`, { exact: true }).fill("not.a.token");
  await expect(command).toContainText("Authorization");
  await sent(state, 200);
});

test("whoever is signed in reads and changes their own account's things, and the token stays out of the page", async ({
  page,
  app,
  account,
}) => {
  const me = await opened(page, "account-me");
  await expect(me.getByText(d.try.asYou.replace("{name}", "Amal Osman"))).toBeVisible();
  await sent(me, 200);
  await expect(answerOf(me)).toContainText(account.email);

  const question = await anyQuestion(app.url, account.token);
  const save = await opened(page, "practice-saveAnswer");
  await expect(save.getByText(d.try.reallyYours)).toBeVisible();
  const body = save.getByRole("textbox", { name: d.try.body });
  await body.fill('{ "question_id": ');
  await save.getByRole("button", { name: d.try.send, exact: true }).click();
  await expect(body).toHaveAccessibleDescription(d.try.malformed);
  await expect(body).toBeFocused();
  await body.fill(JSON.stringify({ question_id: question.uid, comments: "Sent from the page." }));
  await expect(body).not.toHaveAttribute("aria-invalid");
  await sent(save, 200);
  const { data } = await callApi(app.url, account.token, `${P}/answer/get`);
  expect(data).toMatchObject([{ question_id: question.uid, comments: "Sent from the page." }]);

  await body.fill(JSON.stringify({ question_id: question.uid, comment: "no such field" }));
  await sent(save, 400);
  await expect(answerOf(save)).toContainText('"code": "invalidInput"');

  // Somewhere it has to be: in the device's storage, where a login leaves it, and in nothing that can be seen or passed on.
  expect(await page.content()).not.toContain(account.token);
  expect(page.url()).not.toContain(account.token);
});

test("parameters are filled in, and what may be left out is", async ({ page, app, account }) => {
  const card = await opened(page, "practice-questions");
  const { data } = await callApi(app.url, account.token, `${P}/category/get`);
  await card.getByRole("textbox", { name: "category_id" }).fill(data[0].uid);
  await expect(card.getByRole("region", { name: d.try.command })).toContainText(`category_id=${data[0].uid}`);
  await sent(card, 200);
  await expect(answerOf(card)).toContainText('"reading_time"');
  await card.getByRole("textbox", { name: /^page / }).fill("x");
  await sent(card, 400);
  await expect(answerOf(card)).toContainText('"page"');
});

test("a list is filled in line by line, and each of its entries is sent", async ({ page, account: _ }) => {
  const card = await opened(page, "trades-slabs-labels");
  const uids = ["0198c5f0-7a4e-7000-8000-000000000001", "0198c5f0-7a4e-7000-8000-000000000002"];
  const field = card.getByRole("textbox", { name: "uids" });
  await expect(field).toHaveAccessibleDescription(new RegExp(d.try.lines));
  await field.fill(uids.join("\n"));
  await expect(card.getByRole("region", { name: d.try.command })).toContainText(`uids=${uids.join("&uids=")}`);
  const asked = page.waitForRequest(/slab\/label\/get/);
  // Shops come one by one, and this account has none.
  await sent(card, 403);
  expect(new URL((await asked).url()).searchParams.getAll("uids")).toEqual(uids);
});

test("what may be sent in several forms shows each of them, and parameters what is said of them", async ({ page }) => {
  const card = await opened(page, "files-address");
  const forms = card.locator("strong");
  await expect(forms.filter({ hasText: /^(avatar|recording|workspaceFile)$/ })).toHaveCount(3);
  const save = await opened(page, "practice-saveAnswer");
  await expect(save.getByText("Stands for one call for good", { exact: false })).toBeVisible();
});

test("an answer that is a file is saved", async ({ page, account: _ }) => {
  const card = await opened(page, "practice-report");
  await card.getByRole("button", { name: d.try.least }).click();
  await sent(card, 200);
  const saving = page.waitForEvent("download");
  await card.getByRole("button", { name: d.try.download.replace("{name}", "") }).click();
  expect((await saving).suggestedFilename()).toMatch(/\.pdf$/);
});

test("whoever is not signed in logs in by a call, and its token is kept for the next ones without being shown", async ({ page, app }) => {
  const account = await newAccount(app.url);
  const login = await opened(page, "account-login");
  await login.getByRole("textbox", { name: d.try.body }).fill(JSON.stringify({ email: account.email, password: account.password }));
  await sent(login, 200);
  await expect(answerOf(login)).toContainText('"accessToken": "…"');
  await login.getByRole("button", { name: d.try.useToken }).click();

  await page.getByRole("searchbox", { name: d.filter }).fill("my-account");
  const me = page.locator("#account-me");
  await me.locator("summary").first().click();
  await expect(me.getByText(d.try.tokenKept)).toBeVisible();
  await sent(me, 200);
  await expect(answerOf(me)).toContainText(account.email);
  await me.getByRole("button", { name: d.try.forget }).click();
  await me.getByLabel(d.try.token, { exact: true }).fill("not.a.token");
  await sent(me, 401);
  expect(await page.content()).not.toContain("not.a.token");
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain("not.a.token");
  await page.reload();
  // The page goes to the operation of its address first.
  await expect(login.getByRole("button", { name: d.try.send, exact: true })).toBeVisible();
  await me.locator("summary").first().click();
  await expect(me.getByLabel(d.try.token, { exact: true })).toHaveValue("");
});

test("a network that is away is told, and the next try goes through", async ({ page, account: _ }) => {
  const card = await opened(page, "account-me");
  await page.route("**/api/account/my-account", (route) => route.abort());
  await card.getByRole("button", { name: d.try.send, exact: true }).click();
  await expect(card.getByRole("alert")).toHaveText(en.common.offline);
  await page.unroute("**/api/account/my-account");
  await sent(card, 200);
  await expect(card.getByRole("alert")).toHaveCount(0);
});

for (const look of LOOKS) {
  test(`an operation that was tried is accessible and fits, ${lookName(look)}`, inLook(look), async ({ app, browser }) => {
    const texts = look.locale === "ar" ? ar : en;
    const account = await newAccount(app.url);
    const page = await openAs(browser, `${app.url}/developers#account-updateProfile`, look, account);
    await page.getByRole("searchbox").fill("profile");
    const card = page.locator("#account-updateProfile");
    await card.getByText(texts.developers.answerFields).click();
    await card.getByText(texts.developers.answerExample).click();
    await card.getByText(texts.developers.errorsAll).click();
    await card.getByRole("textbox", { name: texts.developers.try.body }).fill("{");
    await card.getByRole("button", { name: texts.developers.try.send, exact: true }).click();
    await expect(card.getByText(texts.developers.try.malformed)).toBeVisible();
    await seePage(page, "developers-malformed", look);
    await card.getByRole("textbox", { name: texts.developers.try.body }).fill('{ "firstName": "أمل" }');
    await card.getByRole("button", { name: texts.developers.try.send, exact: true }).click();
    await expect(card.getByRole("region", { name: texts.developers.try.answer, exact: true })).toContainText("أمل");
    await seePage(page, "developers-tried", look);
    await page.context().close();
  });
}
