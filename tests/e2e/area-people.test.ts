import { SETTING_DEFAULTS } from "@/lib/settings";
import { callApi } from "./actions";
import { accountWith, pageOf } from "./editing-actions";
import { expect, newAccount, test } from "./fixtures";
import { TEXTS } from "./languages";
import { setSetting, unsetSetting } from "./service-actions";
import { filled } from "./words";

test("of two who have the same name that one loses an area, and has it again, at whose address it was pressed", async ({
  app,
  browser,
}) => {
  const { areas, settings } = TEXTS.en.admin;
  const boss = await accountWith(app, "super_admin");
  const [one, other] = [await newAccount(app.url), await newAccount(app.url)];
  await setSetting(app.url, boss, "areas", { ...SETTING_DEFAULTS.areas, learning: "chosen" });
  const page = await pageOf(browser, app, boss, { locale: "en" });
  await page.goto("/dashboard/admin/settings");
  const people = page.getByRole("region", { name: filled(areas.title, { area: areas.names.learning }) });
  const rowOf = ({ email }: typeof one) => people.getByRole("listitem").filter({ hasText: email });
  for (const person of [one, other]) {
    await people.getByLabel(areas.email).fill(person.email);
    await people.getByRole("button", { name: areas.give, exact: true }).click();
    await expect(rowOf(person)).toContainText("Amal Osman");
  }
  const closedTo = async ({ token }: typeof one) => (await callApi(app.url, token, "/api/service/get")).data.closed.includes("learning");
  const closed = async () => [await closedTo(one), await closedTo(other)];
  expect(await closed()).toEqual([false, false]);

  await rowOf(one)
    .getByRole("button", { name: filled(areas.take, { name: `Amal Osman (${one.email})` }) })
    .click();
  await expect(rowOf(one)).toHaveCount(0);
  await expect(rowOf(other)).toBeVisible();
  expect(await closed()).toEqual([true, false]);
  await page.getByRole("button", { name: settings.undo, exact: true }).click();
  await expect(rowOf(one)).toBeVisible();
  expect(await closed()).toEqual([false, false]);
  await page.context().close();
  await unsetSetting(app.url, boss, "areas");
});
