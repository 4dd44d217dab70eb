import type { Locator } from "@playwright/test";
import { plainPdf } from "#tests/factories/pdf";
import { storedAnswer } from "./actions";
import { accountWith, pageOf } from "./editing-actions";
import { anyQuestion, expect, test } from "./fixtures";
import { TEXTS } from "./languages";
import { tell } from "./notification-actions";
import { begun, SUPPORT } from "./support-actions";
import { aBoss, aCustomer, aJob, aSchedule, aStock, aTask, aWorkspace, severalForms, TRADES } from "./trades-actions";
import { filled } from "./words";

const t = TEXTS.en;

/** The focus is on what holds that, and no further off than on a part of the page. */
const expectAround = (inner: Locator) =>
  expect
    .poll(() =>
      inner.evaluate((element) => {
        const now = document.activeElement;
        return now === document.body || now?.id === "main" ? `it is on ${now.nodeName}` : now?.contains(element);
      }),
    )
    .toBe(true);

test("what takes itself away in a shop's pages leaves the focus beside it", async ({ app, browser }) => {
  const { jobs, schedule, scheduler, slabs, stock, quotes, customers, forms } = t.trades;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const customerUid = await aCustomer(app, boss, shop);
  const job = await aJob(app, boss, { workspaceId: shop, customerUid, title: "Villa bench" });
  await aSchedule(app, boss, shop);
  const { form } = await severalForms(app, boss, shop, job);
  await aStock(app, boss, shop, job);
  const page = await pageOf(browser, app, boss, { locale: "en" });
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  const numbered = (sentence: string, number: number) => button(filled(sentence, { number }));
  const dialog = page.getByRole("dialog");

  // A card goes to another column by its menu, at once and once it was asked why.
  const moves = page.getByRole("button", { name: /^Move job/ });
  const column = (state: "quoted" | "won" | "on_hold") => page.getByRole("region", { name: jobs.states[state] }).getByRole("button");
  for (const state of ["quoted", "won", "on_hold"] as const) {
    await page.goto(`${TRADES}/jobs?workspace=${shop}`);
    await moves.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: jobs.states[state], exact: true }).press("Enter");
    if (state === "on_hold") await dialog.getByRole("button", { name: jobs.moveNow }).click();
    await expect(column(state)).toBeFocused();
    await expect(page.getByText(filled(jobs.moved, { number: 1, state: jobs.states[state] }))).toBeVisible();
  }

  // The day that is shown needs no way to it.
  await page.goto(`${TRADES}/schedule?workspace=${shop}&day=2038-03-02`);
  await button(schedule.today).press("Enter");
  await expect(button(schedule.today)).toBeDisabled();
  await expect(button(schedule.today)).toBeFocused();

  // What was chosen of many is taken back.
  await page.goto(`${TRADES}/schedule?workspace=${shop}&day=2038-03-02`);
  await button(filled(schedule.bookOne, { name: "Minh" })).press("Enter");
  const field = dialog.getByRole("combobox", { name: schedule.job });
  await field.fill("villa");
  await page.getByRole("option", { name: /Villa bench/ }).click();
  await button(schedule.noJob).press("Enter");
  await expect(field).toHaveValue("");
  await expect(field).toBeFocused();

  // Rows: the next one's button, the last one's, and what is around them.
  await page.goto(`${TRADES}/stock/slab?workspace=${shop}`);
  for (let count = 0; count < 3; count++) await button(slabs.addDefect).click();
  await numbered(slabs.removeDefect, 1).press("Enter");
  await expect(numbered(slabs.removeDefect, 3)).toHaveCount(0);
  await expect(numbered(slabs.removeDefect, 1)).toBeFocused();
  await numbered(slabs.removeDefect, 2).press("Enter");
  await expect(numbered(slabs.removeDefect, 1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(numbered(slabs.removeDefect, 1)).toHaveCount(0);
  await expectAround(button(slabs.addDefect));

  await page.goto(`${TRADES}/customers/customer?workspace=${shop}`);
  for (let count = 0; count < 2; count++) await button(customers.addContact).click();
  await numbered(customers.removeContact, 2).press("Enter");
  await expect(numbered(customers.removeContact, 1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expectAround(button(customers.addContact));

  await page.goto(`${TRADES}/quotes/quote?workspace=${shop}&job=${job}`);
  for (let count = 0; count < 2; count++) await button(quotes.addPiece).click();
  await numbered(quotes.removePiece, 2).press("Enter");
  await expect(numbered(quotes.removePiece, 1)).toBeFocused();

  await page.goto(`/dashboard/settings/scheduler?workspace=${shop}`);
  await button(filled(scheduler.removeHours, { day: "Mon", number: 1 })).press("Enter");
  await expectAround(button(filled(scheduler.addHours, { day: "Mon" })));
  // What was changed is thrown away.
  await button(t.common.discard).press("Enter");
  await expect(button(t.common.discard)).toHaveCount(0);
  await expectAround(button(t.common.save));

  await page.goto(`/dashboard/settings/forms?workspace=${shop}&uid=${form}`);
  await button(forms.addField).click();
  await page.getByRole("menuitem", { name: forms.kinds.number }).click();
  await button(filled(forms.removeField, { name: forms.unnamed })).press("Enter");
  await expect(button(filled(forms.removeField, { name: forms.unnamed }))).toHaveCount(0);
  await expectAround(
    page
      .getByRole("listitem")
      .filter({ has: page.locator("[aria-expanded]") })
      .last(),
  );

  // What was counted is saved, and nothing is left to save.
  await page.goto(`${TRADES}/stock/count?workspace=${shop}`);
  const counted = page.getByLabel(filled(stock.countedOf, { name: "Sink 45 cm, undermount" }));
  await counted.fill("2");
  await page.locator("form button[type=submit]").last().press("Enter");
  await expect(counted).toHaveValue("");
  await expectAround(counted);
  await page.context().close();
});

test("what takes itself away in a table leaves the focus at the table", async ({ app, browser }) => {
  const table = t.ui.table;
  const { people } = t.admin;
  const admin = await accountWith(app, "admin");
  const page = await pageOf(browser, app, admin, { locale: "en" });
  const grid = page.getByRole("grid", { name: people.title });
  await page.goto(`/dashboard/admin/people?search=${encodeURIComponent(admin.email)}`);
  const all = page.getByRole("checkbox", { name: table.chooseAll });
  const chosen = page.getByRole("button", { name: table.chooseNone });

  await expect(grid.getByRole("row")).toHaveCount(2);
  await all.check();
  await chosen.press("Enter");
  await expect(chosen).toHaveCount(0);
  await expectAround(grid);

  // A view that is kept, and not any more.
  await page.getByRole("button", { name: table.saveView }).click();
  await page.getByLabel(table.viewName).fill("Mine");
  await page.keyboard.press("Enter");
  const remove = page.getByRole("button", { name: filled(table.removeView, { name: "Mine" }) });
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await remove.press("Enter");
  await expect(remove).toHaveCount(0);
  await expectAround(grid);
  await page.context().close();
});

test("what is done with a notice, a task or a link leaves the focus where it was done", async ({ app, browser, account }) => {
  const { notifications, practice, trades } = t;
  const own = await pageOf(browser, app, account, { locale: "en" });
  await tell(app, account, "First", "Second");
  await own.goto("/dashboard/notifications?show=unread");
  const marks = own.getByRole("main").getByRole("button", { name: new RegExp(`^${filled(notifications.page.markRead, { title: "" })}`) });
  await expect(marks).toHaveCount(2);
  await marks.first().press("Enter");
  await expect(marks).toHaveCount(1);
  await expect(marks).toBeFocused();
  await own.keyboard.press("Enter");
  await expectAround(own.getByRole("heading", { name: notifications.page.seenTitle }));

  const answer = await storedAnswer(own, app.url, account);
  await own.goto(`/dashboard/answers/detail?answer=${answer}`);
  const link = (act: "create" | "revoke") => own.getByRole("button", { name: practice.share[act], exact: true });
  for (const [act, other] of [
    ["create", "revoke"],
    ["revoke", "create"],
  ] as const) {
    await link(act).press("Enter");
    await expectAround(link(other));
  }
  await own.context().close();

  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const customerUid = await aCustomer(app, boss, shop);
  const jobUid = await aJob(app, boss, { workspaceId: shop, customerUid, title: "Villa bench", states: ["quoted", "won", "in_progress"] });
  for (const title of ["Cut", "Polish"]) await aTask(app, boss, shop, { jobUid, title });
  const page = await pageOf(browser, app, boss, { locale: "en" });
  await page.goto(`${TRADES}/day?workspace=${shop}`);
  const card = (title: string) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
  const doing = (name: "start" | "finish") => card("Cut").getByRole("button", { name: trades.tasks.doings[name], exact: true });
  await doing("start").press("Enter");
  await expect(doing("start")).toHaveCount(0);
  await expect(card("Cut")).toBeFocused();
  await doing("finish").press("Enter");
  // It goes to what is done: the next one is in its place.
  await expect(card("Polish")).toBeFocused();
  await page.context().close();
});

test("each step of a practice has the focus as it takes another's place, also back to the devices, and says why", async ({
  page,
  context,
  app,
  account,
}) => {
  const { check, setup, reading, problem } = t.practice;
  await context.addInitScript(() => {
    const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    const devices = Object.assign(window, { refused: true, opened: undefined as MediaStream | undefined });
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      if (devices.refused) throw new DOMException("no", "NotReadableError");
      devices.opened = await real(constraints);
      return devices.opened;
    };
  });
  const step = (name: string) => page.getByRole("region", { name, exact: true });
  const press = async (name: string) => {
    const button = page.getByRole("button", { name, exact: true });
    await expect(button).toBeEnabled();
    await button.press("Enter");
  };
  const question = await anyQuestion(app.url, account.token);
  await page.goto(`/dashboard/practice/session?question=${question.uid}`);
  await expect(page.getByRole("heading", { name: problem.inUse.title })).toBeVisible();
  // The first step leaves the focus where the page put it.
  await expect(step(check.title)).not.toBeFocused();
  await page.evaluate(() => Object.assign(window, { refused: false }));
  await press(problem.retry);
  await expect(page.getByText(check.heard)).toBeVisible();
  await expect(step(check.title)).toBeFocused();
  await press(check.continue);
  await expect(step(setup.title)).toBeFocused();
  await press(setup.checkAgain);
  await expect(step(check.title)).toBeFocused();
  await press(check.continue);
  await press(setup.start);
  await expect(step(reading.title)).toBeFocused();
  // The headset's battery is empty.
  await page.evaluate(() => {
    for (const track of (window as unknown as { opened: MediaStream }).opened.getTracks()) {
      track.stop();
      track.dispatchEvent(new Event("ended"));
    }
  });
  await press(reading.answerNow);
  await expect(step(problem.unplugged.title)).toBeFocused();
  await press(problem.retry);
  await expect(step(check.title)).toBeFocused();
});

test("a mail that is asked for again, and files that are taken back, leave the focus where it was", async ({ page, app, account }) => {
  const { banner } = t.account;
  await page.goto("/dashboard/notifications");
  const resend = page.getByRole("button", { name: banner.resend });
  await resend.press("Enter");
  await expect(page.getByText(banner.resent)).toBeVisible();
  await expect(resend).toBeDisabled();
  await expect(resend).toBeFocused();

  const { composer } = t.support;
  const conversation = await begun(app.url, account, "A question", "Is anybody there?");
  for (const path of [`${SUPPORT}?conversation=${conversation}`, `${SUPPORT}?new=1`]) {
    await page.goto(path);
    const attach = page.getByRole("button", { name: composer.attach });
    await expect(attach).toBeVisible();
    const file = (name: string) => ({ name, mimeType: "application/pdf", buffer: plainPdf(1) });
    await page.locator("input[type=file]").setInputFiles([file("one.pdf"), file("two.pdf")]);
    const remove = (name: string) => page.getByRole("button", { name: filled(composer.removeFile, { name }) });
    await remove("one.pdf").press("Enter");
    await expect(remove("two.pdf")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(remove("two.pdf")).toHaveCount(0);
    await expectAround(attach);
  }
});
