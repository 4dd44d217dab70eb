import { callApi, P, startTake } from "./actions";
import { ADMIN_API, confirm, fillWeek, PAGE, payWith, planCard } from "./billing-actions";
import { databaseOf } from "./database";
import { accountWith } from "./editing-actions";
import { anyQuestion, expect, overflows, setMode, speakLanguage, test } from "./fixtures";
import { LANGUAGES, TEXTS } from "./languages";

for (const [locale, t] of LANGUAGES) {
  test(`a recording beyond the plan is announced, kept on the device, and saved as soon as there is room, in ${locale}`, async ({
    page,
    app,
    account,
    context,
    look,
  }) => {
    await confirm(app, account);
    const question = await anyQuestion(app.url, account.token);
    const sql = await databaseOf(app);
    await fillWeek(sql, account, question.uid);
    await sql.end();

    // Said before anything is recorded.
    await speakLanguage(context, app.url, "en");
    await page.goto(`/dashboard/practice/session?question=${question.uid}`);
    const en = TEXTS.en;
    if (!en) throw new Error("no language");
    await startTake(page, app.url, account, "audio", 2000);
    await page.getByRole("button", { name: en.practice.recording.stop }).click();
    await expect(page.getByText(en.errors.takesPerWeekReached)).toBeVisible();

    await speakLanguage(context, app.url, locale);
    const [wide, narrow] = locale === "en" ? (["light", "dark"] as const) : (["dark", "light"] as const);
    await setMode(context, app.url, wide);
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { name: t.practice.device.title, exact: true })).toBeVisible();
    await expect(page.getByText(t.errors.takesPerWeekReached)).toBeVisible();
    await look(`limit-home-${locale}`);
    await setMode(context, app.url, narrow);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.reload();
    await expect(page.getByText(t.errors.takesPerWeekReached)).toBeVisible();
    await expect.poll(() => overflows(page)).toBe(false);
    await look(`limit-home-phone-${locale}`);
    await page.setViewportSize({ width: 1440, height: 900 });

    if (locale === "en") {
      await page.goto(PAGE);
      await planCard(page, t, "plus").getByRole("button").click();
      await payWith(page, t, "4242 4242 4242 4242");
      await expect(page).toHaveURL(new RegExp(`${PAGE}$`));
    } else {
      // Room that comes while the page is open is used at once.
      const admin = await accountWith(app, "admin");
      const { data } = await callApi(app.url, admin.token, `${ADMIN_API}/person/view`, { email: account.email });
      await callApi(app.url, admin.token, `${ADMIN_API}/complimentary/grant`, { user: data.uid, plan: "plus", days: 9, reason: "Room" });
      await expect(page.getByRole("heading", { name: t.practice.device.title, exact: true })).toHaveCount(0);
    }
    await expect
      .poll(
        async () =>
          (await callApi(app.url, account.token, `${P}/answer/get`)).data.filter(
            ({ media, state }: { media: unknown; state: string }) => media && state === "stored",
          ).length,
        {
          timeout: 30_000,
        },
      )
      .toBe(10);
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { name: t.practice.device.title, exact: true })).toHaveCount(0);
  });
}
