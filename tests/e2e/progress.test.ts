import ar from "#messages/ar.json" with { type: "json" };
import en from "#messages/en.json" with { type: "json" };
import { callApi, P, storedAnswer } from "./actions";
import { textOf } from "./billing-actions";
import { expect, overflows, test } from "./fixtures";
import { LOOKS, lookName, openAs, seePage } from "./looks";
import { anInterview, practisedForWeeks } from "./progress-actions";

const { interviews: i, progress: p, compare: c, report: r } = en.practice;
const common = en.common;

test("an interview is kept, a question of it practised, changed, and deleted", async ({ page, app, account, look }) => {
  await page.goto("/dashboard/interviews");
  await expect(page.getByRole("heading", { name: i.empty })).toBeVisible();
  await look("interviews-empty");
  await page.getByRole("main").getByRole("link", { name: i.new }).first().click();
  await page.getByRole("button", { name: common.save }).click();
  await expect(page.getByLabel(i.company)).toBeFocused();
  await page.getByLabel(i.company).fill("Nile Robotics");
  await page.getByLabel(i.role).fill("Test engineer");
  await page.getByLabel(i.date, { exact: true }).fill("2031-03-14");
  await page.getByLabel(i.time).fill("14:30");
  await page.getByLabel(i.stage).selectOption("technical");
  await page.getByRole("button", { name: i.questions.add }).click();
  await page.keyboard.type("How would you test a lift?");
  await page.getByLabel(i.questions.went).selectOption("4");
  await page.getByRole("button", { name: i.questions.add }).click();
  await page.getByRole("button", { name: i.questions.findLabel.replace("{number}", "2") }).click();
  const bank = page.getByRole("dialog").getByRole("list").getByRole("button");
  const words = (await bank.first().textContent()) ?? "";
  await bank.first().click();
  await expect(page.getByText(i.questions.inBank.replace("{question}", words))).toBeVisible();
  await look("interview-form");
  await page.getByRole("button", { name: common.save }).click();
  await expect(page.getByText(common.saved, { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/uid=/);

  const { data } = await callApi(app.url, account.token, `${P}/interview/get`);
  expect(data).toMatchObject([{ company: "Nile Robotics", date: "2031-03-14", time: "14:30", stage: "technical", asked: 2 }]);
  const detail = await callApi(app.url, account.token, `${P}/interview/detail/get?uid=${data[0].uid}`);
  expect(detail.data.questions).toMatchObject([
    { text: "How would you test a lift?", went: 4, question_id: null },
    { text: words, question: words, went: null },
  ]);
  await page.getByRole("link", { name: i.questions.practiseLabel.replace("{number}", "2") }).click();
  await expect(page).toHaveURL(/practice\/session\?question=/);
  await page.goBack();

  // A time that is not known any more goes, and its zone with it.
  await page.getByLabel(i.time, { exact: true }).fill("");
  // What follows an answer can be chosen, and nothing else.
  await page.getByLabel(i.outcome).selectOption("rejected");
  await page.getByRole("button", { name: common.save }).click();
  await expect(page.getByText(common.saved, { exact: true })).toBeVisible();
  await expect(page.getByLabel(i.outcome).getByRole("option")).toHaveText([i.outcomes.waiting, i.outcomes.rejected]);
  const changed = await callApi(app.url, account.token, `${P}/interview/detail/get?uid=${data[0].uid}`);
  expect(changed.data).toMatchObject({ time: null, timeZone: null, outcome: "rejected" });

  await page.getByRole("link", { name: i.all }).click();
  await expect(page.getByText(i.outcomes.rejected)).toBeVisible();
  await page.getByRole("button", { name: en.editing.delete.label.replace("{name}", "Nile Robotics") }).click();
  await page.getByRole("button", { name: en.editing.delete.now }).click();
  await expect(page.getByRole("heading", { name: i.empty })).toBeVisible();
});

test("whoever deletes the last interview of a page sees those of the page before it", async ({ page, app, account }) => {
  for (let day = 10; day <= 20; day++) await anInterview(app, account, { company: `Company ${day}`, date: `2031-03-${day}` });
  await page.goto("/dashboard/interviews");
  await page.getByRole("button", { name: en.pagination.page.replace("{page}", "2") }).click();
  const last = page.getByRole("button", { name: en.editing.delete.label.replace("{name}", "Company 20") });
  await expect(last).toBeVisible();
  await expect(page.getByText("Company 10", { exact: true })).toHaveCount(0);
  await last.click();
  await page.getByRole("dialog").getByRole("button", { name: en.editing.delete.now }).click();
  await expect(page.getByRole("heading", { name: i.lists.coming })).toBeVisible();
  await expect(page.getByText("Company 10", { exact: true })).toBeVisible();
});

test("progress shows what was practised; each chart says the same as its table", async ({ page, app, account }) => {
  await page.goto("/dashboard/progress");
  await expect(page.getByRole("heading", { name: p.empty })).toBeVisible();
  await practisedForWeeks(app, account);
  await page.reload();
  await expect(page.getByRole("heading", { name: p.ratings })).toBeVisible();
  const { data } = await callApi(app.url, account.token, `${P}/progress/get?timeZone=UTC`);
  const takes = data.periods.reduce((sum: number, period: { takes: number }) => sum + period.takes, 0);
  expect(takes).toBe(11);
  await expect(page.getByRole("definition").first()).toHaveText(String(takes));

  // By keys: the table behind the chart.
  const chart = page.getByRole("figure", { name: p.takesBy.week });
  await chart.locator("summary").focus();
  await page.keyboard.press("Enter");
  const cells = chart.getByRole("table").getByRole("cell");
  await expect(cells).toHaveText(data.periods.map((period: { takes: number }) => String(period.takes)));
  const heights = await chart
    .locator("[title]")
    .evaluateAll((columns) => columns.map((column) => column.getAttribute("title")?.split(": ")[1]));
  expect(heights).toEqual(data.periods.map((period: { takes: number }) => String(period.takes)));

  const rating = page.getByRole("figure", { name: en.practice.rating.scale.clarity });
  await rating.locator("summary").click();
  const means = data.periods.map(({ rated, sums }: { rated: number; sums: { clarity: number } }) =>
    rated > 0 ? (sums.clarity / rated).toFixed(1) : "–",
  );
  await expect(rating.getByRole("row").locator("td:nth-of-type(1)")).toHaveText(means);
  const points = await rating.locator("[title]").evaluateAll((shown) => shown.map((point) => point.getAttribute("title")?.split(": ")[1]));
  expect(points).toEqual(means.filter((mean: string) => mean !== "–"));

  // On paper there are the charts, dark on white, and nothing to press.
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: p.print })).toBeHidden();
  await expect(page.getByRole("navigation", { name: en.shell.menu })).toBeHidden();
  await expect(rating).toBeVisible();
  await page.emulateMedia({ media: "screen" });

  await page.getByRole("radio", { name: p.ranges.weeks }).click();
  await expect(page).toHaveURL(/range=weeks/);
  await expect(chart.getByRole("table").getByRole("cell")).toHaveCount(4);
});

test("the report comes as a PDF under a name that tells nothing", async ({ page, app, account }) => {
  await practisedForWeeks(app, account);
  await anInterview(app, account);
  await page.goto("/dashboard/progress");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: r.download }).click()]);
  expect(download.suggestedFilename()).toMatch(/^parley-progress-\d{4}-\d\d-\d\d\.pdf$/);
  const text = (await textOf(await download.path())).replaceAll(/\s/gu, "");
  for (const told of ["Amal Osman", "Nile Robotics", r.categories]) expect(text).toContain(told.replaceAll(" ", ""));
});

test("two takes stand side by side; whichever plays, the other stops", async ({ page, app, account, look }) => {
  const first = await storedAnswer(page, app.url, account);
  const second = await storedAnswer(page, app.url, account);
  await page.goto("/dashboard/answers");
  await page.getByRole("link", { name: en.practice.answers.compare }).click();
  await page.locator('main li a[href*="compare?question="]').click();
  const players = page.locator("audio");
  await expect(players).toHaveCount(2);
  await expect(page.getByRole("combobox", { name: c.first })).toHaveValue(first);
  await expect(page.getByRole("combobox", { name: c.second })).toHaveValue(second);
  const playing = () => players.evaluateAll((all) => all.map((audio) => !(audio as HTMLAudioElement).paused));
  await players.evaluateAll((all) => {
    for (const audio of all) (audio as HTMLAudioElement).loop = true;
  });
  await page.getByRole("button", { name: c.playFirst }).focus();
  await page.keyboard.press("1");
  await expect.poll(playing).toEqual([true, false]);
  await page.keyboard.press("2");
  await expect.poll(playing).toEqual([false, true]);
  await page.keyboard.press("2");
  await expect.poll(playing).toEqual([false, false]);
  // On a French keyboard the keys of the digits write other signs, on an Arabic one other digits.
  const key = (sign: string, code: string) =>
    page
      .getByRole("button", { name: c.playFirst })
      .evaluate((button, init) => button.dispatchEvent(new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true })), {
        key: sign,
        code,
      });
  await key("&", "Digit1");
  await expect.poll(playing).toEqual([true, false]);
  await key("٢", "Digit2");
  await expect.poll(playing).toEqual([false, true]);
  await key("٢", "Digit2");
  await expect.poll(playing).toEqual([false, false]);
  await expect(page.getByText("Name the result earlier.")).toHaveCount(2);
  await look("compare");
  await page.goto(`/dashboard/answers/detail?answer=${first}`);
  await page.getByRole("link", { name: en.practice.detail.compare }).click();
  await expect(players).toHaveCount(2);

  // A take is never beside itself: it isn't offered, and an address that names it twice is not followed.
  const [{ question_id }] = (await callApi(app.url, account.token, `${P}/answer/get`)).data;
  const third = (await callApi(app.url, account.token, `${P}/answer/save`, { question_id })).data.uid;
  await page.goto(`/dashboard/answers/compare?question=${question_id}&first=${third}&second=${third}`);
  const one = page.getByRole("combobox", { name: c.first });
  await expect(one).toHaveValue(first);
  await expect(page.getByRole("combobox", { name: c.second })).toHaveValue(third);
  await expect(one.getByRole("option")).toHaveCount(2);
  await one.selectOption(second);
  await expect(page).toHaveURL(new RegExp(`first=${second}&second=${third}`));
});

test("the log, progress and takes in four looks", async ({ browser, app, account }) => {
  test.setTimeout(480_000);
  const question = await practisedForWeeks(app, account);
  const uid = await anInterview(app, account);
  await anInterview(app, account, {
    company: "شركة النيل للروبوتات",
    role: "مهندس اختبار",
    date: "2026-02-03",
    time: null,
    timeZone: null,
    outcome: "offer",
  });
  for (const look of LOOKS) {
    const m = look.locale === "ar" ? ar.practice : en.practice;
    const shown = await openAs(browser, `${app.url}/dashboard/progress`, look, account);
    await expect(shown.getByRole("heading", { name: m.progress.ratings }), lookName(look)).toBeVisible();
    // Time begins where reading begins: the first column stands at that side.
    const columns = shown.getByRole("figure", { name: m.progress.takesBy.week }).locator("[title]");
    const [start, end] = [await columns.first().boundingBox(), await columns.last().boundingBox()];
    expect((start?.x ?? 0) < (end?.x ?? 0)).toBe(look.locale === "en");
    await seePage(shown, "progress", look);
    for (const table of await shown.locator("summary").all()) await table.click();
    await seePage(shown, "progress-tables", look);
    for (const [name, path, heading] of [
      ["interviews", "/dashboard/interviews", m.interviews.title],
      ["interview", `/dashboard/interviews/entry?uid=${uid}`, "Nile Robotics"],
      ["interview-missing", "/dashboard/interviews/entry?uid=x", m.interviews.missing],
      ["compare-list", "/dashboard/answers/compare", m.compare.title],
    ] as const) {
      await shown.goto(app.url + path);
      await expect(shown.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
      await expect(shown.locator(".animate-spin")).toHaveCount(0);
      await seePage(shown, name, look);
    }
    await shown.goto(`${app.url}/dashboard/answers/compare?question=${question}`);
    await expect(shown.getByRole("heading", { name: m.compare.figures })).toBeVisible();
    await expect.poll(() => overflows(shown)).toBe(false);
    await seePage(shown, "compare-takes", look);
    await shown.context().close();
  }
});
