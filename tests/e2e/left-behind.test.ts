import en from "#messages/en.json" with { type: "json" };
import { picture } from "#tests/factories/pictures";
import { logOut } from "./account-steps";
import { takeViewAway } from "./console-actions";
import { accountWith } from "./editing-actions";
import { expect, newAccount, signIn, test } from "./fixtures";
import { aMember, aRoom, FORUMS } from "./forum-actions";
import { TEXTS } from "./languages";

test("a picture that arrives when its author has left brings nothing of their words back", async ({ page, app, context }) => {
  const f = en.forum;
  const room = await aRoom(app, "Left behind");
  await signIn(context, await aMember(app, "Ada L."));
  await page.goto(`${FORUMS}?profession=${room.slug}`);
  await page.getByRole("link", { name: f.rooms.begin }).click();
  await page.getByRole("textbox", { name: f.new.message }).fill("Between us");
  let go = () => {};
  const leaves = new Promise<void>((done) => {
    go = done;
  });
  await page.route(/./, async (route) => {
    if (route.request().method() !== "PUT") return route.fallback();
    await leaves;
    await route.continue();
  });
  const begun = page.waitForRequest((request) => request.method() === "PUT");
  await page.locator("input[type=file]").setInputFiles({ name: "board.png", mimeType: "image/png", buffer: await picture("png") });
  await begun;
  await logOut(page, TEXTS.en);
  const arrived = page.waitForResponse((response) => response.request().method() === "PUT" && response.ok());
  go();
  await arrived;
  await page.waitForTimeout(2000);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("Between us");
});

test("an answer that somebody got on the page for developers is not the next person's", async ({ page, app, account, context }) => {
  const d = en.developers.try;
  await page.goto("/developers#account-me");
  const card = page.locator("#account-me");
  await card.getByRole("button", { name: d.send, exact: true }).click();
  await expect(card.getByRole("region", { name: d.answer, exact: true })).toContainText(account.email);
  const other = await context.newPage();
  await other.goto("/dashboard");
  await logOut(other, TEXTS.en);
  const next = await newAccount(app.url);
  await other.evaluate((token) => localStorage.setItem("accessToken", token), next.token);
  await expect(card.getByText(d.asYou.replace("{name}", "Amal Osman"))).toBeVisible();
  await expect(page.getByText(account.email)).toHaveCount(0);
});

test("a logout leads to a login that knows nothing of where somebody was", async ({ page, app, account: _ }) => {
  await page.goto("/dashboard/answers?search=between+us");
  await logOut(page, TEXTS.en);
  await expect(page).toHaveURL(`${app.url}/auth/login`);
});

test("a way back to what somebody did is not offered to who signs in after them", async ({ page, app, context }) => {
  await signIn(context, await accountWith(app, "admin"));
  const { undo } = await takeViewAway(page);
  // Under the pointer it stays for as long as one likes.
  await undo.hover();
  const other = await context.newPage();
  await other.goto("/faq");
  const next = await newAccount(app.url);
  await other.evaluate((token) => localStorage.setItem("accessToken", token), next.token);
  await expect(undo).toHaveCount(0);
});
