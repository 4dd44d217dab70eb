import type { Locator, Page } from "@playwright/test";
import { plainPdf } from "#tests/factories/pdf";
import { picture } from "#tests/factories/pictures";
import { logIn, logInElsewhere, logOut } from "./account-steps";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { holdCalls, loseFirstAnswer } from "./calls";
import { databaseOf } from "./database";
import { accountWith } from "./editing-actions";
import { type Account, expect, newAccount, overflows, speakLanguage, test } from "./fixtures";
import { LANGUAGES, TEXTS } from "./languages";
import { answered, begun, browserOf, CONTACT_API, INBOX, SUPPORT, said, sendMessage } from "./support-actions";

const SEND = /support\.chat\.send/;
const BEGIN = /support\.chat\.begin/;
const UPLOAD = "**/api/storage/ingest/**";

const png = async () => ({ name: "screen.png", mimeType: "image/png", buffer: await picture("png") });
const pdf = () => ({ name: "letter.pdf", mimeType: "application/pdf", buffer: plainPdf(1) });

/** What stands in a conversation: texts, and names of files where there are some. */
async function contents(app: RunningApp, account: Account, uid: string): Promise<string[]> {
  return (await said(app.url, account, uid))
    .filter(({ kind }) => kind === "text")
    .map(({ text, attachments }) => [text, ...attachments.map(({ name }) => name)].filter(Boolean).join(" + "));
}

const change = async (app: RunningApp, act: (sql: Awaited<ReturnType<typeof databaseOf>>) => Promise<unknown>) => {
  const sql = await databaseOf(app);
  await act(sql);
  await sql.end();
};

const close = (app: RunningApp, uid: string) =>
  change(app, (sql) => sql`update support_conversations set state = 'closed', resolved_at = now() where id = ${uid}`);

const log = (page: Page) => page.getByRole("log");
/** One message that waits on the device, with what can be done about it. */
const bubble = (page: Page, text: string): Locator => log(page).getByRole("listitem").filter({ hasText: text });

for (const [locale, t] of LANGUAGES) {
  const s = t.support;

  test(`a picture and a PDF that were attached offline go out with their message, once, in order, in ${locale}`, async ({
    page,
    app,
    account,
    context,
  }) => {
    await speakLanguage(context, app.url, locale);
    const uid = await begun(app.url, account, "Offline", "First");
    await page.goto(`${SUPPORT}?conversation=${uid}`);
    await expect(log(page).getByText("First")).toBeVisible();
    await context.setOffline(true);
    await sendMessage(page, s.composer.label, "Before");
    await page.locator("input[type=file]").setInputFiles([await png(), pdf()]);
    await expect(page.getByRole("button", { name: s.composer.removeFile.replace("{name}", "letter.pdf") })).toBeVisible();
    await sendMessage(page, s.composer.label, "With files");
    await page.locator("input[type=file]").setInputFiles([pdf()]);
    await page.getByRole("button", { name: s.composer.send, exact: true }).click();
    await sendMessage(page, s.composer.label, "After");
    // What waits is shown with its files.
    await expect(log(page).getByText(s.thread.onItsWay)).toHaveCount(4);
    await expect(bubble(page, "With files").getByText("screen.png")).toBeVisible();
    await expect(bubble(page, "With files").locator("img")).toHaveJSProperty("complete", true);
    // A reload is not possible without a network, a new tab later is.
    await page.close();
    const uploads = await loseFirstAnswer(context, UPLOAD);
    const sends = await loseFirstAnswer(context, SEND);
    await context.setOffline(false);
    const later = await context.newPage();
    await later.goto("/dashboard");
    await expect
      .poll(() => contents(app, account, uid), { timeout: 40_000 })
      .toEqual(["First", "Before", "With files + screen.png + letter.pdf", "letter.pdf", "After"]);
    expect(uploads()).toBeGreaterThan(3);
    expect(sends()).toBe(5);
    await change(app, async (sql) => {
      const rows =
        await sql`select a.id, a.message_id from support_attachments a join users u on u.id = a.uploader_id where u.email = ${account.email}`;
      expect(rows.filter(({ message_id }) => message_id)).toHaveLength(3);
      expect(rows).toHaveLength(3);
    });
    await later.goto(`${SUPPORT}?conversation=${uid}`);
    await expect(log(later).getByRole("link", { name: s.files.open.replace("{name}", "screen.png") })).toBeVisible();
    await expect(log(later).getByText(s.thread.onItsWay)).toHaveCount(0);
  });

  test(`a message to a conversation that was closed meanwhile says so wherever somebody is, and goes into a new one, in ${locale}`, async ({
    page,
    app,
    account,
    context,
    look,
  }) => {
    await speakLanguage(context, app.url, locale);
    const uid = await begun(app.url, account, "Closed meanwhile", "First");
    await page.goto(`${SUPPORT}?conversation=${uid}`);
    await expect(log(page).getByText("First")).toBeVisible();
    await context.setOffline(true);
    await page.locator("input[type=file]").setInputFiles([pdf()]);
    await sendMessage(page, s.composer.label, "Too late");
    await expect(bubble(page, "Too late").getByText(s.thread.onItsWay)).toBeVisible();
    await close(app, uid);

    // On another page: at once in words, and later as a mark that leads there.
    await page.goto("about:blank");
    await context.setOffline(false);
    await page.goto("/dashboard/answers");
    await expect(page.locator("[data-sonner-toast]", { hasText: s.thread.refused })).toBeVisible();
    const place = page.getByRole("navigation").getByRole("link", { name: t.shell.places.support });
    await expect(place).toContainText(s.thread.notSent);
    await place.click();
    const row = page.getByRole("link", { name: "Closed meanwhile" });
    await expect(row).toContainText(s.thread.notSent);
    await look(`support-not-sent-${locale}`);
    await row.click();
    const refused = bubble(page, "Too late");
    await expect(refused.getByRole("alert")).toHaveText(t.errors.conversationClosed);
    await refused.getByRole("button", { name: t.common.retry }).click();
    await expect(refused.getByText(s.thread.onItsWay).or(refused.getByRole("alert"))).toBeVisible();
    await expect(refused.getByRole("alert")).toHaveText(t.errors.conversationClosed);
    await look(`support-refused-${locale}`);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => overflows(page)).toBe(false);
    await look(`support-refused-${locale}-360`);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await contents(app, account, uid)).toEqual(["First"]);

    await refused.getByRole("button", { name: s.thread.anew }).click();
    await expect(page.getByLabel(s.new.subject)).toHaveValue("Closed meanwhile");
    await expect(page.getByLabel(s.new.message, { exact: true })).toHaveValue("Too late");
    await page.getByLabel(s.new.message, { exact: true }).fill("Too late, once more");
    // What was changed and what was attached outlive a reload; until it is sent it is still in its old place.
    await page.reload();
    await expect(page.getByLabel(s.new.message, { exact: true })).toHaveValue("Too late, once more");
    await expect(page.getByRole("button", { name: s.composer.removeFile.replace("{name}", "letter.pdf") })).toBeVisible();
    await expect(page.getByRole("link", { name: "Closed meanwhile" })).toContainText(s.thread.notSent);
    await page.getByRole("button", { name: s.new.send }).click();
    await expect(log(page).getByRole("link", { name: s.files.open.replace("{name}", "letter.pdf") })).toBeVisible();
    await expect(place).not.toContainText(s.thread.notSent);
    const { data } = await callApi(app.url, account.token, `${CONTACT_API}/get`);
    expect(data).toHaveLength(2);
    const other = data.find((one: { uid: string }) => one.uid !== uid);
    expect(await contents(app, account, other.uid)).toEqual(["Too late, once more + letter.pdf"]);
    await page.goto(`${SUPPORT}?conversation=${uid}`);
    await expect(log(page).getByText("First")).toBeVisible();
    await expect(log(page).getByText("Too late")).toHaveCount(0);
  });
}

const t = TEXTS.en;
const s = t.support;

test("a file that is gone is said where it happens; the message is tried again, or taken back into the field", async ({
  page,
  app,
  account,
  context,
}) => {
  const uid = await begun(app.url, account, "A file is gone", "First");
  await page.goto(`${SUPPORT}?conversation=${uid}`);
  await expect(log(page).getByText("First")).toBeVisible();
  const refuse = async (text: string) => {
    // The file arrives, the message does not; meanwhile the server drops the file.
    let tried = 0;
    await context.route(SEND, (route) => {
      tried += 1;
      return route.abort();
    });
    await page.locator("input[type=file]").setInputFiles([pdf()]);
    await sendMessage(page, s.composer.label, text);
    await expect.poll(() => tried).toBeGreaterThan(0);
    await change(app, (sql) => sql`delete from support_attachments where message_id is null`);
    await context.unroute(SEND);
    await expect(bubble(page, text).getByRole("alert")).toHaveText(t.errors.attachmentGone);
  };
  await refuse("Tried again");
  // One that was refused holds up no other.
  await sendMessage(page, s.composer.label, "Second");
  await expect.poll(() => contents(app, account, uid)).toEqual(["First", "Second"]);
  await bubble(page, "Tried again").getByRole("button", { name: t.common.retry }).click();
  await expect.poll(() => contents(app, account, uid)).toEqual(["First", "Second", "Tried again + letter.pdf"]);

  await refuse("Taken back");
  const field = page.getByRole("textbox", { name: s.composer.label });
  await field.fill("A draft");
  await bubble(page, "Taken back").getByRole("button", { name: s.thread.takeBack }).click();
  await expect(field).toHaveValue("A draft\n\nTaken back");
  await expect(field).toBeFocused();
  // On this device until it goes its new way; pressed again it comes no second time.
  await expect(bubble(page, "Taken back").getByRole("alert")).toBeVisible();
  await bubble(page, "Taken back").getByRole("button", { name: s.thread.takeBack }).click();
  await expect(field).toHaveValue("A draft\n\nTaken back");
  await field.press("Enter");
  await expect
    .poll(() => contents(app, account, uid))
    .toEqual(["First", "Second", "Tried again + letter.pdf", "A draft\n\nTaken back + letter.pdf"]);
  await expect(log(page).getByText(s.thread.onItsWay)).toHaveCount(0);
  await expect(log(page).getByRole("alert")).toHaveCount(0);
});

test("what begins a conversation and is refused can be changed, and what was written after it follows", async ({
  page,
  app,
  account,
  context,
}) => {
  await page.goto(`${SUPPORT}?new=1`);
  let tried = 0;
  await context.route(BEGIN, (route) => {
    tried += 1;
    return route.abort();
  });
  await page.getByLabel(s.new.subject).fill("Not begun");
  await page.getByLabel(s.new.message, { exact: true }).fill("One");
  await page.locator("input[type=file]").setInputFiles([pdf()]);
  await page.getByRole("button", { name: s.new.send }).click();
  await expect.poll(() => tried).toBeGreaterThan(0);
  await sendMessage(page, s.composer.label, "Two");
  await expect(bubble(page, "Two").getByText(s.thread.onItsWay)).toBeVisible();
  await change(app, (sql) => sql`delete from support_attachments where message_id is null`);
  await context.unroute(BEGIN);
  await expect(bubble(page, "One").getByRole("alert")).toHaveText(t.errors.attachmentGone);
  await expect(bubble(page, "Two").getByText(s.thread.onItsWay)).toBeVisible();
  await expect(page.getByRole("link", { name: "Not begun" })).toContainText(s.thread.notSent);
  await bubble(page, "One").getByRole("button", { name: s.thread.anew }).click();
  await page.getByLabel(s.new.subject).fill("Begun");
  await page.getByRole("button", { name: s.new.send }).click();
  await expect(page.getByRole("heading", { name: "Begun" })).toBeVisible();
  await expect(log(page).getByText(s.thread.onItsWay)).toHaveCount(0);
  const { data } = await callApi(app.url, account.token, `${CONTACT_API}/get`);
  expect(data).toHaveLength(1);
  expect(await contents(app, account, data[0].uid)).toEqual(["One + letter.pdf", "Two"]);
});

test("an answer of the team that is refused is marked in the inbox, and taken back", async ({ app, account, browser }) => {
  const agent = await accountWith(app, "admin");
  const uid = await begun(app.url, account, "Team's file", "Help");
  const context = await browserOf(browser, app, agent, "en");
  const team = await context.newPage();
  await team.goto(`${INBOX}?conversation=${uid}`);
  await expect(log(team).getByText("Help")).toBeVisible();
  let tried = 0;
  await context.route(/support\.inbox\.answer/, (route) => {
    tried += 1;
    return route.abort();
  });
  await team.locator("input[type=file]").setInputFiles([pdf()]);
  await sendMessage(team, s.inbox.answerLabel, "See the letter");
  await expect.poll(() => tried).toBeGreaterThan(0);
  await change(app, (sql) => sql`delete from support_attachments where message_id is null`);
  // By its words: others may wait for longer than a page shows.
  await team.goto(`${INBOX}?search=${encodeURIComponent("Team's file")}`);
  await context.unroute(/support\.inbox\.answer/);
  await expect(team.locator("[data-sonner-toast]", { hasText: s.thread.refused })).toBeVisible();
  const row = team.getByRole("main").getByRole("link", { name: "Team's file" });
  await expect(row).toContainText(s.thread.notSent);
  // In a queue that does not show the conversation the answer stands by itself.
  await team.goto(`${INBOX}?queue=snoozed`);
  await team.getByRole("link", { name: "See the letter" }).click();
  await team.getByRole("tab", { name: s.inbox.note }).click();
  await bubble(team, "See the letter").getByRole("button", { name: s.thread.takeBack }).click();
  await expect(team.getByRole("textbox", { name: s.inbox.answerLabel })).toHaveValue("See the letter");
  await team.getByRole("button", { name: s.composer.send, exact: true }).click();
  await expect.poll(() => contents(app, account, uid)).toEqual(["Help", "See the letter + letter.pdf"]);
  await context.close();
});

test("whoever solves a conversation with an answer that is refused reads what the server says of it", async ({ app, account, browser }) => {
  const agent = await accountWith(app, "admin");
  const uid = await begun(app.url, account, "Refused and solved", "Help");
  const context = await browserOf(browser, app, agent, "en");
  const team = await context.newPage();
  await team.goto(`${INBOX}?conversation=${uid}`);
  await expect(log(team).getByText("Help")).toBeVisible();
  // The answer is on its way until the file that belongs to it has gone.
  const letGo = await holdCalls(context, /support\.inbox\.answer/);
  const asked = context.waitForEvent("request", (request) => request.url().includes("support.inbox.answer"));
  await team.locator("input[type=file]").setInputFiles([pdf()]);
  await sendMessage(team, s.inbox.answerLabel, "See the letter");
  await asked;
  await team.getByRole("button", { name: s.inbox.resolve }).click();
  await change(app, (sql) => sql`delete from support_attachments where message_id is null`);
  letGo();
  await expect(team.locator("[data-sonner-toast]", { hasText: t.errors.attachmentGone })).toBeVisible();
  await expect(bubble(team, "See the letter").getByRole("alert")).toHaveText(t.errors.attachmentGone);
  await expect(team.getByText(t.common.offline)).toHaveCount(0);
  await expect(team.getByRole("button", { name: s.inbox.resolve })).toBeEnabled();
  await context.close();
});

test("another account in the same browser neither sees nor sends what waits; its author's comes later", async ({
  page,
  app,
  account,
  context,
}) => {
  const uid = await begun(app.url, account, "Two people", "First");
  const other = await newAccount(app.url);
  await page.goto(`${SUPPORT}?conversation=${uid}`);
  await expect(log(page).getByText("First")).toBeVisible();
  await context.route(SEND, (route) => route.abort());
  await page.locator("input[type=file]").setInputFiles([pdf()]);
  await sendMessage(page, s.composer.label, "Mine alone");
  await page.getByRole("textbox", { name: s.composer.label }).fill("A draft");
  await expect(bubble(page, "Mine alone").getByText(s.thread.onItsWay)).toBeVisible();
  await logOut(page, t);
  await context.unroute(SEND);

  await logIn(page, other, t);
  await expect(page).toHaveURL(/\/dashboard/);
  const sent: string[] = [];
  context.on(
    "request",
    (request) => void (/support\.(chat\.(send|begin)|inbox\.answer)|storage\/ingest/.test(request.url()) && sent.push(request.url())),
  );
  await page.goto(SUPPORT);
  await expect(page.getByText(s.emptyTitle)).toBeVisible();
  await page.goto(`${SUPPORT}?conversation=${uid}`);
  await expect(page.getByText(s.gone)).toBeVisible();
  await expect(page.getByText("Mine alone")).toHaveCount(0);
  const own = await begun(app.url, other, "Somebody else", "Hello");
  await page.goto(`${SUPPORT}?conversation=${own}`);
  await sendMessage(page, s.composer.label, "By the other");
  await expect.poll(() => contents(app, other, own)).toEqual(["Hello", "By the other"]);
  // Longer than the sender waits between two tries.
  await page.waitForTimeout(4_000);
  expect(sent).toHaveLength(1);
  // The logout has ended the author's first session.
  const author = await logInElsewhere(app.url, account);
  expect(await contents(app, author, uid)).toEqual(["First"]);
  await logOut(page, t);

  await logIn(page, account, t);
  await expect.poll(() => contents(app, author, uid)).toEqual(["First", "Mine alone + letter.pdf"]);
});

test("a browser that keeps nothing sends at once, and keeps the words in the field where that fails", async ({
  page,
  app,
  account,
  context,
}) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("no room", "QuotaExceededError");
    };
  });
  const uid = await begun(app.url, account, "No room", "First");
  await page.goto(`${SUPPORT}?conversation=${uid}`);
  await expect(log(page).getByText("First")).toBeVisible();
  const field = page.getByRole("textbox", { name: s.composer.label });
  await page.locator("input[type=file]").setInputFiles([await png()]);
  await sendMessage(page, s.composer.label, "At once");
  await expect(log(page).getByText("At once")).toBeVisible();
  await expect(field).toHaveValue("");
  await context.setOffline(true);
  await sendMessage(page, s.composer.label, "Not at once");
  await expect(page.getByRole("alert").getByText(s.composer.notKept).or(page.getByText(s.composer.notKept))).toBeVisible();
  await expect(field).toHaveValue("Not at once");
  await context.setOffline(false);

  // The answer is lost: sent again, it is the same message.
  const sends = await loseFirstAnswer(context, SEND);
  await page.getByRole("button", { name: s.composer.send, exact: true }).click();
  await expect.poll(sends).toBe(1);
  await expect(page.getByText(s.composer.notKept)).toBeVisible();
  await expect(field).toHaveValue("Not at once");
  await page.getByRole("button", { name: s.composer.send, exact: true }).click();
  await expect(field).toHaveValue("");
  await expect(log(page).getByText("Not at once")).toHaveCount(1);
  expect(await contents(app, account, uid)).toEqual(["First", "At once + screen.png", "Not at once"]);

  // The same for what begins a conversation.
  const begins = await loseFirstAnswer(context, BEGIN);
  await page.goto(`${SUPPORT}?new=1`);
  await page.getByLabel(s.new.subject).fill("Begun without room");
  await page.getByLabel(s.new.message, { exact: true }).fill("Once");
  await page.getByRole("button", { name: s.new.send }).click();
  await expect(page.getByText(s.composer.notKept)).toBeVisible();
  await expect(page.getByLabel(s.new.message, { exact: true })).toHaveValue("Once");
  await page.getByRole("button", { name: s.new.send }).click();
  await expect(page.getByRole("heading", { name: "Begun without room" })).toBeVisible();
  await expect(log(page).getByText("Once")).toBeVisible();
  expect(begins()).toBe(2);
  expect((await callApi(app.url, account.token, `${CONTACT_API}/get`)).data).toHaveLength(2);
  await page.goto(`${SUPPORT}?conversation=${uid}`);
  await expect(log(page).getByText("First")).toBeVisible();
  await field.fill("Too late");
  await expect(field).toHaveValue("Too late");
  await close(app, uid);
  await page.keyboard.press("Enter");
  // The field goes with the conversation; its words go along into a new one.
  await page.getByRole("link", { name: s.beginAnew }).click();
  await expect(page.getByLabel(s.new.subject)).toHaveValue("No room");
  await expect(page.getByLabel(s.new.message, { exact: true })).toHaveValue("Too late");
  await page.getByRole("button", { name: s.new.send }).click();
  await expect(log(page).getByText("Too late")).toBeVisible();
});

test("two tabs show and send one message once; where the sending tab is closed in the middle, the other one goes on", async ({
  app,
  account,
  context,
}) => {
  const agent = await accountWith(app, "admin");
  const uid = await begun(app.url, account, "Two tabs", "First");
  const [one, two] = [await context.newPage(), await context.newPage()];
  let sends = 0;
  context.on("request", (request) => {
    if (SEND.test(request.url())) sends += 1;
  });
  for (const page of [one, two]) {
    await page.goto(`${SUPPORT}?conversation=${uid}`);
    await expect(log(page).getByText("First")).toBeVisible();
  }
  await sendMessage(one, s.composer.label, "From one");
  await expect(log(two).getByText("From one")).toBeVisible();
  await expect.poll(() => contents(app, account, uid)).toEqual(["First", "From one"]);
  await context.setOffline(true);
  await sendMessage(one, s.composer.label, "Offline one");
  await expect(bubble(two, "Offline one").getByText(s.thread.onItsWay)).toBeVisible();
  await sendMessage(two, s.composer.label, "Offline two");
  await expect(bubble(one, "Offline two").getByText(s.thread.onItsWay)).toBeVisible();
  // Both tabs try, again and again, until there is a network.
  await one.waitForTimeout(3_000);
  const before = sends;
  await context.setOffline(false);
  const all = ["First", "From one", "Offline one", "Offline two"];
  await expect.poll(() => contents(app, account, uid), { timeout: 40_000 }).toEqual(all);
  for (const page of [one, two]) {
    await expect(log(page).getByText(s.thread.onItsWay)).toHaveCount(0);
    await expect(log(page).locator("p[dir=auto]")).toHaveText(all);
  }
  await answered(app.url, agent, uid, "Heard");
  for (const page of [one, two]) await expect(log(page).getByText("Heard")).toBeVisible();
  // Each of the two went out by one tab alone.
  expect(sends - before).toBe(2);

  // The first tab hangs in the middle of a message, then of a file, and is closed.
  for (const [what, text] of [
    [SEND, "In the middle"],
    [UPLOAD, "In the middle of a file"],
  ] as const) {
    const sender = await context.newPage();
    await sender.goto(`${SUPPORT}?conversation=${uid}`);
    await expect(log(sender).getByText("Heard")).toBeVisible();
    let hangs = false;
    await sender.route(what, () => {
      hangs = true;
    });
    await sender.locator("input[type=file]").setInputFiles([pdf()]);
    await sendMessage(sender, s.composer.label, text);
    await expect.poll(() => hangs).toBe(true);
    await expect(bubble(two, text).getByText(s.thread.onItsWay)).toBeVisible();
    await two.waitForTimeout(2_000);
    expect((await contents(app, account, uid)).join()).not.toContain(`${text} + letter.pdf`);
    await sender.close();
    await expect(bubble(two, text).getByRole("link", { name: s.files.open.replace("{name}", "letter.pdf") })).toBeVisible({
      timeout: 20_000,
    });
  }
  expect((await contents(app, account, uid)).slice(5)).toEqual(["In the middle + letter.pdf", "In the middle of a file + letter.pdf"]);
});

test("what is written without a network goes in its order, also where the clock is set back between two messages", async ({
  page,
  app,
  account,
  context,
}) => {
  const uid = await begun(app.url, account, "Another time zone", "First");
  await page.goto(`${SUPPORT}?conversation=${uid}`);
  await expect(log(page).getByText("First")).toBeVisible();
  await context.setOffline(true);
  const texts = ["Before the clock", "After it", "And then"];
  for (const text of texts) {
    await sendMessage(page, s.composer.label, text);
    await expect(bubble(page, text).getByText(s.thread.onItsWay)).toBeVisible();
    await page.evaluate(() => {
      const now = Date.now;
      Date.now = () => now() - 3_600_000;
    });
  }
  const shown = async () =>
    (await log(page).getByRole("listitem").allTextContents()).flatMap((line) => texts.filter((text) => line.includes(text)));
  await expect.poll(shown).toEqual(texts);
  await context.setOffline(false);
  for (const text of texts) await expect(bubble(page, text).getByText(s.thread.onItsWay)).toHaveCount(0);
  await page.reload();
  await expect.poll(shown).toEqual(texts);
});
