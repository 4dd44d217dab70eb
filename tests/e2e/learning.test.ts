import { randomUUID } from "node:crypto";
import { callApi } from "./actions";
import { expect, speakLanguage, test } from "./fixtures";
import { LANGUAGES } from "./languages";
import { dismiss, library, listOf, mentorship, videoPath, watchElsewhere } from "./learning-actions";

const RESOURCES = "learning/resources";

/** A text with a value in it, as a pattern that any value fits. */
const around = (text: string) => new RegExp(text.replaceAll(/[.?()]/g, "\\$&").replaceAll(/\{\w+\}/g, ".+"));

for (const [locale, t] of LANGUAGES) {
  const m = t.learning;

  test(`tabs and pages live in the address, and cards are links, in ${locale}`, async ({ page, app, account: _, context }) => {
    await speakLanguage(context, app.url, locale);
    await page.goto("/dashboard/learning");
    const tabs = page.getByRole("navigation", { name: m.tabs.label });
    const cards = page
      .getByRole("main")
      .locator("li")
      .filter({ has: page.locator("video") });
    await expect(tabs.getByRole("link", { name: m.tabs.mentorship })).toHaveAttribute("aria-current", "page");
    await expect(cards).toHaveCount(10);
    // Three in a row on a wide screen, from the reader's side.
    const boxes = await Promise.all([0, 1, 2, 3].map((at) => cards.nth(at).boundingBox()));
    const [first, second, third, fourth] = boxes.map((box) => box ?? { x: 0, y: 0 });
    expect(new Set([first?.y, second?.y, third?.y]).size).toBe(1);
    expect(fourth?.x).toBe(first?.x);
    expect((second?.x ?? 0) > (first?.x ?? 0)).toBe(locale === "en");

    await tabs.getByRole("link", { name: m.tabs.tutorials }).click();
    await expect(page).toHaveURL(/\?tab=tutorials$/);
    const pages = page.getByRole("navigation", { name: t.pagination.nav });
    await pages.getByRole("link", { name: t.pagination.next }).click();
    await expect(page).toHaveURL(/tab=tutorials&page=2$/);
    await expect(cards).toHaveCount(2);
    const names = await cards.getByRole("heading").allTextContents();
    await page.reload();
    await expect(cards).toHaveCount(2);
    expect(await cards.getByRole("heading").allTextContents()).toEqual(names);

    // By keyboard, and back to the very page.
    const link = cards.nth(1).getByRole("link");
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/dashboard\/interviewvideodetail\?learningdetail=/);
    await expect(page.getByRole("heading", { level: 1, name: names[1] })).toBeVisible();
    await page.goBack();
    await expect(cards.getByRole("heading")).toHaveText(names);

    // The middle button opens a tab of its own; any part of the card will do.
    const opened = context.waitForEvent("page");
    await cards.first().click({ button: "middle" });
    const other = await opened;
    await expect(other.getByRole("heading", { level: 1, name: names[0] })).toBeVisible();
    await other.close();
    await expect(page).toHaveURL(/tab=tutorials&page=2$/);
  });

  test(`a search begins at the first page, and is still there after the visit to a card, in ${locale}`, async ({
    page,
    app,
    account: _,
    context,
  }) => {
    await speakLanguage(context, app.url, locale);
    await page.goto("/dashboard/learning?tab=tutorials&page=2");
    const cards = page
      .getByRole("main")
      .locator("li")
      .filter({ has: page.locator("video") });
    await expect(cards).toHaveCount(2);
    await page.getByLabel(m.searchIn.tutorials).fill("star");
    await expect(page).toHaveURL(/\?tab=tutorials&search=star$/);
    await expect(cards.filter({ hasText: /STAR/ })).toHaveCount(1);
    // The field keeps the page's direction: what is typed does not run under its button.
    expect(await page.getByLabel(m.searchIn.tutorials).evaluate((field) => getComputedStyle(field).direction)).toBe(
      locale === "ar" ? "rtl" : "ltr",
    );
    await cards.first().getByRole("link").click();
    await expect(page).toHaveURL(/interviewvideodetail/);
    await page.goBack();
    await expect(page.getByLabel(m.searchIn.tutorials)).toHaveValue("star");
    await page.reload();
    await expect(page.getByLabel(m.searchIn.tutorials)).toHaveValue("star");
    await page.getByLabel(m.searchIn.tutorials).fill("zzzz");
    await expect(page.getByText(m.nothing.replace("{search}", "zzzz"))).toBeVisible();
    await page.getByRole("link", { name: m.showAll }).click();
    await expect(page).toHaveURL(/\?tab=tutorials$/);
    await expect(cards).toHaveCount(10);
    await expect(page.getByLabel(m.searchIn.tutorials)).toHaveValue("");
    // A page that there is not, or no longer.
    await page.goto("/dashboard/learning?tab=tutorials&page=99");
    await page.getByRole("link", { name: m.showAll }).click();
    await expect(cards).toHaveCount(10);
  });

  test(`a suggestion says why, and is not made again when it was of no use, in ${locale}`, async ({ page, app, account, context }) => {
    await speakLanguage(context, app.url, locale);
    const videos = await mentorship(app.url, account);
    const more = await listOf(app.url, account, `${RESOURCES}/mentorship/program/get?page=2`);
    await page.goto("/dashboard/learning");
    const box = page
      .getByRole("main")
      .locator("div")
      .filter({ has: page.getByRole("heading", { name: m.suggested.title }) })
      .last();
    await expect(box.getByText(m.reasons.begin)).toBeVisible();
    const first = (await box.getByRole("heading", { level: 3 }).textContent()) ?? "";
    await box.getByRole("button", { name: m.suggested.dismiss }).click();
    await expect(page.getByText(m.suggested.dismissed)).toBeVisible();
    await expect(box.getByRole("heading", { level: 3 })).not.toHaveText(first);
    const second = (await box.getByRole("heading", { level: 3 }).textContent()) ?? "";
    await page.reload();
    await expect(box.getByRole("heading", { level: 3 })).toHaveText(second);
    await box.getByRole("link", { name: m.suggested.watch }).click();
    await expect(page.getByRole("heading", { level: 1, name: second })).toBeVisible();

    // Some are set aside, some are watched: nothing is left, and what it says is true of both.
    const all = [...videos, ...more];
    expect(all).toHaveLength(12);
    for (const { uid } of all.slice(0, 6)) await dismiss(app.url, account, uid);
    await page.goto("/dashboard/learning");
    await expect(box.getByRole("heading", { level: 3 })).toBeVisible();
    for (const { uid, duration } of all.slice(6)) await watchElsewhere(app.url, account, uid, duration);
    await page.reload();
    await expect(page.getByText(m.suggested.nothingLeft)).toBeVisible();
    await expect(page.getByRole("button", { name: m.suggested.dismiss })).toHaveCount(0);
    // The other tab has its own.
    await page.goto("/dashboard/learning?tab=tutorials");
    await expect(box.getByText(m.reasons.begin)).toBeVisible();
  });

  test(`the library: filters, orders, searches, and what was begun, in ${locale}`, async ({ page, app, account, context }) => {
    await speakLanguage(context, app.url, locale);
    const header = { "accept-language": locale };
    const [begun, done] = await library(app.url, account);
    if (!begun || !done) throw new Error("there are no videos");
    await watchElsewhere(app.url, account, begun.uid, 20);
    await watchElsewhere(app.url, account, done.uid, done.duration);
    await page.goto("/dashboard/videolibrary");
    const list = page.getByRole("region", { name: m.library.title });
    const cards = list.getByRole("listitem").filter({ has: page.locator("video") });
    const carryOn = page.getByRole("region", { name: m.library.continue });
    await expect(cards).toHaveCount(10);
    await expect(carryOn.getByRole("link")).toHaveAttribute("href", new RegExp(begun.uid));
    await expect(carryOn.getByText(around(m.library.left))).toBeVisible();

    const choose = (label: string, value: string) => page.getByLabel(label, { exact: true }).selectOption(value);
    await choose(m.library.status, "completed");
    await expect(page).toHaveURL(/\?status=completed$/);
    await expect(cards).toHaveCount(1);
    await expect(cards.getByText(m.state.completed, { exact: true })).toBeVisible();
    // Where something is looked for, the row of what was begun makes room.
    await expect(carryOn).toBeHidden();
    await choose(m.library.status, "in_progress");
    await expect(cards.getByRole("link")).toHaveAttribute("href", new RegExp(begun.uid));
    await page.reload();
    await expect(page.getByLabel(m.library.status, { exact: true })).toHaveValue("in_progress");
    await expect(cards).toHaveCount(1);
    await choose(m.library.status, "not_started");
    await choose(m.library.kind, "tutorial");
    await expect(page).toHaveURL(/\?status=not_started&kind=tutorial$/);
    await expect(cards.first()).toBeVisible();
    await expect(cards.getByText(m.library.kinds.mentorship, { exact: true })).toHaveCount(0);
    await expect(cards.getByText(m.state.completed, { exact: true })).toHaveCount(0);

    await page.goto("/dashboard/videolibrary");
    await choose(m.library.order, "recently_watched");
    await expect(cards.first().getByRole("link")).toHaveAttribute("href", new RegExp(done.uid));
    await choose(m.library.order, "title");
    await expect(page).toHaveURL(/\?order=title$/);
    const answer = await fetch(`${app.url}/api/user/personalization/video/library/get?order=title`, {
      headers: { ...header, authorization: `Bearer ${account.token}` },
    });
    const sorted = ((await answer.json()) as { data: { title: string }[] }).data.map(({ title }) => title);
    expect(sorted).toHaveLength(10);
    await expect(cards.getByRole("heading")).toHaveText(sorted);
  });

  test(`an address that names nothing leads back, in ${locale}`, async ({ page, app, account, context }) => {
    await speakLanguage(context, app.url, locale);
    const [tutorial] = await listOf(app.url, account, `${RESOURCES}/interview/tutorial/get`);
    const [video] = await mentorship(app.url, account);
    const ways = [
      [videoPath(randomUUID()), m.video.notFound, m.video.backMentorship, "/dashboard/learning"],
      // A tutorial is no mentorship video, and the other way round.
      [videoPath(tutorial.uid), m.video.notFound, m.video.backMentorship, "/dashboard/learning"],
      ["/dashboard/videolibrarydetail", m.video.notFound, m.video.backMentorship, "/dashboard/learning"],
      [
        `/dashboard/interviewvideodetail?learningdetail=${video?.uid}`,
        m.video.notFound,
        m.video.backTutorials,
        "/dashboard/learning?tab=tutorials",
      ],
      ["/dashboard/viewuniversitiesData?universityId=x", m.university.notFound, m.university.back, "/dashboard/learning?tab=universities"],
    ] as const;
    for (const [path, says, leads, to] of ways) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: says })).toBeVisible();
      await page.getByRole("link", { name: leads }).click();
      await expect(page).toHaveURL(app.url + to);
      await expect(page.getByRole("main").locator("li h3").first()).toBeVisible();
    }
  });

  test(`universities: a mark and a name, and a page of sections with a way out, in ${locale}`, async ({ page, app, account, context }) => {
    await speakLanguage(context, app.url, locale);
    const [university] = await listOf(app.url, account, `${RESOURCES}/university/get`);
    await page.goto("/dashboard/learning?tab=universities");
    const cards = page
      .getByRole("main")
      .locator("li")
      .filter({ has: page.locator("img") });
    await expect(cards).toHaveCount(10);
    const mark = cards.first().locator("img");
    expect(await mark.evaluate((image: HTMLImageElement) => [image.complete && image.naturalWidth > 0, image.clientHeight])).toEqual([
      true,
      300,
    ]);
    const name = (await cards.first().getByRole("heading").textContent()) ?? "";
    await cards.first().getByRole("link").click();
    await expect(page).toHaveURL(`${app.url}/dashboard/viewuniversitiesData?universityId=${university.uid}`);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    for (const section of Object.values(m.university.sections)) await expect(page.getByRole("region", { name: section })).toBeVisible();
    await page.getByRole("navigation", { name }).getByRole("link", { name: m.university.sections.deadlines }).click();
    await expect(page).toHaveURL(/#deadlines$/);
    await expect(page.getByRole("region", { name: m.university.sections.deadlines })).toBeInViewport();
    const { data } = await callApi(app.url, account.token, `/api/user/personalization/${RESOURCES}/university/detail/get`, {
      uid: university.uid,
    });
    const website = page.getByRole("link", { name: m.university.website });
    await expect(website).toHaveAttribute("href", data.website);
    await expect(website).toHaveAttribute("rel", /noopener/);
    await expect(website).toHaveAttribute("target", "_blank");
    await page.getByRole("link", { name: m.university.back }).click();
    await expect(page).toHaveURL(`${app.url}/dashboard/learning?tab=universities`);
  });
}

for (const [locale, word, title] of [
  ["ar", "الراتب", "الراتب: نطاق وسبب ثم صمت"],
  ["cn", "薪资", "谈薪资：范围、理由和停顿"],
  ["fr", "échec", null],
  ["vi", "điểm yếu", null],
] as const) {
  test(`videos are found by a word of the reader's language, ${locale}`, async ({ page, app, account: _, context }) => {
    await speakLanguage(context, app.url, locale);
    const t = (await import(`#messages/${locale}.json`, { with: { type: "json" } })).default as (typeof LANGUAGES)[0][1];
    await page.goto("/dashboard/videolibrary");
    await page.getByLabel(t.learning.searchIn.library).fill(word);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${app.url}/dashboard/videolibrary?search=${encodeURIComponent(word).replaceAll("%20", "+")}`);
    const found = page.getByRole("region", { name: t.learning.library.title }).getByRole("heading", { level: 3 });
    await expect.poll(() => found.count()).toBeLessThan(10);
    await expect(found.first()).toBeVisible();
    if (title) await expect(found.filter({ hasText: title })).toHaveCount(1);
  });
}

test("only a video's page carries the player", async ({ page, account: _ }) => {
  const players: string[] = [];
  page.on("response", async (response) => {
    if (response.request().resourceType() !== "script") return;
    const code = await response.text().catch(() => "");
    if (code.includes("data-media-player")) players.push(page.url());
  });
  for (const path of ["/dashboard/learning", "/dashboard/videolibrary", "/dashboard/learning?tab=universities"]) {
    await page.goto(path);
    await expect(page.getByRole("main").locator("li h3").first()).toBeVisible();
  }
  expect(players).toEqual([]);
  await page.goto("/dashboard/learning");
  await page.getByRole("main").locator("li h3 a").first().click();
  await expect.poll(() => players.length).toBeGreaterThan(0);
});
