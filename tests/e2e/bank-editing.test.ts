import type { Page } from "@playwright/test";
import { callApi } from "./actions";
import { accountWith, CONTENT, nameEverywhere, pageOf } from "./editing-actions";
import { expect, newAccount, test } from "./fixtures";
import { LANGUAGES, TEXTS } from "./languages";

const BANK = "/dashboard/admin/questions";
const A = "/api/admin/practice";
const APPLY = { en: "Apply 1 change", ar: "تطبيق تغيير واحد" };

const inAll = (en: string) => ({ en, fr: "", vi: "", cn: "", ar: "" });
const draft = (category: string, en: string) => ({
  category,
  readingTime: 1,
  answerTime: 2,
  text: inAll(en),
  guidance: { en: ["Names a reason"], fr: [], vi: [], cn: [], ar: [] },
});

for (const [locale, t] of LANGUAGES) {
  const e = t.practice.editing;
  const i = t.admin.imports;

  test(`an admin writes a question, publishes it, and loses nothing where somebody else saves meanwhile, in ${locale}`, async ({
    app,
    browser,
  }) => {
    const admin = await accountWith(app, "admin");
    const page = await pageOf(browser, app, admin, { locale });
    await page.goto(`${BANK}/question`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(e.new);
    // On a wide screen the languages stand side by side, English first.
    await expect(page.getByRole("textbox", { name: e.question, exact: true })).toHaveCount(5);
    await page.getByRole("textbox", { name: e.question, exact: true }).first().fill(`Why here, ${locale}?`);
    await page.getByRole("textbox", { name: e.guidance }).first().fill("A reason\nAn example");
    await page.getByRole("combobox", { name: e.category }).selectOption({ index: 1 });
    await page.getByRole("button", { name: e.saveDraft }).click();
    await expect(page).toHaveURL(/question\?uid=/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Why here, ${locale}?`);
    await page.getByRole("button", { name: e.turn.published, exact: true }).click();
    await expect(page.getByText(e.stateTexts.published)).toBeVisible();

    const uid = new URL(page.url()).searchParams.get("uid") ?? "";
    const { data } = await callApi(app.url, admin.token, `${A}/question/view`, { uid });
    await page.getByRole("textbox", { name: e.question, exact: true }).first().fill("Mine?");
    await callApi(app.url, admin.token, `${A}/question/save`, { ...draft(data.category, "Theirs?"), uid, version: data.version });
    await page.getByRole("button", { name: e.save, exact: true }).click();
    await expect(page.getByText(t.editing.overtaken.text)).toBeVisible();
    await expect(page.getByRole("textbox", { name: e.question, exact: true }).first()).toHaveValue("Mine?");
    await page.getByRole("button", { name: t.editing.overtaken.saveOver }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mine?");
    // What the other one saved is a version of its own, and comes back on request.
    await page
      .getByRole("listitem")
      .filter({ hasText: e.versions.version.replace("{version}", "2") })
      .getByRole("button", { name: e.versions.restore })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Theirs?");

    // Words that were kept on this device know on which version they were begun.
    const { data: now } = await callApi(app.url, admin.token, `${A}/question/view`, { uid });
    const mine = page.getByRole("textbox", { name: e.question, exact: true }).first();
    await mine.fill("Mine again?");
    await callApi(app.url, admin.token, `${A}/question/save`, { ...draft(data.category, "Theirs again?"), uid, version: now.version });
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Theirs again?");
    await expect(mine).toHaveValue("Mine again?");
    await page.getByRole("button", { name: e.save, exact: true }).click();
    await expect(page.getByText(t.editing.overtaken.text)).toBeVisible();
    await page.getByRole("button", { name: t.common.discard }).first().click();
    await expect(mine).toHaveValue("Theirs again?");
    await page.reload();
    await expect(mine).toHaveValue("Theirs again?");
    await page.context().close();
  });

  test(`an admin sends a file, sees what it would change, and applies it, in ${locale}`, async ({ app, browser }) => {
    const admin = await accountWith(app, "admin");
    const [category] = (await callApi(app.url, admin.token, `${A}/category/get`)).data as { slug: string }[];
    const page = await pageOf(browser, app, admin, { locale });
    await page.goto("/dashboard/admin/import?kind=questions");
    const row = (slug: string) => `${category?.slug},${slug},draft,From a file ${locale}?,A reason`;
    const file = (name: string, ...rows: string[]) => ({
      name,
      mimeType: "text/csv",
      buffer: Buffer.from(["category,slug,state,text_en,guidance_en", ...rows].join("\n")),
    });
    await page
      .getByLabel(i.choose)
      .and(page.locator("input"))
      .setInputFiles(file("bad.csv", row("Bad Name")));
    await expect(page.getByText(t.validation.format)).toBeVisible();
    await expect(page.getByRole("button", { name: APPLY[locale] })).toHaveCount(0);
    await page.getByRole("button", { name: i.forget }).click();
    await expect(page.getByText(i.none)).toBeVisible();

    await page
      .getByLabel(i.choose)
      .and(page.locator("input"))
      .setInputFiles(file("good.csv", row(`file-${locale}`)));
    await expect(page.getByText(`${category?.slug}/file-${locale}`)).toBeVisible();
    await page.getByRole("button", { name: APPLY[locale] }).click();
    await expect(page.getByText(i.stateTexts.applied)).toBeVisible();
    await page.goto(`${BANK}?search=${encodeURIComponent(`From a file ${locale}?`)}`);
    await expect(page.getByText(`From a file ${locale}?`)).toBeVisible();
    await page.context().close();
  });
}

const en = TEXTS.en;
const LISTS = [
  {
    what: "category",
    path: `${BANK}/categories`,
    t: en.practice.categories,
    retire: en.practice.categories.retire,
    states: [en.practice.categories.states.used, en.practice.categories.states.retired],
  },
  {
    what: "room",
    path: "/dashboard/admin/rooms",
    t: en.forum.professions,
    retire: en.forum.professions.archive,
    states: [en.forum.professions.states.open, en.forum.professions.states.archived],
  },
] as const;

for (const { what, path, t, retire, states } of LISTS) {
  test(`a ${what} is made, renamed, taken out of use and brought back in the table`, async ({ app, browser }) => {
    const page = await pageOf(browser, app, await accountWith(app, "admin"), { locale: "en" });
    await page.goto(path);
    await page.getByRole("button", { name: t.new }).click();
    const dialog = page.getByRole("dialog");
    if (what === "room") await dialog.getByLabel(en.forum.professions.slug).fill("lighthouse-keepers");
    await nameEverywhere(dialog, "Lighthouse keepers");
    await dialog.getByRole("button", { name: en.common.save, exact: true }).click();
    await expect(page.getByRole("rowheader").last()).toHaveText("Lighthouse keepers");
    await page.getByRole("button", { name: t.edit.replace("{name}", "Lighthouse keepers") }).click();
    await nameEverywhere(dialog, "Keepers of lighthouses");
    await dialog.getByRole("button", { name: en.common.save, exact: true }).click();

    await page.getByLabel(t.search).fill("of lightH");
    await expect(page.getByRole("rowheader")).toHaveText(["Keepers of lighthouses"]);
    // A row is one stop for the keyboard, and Space chooses it.
    const row = page.getByRole("row").last();
    await row.focus();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: retire, exact: true }).click();
    await expect(row.getByText(states[1], { exact: true })).toBeVisible();
    await page.getByRole("button", { name: en.ui.table.undo }).click();
    await expect(row.getByText(states[0], { exact: true })).toBeVisible();
    await page.context().close();
  });
}

test("a table says how many rows a CSV will hold where these are not all: of a list that goes on, and of one in pages", async ({
  app,
  browser,
}) => {
  const page = await pageOf(browser, app, await accountWith(app, "admin"), { locale: "en" });
  const all = page.getByRole("button", { name: en.ui.table.csv, exact: true });
  for (const [path, shown] of [
    [BANK, 30],
    [CONTENT, 10],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("button", { name: `Save these ${shown} rows as CSV`, exact: true })).toBeEnabled();
    await expect(all).toHaveCount(0);
    await page.goto(`${path}?search=quokkamarmalade`);
    await expect(all).toBeVisible();
  }
  await page.context().close();
});

test("a question that somebody retired meanwhile stays so where an old list is turned, which says so", async ({ app, browser }) => {
  const admin = await accountWith(app, "admin");
  const call = async (path: string, body: object) => (await callApi(app.url, admin.token, A + path, body)).data;
  const { data: categories } = await callApi(app.url, admin.token, `${A}/category/get`);
  const uids: string[] = [];
  for (const name of ["first", "second"])
    uids.push((await call("/question/save", draft(categories[0].uid, `Which yak is the ${name}?`))).uid);
  await call("/question/turn", { uids, state: "published" });
  const page = await pageOf(browser, app, admin, { locale: "en" });
  await page.goto(`${BANK}?search=yak`);
  await expect(page.getByRole("grid").getByRole("rowheader")).toHaveCount(2);
  await page.getByRole("checkbox", { name: en.ui.table.chooseAll }).check();
  await call("/question/turn", { uids: uids.slice(1), state: "retired" });
  await page.getByRole("button", { name: en.practice.editing.turn.draft, exact: true }).click();
  await expect(page.getByText("1 question: now a draft. 1 had been changed in the meantime and stays as it is.")).toBeVisible();
  expect((await call("/question/view", { uid: uids[1] })).state).toBe("retired");
  await page.context().close();
});

test("frequent questions come from a file, in Arabic", async ({ app, browser }) => {
  const admin = await accountWith(app, "admin");
  const page = await pageOf(browser, app, admin, { locale: "ar" });
  const i = TEXTS.ar.admin.imports;
  await page.goto("/dashboard/admin/faq");
  await page.getByRole("button", { name: i.menu }).click();
  await page.getByRole("menuitem", { name: i.import }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(i.contents.faq);
  const [{ category } = { category: "" }] = (await callApi(app.url, admin.token, "/api/admin/export/json", { kind: "faq" })) as never as {
    category: string;
  }[];
  const lines = [
    "slug,category,state,question_en,answer_en,question_ar",
    `from-a-file,${category},draft,Is it from a file?,It is.,من ملف؟`,
  ];
  await page
    .getByLabel(i.choose)
    .and(page.locator("input"))
    .setInputFiles({ name: "faq.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) });
  await expect(page.getByText("من ملف؟")).toBeVisible();
  await page.getByRole("button", { name: APPLY.ar }).click();
  await expect(page.getByText(i.stateTexts.applied)).toBeVisible();
  await page.goto("/dashboard/admin/faq?state=draft");
  await expect(page.getByText("من ملف؟")).toBeVisible();
  await page.context().close();
});

const chooser = (page: Page) => page.getByLabel(en.admin.imports.choose).and(page.locator("input"));

/** A file of 600 questions, which is sent in two pieces. */
function inTwoPieces(category: string, slug: string) {
  const row = (at: number) => `${category},${slug}-${at},draft,Which way ${at}?,${"A reason ".repeat(30)}`;
  const lines = ["category,slug,state,text_en,guidance_en", ...Array.from({ length: 600 }, (_, at) => row(at))];
  return { name: `${slug}.csv`, mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) };
}

test("a file whose sending a lost network broke off goes on with a press, from where it was", async ({ app, browser }) => {
  const admin = await accountWith(app, "admin");
  const [category] = (await callApi(app.url, admin.token, `${A}/category/get`)).data as { slug: string }[];
  const page = await pageOf(browser, app, admin, { locale: "en" });
  await page.goto("/dashboard/admin/import?kind=questions");
  const pieces: number[] = [];
  await page.route(/admin\.imports\.piece/, async (route) => {
    pieces.push(route.request().postDataJSON().json.start);
    if (pieces.length === 2) {
      await page.context().setOffline(true);
      return route.abort();
    }
    await route.continue();
  });
  await chooser(page).setInputFiles(inTwoPieces(category?.slug ?? "", "broken-off"));
  await expect(page.getByText(en.common.offline)).toBeVisible();
  const goOn = page.getByRole("button", { name: en.common.retry });
  await goOn.click();
  await expect(page.getByText(en.common.offline)).toBeVisible();
  await expect(goOn).toBeFocused();
  await page.context().setOffline(false);
  await goOn.click();
  await expect(page.getByText(`${category?.slug}/broken-off-0`)).toBeVisible();
  // The last one is the second half, and only one file was begun.
  expect(pieces.slice(0, 2)).toEqual([0, pieces.at(-1)]);
  const { data } = await callApi(app.url, admin.token, "/api/admin/import/get?kind=questions");
  expect(data).toMatchObject([{ name: "broken-off.csv", total: 600 }]);
  await page.context().close();
});

test("a file arrives once, also where the answers to its pieces are lost", async ({ app, browser }) => {
  const admin = await accountWith(app, "admin");
  const [category] = (await callApi(app.url, admin.token, `${A}/category/get`)).data as { slug: string }[];
  const page = await pageOf(browser, app, admin, { locale: "en" });
  await page.goto("/dashboard/admin/import?kind=questions");
  let calls = 0;
  await page.route(/admin\.imports\.(begin|piece)/, async (route) => {
    calls += 1;
    if (calls % 2 === 0) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await chooser(page).setInputFiles(inTwoPieces(category?.slug ?? "", "lost-answer"));
  await expect(page.getByText(`${category?.slug}/lost-answer-0`)).toBeVisible();
  // It was begun, and came in two pieces.
  expect(calls).toBe(6);
  const { data } = await callApi(app.url, admin.token, "/api/admin/import/get?kind=questions");
  expect(data).toMatchObject([{ name: "lost-answer.csv", total: 600 }]);
  await page.context().close();
});

test("whoever is no admin reads that they may not", async ({ app, browser }) => {
  const page = await pageOf(browser, app, await newAccount(app.url), { locale: "en" });
  for (const path of ["", "/question", "/categories"]) {
    await page.goto(`${BANK}${path}`);
    await expect(page.getByText(TEXTS.en.admin.noPermission)).toBeVisible();
  }
  await page.context().close();
});
