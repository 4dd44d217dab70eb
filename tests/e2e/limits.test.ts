import { callApi, P, startTake } from "./actions";
import { begin, confirm, PAGE, payWith, planCard } from "./billing-actions";
import { databaseOf } from "./database";
import { anyQuestion, expect, overflows, speakLanguage, test } from "./fixtures";
import { LANGUAGES } from "./languages";

for (const [locale, t] of LANGUAGES) {
  test(`a recording beyond the plan is announced, kept on the device, and saved with a larger plan, in ${locale}`, async ({
    page,
    app,
    account,
    context,
    look,
  }) => {
    test.setTimeout(180_000);
    await confirm(app, account);
    const question = await anyQuestion(app.url, account.token);
    const sql = await databaseOf(app);
    await sql`
      insert into answers (id, user_id, question_id, state, reading_time, answer_time, recording_kind, mime_type, size_bytes, duration_ms, md5, file_key, stored_at)
      select gen_random_uuid(), u.id, ${question.uid}, 'stored', 1, 1, 'audio', 'audio/webm', 1000, 1000, repeat('0', 32), 'kept' || u.id || n, now() - interval '1 day'
      from users u, generate_series(1, 10) n where u.email = ${account.email}`;
    await sql.end();

    // Said before anything is recorded.
    await speakLanguage(context, app.url, "en");
    await page.goto(`/dashboard/practice/session?question=${question.uid}`);
    const [, en] = LANGUAGES[0] ?? [];
    if (!en) throw new Error("no language");
    await startTake(page, app.url, account, "audio", 2000);
    await page.getByRole("button", { name: en.practice.recording.stop }).click();
    await expect(page.getByText(en.errors.takesPerWeekReached)).toBeVisible();

    await speakLanguage(context, app.url, locale);
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { name: t.practice.device.title, exact: true })).toBeVisible();
    await expect(page.getByText(t.errors.takesPerWeekReached)).toBeVisible();
    await look(`limit-home-${locale}`);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await overflows(page)).toBe(false);
    await look(`limit-home-phone-${locale}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/dashboard/practice/session?question=${question.uid}`);
    await page.getByRole("radio", { name: t.practice.check.audio }).click();
    await page.getByRole("button", { name: t.practice.check.continue }).click();
    await expect(page.getByText(begin(t.subscription.limits.takesReached)).first()).toBeVisible();
    await look(`limit-session-${locale}`);

    await page.goto(PAGE);
    await planCard(page, t, "plus").getByRole("button").click();
    await payWith(page, t, "4242 4242 4242 4242");
    await expect(page).toHaveURL(new RegExp(`${PAGE}$`), { timeout: 20_000 });
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
