import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import ar from "#messages/ar.json" with { type: "json" };
import en from "#messages/en.json" with { type: "json" };
import { LOCALE_NAMES } from "@/lib/locales";
import { callApi } from "./actions";
import { databaseOf } from "./database";
import { accountWith, CONTENT, draft, inAll, pageOf } from "./editing-actions";
import { expect, newAccount, overflows, TAKES_PICTURES, test, violations } from "./fixtures";
import { tabTo } from "./keyboard";
import { LANGUAGES } from "./languages";
import { listOf, Player, watchElsewhere } from "./learning-actions";
import { inLook, LOOKS, lookName } from "./looks";

const VIDEO = "public/learning/after-a-rejection.mp4";
const PDF = "public/documents/practice-workbook.en.pdf";
const V = "/api/admin/learning/video";
const U = "/api/super/admin/learning/university";
const TUTORIALS = "learning/resources/interview/tutorial/get";
const MENTORSHIP = "learning/resources/mentorship/program/get";
const VTT = "WEBVTT\n\n00:00:00.000 --> 00:00:03.000\nWelcome back\n\n00:00:03.000 --> 00:00:06.000\nAnd on\n";

const file = (name: string, text: string, mimeType: string) => ({ name, mimeType, buffer: Buffer.from(text) });
type Words = typeof en;

/** The hidden field behind an upload's button. */
const upload = (page: Page, t: Words, name: string) => page.getByLabel(`${t.learning.editing.upload.choose} ${name}`, { exact: true });
const languageTab = (page: Page, locale: keyof typeof LOCALE_NAMES) => page.getByRole("tab", { name: LOCALE_NAMES[locale] });
const toast = (page: Page, text: string) => page.locator("[data-sonner-toast]", { hasText: text }).first();

for (const [locale, t] of LANGUAGES) {
  const e = t.learning.editing;

  test(`an admin makes a video, hears what it lacks, and publishes it for everybody, in ${locale}`, async ({ app, browser }) => {
    // Many steps: a video, two files of captions, and a second person who watches.
    // Of the same in another language: it would have the same names.
    const sql = await databaseOf(app);
    await sql`delete from videos where slug = id::text`;
    await sql.end();
    const page = await pageOf(browser, app, await accountWith(app, "admin"), { locale });
    await page.goto(CONTENT);
    await page.getByRole("link", { name: e.videos.new }).click();

    // What is wrong in a language that is not in sight comes forward.
    const title = page.getByLabel(e.texts.name, { exact: true });
    const description = page.getByLabel(e.texts.description);
    await languageTab(page, "ar").click();
    await title.fill("بعد الرفض");
    await page.getByRole("button", { name: e.video.saveDraft }).click();
    await expect(languageTab(page, "en")).toHaveAttribute("aria-selected", "true");
    await expect(languageTab(page, "en")).toContainText(t.editing.languages.wrong);
    await expect(title).toBeFocused();
    await title.fill("After the refusal");
    await description.fill("How to go on.");
    await expect(languageTab(page, "fr")).toContainText(t.editing.languages.missing);

    await page.getByRole("button", { name: e.chapters.add }).click();
    await page.getByLabel(e.chapters.at).fill("1:7x");
    await page.getByLabel(e.chapters.name.replace("{number}", locale === "ar" ? "١" : "1")).fill("The day after");
    await page.getByLabel(t.practice.rating.scale.clarity).check();
    await page.getByRole("button", { name: e.video.saveDraft }).click();
    await expect(page.getByText(e.chapters.wrongTime)).toBeVisible();
    await page.getByLabel(e.chapters.at).fill(locale === "ar" ? "١:٠٥" : "1:05");

    // A question of the bank, by a part of it.
    const question = page.getByLabel(e.question.label);
    await question.press("ArrowDown");
    await page.getByRole("listbox").getByRole("option").first().click();
    const chosen = await question.inputValue();
    expect(chosen.length).toBeGreaterThan(10);

    // Not saved yet, and kept through a reload.
    await page.reload();
    await expect(title).toHaveValue("After the refusal");
    await expect(page.getByLabel(e.chapters.at)).toHaveValue("1:05");
    await expect(question).toHaveValue(chosen);
    await page.getByRole("button", { name: e.video.saveDraft }).click();
    await expect(page).toHaveURL(/video\?uid=/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(locale === "ar" ? "بعد الرفض" : "After the refusal");
    await expect(page.getByRole("button", { name: t.common.discard })).toHaveCount(0);

    const publish = page.getByRole("button", { name: t.editing.state.publish, exact: true });
    await publish.click();
    await expect(page.getByText(t.errors.videoNeedsFile)).toBeVisible();

    const video = upload(page, t, e.file.title);
    await video.setInputFiles(file("talk.mp4", "not a video at all", "video/mp4"));
    await expect(page.getByText(e.upload.problems.notVideo)).toBeVisible();
    await video.setInputFiles(VIDEO);
    await expect(toast(page, e.file.taken)).toBeVisible();
    await new Player(page).ready();
    await publish.click();
    await expect(page.getByText(t.errors.videoNeedsCaptions)).toBeVisible();

    const language = new Intl.DisplayNames(locale === "ar" ? "ar-SD" : "en-GB", { type: "language" }).of("en");
    const captions = upload(page, t, `${t.learning.video.captions}, ${language}`);
    await captions.setInputFiles(file("talk.vtt", "1\n00:00 --> 00:03\nHello", "text/vtt"));
    await expect(page.getByText(e.upload.problems.notWebVtt)).toBeVisible();
    await captions.setInputFiles(file("talk.vtt", "WEBVTT\n\n59:00.000 --> 59:02.000\nHello\n", "text/vtt"));
    await expect(page.getByText(e.upload.problems.beyondEnd)).toBeVisible();
    await captions.setInputFiles(file("talk.vtt", VTT, ""));
    await expect(page.locator("q").filter({ hasText: "Welcome back" })).toBeVisible();
    await publish.click();
    await expect(toast(page, t.editing.state.shown)).toBeVisible();

    // Somebody else finds it first, and plays it.
    const reader = await newAccount(app.url);
    const other = await pageOf(browser, app, reader, { locale });
    await other.goto("/dashboard/learning?tab=tutorials");
    const first = other.locator("main h3 a").first();
    await expect(first).toHaveText(locale === "ar" ? "بعد الرفض" : "After the refusal");
    await first.click();
    const player = new Player(other);
    await player.ready();
    await player.press("k");
    await player.reach(1);
    await expect(other.getByText("The day after")).toBeVisible();
    await expect(other.getByText(chosen)).toBeVisible();

    const name = locale === "ar" ? "بعد الرفض" : "After the refusal";
    await page.goto(`${CONTENT}?kind=tutorial`);
    const [before] = await listOf(app.url, reader, TUTORIALS);
    // What the open page has seen may not be told yet.
    await watchElsewhere(app.url, reader, before.uid, 5);
    await page.getByRole("button", { name: t.editing.move.label.replace("{name}", name) }).click();
    await page.getByRole("menuitem", { name: t.editing.move.down, exact: true }).click();
    await expect(toast(page, t.editing.move.done)).toBeVisible();
    await expect(page.getByRole("rowheader").nth(1)).toHaveText(name);
    const [, second] = await listOf(app.url, reader, TUTORIALS);
    expect(second.uid).toBe(before.uid);
    await page.getByRole("checkbox", { name, exact: true }).check();
    await page.getByRole("button", { name: t.editing.state.takeBack, exact: true }).click();
    await expect(page.getByRole("row", { name }).getByText(t.editing.state.draft, { exact: true })).toBeVisible();

    // It was watched: what people made of it is theirs.
    await page.getByRole("button", { name: t.editing.delete.label.replace("{name}", name) }).click();
    await page.getByRole("button", { name: t.editing.delete.now }).click();
    await expect(page.getByText(e.delete.videoRefused)).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: t.common.cancel }).click();
    await page.context().close();
    await other.context().close();
  });

  test(`a super admin makes a university with a document, in ${locale}`, async ({ app, browser }) => {
    const page = await pageOf(browser, app, await accountWith(app, "super_admin"), { locale });
    const name = `Delta College ${locale}`;
    await page.goto(`${CONTENT}?tab=universities`);
    await page.getByRole("link", { name: e.universities.new }).click();
    await page.getByRole("button", { name: e.universities.saveDraft }).click();
    await expect(page.getByText(t.validation.choice)).toBeVisible();
    await page.getByLabel(e.universities.name, { exact: true }).fill(name);
    await page.getByLabel(e.universities.city).fill("Delft");
    await page.getByLabel(t.learning.university.sections.about).fill("By the river.");
    await page.getByLabel(e.universities.country).selectOption("NL");
    await page.getByLabel(e.universities.founded).fill("1842");
    await page.getByLabel(t.learning.university.website).fill("https://delta.example");
    const mark = page.getByRole("img", { name: e.mark.preview });
    await page.getByLabel(e.mark.letters).fill("DC");
    await page.getByLabel(e.mark.shape, { exact: true }).selectOption("wave");
    await page.getByLabel(e.mark.hue).fill("20");
    await expect.poll(async () => decodeURIComponent((await mark.getAttribute("src")) ?? "")).toMatch(/hsl\(20 .*>DC</);
    await page.getByRole("button", { name: e.universities.saveDraft }).click();
    await expect(page).toHaveURL(/university\?uid=/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);

    await page.getByRole("button", { name: e.documents.new }).click();
    await page.getByLabel(e.documents.title).fill("Workbook");
    await page.getByRole("button", { name: e.documents.make }).click();
    const publish = page.getByRole("button", { name: `${t.editing.state.publish} Workbook` });
    await publish.click();
    await expect(toast(page, t.errors.documentNeedsFile)).toBeVisible();
    const language = new Intl.DisplayNames(locale === "ar" ? "ar-SD" : "en-GB", { type: "language" }).of("en");
    const pdf = upload(page, t, `Workbook, ${language}`);
    await pdf.setInputFiles(file("workbook.pdf", "<html>", "application/pdf"));
    await expect(page.getByText(e.upload.problems.notPdf)).toBeVisible();
    await pdf.setInputFiles(PDF);
    await expect(toast(page, e.documents.fileTaken)).toBeVisible();
    await page.getByRole("button", { name: `${e.documents.view} Workbook, ${language}` }).click();
    await expect(page.locator("canvas").first()).toBeVisible();
    await page.getByRole("button", { name: t.documents.viewer.back }).click();
    await publish.click();
    await expect(page.getByRole("button", { name: `${t.editing.state.takeBack} Workbook` })).toBeVisible();
    await page.getByRole("button", { name: t.editing.state.publish, exact: true }).click();
    await expect(page.getByRole("button", { name: t.editing.state.takeBack, exact: true })).toBeVisible();

    const reader = await newAccount(app.url);
    const other = await pageOf(browser, app, reader, { locale });
    const uid = new URL(page.url()).searchParams.get("uid");
    await other.goto(`/dashboard/viewuniversitiesData?universityId=${uid}`);
    await expect(other.getByRole("heading", { level: 1 })).toHaveText(name);
    await expect(other.getByText("By the river.")).toBeVisible();
    const R = "/api/user/personalization/learning/resources";
    const { data } = await callApi(app.url, reader.token, `${R}/university/detail/get`, { uid });
    expect(data.documents[0]).toMatchObject({ title: "Workbook", language: "en", size: readFileSync(PDF).length });
    await page.context().close();
    await other.context().close();
  });
}

test("a draft is made, translated, moved and deleted with the keyboard alone", async ({ app, browser }) => {
  const e = en.learning.editing;
  const admin = await accountWith(app, "admin");
  const page = await pageOf(browser, app, admin, { locale: "en" });
  const { keyboard } = page;
  await page.goto(CONTENT);
  await tabTo(page.getByRole("link", { name: e.videos.new }));
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: e.video.new })).toBeVisible();
  await tabTo(languageTab(page, "en"));
  await keyboard.press("ArrowRight");
  await keyboard.press("Enter");
  await expect(languageTab(page, "fr")).toHaveAttribute("aria-selected", "true");
  await tabTo(page.getByLabel(e.texts.name, { exact: true }));
  await keyboard.type("Par le clavier");
  await keyboard.press("Shift+Tab");
  await keyboard.press("Home");
  await keyboard.press("Enter");
  await tabTo(page.getByLabel(e.texts.name, { exact: true }));
  await keyboard.type("By keyboard");
  await tabTo(page.getByLabel(e.texts.description));
  await keyboard.type("Nothing else.");
  await keyboard.press("Tab");
  await tabTo(page.getByRole("button", { name: e.video.saveDraft }));
  await keyboard.press("Enter");
  await expect(page).toHaveURL(/video\?uid=/);

  await page.goto(`${CONTENT}?kind=tutorial`);
  const heading = page.getByRole("rowheader");
  await expect(heading.first()).toHaveText("By keyboard");
  const move = page.getByRole("button", { name: en.editing.move.label.replace("{name}", "By keyboard") });
  await tabTo(move);
  await keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeVisible();
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await expect(heading.nth(1)).toHaveText("By keyboard");
  await expect(move).toBeFocused();
  await keyboard.press("Tab");
  await expect(page.getByRole("button", { name: en.editing.delete.label.replace("{name}", "By keyboard") })).toBeFocused();
  await keyboard.press("Enter");
  await tabTo(page.getByRole("button", { name: en.editing.delete.now }));
  await keyboard.press("Enter");
  await expect(toast(page, en.editing.delete.done)).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "By keyboard" })).toHaveCount(0);
  const { data } = await callApi(app.url, admin.token, `${V}/get?search=keyboard`);
  expect(data).toEqual([]);
  await page.context().close();
});

test("a file that is too large, of another kind, stopped, or lost on its way says so, and what was typed stays", async ({
  app,
  browser,
}) => {
  const e = en.learning.editing;
  const admin = await accountWith(app, "admin");
  const { data } = await callApi(app.url, admin.token, `${V}/save`, draft("Uploads"));
  const page = await pageOf(browser, app, admin, { locale: "en" });
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/api/uploadthing") && asked.push(request.url()));
  await page.goto(`${CONTENT}/video?uid=${data.uid}`);
  const captions = upload(page, en, `${en.learning.video.captions}, English`);
  await captions.setInputFiles(file("talk.srt", "1", "text/plain"));
  await expect(page.getByText(e.upload.wrongType.learningCaptions)).toBeVisible();
  await captions.setInputFiles(file("talk.vtt", "x".repeat(1024 ** 2 + 1), "text/vtt"));
  await expect(page.getByText(/This file is 1 MB/)).toBeVisible();
  await captions.setInputFiles(file("talk.vtt", "", "text/vtt"));
  await expect(page.getByText(e.upload.empty)).toBeVisible();
  expect(asked).toEqual([]);

  const description = page.getByLabel(e.texts.description);
  await description.fill("Typed meanwhile");
  await page.route("**/api/storage/ingest/**", (route) => route.abort());
  await captions.setInputFiles(file("talk.vtt", VTT, "text/vtt"));
  await expect(page.getByText(e.upload.lost)).toBeVisible();
  await page.unroute("**/api/storage/ingest/**");
  await page.getByRole("button", { name: en.common.retry }).click();
  await expect(page.locator("q").filter({ hasText: "Welcome back" })).toBeVisible();
  await expect(page.getByText(e.upload.lost)).toHaveCount(0);
  await expect(description).toHaveValue("Typed meanwhile");

  // An upload that hangs is stopped, and nothing has changed.
  await page.route("**/api/storage/ingest/**", () => {});
  await upload(page, en, e.file.title).setInputFiles(VIDEO);
  await expect(page.getByRole("progressbar", { name: e.file.title })).toBeVisible();
  await page.getByRole("button", { name: en.common.cancel }).click();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(page.getByText(e.file.none)).toBeVisible();
  await page.getByRole("button", { name: en.common.discard }).click();
  await expect(description).toHaveValue("What it is about");
  await page.context().close();
});

test("whoever may not edit hears it: a candidate everywhere, an admin about universities", async ({ app, browser }) => {
  const candidate = await pageOf(browser, app, await newAccount(app.url), { locale: "en" });
  for (const path of [CONTENT, `${CONTENT}/video`, `${CONTENT}/video?uid=00000000-0000-4000-8000-000000000000`]) {
    await candidate.goto(path);
    await expect(candidate.getByRole("heading", { name: en.admin.noPermission })).toBeVisible();
    await expect(candidate.getByRole("textbox")).toHaveCount(0);
  }
  await expect(candidate.getByRole("link", { name: en.shell.places.content, exact: true })).toHaveCount(0);
  await candidate.context().close();

  const admin = await pageOf(browser, app, await accountWith(app, "admin"), { locale: "ar" });
  for (const path of [`${CONTENT}?tab=universities`, `${CONTENT}?tab=shared`, `${CONTENT}/university`]) {
    await admin.goto(path);
    await expect(admin.getByRole("heading", { name: (ar as Words).learning.editing.superOnly })).toBeVisible();
  }
  await expect(admin.getByRole("link", { name: (ar as Words).shell.places.content, exact: true })).toBeVisible();
  await admin.context().close();
});

for (const look of LOOKS) {
  const { locale, mode, width } = look;
  test(`the pages for editing are accessible and fit, ${lookName(look)}`, inLook(look), async ({ app, browser }) => {
    const boss = await accountWith(app, "super_admin");
    const [video] = await listOf(app.url, boss, MENTORSHIP);
    const { data: universities } = await callApi(app.url, boss.token, `${U}/get`);
    await callApi(app.url, boss.token, `${V}/save`, draft("A draft that waits for its file"));
    await callApi(app.url, boss.token, "/api/super/admin/learning/document/save", { university: null, title: inAll("A guide for all") });
    const places = [
      ["content-videos", CONTENT],
      ["content-universities", `${CONTENT}?tab=universities`],
      ["content-documents", `${CONTENT}?tab=shared`],
      ["edit-video-new", `${CONTENT}/video`],
      ["edit-video", `${CONTENT}/video?uid=${video.uid}`],
      ["edit-university-new", `${CONTENT}/university`],
      ["edit-university", `${CONTENT}/university?uid=${universities[0].uid}`],
    ] as const;
    const page = await pageOf(browser, app, boss, look);
    for (const [name, path] of places) {
      await test.step(name, async () => {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.locator(".animate-spin, .animate-pulse")).toHaveCount(0);
        if (name === "edit-video") await new Player(page).ready();
        expect.soft(await violations(page), name).toEqual([]);
        expect.soft(await overflows(page), `${name} scrolls sideways`).toBe(false);
        if (TAKES_PICTURES) await page.screenshot({ path: `test-results/pages/${name}-${locale}-${mode}-${width}.png`, fullPage: true });
      });
    }
    await page.context().close();
  });
}
