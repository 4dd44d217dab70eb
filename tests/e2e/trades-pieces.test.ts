import { callApi } from "./actions";
import { holdCalls } from "./calls";
import { waitingFor } from "./cutting-actions";
import { expect, signIn, speakLanguage, test } from "./fixtures";
import { TEXTS } from "./languages";
import { aBoss, aCustomer, aJob, aWorkspace, TRADES } from "./trades-actions";
import { filled } from "./words";

const { common, trades } = TEXTS.en;
const PIECE = "/api/user/personalization/trades/piece";

test("what is measured again is there the next time and after a reload, unless it is cancelled; who was quicker elsewhere keeps what is left alone here", async ({
  app,
  browser,
}) => {
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const customerUid = await aCustomer(app, boss, shop);
  const job = await aJob(app, boss, { workspaceId: shop, customerUid, title: "Villa kitchen", dueOn: "2030-01-31" });
  await waitingFor(app, boss, { workspaceId: shop, customerUid, jobUid: job });
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1440, height: 900 } });
  await speakLanguage(context, app.url, "en");
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(`${TRADES}/jobs/job?workspace=${shop}&uid=${job}`);
  const dialog = page.getByRole("dialog");
  const field = (name: "label" | "length" | "width") => dialog.getByLabel(trades.quotes[name], { exact: true });
  const press = (name: string) => dialog.getByRole("button", { name, exact: true }).click();
  const open = async () => {
    await page.getByRole("button", { name: filled(trades.pieces.menu, { name: "Island" }), exact: true }).click();
    await page.getByRole("menuitem", { name: trades.pieces.edit, exact: true }).click();
    await expect(field("length")).toBeVisible();
  };
  const island = async () => {
    const { data } = await callApi(app.url, boss.token, `${PIECE}/get?workspaceId=${shop}&jobUid=${job}`);
    return data.find(({ label }: { label: string }) => label.startsWith("Island"));
  };

  await open();
  const before = await field("length").inputValue();
  const leave = {
    byCross: () => press(common.close),
    byKey: () => page.keyboard.press("Escape"),
    byPressBeside: () => page.mouse.click(5, 5),
  };
  for (const [at, away] of Object.values(leave).entries()) {
    await field("length").fill(`111${at}`);
    await away();
    await expect(dialog).toHaveCount(0);
    await open();
    await expect(field("length")).toHaveValue(`111${at}`);
  }
  await press(common.cancel);
  await expect(dialog).toHaveCount(0);
  await open();
  await expect(field("length")).toHaveValue(before);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("parley-draft-")))).toEqual([]);

  await field("label").fill("Island, left");
  await page.reload();
  await open();
  await expect(field("label")).toHaveValue("Island, left");
  const { uid, version, label, length, grain } = await island();
  await callApi(app.url, boss.token, `${PIECE}/save`, { workspaceId: shop, uid, version, label, length, width: 777, grain });
  await press(common.save);
  await expect(dialog.getByText(trades.pieces.conflict)).toBeVisible();
  await expect(field("label")).toHaveValue("Island, left");
  await expect(field("width")).toHaveValue("777");
  // What would be typed while it is on its way would go with the dialog.
  const lose = await holdCalls(page, "**/api/trpc/trades.pieces.save*", "abort");
  await field("label").press("End");
  await page.keyboard.press("Enter");
  await expect(dialog.locator("[aria-busy=true]")).toBeVisible();
  await page.keyboard.type(" or right");
  await expect(field("label")).toBeFocused();
  await expect(field("label")).toHaveValue("Island, left");
  lose();
  await expect(dialog.getByText(common.offlineKept)).toBeVisible();
  await page.keyboard.type("!");
  await expect(field("label")).toHaveValue("Island, left!");
  await page.keyboard.press("Backspace");
  await page.unroute("**/api/trpc/trades.pieces.save*");
  await press(common.save);
  await expect(dialog).toHaveCount(0);
  expect(await island()).toMatchObject({ label: "Island, left", length, width: 777 });

  // Why one is not made is kept as well, until it was said.
  const name = "Island, left";
  const why = dialog.getByLabel(trades.pieces.reason);
  const drop = async () => {
    await page.getByRole("button", { name: filled(trades.pieces.menu, { name }), exact: true }).click();
    await page.getByRole("menuitem", { name: trades.pieces.acts.drop, exact: true }).click();
    await expect(why).toBeVisible();
  };
  await drop();
  await press(trades.pieces.acts.drop);
  await expect(why).toHaveAccessibleDescription(new RegExp(TEXTS.en.validation.required));
  await why.fill("They take a table");
  await page.mouse.click(5, 5);
  await expect(dialog).toHaveCount(0);
  await drop();
  await expect(why).toHaveValue("They take a table");
  await press(trades.pieces.acts.drop);
  await expect(dialog).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("parley-draft-")))).toEqual([]);
  await context.close();
});
