import { expect, overflows, signIn, speakLanguage, test, violations } from "./fixtures";
import { LANGUAGES } from "./languages";
import { aBoss, aCustomer, aJob, aWorkspace, severalTasks, TRADES } from "./trades-actions";
import { filled } from "./words";

for (const [locale, t] of LANGUAGES) {
  test(`from an enquiry to an installed job, on a phone, in ${locale}`, async ({ app, browser }) => {
    const { jobs: j, templates, texts, tasks: words } = t.trades;
    const boss = await aBoss(app);
    const shop = await aWorkspace(app, boss);
    const customerUid = await aCustomer(app, boss, shop);
    await severalTasks(app, boss, shop, await aJob(app, boss, { workspaceId: shop, customerUid, title: "An older one" }));
    const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 } });
    await speakLanguage(context, app.url, locale);
    await signIn(context, boss);
    const page = await context.newPage();

    // What the shop says and does each time.
    await page.goto(`/dashboard/settings/templates?workspace=${shop}`);
    await page.getByRole("button", { name: templates.new }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(templates.name).fill("Vanity");
    await dialog.getByLabel(templates.day).nth(1).fill("7");
    await dialog.getByLabel(templates.waits).check();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole("button", { name: t.common.save }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 3, name: "Vanity" })).toBeVisible();
    await page.getByRole("button", { name: texts.new }).click();
    await dialog.getByLabel(texts.name).fill("Thanks");
    await dialog.getByLabel(texts.subject).fill("{job}");
    await dialog.getByRole("button", { name: t.common.save }).click();
    await expect(dialog.getByRole("alert")).toHaveText(t.validation.required);
    await dialog.getByLabel(texts.body, { exact: true }).fill("Dear {price}, ");
    await dialog.getByRole("button", { name: t.common.save }).click();
    await expect(dialog.getByText(t.validation.placeholder)).toBeVisible();
    await dialog.getByLabel(texts.body, { exact: true }).fill("Dear ");
    await dialog.getByRole("button", { name: texts.names.contact }).click();
    await expect(dialog.getByRole("region", { name: texts.preview })).toContainText(`Dear ${texts.examples.contact}`);
    await dialog.getByRole("button", { name: t.common.save }).click();
    await expect(dialog).toHaveCount(0);

    // The enquiry.
    await page.goto(`${TRADES}/jobs/job?workspace=${shop}&customer=${customerUid}`);
    await page.getByLabel(j.title, { exact: true }).fill("Guest bathroom");
    await page.getByLabel(j.site).selectOption({ index: 1 });
    await page.getByRole("button", { name: t.common.save }).click();
    await expect(page.getByRole("heading", { level: 2, name: "Guest bathroom" })).toBeVisible();
    await page.getByRole("button", { name: j.write }).click();
    await dialog.getByLabel(texts.text).selectOption("Thanks");
    await expect(dialog.getByRole("region", { name: texts.preview })).toContainText("Dear Lan Nguyễn");
    await expect(dialog.getByRole("link", { name: texts.openMail })).toHaveAttribute(
      "href",
      /^mailto:.*subject=Guest%20bathroom&body=Dear%20Lan/,
    );
    await expect.poll(() => overflows(page)).toBe(false);
    await dialog.getByRole("button", { name: t.common.close }).click();

    // Its tasks.
    await page.getByRole("button", { name: words.fromTemplate }).click();
    await dialog.getByLabel(templates.template).selectOption("Vanity");
    await dialog.getByLabel(templates.startOn).fill("2030-01-31");
    await dialog.getByRole("button", { name: templates.useNow }).click();
    await expect(dialog).toHaveCount(0);
    const task = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3, name, exact: true }) });
    await expect(task("Install").getByText(filled(words.waitsFor, { titles: "Template" }))).toBeVisible();
    const move = async (name: string) => {
      await page.getByRole("button", { name: j.move, exact: true }).click();
      await page.getByRole("menuitem", { name, exact: true }).click();
      await expect(page.getByRole("menu")).toHaveCount(0);
    };
    for (const state of ["quoted", "won", "in_progress"] as const) await move(j.states[state]);
    for (const box of await task("Template").getByRole("checkbox").all()) await box.check();
    await task("Template").getByRole("button", { name: words.doings.finish }).click();
    await task("Install").getByRole("button", { name: words.doings.finish }).click();
    await expect(task("Install").getByText(words.states.done)).toBeVisible();
    await move(j.states.completed);
    await expect(page.getByText(filled(t.trades.timeline.moved, { from: j.states.in_progress, to: j.states.completed }))).toBeVisible();
    await expect.poll(() => overflows(page)).toBe(false);
    await context.close();
  });
}
