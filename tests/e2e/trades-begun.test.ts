import { phonePicture } from "#tests/factories/pictures";
import { LOCALE_KEY, localeTag } from "@/lib/locales";
import { callApi } from "./actions";
import { aDay, aMeasure, begunOffline, card, completeAndHandIn, holdPhotos, lockDevice, named } from "./begun-actions";
import { expect, signIn, speakLanguage, test } from "./fixtures";
import { TEXTS, type Texts } from "./languages";
import { type Look, seePage } from "./looks";
import { aTask, TRADES } from "./trades-actions";
import { filled } from "./words";

const T = "/api/user/personalization/trades";

const LOOKS: { look: Look; t: Texts }[] = [
  { look: { locale: "en", mode: "light", width: 1440 }, t: TEXTS.en },
  { look: { locale: "ar", mode: "dark", width: 360 }, t: TEXTS.ar },
];

for (const { look, t } of LOOKS)
  test(`a form is begun, filled in and handed in without a network, and sent once, in ${look.locale}`, async ({ app, browser }) => {
    const { entries: words, tasks } = t.trades;
    const { boss, shop, task, form, definition, entries, entry } = await aMeasure(app);
    const context = await browser.newContext({ baseURL: app.url, viewport: { width: look.width, height: 900 }, reducedMotion: "reduce" });
    const page = await aDay(app, context, boss, shop, look);

    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText(tasks.away)).toBeVisible();
    await card(page)
      .getByRole("button", { name: named(words.fillIn) })
      .click();
    await expect(page.getByText(words.begun.here)).toBeVisible();
    await page.getByRole("radio", { name: "Not yet" }).click();
    await page.getByLabel("What is missing?").fill("The tall unit");
    const photo = { name: "gap.jpg", mimeType: "image/jpeg", buffer: await phonePicture() };
    await page.locator("input[type=file][multiple]").first().setInputFiles(photo);
    await expect(page.getByText(words.photoKept)).toBeVisible();
    await seePage(page, "trades-form-begun", look);

    // Killed and opened again, still without a network: it goes on where it was.
    await page.goto(`${TRADES}/day?workspace=${shop}`);
    await card(page)
      .getByRole("button", { name: named(words.begun.goOn) })
      .click();
    await expect(page.getByLabel("What is missing?")).toHaveValue("The tall unit");
    await expect(page.getByText(words.photoKept)).toBeVisible();
    // What is missing is told here, too.
    await page.getByRole("button", { name: words.handIn }).click();
    await expect(page.getByText(t.validation.required).first()).toBeVisible();
    await page.getByLabel("Length").fill("1800");
    await page.getByLabel(words.signature.name).fill("Lan Nguyễn");
    await page.getByLabel(words.signature.confirm).check();
    await page.getByRole("button", { name: words.handIn }).click();
    await expect(card(page).getByText(named(words.begun.filled))).toBeVisible();
    // What needed the form can be done with it.
    await card(page).getByRole("button", { name: tasks.doings.finish }).click();
    await expect(card(page).getByText(tasks.states.done)).toBeVisible();
    await seePage(page, "trades-day-begun", look);
    expect(await entries()).toEqual([]);

    // At the desk the form gets a newer version meanwhile.
    const { uid, version } = form;
    const newer = { workspaceId: shop, uid, version, name: "Measure", fields: definition.fields.slice(0, 2) };
    const { data: saved } = await callApi(app.url, boss.token, `${T}/form/save`, newer);
    await callApi(app.url, boss.token, `${T}/form/publish`, { workspaceId: shop, uid, version: saved.version });

    await context.setOffline(false);
    await expect(card(page).getByText(words.filled.replace("{name}", "Measure"))).toBeVisible();
    await expect(page.getByText(tasks.waiting)).toHaveCount(0);
    const all = await entries();
    expect(all).toMatchObject([{ state: "submitted", form: { name: "Site measure", number: 1 } }]);
    const { answers, task: of } = await entry(all[0].uid);
    expect(of.uid).toBe(task);
    expect(Object.values<{ kind: string }>(answers).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["choice", "text", "photo", "number", "signature"]),
    );
    const { data: done } = await callApi(app.url, boss.token, `${T}/task/detail/get?workspaceId=${shop}&uid=${task}`);
    expect(done).toMatchObject({ state: "done", form: { filled: true } });
    await context.close();
  });

test("a form goes on being filled in when the network comes back, and nothing is lost where its task has gone", async ({
  app,
  browser,
}) => {
  const look: Look = { locale: "ar", mode: "dark", width: 360 };
  const t = TEXTS.ar;
  const { entries: words } = t.trades;
  const { boss, shop, task, entries, entry } = await aMeasure(app);
  const { context, page } = await begunOffline(app, browser, { boss, shop, look });
  await expect(page.getByText(words.kept.device, { exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(words.kept.saved, { exact: true })).toBeVisible();
  await expect(page.getByText(words.begun.here)).toHaveCount(0);
  await page.getByLabel("What is missing?").fill("The tall unit and the sink");
  const written = async () => {
    const [one, ...others] = await entries();
    if (!one || others.length > 0) return others.length;
    return JSON.stringify((await entry(one.uid)).answers);
  };
  await expect.poll(written).toContain("The tall unit and the sink");
  const [first] = await entries();
  await callApi(app.url, boss.token, `${T}/entry/discard`, {
    workspaceId: shop,
    uid: first.uid,
    version: (await entry(first.uid)).version,
  });

  // The task goes while it is filled in without a network.
  await page.goto(`${TRADES}/day?workspace=${shop}`);
  await expect(card(page)).toBeVisible();
  await context.setOffline(true);
  await card(page)
    .getByRole("button", { name: named(words.fillIn) })
    .click();
  await page.getByRole("radio", { name: "Not yet" }).click();
  await page.getByLabel("What is missing?").fill("The sink");
  await completeAndHandIn(page, look.locale);
  await expect(card(page).getByText(named(words.begun.filled))).toBeVisible();
  await callApi(app.url, boss.token, `${T}/task/delete`, { workspaceId: shop, uid: task, version: 1 });
  await context.setOffline(false);
  await expect(page.getByText(named(words.begun.refused))).toBeVisible();
  await expect(page.getByText(words.begun.taskGone)).toBeVisible();
  await seePage(page, "trades-form-refused", look);
  expect(await entries()).toEqual([]);
  const unlock = await lockDevice(page);
  await page.getByRole("button", { name: words.begun.withoutTask }).click();
  await expect(page.getByText(t.ui.table.failed)).toBeVisible();
  await unlock();
  await page.getByRole("button", { name: words.begun.withoutTask }).click();
  await expect(page.getByText(named(words.begun.refused))).toHaveCount(0);
  await expect.poll(written).toContain("The sink");
  // It was handed in once, and is a draft now: that is said, with the way to it.
  const said = page.locator("[data-sonner-toast]", { hasText: words.begun.drafted.split("»")[1] ?? "" });
  await expect(said).toBeVisible();
  await seePage(page, "trades-form-drafted", look);
  const [{ uid }] = await entries();
  expect(await entry(uid)).toMatchObject({ state: "draft", task: null, job: { title: "Villa bench" } });
  await said.getByRole("button", { name: words.begun.open }).click();
  await expect(page).toHaveURL(new RegExp(`forms/entry.*${uid}`));
  await context.close();
});

test("a photo that cannot be checked yet holds back its form and what needs it, and nothing else of the day", async ({ app, browser }) => {
  const look: Look = { locale: "en", mode: "light", width: 360 };
  const { entries: words, tasks } = TEXTS.en.trades;
  const { boss, shop, jobUid, task, entries } = await aMeasure(app);
  const other = await aTask(app, boss, shop, { jobUid, title: "Load the van" });
  const next = await aTask(app, boss, shop, { jobUid, title: "Cut the slab", needs: [task] });
  const stateOf = async (uid: string) =>
    (await callApi(app.url, boss.token, `${T}/task/detail/get?workspaceId=${shop}&uid=${uid}`)).data.state;
  const { context, page } = await begunOffline(app, browser, { boss, shop, look });
  await completeAndHandIn(page, look.locale);
  await card(page).getByRole("button", { name: tasks.doings.finish }).click();
  for (const name of ["Load the van", "Cut the slab"]) {
    const one = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
    await one.getByRole("button", { name: tasks.doings.finish }).click();
  }
  await expect(page.getByText(tasks.waiting)).toHaveCount(3);

  const arrive = await holdPhotos(context);
  await context.setOffline(false);
  await expect.poll(() => stateOf(other)).toBe("done");
  await expect(page.getByText(tasks.waiting)).toHaveCount(2);
  await expect(page.getByText(tasks.refused)).toHaveCount(0);
  await expect(card(page).getByText(named(words.begun.filled))).toBeVisible();
  for (const uid of [task, next]) expect(await stateOf(uid)).toBe("todo");
  expect(await entries()).toMatchObject([{ state: "draft" }]);

  await arrive();
  for (const uid of [task, next]) await expect.poll(() => stateOf(uid)).toBe("done");
  await expect(page.getByText(tasks.waiting)).toHaveCount(0);
  expect(await entries()).toMatchObject([{ state: "submitted" }]);
  await context.close();
});

test("what its author adds to a form at a desk stays when the phone that had begun it sends the rest, and is handed in by them alone", async ({
  app,
  browser,
}) => {
  const look: Look = { locale: "en", mode: "light", width: 360 };
  const { entries: words } = TEXTS.en.trades;
  const { boss, shop, ids, entries, entry } = await aMeasure(app);
  const { context, page } = await begunOffline(app, browser, { boss, shop, look });
  await completeAndHandIn(page, look.locale);
  const arrive = await holdPhotos(context);
  await context.setOffline(false);
  await expect.poll(entries).toMatchObject([{ state: "draft" }]);
  const [{ uid }] = await entries();

  const desk = await browser.newContext({ baseURL: app.url });
  await signIn(desk, boss);
  const there = await desk.newPage();
  await there.goto(`${TRADES}/forms/entry?workspace=${shop}&uid=${uid}`);
  const photo = { name: "desk.jpg", mimeType: "image/jpeg", buffer: await phonePicture() };
  await there.locator("input[type=file][multiple]").first().setInputFiles(photo);
  await there.getByLabel("Length").fill("2400");
  const photosThere = async () => (await entry(uid)).answers[ids.photos]?.photos ?? [];
  await expect.poll(photosThere).toHaveLength(1);
  await expect(there.getByText(words.kept.saved, { exact: true })).toBeVisible();
  const [ofDesk] = await photosThere();
  await desk.close();

  await arrive();
  const said = page.locator("[data-sonner-toast]", { hasText: words.begun.drafted.split("”")[1] ?? "" });
  await expect(said).toBeVisible();
  const { state, answers } = await entry(uid);
  expect(state).toBe("draft");
  expect(answers).toMatchObject({ [ids.missing]: { text: "The tall unit" }, [ids.length]: { value: 1800 } });
  expect(answers[ids.photos].photos).toHaveLength(2);
  expect(answers[ids.photos].photos[0]).toBe(ofDesk);
  await said.getByRole("button", { name: words.begun.open }).click();
  await page.getByRole("button", { name: words.handIn }).click();
  await expect(page.getByText(words.done, { exact: true })).toBeVisible();
  expect(await photosThere()).toHaveLength(2);
  await context.close();
});

test("what was filled in on a phone and is not in what its author handed in at a desk stays on the phone, to be read", async ({
  app,
  browser,
}) => {
  const look: Look = { locale: "en", mode: "light", width: 360 };
  const { trades, editing } = TEXTS.en;
  const { entries: words } = trades;
  const { boss, shop, ids, entries, entry, handedIn } = await aMeasure(app);
  const { context, page } = await begunOffline(app, browser, { boss, shop, look });
  const photo = { name: "gap.jpg", mimeType: "image/jpeg", buffer: await phonePicture() };
  await page.locator("input[type=file][multiple]").first().setInputFiles(photo);
  await expect(page.getByText(words.photoKept)).toBeVisible();
  const arrive = await holdPhotos(context);
  await context.setOffline(false);
  await expect.poll(entries).toMatchObject([{ state: "draft" }]);
  const [{ uid }] = await entries();
  const { version } = await entry(uid);
  const answers = { ...handedIn, [ids.ready]: { kind: "choice", options: [ids.yes] } };
  await callApi(app.url, boss.token, `${T}/entry/submit`, { workspaceId: shop, uid, version, answers });

  await arrive();
  for (const again of [() => page.reload(), () => page.goto(`${TRADES}/day?workspace=${shop}`)]) {
    await expect(page.getByText(words.leftOut.told)).toBeVisible();
    await expect(page.getByLabel("What is missing?")).toHaveValue("The tall unit");
    await expect(page.getByText(words.photoKept)).toBeVisible();
    await again();
  }
  const told = page.getByRole("alert").filter({ hasText: words.leftOut.told });
  await expect(told.getByRole("button", { name: words.begun.again })).toHaveCount(0);
  await told.getByRole("button", { name: words.begun.open }).click();
  await page.getByRole("button", { name: filled(editing.delete.label, { name: "Site measure" }) }).click();
  await page.getByRole("dialog").getByRole("button", { name: editing.delete.now }).click();
  await expect(card(page).getByText(named(words.filled))).toBeVisible();
  await expect(told).toHaveCount(0);
  expect(await entry(uid)).toMatchObject({ state: "submitted", answers: { [ids.ready]: { options: [ids.yes] } } });
  await context.close();
});

test("a day that is kept in another language than was chosen since is loaded anew once, and can be read until the network is back", async ({
  app,
  browser,
}) => {
  const { boss, shop } = await aMeasure(app);
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 }, reducedMotion: "reduce" });
  const page = await aDay(app, context, boss, shop, { locale: "en", mode: "light", width: 360 });
  await context.setOffline(true);
  // Chosen on another page.
  await speakLanguage(context, app.url, "fr");
  await page.evaluate((key) => localStorage.setItem(key, "fr"), LOCALE_KEY);
  let loads = 0;
  page.on("domcontentloaded", () => {
    loads++;
  });
  await page.reload();
  await expect(card(page)).toBeVisible();
  // Long enough for more.
  await page.waitForTimeout(3_000);
  expect(loads).toBe(2);
  await expect(page.locator("html")).toHaveAttribute("lang", localeTag("en"));
  await expect(card(page)).toBeVisible();

  await context.setOffline(false);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", localeTag("fr"));
  await expect(card(page)).toBeVisible();
  // The next change is followed again.
  await page.evaluate((key) => localStorage.setItem(key, "en"), LOCALE_KEY);
  await speakLanguage(context, app.url, "en");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", localeTag("en"));
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("parley-reloaded")))).toEqual([]);
  await context.close();
});

test("a form that was begun here and that the device does not let go is told, and goes once it does", async ({ app, browser }) => {
  const look: Look = { locale: "en", mode: "light", width: 360 };
  const { trades, editing, ui } = TEXTS.en;
  const { boss, shop } = await aMeasure(app);
  const { context, page } = await begunOffline(app, browser, { boss, shop, look });
  await expect(page.getByText(trades.entries.kept.device, { exact: true })).toBeVisible();
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: filled(editing.delete.label, { name: "Site measure" }) }).click();
  const unlock = await lockDevice(page);
  await dialog.getByRole("button", { name: editing.delete.now }).click();
  await expect(page.getByText(ui.table.failed)).toBeVisible();
  await expect(dialog).toHaveCount(1);
  await unlock();
  await dialog.getByRole("button", { name: editing.delete.now }).click();
  await expect(page.getByText(editing.delete.done)).toBeVisible();
  await expect(card(page).getByRole("button", { name: named(trades.entries.fillIn) })).toBeVisible();
  await context.close();
});
