import { phonePicture } from "#tests/factories/pictures";
import { expect, overflows, signIn, speakLanguage, test, violations } from "./fixtures";
import { LANGUAGES, TEXTS } from "./languages";
import { aBoss, aCustomer, aJob, aTask, aWorkspace, severalForms, TRADES } from "./trades-actions";

for (const [locale, t] of LANGUAGES) {
  test(`a form is built, asked for by a task, filled in on a phone and saved as a document, in ${locale}`, async ({ app, browser }) => {
    const { forms, entries, tasks } = t.trades;
    const { starters } = forms;
    const boss = await aBoss(app);
    const shop = await aWorkspace(app, boss);
    const customerUid = await aCustomer(app, boss, shop);
    const job = await aJob(app, boss, { workspaceId: shop, customerUid, title: "Kitchen" });
    await aTask(app, boss, shop, { jobUid: job, title: "Check the template" });
    const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 } });
    await speakLanguage(context, app.url, locale);
    await signIn(context, boss);
    const page = await context.newPage();
    const dialog = page.getByRole("dialog");
    const filled = (sentence: string, name: string) => sentence.replace("{name}", name);

    // It begins from what a stone shop uses, and is made the shop's own.
    await page.goto(`/dashboard/settings/forms?workspace=${shop}`);
    await page.getByRole("button", { name: forms.new }).click();
    await dialog.getByLabel(forms.beginFrom).selectOption(starters.names.templateCheck);
    await dialog.getByLabel(forms.name).fill("Template");
    await dialog.getByRole("button", { name: forms.begin, exact: true }).click();
    await page.getByRole("button", { name: forms.addField }).click();
    await page.getByRole("menuitem", { name: forms.kinds.number }).click();
    await expect(page.getByRole("menu")).toHaveCount(0);
    await page.getByRole("button", { name: forms.publish }).click();
    await expect(page.getByText(forms.problems.noLabel)).toBeVisible();
    await page.getByLabel(forms.label, { exact: true }).fill("Length of the splashback");
    await page.getByLabel(forms.mustBeAnswered).check();
    await page.getByRole("button", { name: forms.conditions.add }).click();
    await page.getByLabel(forms.conditions.field.replace("{number}", locale === "ar" ? "١" : "1")).selectOption(starters.jointsAgreed);
    expect(await violations(page)).toEqual([]);
    await expect.poll(() => overflows(page)).toBe(false);
    // Moved by the menu to behind the first; what it looks at comes later then, and it says so.
    await page.getByRole("button", { name: t.editing.move.label.replace("{name}", "Length of the splashback") }).click();
    await page.getByRole("menuitem", { name: t.editing.move.first }).click();
    await expect(page.getByText(forms.problems.noEarlierField).first()).toBeVisible();
    await page.getByRole("button", { name: t.editing.move.label.replace("{name}", "Length of the splashback") }).click();
    await page.getByRole("menuitem", { name: t.editing.move.last }).click();
    await expect(page.getByText(forms.problems.noEarlierField)).toHaveCount(0);
    await page.getByRole("button", { name: forms.publish }).click();
    await expect(page.getByText(forms.publishedNow)).toBeVisible();

    // A task asks for it.
    await page.goto(`${TRADES}/jobs/job?workspace=${shop}&uid=${job}`);
    await page.getByRole("button", { name: tasks.menu.replace("{title}", "Check the template") }).click();
    await page.getByRole("menuitem", { name: tasks.edit }).click();
    await dialog.getByLabel(forms.beforeDone).selectOption("Template");
    await dialog.getByRole("button", { name: t.common.save }).click();
    await expect(dialog).toHaveCount(0);
    const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3, name: "Check the template" }) });
    await expect(card.getByRole("button", { name: tasks.doings.finish })).toBeDisabled();
    await card.getByRole("button", { name: filled(entries.fillIn, "Template") }).click();
    await expect(page.getByRole("heading", { level: 2, name: "Template" })).toBeVisible();

    // On site: what was written outlives a dead spot and a reload.
    const group = (name: string) => page.getByRole("radiogroup", { name });
    await expect(page.getByLabel(starters.whatToChange)).toHaveCount(0);
    await group(starters.templateFits).getByRole("radio", { name: starters.no }).click();
    await context.setOffline(true);
    await page.getByLabel(starters.whatToChange).fill("The corner at the window");
    await page.getByLabel(starters.overhang).fill("30");
    const photo = { name: "gap.jpg", mimeType: "image/jpeg", buffer: await phonePicture() };
    await page.locator("input[type=file][multiple]").first().setInputFiles(photo);
    await expect(page.getByText(entries.photoKept)).toBeVisible();
    await expect(page.getByText(entries.kept.device, { exact: true })).toBeVisible();
    await context.setOffline(false);
    await page.reload();
    await expect(page.getByLabel(starters.whatToChange)).toHaveValue("The corner at the window");
    await expect(page.getByText(entries.kept.saved)).toBeVisible();
    await expect(page.getByRole("button", { name: /gap|1|١/ }).first()).toBeVisible();
    await page.getByRole("button", { name: entries.handIn }).click();
    await expect(page.getByText(t.validation.required).first()).toBeVisible();
    await group(starters.edge).getByRole("radio", { name: starters.edgeSquare }).click();
    await group(starters.jointsAgreed).getByRole("radio", { name: starters.yes }).click();
    await page.getByLabel("Length of the splashback").fill("1800");
    await page.getByLabel(entries.signature.name).fill("Lan Nguyễn");
    const pad = page.getByRole("img", { name: entries.signature.unsigned });
    await pad.scrollIntoViewIfNeeded();
    const box = await pad.boundingBox();
    if (!box) throw new Error("no place to sign");
    await page.mouse.move(box.x + 40, box.y + 60);
    await page.mouse.down();
    for (const [x, y] of [
      [80, 30],
      [120, 80],
      [180, 40],
    ] as const)
      await page.mouse.move(box.x + x, box.y + y, { steps: 4 });
    await page.mouse.up();
    await expect(page.getByRole("img", { name: entries.signature.signed })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await expect.poll(() => overflows(page)).toBe(false);
    await page.getByRole("button", { name: entries.handIn }).click();
    await expect(page.getByText(entries.states.submitted)).toBeVisible();
    await expect(page.getByText("The corner at the window")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: entries.pdf }).click()]);
    expect(download.suggestedFilename()).toMatch(/^form-.*\.pdf$/);

    // The task can be done now, and the job tells of it.
    await page.goto(`${TRADES}/jobs/job?workspace=${shop}&uid=${job}`);
    await card.getByRole("button", { name: tasks.doings.finish }).click();
    await expect(card.getByText(filled(entries.filled, "Template"))).toBeVisible();
    await expect(page.getByRole("link", { name: filled(t.trades.timeline.form, "Template") })).toBeVisible();
    await context.close();
  });
}

test("fields of a form change places under the mouse, and what is tried out shows what was answered", async ({ app, browser }) => {
  const { forms } = TEXTS.en.trades;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const customerUid = await aCustomer(app, boss, shop);
  const job = await aJob(app, boss, { workspaceId: shop, customerUid, title: "Kitchen" });
  const { form } = await severalForms(app, boss, shop, job);
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1280, height: 1400 } });
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(`/dashboard/settings/forms?workspace=${shop}&uid=${form}`);
  const names = () => page.locator("ol > li bdi").allTextContents();
  const before = ["Kitchen", "Are the cabinets ready?", "What is missing?", "Length", "Photos", "The customer signs"];
  await expect.poll(names).toEqual(before);
  const handle = async (at: number) => {
    const box = await page.locator("ol > li").nth(at).locator("[aria-hidden=true]").first().boundingBox();
    if (!box) throw new Error("no handle");
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  await page.mouse.move(...(await handle(4)));
  await page.mouse.down();
  await page.mouse.move(...(await handle(1)), { steps: 12 });
  await page.mouse.up();
  await expect.poll(names).toEqual(["Kitchen", "Photos", "Are the cabinets ready?", "What is missing?", "Length", "The customer signs"]);
  await page.getByRole("button", { name: TEXTS.en.common.save }).click();
  await page.getByRole("button", { name: forms.preview }).click();
  await expect(page.getByLabel("What is missing?")).toHaveCount(0);
  await page.getByRole("radio", { name: "Not yet" }).click();
  await page.getByLabel("What is missing?").fill("The tall unit");
  await page.getByRole("button", { name: forms.goOn }).click();
  await expect(page.getByRole("button", { name: forms.publish })).toBeEnabled();
  await page.reload();
  await expect.poll(async () => (await names())[1]).toBe("Photos");
  await context.close();
});
