import { plainPdf } from "#tests/factories/pdf";
import { picture } from "#tests/factories/pictures";
import { expect, overflows, signIn, test, violations } from "./fixtures";
import { pressComposingEnter } from "./keyboard";
import { TEXTS } from "./languages";
import { aBoss, aCustomer, aWorkspace, TRADES } from "./trades-actions";
import { filled } from "./words";

test("a note with a photo and a mention is written on a phone, and a PDF of a customer is kept and read", async ({ app, browser }) => {
  const t = TEXTS.en;
  if (!t) throw new Error("there is no language");
  const { notes: n, files: f } = t.trades;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const customer = await aCustomer(app, boss, shop);
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 } });
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(`${TRADES}/customers/customer?workspace=${shop}&uid=${customer}`);

  const notes = page.locator("#notes");
  const field = notes.getByLabel(n.body);
  await field.fill("Ask ");
  await field.press("End");
  await field.pressSequentially("@");
  const offered = page.getByRole("listbox", { name: n.mention }).getByRole("option");
  await expect(offered).toHaveCount(1);
  const name = ((await offered.textContent()) ?? "").trim();
  await pressComposingEnter(field);
  await expect(field).toHaveValue("Ask @");
  await field.press("Enter");
  await expect(field).toHaveValue(`Ask @${name} `);
  await field.pressSequentially("for the key");
  await notes.getByRole("radio", { name: n.for.customer }).click();
  await notes
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "gate.png", mimeType: "image/png", buffer: await picture("png") });
  await expect(notes.getByRole("button", { name: filled(f.leaveOut, { name: "gate.png" }) })).toBeVisible();

  // What was written outlives a reload, with what came along.
  await page.reload();
  await expect(field).toHaveValue(`Ask @${name} for the key`);
  await notes.getByRole("button", { name: n.add }).click();
  const written = notes.getByRole("listitem").filter({ hasText: "for the key" });
  await expect(written.getByText(`@${name}`)).toBeVisible();
  await expect(written.getByText(n.for.customer)).toBeVisible();
  await expect(field).toHaveValue("");
  await written.getByRole("button", { name: filled(f.open, { name: "gate.png" }) }).click();
  await expect(page.getByRole("dialog").getByRole("img", { name: "gate.png" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: t.common.close }).click();

  // A card that is drawn out while it is read.
  await field.fill("The gate");
  await page.evaluate(() => {
    const real = Blob.prototype.arrayBuffer;
    Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException("drawn out", "NotReadableError"));
    Object.assign(window, { putBack: () => Object.assign(Blob.prototype, { arrayBuffer: real }) });
  });
  await notes
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "gone.png", mimeType: "image/png", buffer: await picture("png") });
  await expect(notes.getByRole("alert")).toHaveText(f.problems.unreadable);
  await page.evaluate(() => (window as unknown as { putBack: () => void }).putBack());
  await notes.getByRole("button", { name: filled(f.leaveOut, { name: "gone.png" }) }).click();
  // What could not be sent is there as long as the app is, wherever one goes in it.
  const unchecked = { code: "notCheckedYet", message: t.errors.notCheckedYet };
  await context.route("**/api/storage/ingest/**", (route) => route.fulfill({ status: 503, json: unchecked }));
  await notes
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "tap.png", mimeType: "image/png", buffer: await picture("png") });
  const again = notes.getByRole("button", { name: filled(f.retry, { name: "tap.png" }) });
  await expect(again).toBeVisible();
  await page.locator(`main a[href^="${TRADES}/customers?"]`).first().click();
  await expect(notes).toHaveCount(0);
  await page.goBack();
  await context.unroute("**/api/storage/ingest/**");
  await again.click();
  await expect(again).toHaveCount(0);
  await notes.getByRole("button", { name: n.add }).click();
  const gate = notes.getByRole("listitem").filter({ hasText: "The gate" });
  await expect(gate.getByRole("button", { name: filled(f.open, { name: "tap.png" }) })).toBeVisible();

  // One PDF that is none, and one that is.
  const documents = page.locator("#documents");
  await documents
    .locator("input[type=file]")
    .first()
    .setInputFiles([
      { name: "lie.pdf", mimeType: "application/pdf", buffer: await picture("png") },
      { name: "plan.pdf", mimeType: "application/pdf", buffer: plainPdf(2) },
    ]);
  await expect(documents.getByRole("alert")).toHaveText(f.problems.lying);
  await documents.getByRole("button", { name: filled(f.leaveOut, { name: "lie.pdf" }) }).click();
  await documents.getByRole("button", { name: filled(f.rename, { name: "plan.pdf" }) }).click();
  await page.getByRole("dialog").getByLabel(f.name).fill("Kitchen");
  await page.getByRole("dialog").getByRole("button", { name: t.common.save }).click();
  await expect.poll(() => overflows(page)).toBe(false);
  expect(await violations(page)).toEqual([]);
  await documents.getByRole("button", { name: filled(f.open, { name: "Kitchen.pdf" }) }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: "Kitchen.pdf" })).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("article").first()).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: t.documents.viewer.back }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await documents.getByRole("button", { name: filled(t.editing.delete.label, { name: "Kitchen.pdf" }) }).click();
  await page.getByRole("dialog").getByRole("button", { name: t.editing.delete.now }).click();
  await expect(documents.getByText(f.none)).toBeVisible();
  await context.close();
});
