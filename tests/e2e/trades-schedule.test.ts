import { expect, overflows, signIn, test, violations } from "./fixtures";
import { LANGUAGES } from "./languages";
import { aBoss, aWorkspace, TRADES } from "./trades-actions";

const filled = (sentence: string, values: Record<string, string>) => sentence.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

test("people are booked, a clash is told by name, and the next free time is found", async ({ app, browser }) => {
  const [, t] = LANGUAGES[0] ?? [];
  if (!t) throw new Error("there is no language");
  const { scheduler, schedule } = t.trades;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1440, height: 900 } });
  await signIn(context, boss);
  const page = await context.newPage();
  const dialog = page.getByRole("dialog");

  // Who can be booked.
  await page.goto(`${TRADES}/schedule?workspace=${shop}&day=2027-03-02`);
  await page.getByRole("link", { name: schedule.toSettings }).click();
  for (const name of ["Minh", "Lan"]) {
    await page.getByRole("button", { name: scheduler.new, exact: true }).click();
    await dialog.getByLabel(scheduler.name, { exact: true }).fill(name);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: filled(scheduler.edit, { name }) })).toBeVisible();
    await expect(dialog).toBeHidden();
  }

  // Minh is booked from eight to ten, Lan as well, by keys alone.
  await page.goto(`${TRADES}/schedule?workspace=${shop}&day=2027-03-02`);
  for (const name of ["Minh", "Lan"]) {
    await page.getByRole("button", { name: filled(schedule.bookOne, { name }) }).press("Enter");
    await dialog.getByLabel(schedule.title).fill(`Work of ${name}`);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: `Work of ${name}, 08:00 – 10:00, ${name}` })).toBeVisible();
    await expect(dialog).toBeHidden();
  }

  // Lan's work is too much for one: Minh is taken then, which is told by name, and the next time of both is later.
  await page.getByRole("button", { name: "Work of Lan, 08:00 – 10:00, Lan" }).press("Enter");
  await dialog.getByLabel("Minh").check();
  await dialog.getByRole("button", { name: t.common.save }).press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("Minh is taken then by “Work of Minh”");
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: schedule.nextFree }).press("Enter");
  await expect(dialog.getByLabel(schedule.from)).toHaveValue("2027-03-02T10:00");
  await dialog.getByRole("button", { name: t.common.save }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Work of Lan, 10:00 – 12:00, Minh" })).toBeVisible();

  // By mouse a booking goes to another day; onto one that is taken it springs back, and why is told.
  const drag = async (name: string, day: string, resource: string) => {
    const bar = page.getByRole("button", { name });
    const [from, to] = [
      await bar.boundingBox(),
      await page
        .locator(`[data-day="${day}"]`)
        .nth(resource === "Lan" ? 0 : 1)
        .boundingBox(),
    ];
    if (!from || !to) throw new Error("nowhere");
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 40, to.y + 20, { steps: 5 });
    await page.mouse.up();
  };
  await drag("Work of Minh, 08:00 – 10:00, Minh", "2027-03-04", "Minh");
  await expect(page.locator('[data-day="2027-03-04"]').getByRole("button", { name: "Work of Minh" })).toBeVisible();
  await page.getByRole("button", { name: filled(schedule.bookOne, { name: "Lan" }) }).press("Enter");
  await dialog.getByLabel(schedule.title).fill("Short work");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await drag("Short work, 08:00 – 10:00, Lan", "2027-03-04", "Minh");
  await expect(page.getByText("Minh is taken then by “Work of Minh”")).toBeVisible();
  await expect(page.locator('[data-day="2027-03-02"]').getByRole("button", { name: "Short work" })).toBeVisible();

  // The day, along which the same stands at its hours.
  await page.getByRole("radio", { name: schedule.spans.day }).click();
  await expect(page.getByRole("button", { name: "Short work, 08:00 – 10:00, Lan" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await overflows(page)).toBe(false);
  await context.close();
});
