import { picture } from "#tests/factories/pictures";
import { expectDirection } from "./account-steps";
import { callApi } from "./actions";
import { loseAnswers } from "./calls";
import { expect, overflows, signIn, speakLanguage, test, violations } from "./fixtures";
import { LANGUAGES, TEXTS } from "./languages";
import { aBoss, aCustomer, aJob, aWorkspace, TRADES } from "./trades-actions";
import { filled } from "./words";

for (const [locale, t] of LANGUAGES) {
  test(`a slab is bought, labelled and put away, and stock is received, set aside, taken and counted, on a phone, in ${locale}`, async ({
    app,
    browser,
  }) => {
    const { slabs: s, materials: m, stock: k, files: f } = t.trades;
    const boss = await aBoss(app);
    const shop = await aWorkspace(app, boss);
    const customerUid = await aCustomer(app, boss, shop);
    const job = await aJob(app, boss, { workspaceId: shop, customerUid, title: "Villa bench" });
    const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 } });
    await speakLanguage(context, app.url, locale);
    await signIn(context, boss);
    const page = await context.newPage();
    const dialog = page.getByRole("dialog");
    const stands = async () => {
      expect(await violations(page)).toEqual([]);
      await expect.poll(() => overflows(page)).toBe(false);
    };

    // Without a material there is no slab: the page leads there.
    await page.goto(`${TRADES}/stock/slab?workspace=${shop}`);
    await expectDirection(page, locale);
    await page.getByRole("link", { name: s.toMaterials }).click();
    await page.getByRole("button", { name: m.new }).click();
    await dialog.getByLabel(m.name, { exact: true }).fill("Black granite");
    await dialog.getByRole("button", { name: t.common.save }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText("Black granite")).toBeVisible();
    await stands();

    await page.goto(`${TRADES}/stock?workspace=${shop}`);
    await page.getByRole("link", { name: s.new }).click();
    await expect(page.getByLabel(s.serial, { exact: true })).toHaveValue("S-0001");
    await page.getByRole("radio", { name: s.news.ordered }).click();
    await page.getByLabel(s.material, { exact: true }).selectOption({ label: "Black granite" });
    // As its slabs usually come.
    await expect(page.getByLabel(s.length, { exact: true })).toHaveValue("3000");
    await page.getByLabel(s.cost, { exact: true }).fill("9000000");
    await page.getByRole("button", { name: s.addDefect }).click();
    const marked = page.getByRole("group", { name: filled(s.defect, { number: locale === "ar" ? "١" : "1" }) });
    await marked.getByLabel(s.rect.x).fill("2950");
    await marked.getByLabel(s.defectNote).fill("Crack");
    await page.getByRole("button", { name: t.common.save }).click();
    await expect(page.getByText(t.validation.defectOutside)).toBeVisible();
    await marked.getByLabel(s.rect.x).fill("2900");
    await stands();
    await page.getByRole("button", { name: t.common.save }).click();
    await expect(page.getByRole("heading", { level: 2, name: "S-0001" })).toBeVisible();
    await expect(page.getByText("Crack")).toBeVisible();

    const documents = page.locator("#documents");
    await documents
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name: "face.png", mimeType: "image/png", buffer: await picture("png") });
    await expect(documents.getByRole("button", { name: filled(f.open, { name: "face.png" }) })).toBeVisible();

    const move = async (act: string) => {
      await page.getByRole("button", { name: s.move, exact: true }).click();
      await page.getByRole("menuitem", { name: act, exact: true }).click();
      await expect(page.getByRole("menu")).toHaveCount(0);
    };
    await move(s.acts.receive);
    await expect(page.getByText(filled(s.happened.moved, { from: s.states.ordered, to: s.states.available }))).toBeVisible();
    await move(s.acts.quarantine);
    await expect(page.getByText(s.states.quarantined, { exact: true }).first()).toBeVisible();
    await stands();
    // Where it stands is kept while it is being written down.
    await page.getByRole("button", { name: s.place, exact: true }).click();
    await dialog.getByLabel(s.bin, { exact: true }).fill("Rack B, behind the marble");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await page.getByRole("button", { name: s.place, exact: true }).click();
    await expect(dialog.getByLabel(s.bin, { exact: true })).toHaveValue("Rack B, behind the marble");
    await dialog.getByRole("button", { name: t.common.save }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText("Rack B, behind the marble").first()).toBeVisible();
    const address = page.url();

    // The label's code leads to this very page.
    await page.getByRole("link", { name: s.label, exact: true }).click();
    await expect(page.getByRole("img", { name: filled(s.codeOf, { serial: "S-0001" }) })).toBeVisible();
    // 50 mm, as CSS counts them.
    expect(Math.round((await page.locator(".slab-label").boundingBox())?.height ?? 0)).toBe(189);
    await stands();
    await page.getByRole("link", { name: s.back, exact: true }).click();
    await expect(page.getByRole("heading", { level: 2, name: "S-0001" })).toBeVisible();
    expect(page.url()).toBe(address);

    // Something that is counted.
    await page.goto(`${TRADES}/stock/items?workspace=${shop}`);
    await page.getByRole("button", { name: k.new }).click();
    await dialog.getByLabel(k.name, { exact: true }).fill("Sink 45");
    await dialog.getByLabel(k.code, { exact: true }).fill("SINK-45");
    await dialog.getByLabel(k.reorderAt, { exact: true }).fill("2");
    await dialog.getByRole("button", { name: t.common.save }).click();
    await page.getByRole("link", { name: "Sink 45" }).click();
    await expect(page.getByText(k.noMoves)).toBeVisible();
    const act = async (name: string) => page.getByRole("button", { name, exact: true }).first().click();
    // Cancel alone gives up what was typed.
    await act(k.acts.receive);
    const quantity = dialog.getByLabel(k.quantity, { exact: true });
    await quantity.fill("7");
    await dialog.getByRole("button", { name: t.common.cancel }).click();
    await act(k.acts.receive);
    await expect(quantity).toHaveValue("");
    await quantity.fill("5");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await act(k.acts.receive);
    await expect(quantity).toHaveValue("5");
    await dialog.getByLabel(k.paid, { exact: true }).fill("1000");
    await dialog.getByRole("button", { name: k.acts.receive }).click();
    await expect(dialog).toHaveCount(0);
    await act(k.acts.reserve);
    await dialog.getByLabel(k.quantity, { exact: true }).fill("2");
    // For what, nobody has said yet.
    await dialog.getByRole("button", { name: k.acts.reserve }).click();
    await expect(dialog.getByText(t.validation.required)).toBeVisible();
    await dialog.getByRole("combobox", { name: t.trades.schedule.job }).fill("villa");
    await page.getByRole("option", { name: /Villa bench/ }).click();
    await dialog.getByRole("button", { name: k.acts.reserve }).click();
    await expect(dialog).toHaveCount(0);
    await act(k.acts.lose);
    await dialog.getByLabel(k.quantity, { exact: true }).fill("4");
    await dialog.getByRole("button", { name: k.acts.lose }).click();
    await expect(dialog.getByRole("alert")).toContainText("Sink 45");
    await dialog.getByRole("button", { name: t.common.cancel }).click();
    await stands();

    // The job knows what is put aside for it, and there it is taken.
    await page.goto(`${TRADES}/jobs/job?workspace=${shop}&uid=${job}`);
    const ofJob = page.getByRole("region", { name: k.jobStock });
    await ofJob.getByRole("button", { name: k.acts.issue }).click();
    await expect(ofJob.getByRole("heading", { name: k.taken })).toBeVisible();
    await expect(ofJob.getByRole("link", { name: "Sink 45" })).toBeVisible();

    await page.goto(`${TRADES}/stock/count?workspace=${shop}`);
    await page.getByLabel(filled(k.countedOf, { name: "Sink 45" })).fill("2");
    await expect(page.getByText(filled(k.missing, { amount: locale === "ar" ? "قطعة واحدة" : "1 piece" }))).toBeVisible();
    await stands();
    // A phone forgets the page on the way through the shelves.
    await page.reload();
    await expect(page.getByText(filled(k.missing, { amount: locale === "ar" ? "قطعة واحدة" : "1 piece" }))).toBeVisible();
    await page.locator("form button[type=submit]").last().click();
    await expect(page.getByLabel(filled(k.countedOf, { name: "Sink 45" }))).toHaveValue("");
    await page.reload();
    await expect(page.getByLabel(filled(k.countedOf, { name: "Sink 45" }))).toHaveValue("");
    await page.goto(`${TRADES}/stock/items?workspace=${shop}&show=low`);
    await expect(page.getByRole("link", { name: "Sink 45" })).toBeVisible();
    await expect(page.getByText(k.low, { exact: true }).last()).toBeVisible();
    await stands();
    await context.close();
  });
}

test("what came in is written down once where the answer was lost and the amount corrected before it is sent again", async ({
  app,
  page,
}) => {
  const { stock: k } = TEXTS.en.trades;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const sink = { workspaceId: shop, code: "SINK-45", name: "Sink 45", unit: "piece" };
  const { uid } = (await callApi(app.url, boss.token, "/api/user/personalization/trades/stock/save", sink)).data;
  const moves = page.getByRole("main").locator("ol > li time");
  await signIn(page.context(), boss);
  await page.goto(`${TRADES}/stock/item?workspace=${shop}&uid=${uid}`);
  await page.getByRole("button", { name: k.acts.receive, exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(k.quantity, { exact: true }).fill("50");
  await dialog.getByLabel(k.paid, { exact: true }).fill("1000");
  await loseAnswers(page, /trades\.stock\.receive/);
  const send = dialog.getByRole("button", { name: k.acts.receive });
  await send.click();
  await expect(dialog.getByRole("alert")).toHaveText(TEXTS.en.common.offline);
  await page.unroute(/trades\.stock\.receive/);
  // Five were meant.
  await dialog.getByLabel(k.quantity, { exact: true }).fill("5");
  await send.click();
  await expect(dialog.getByRole("alert")).toHaveText(TEXTS.en.errors.savedBefore);
  await expect(dialog.getByLabel(k.quantity, { exact: true })).toHaveValue("5");
  expect(await violations(page)).toEqual([]);
  // They look: it is there.
  await dialog.getByRole("button", { name: TEXTS.en.common.cancel }).click();
  await expect(moves).toHaveCount(1);
  // And those five came as well.
  await page.getByRole("button", { name: k.acts.receive, exact: true }).first().click();
  await dialog.getByLabel(k.quantity, { exact: true }).fill("5");
  await dialog.getByLabel(k.paid, { exact: true }).fill("1000");
  await send.click();
  await expect(dialog).toHaveCount(0);
  await expect(moves).toHaveCount(2);
});

test("an item that is with a job keeps its unit, and says until when; one that is nowhere takes another", async ({ app, page }) => {
  const { stock: k } = TEXTS.en.trades;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const jobUid = await aJob(app, boss, { workspaceId: shop, customerUid: await aCustomer(app, boss, shop), title: "Villa bench" });
  const post = async (path: string, body: object) =>
    (await callApi(app.url, boss.token, `/api/user/personalization/trades/stock/${path}`, { workspaceId: shop, ...body })).data;
  const { uid } = await post("save", { code: "GLUE", name: "Glue", unit: "kg" });
  await signIn(page.context(), boss);
  const dialog = page.getByRole("dialog");
  const unit = dialog.getByLabel(k.unit, { exact: true });
  const edit = async () => {
    await page.goto(`${TRADES}/stock/item?workspace=${shop}&uid=${uid}`);
    await page.getByRole("button", { name: k.edit, exact: true }).click();
    await expect(unit).toHaveValue("kg");
  };
  await edit();
  await expect(unit).toBeEnabled();
  await expect(unit).toHaveAccessibleDescription("");
  await post("receive", { uid, quantity: 1000, value: 5 });
  await post("issue", { uid, quantity: 1000, jobUid });
  await edit();
  await expect(unit).toBeDisabled();
  await expect(unit).toHaveAccessibleDescription(k.unitFixed);
  expect(await violations(page)).toEqual([]);
});
