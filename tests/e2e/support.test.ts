import { readFileSync } from "node:fs";
import path from "node:path";
import { picture } from "#tests/factories/pictures";
import { callApi } from "./actions";
import { startApp } from "./app";
import { failQuery, holdCalls } from "./calls";
import { databaseOf } from "./database";
import { accountWith } from "./editing-actions";
import { expect, newAccount, overflows, speakLanguage, test } from "./fixtures";
import { LANGUAGES, TEXTS } from "./languages";
import { linkFromMail } from "./mails";
import { answered, begun, browserOf, CONTACT_API, INBOX, INBOX_API, SUPPORT, said, sendMessage } from "./support-actions";

for (const [locale, t] of LANGUAGES) {
  const s = t.support;

  test(`somebody and support write to one another, live, in ${locale}`, async ({
    page,
    app,
    account: _account,
    context,
    browser,
    look,
  }) => {
    await speakLanguage(context, app.url, locale);
    const agent = await accountWith(app, "admin");
    const team = await (await browserOf(browser, app, agent, locale)).newPage();
    const subject = `Microphone ${locale} ${Date.now()}`;
    // Those who wait longest stand first: a page of other tests' conversations may be full of them.
    await team.goto(`${INBOX}?search=${encodeURIComponent(subject)}`);
    await expect(team.getByText(s.inbox.emptySearch)).toBeVisible();

    // A question that comes along, with a picture.
    await page.goto(`${SUPPORT}?ask=${encodeURIComponent(subject)}`);
    await expect(page.getByLabel(s.new.subject)).toHaveValue(subject);
    await page.getByLabel(s.new.message, { exact: true }).fill("It stays silent. See https://example.com/help <b>now</b>");
    await page.locator("input[type=file]").setInputFiles([
      { name: "screen.png", mimeType: "image/png", buffer: await picture("png") },
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") },
    ]);
    await expect(page.getByText(s.files.kind)).toBeVisible();
    await page.getByRole("button", { name: s.new.send }).click();
    await expect(page.getByRole("heading", { name: subject })).toBeVisible();
    const log = page.getByRole("log");
    await expect(
      log.getByText(s.thread.marks.sent, { exact: true }).or(log.getByText(s.thread.marks.delivered, { exact: true })),
    ).toBeVisible();

    // It stands in the inbox by itself; nothing in it is more than text.
    await expect(team.getByRole("link", { name: subject })).toBeVisible();
    await expect(log.getByText(s.thread.marks.delivered, { exact: true })).toBeVisible();
    await team.getByRole("link", { name: subject }).click();
    await expect(team.getByRole("log").getByText("<b>now</b>")).toBeVisible();
    await expect(team.getByRole("log").getByRole("link", { name: "https://example.com/help" })).toHaveAttribute("rel", /noopener/);
    await expect(team.getByRole("log").locator("a[href] img")).toBeVisible();
    await expect(log.getByText(s.thread.marks.read, { exact: true })).toBeVisible();

    await team.keyboard.press("a");
    await expect(team.getByLabel(s.inbox.assignee)).toHaveValue(/.+/);
    await team.keyboard.press("n");
    await sendMessage(team, s.inbox.noteLabel, "Looks like the old driver again.");
    await expect(team.getByText(s.inbox.noteMark)).toBeVisible();
    await team.getByRole("tab", { name: s.inbox.answer }).click();
    // A ready answer comes with its words filled in, and what is made of it is not lost by a look at the notes.
    await team.getByRole("button", { name: s.inbox.canned }).click();
    await team.getByRole("menuitem").first().click();
    const answer = team.getByRole("textbox", { name: s.inbox.answerLabel });
    await expect(answer).toHaveValue(new RegExp(subject));
    await answer.fill("My own words");
    await team.getByRole("tab", { name: s.inbox.note }).click();
    await team.getByRole("tab", { name: s.inbox.answer }).click();
    await expect(answer).toHaveValue("My own words");
    await answer.fill("");
    await answer.pressSequentially("Do");
    await expect(log.getByText(s.thread.typing)).toBeVisible();
    await sendMessage(team, s.inbox.answerLabel, "Does another microphone work?");
    await expect(log.getByText("Does another microphone work?")).toBeVisible();
    await expect(log.getByText("Looks like the old driver again.")).toHaveCount(0);
    await look(`support-conversation-${locale}`);
    await team.setViewportSize({ width: 1440, height: 900 });

    await sendMessage(page, s.composer.label, "Yes, it does!");
    await expect(team.getByRole("log").getByText("Yes, it does!")).toBeVisible();
    await team.getByRole("button", { name: s.inbox.resolve }).click();
    await expect(log.getByText(s.thread.turns.resolved.support)).toBeVisible();
    // By the keyboard: what takes itself away hands the focus on.
    await page.getByRole("button", { name: s.satisfaction.good }).press("Enter");
    await expect(page.getByLabel(s.satisfaction.comment.good)).toBeFocused();
    await page.keyboard.type("Quick");
    await page.getByRole("button", { name: s.satisfaction.send }).press("Enter");
    await expect(log.getByText(s.satisfaction.question)).toHaveCount(0);
    await expect(log).toBeFocused();
    await sendMessage(page, s.composer.label, "One more thing");
    await expect(log.getByText(s.thread.turns.reopened.user)).toBeVisible();
    await expect(team.getByRole("log").getByText("One more thing")).toBeVisible();

    // What the device says of itself is shown first, and seen by nobody before.
    await page.getByRole("button", { name: s.device.share }).click();
    await expect(page.getByRole("heading", { name: s.device.title })).toBeVisible();
    await look(`support-device-${locale}`);
    await page.getByRole("button", { name: s.device.confirm }).click();
    await expect(page.getByRole("button", { name: s.device.takeBack })).toBeVisible();
    await team.getByRole("button", { name: s.inbox.details }).click();
    const details = team.getByRole("dialog");
    await expect(details.getByText(s.inbox.uploadsNone)).toBeVisible();
    await expect(details.getByText(/Chrom/)).toBeVisible();
    await team.context().close();
  });

  test(`a guest writes, confirms the address by the mailed link, and reads the answer, in ${locale}`, async ({
    page,
    app,
    context,
    look,
  }) => {
    await speakLanguage(context, app.url, locale);
    await page.goto("/contact?ask=Prices");
    // Read from the address when the page listens: what stands below it moves.
    await expect(page.getByRole("main").getByText("Prices")).toBeVisible();
    await page.getByRole("button", { name: s.contact.send }).click();
    await expect(page.getByText(t.validation.required).first()).toBeVisible();
    await look(`contact-${locale}`);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => overflows(page)).toBe(false);
    // Nothing in it says where a line may end.
    const email = `guest${locale}${Date.now()}delafontaineduvieuxport@example.com`;
    await page.getByLabel(s.contact.name).fill("Amal");
    await page.getByLabel(s.contact.email).fill(email);
    await page.getByLabel(s.contact.message, { exact: true }).fill("What does it cost?");
    await page.getByRole("button", { name: s.contact.send }).click();
    const told = page.getByRole("region", { name: s.contact.sentTitle, exact: true });
    await expect(told).toBeFocused();
    await expect(told).toBeInViewport();
    expect(await overflows(page)).toBe(false);
    await told.getByRole("button", { name: s.contact.another }).press("Enter");
    await expect(page.getByLabel(s.contact.message, { exact: true })).toBeFocused();

    await page.goto(await linkFromMail(app, email, t.mails.contact_received.subject));
    await expect(page.getByRole("log").getByText("What does it cost?")).toBeVisible();
    const agent = await accountWith(app, "admin");
    const sql = await databaseOf(app);
    const [row] = await sql`select id from support_conversations where guest_email = ${email}`;
    await sql.end();
    await answered(app.url, agent, row?.id, "Nothing, to begin with.");
    await page.reload();
    await expect(page.getByText("Nothing, to begin with.")).toBeVisible();
    await sendMessage(page, s.composer.label, "Thank you");
    await expect(page.getByText("Thank you")).toBeVisible();
    await expect.poll(() => overflows(page)).toBe(false);
    await look(`contact-conversation-${locale}`);
  });
}

const { support: s } = TEXTS.en;

test("a guest's long conversation has no hole, however much comes", async ({ page, app }) => {
  const email = `guest-long-${Date.now()}@example.com`;
  await callApi(app.url, "", "/api/user/web/contact/us/save", { name: "Amal", email, message: "Line 1." });
  const sql = await databaseOf(app);
  const [talk] = await sql`select id from support_conversations where guest_email = ${email}`;
  const come = async (from: number, to: number) => {
    await sql`insert into support_messages (id, conversation_id, seq, side, text, search)
      select gen_random_uuid(), ${talk?.id}, n, 'support', 'Line ' || n || '.', ''::tsvector from generate_series(${from}::int, ${to}::int) n`;
    await sql`update support_conversations set last_seq = ${to} where id = ${talk?.id}`;
  };
  await come(2, 40);
  await page.goto(await linkFromMail(app, email, TEXTS.en.mails.contact_received.subject));
  const log = page.getByRole("log");
  const lines = async () => (await log.getByText(/^Line \d+\.$/).allTextContents()).map((text) => Number(text.match(/\d+/)?.[0]));
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const older = log.getByRole("button", { name: s.thread.older });
  await expect(log.getByText("Line 40.", { exact: true })).toBeVisible();
  expect(await lines()).toEqual(range(11, 40));
  await older.click();
  await expect.poll(lines).toEqual(range(1, 40));
  await expect(older).toHaveCount(0);
  await come(41, 55);
  await sendMessage(page, s.composer.label, "Line 56.");
  await expect.poll(lines).toEqual(range(1, 56));
  // More than a page, while nobody looked: it goes on from there, and what came before is a press away.
  await come(57, 100);
  await sendMessage(page, s.composer.label, "Line 101.");
  await expect.poll(lines).toEqual(range(72, 101));
  await older.click();
  await expect.poll(lines).toEqual(range(42, 101));
  await sql.end();
});

test("what is written without a network goes out once, in its order, also from another page", async ({ page, app, account, context }) => {
  const uid = await begun(app.url, account, "Offline", "First");
  await page.goto(`${SUPPORT}?conversation=${uid}`);
  await expect(page.getByRole("log").getByText("First")).toBeVisible();
  await context.setOffline(true);
  for (const text of ["Second", "Third", "Fourth"]) {
    await sendMessage(page, s.composer.label, text);
    await expect(page.getByRole("log").getByText(text)).toBeVisible();
  }
  await expect(page.getByText(s.thread.onItsWay).first()).toBeVisible();
  await page.getByRole("textbox", { name: s.composer.label }).fill("A draft");
  await page.close();

  // The first answer of the server is lost on its way: the message is sent again, and stands there once.
  let lost = 0;
  await context.route(/support\.chat\.send/, async (route) => {
    await route.fetch();
    lost += 1;
    if (lost === 1) await route.abort();
    else await route.continue();
  });
  await context.setOffline(false);
  const later = await context.newPage();
  await later.goto("/dashboard");
  await expect
    .poll(async () => (await said(app.url, account, uid)).map(({ text }) => text))
    .toEqual(["First", "Second", "Third", "Fourth"]);
  expect(lost).toBeGreaterThan(1);
  await later.goto(`${SUPPORT}?conversation=${uid}`);
  await expect(later.getByRole("textbox", { name: s.composer.label })).toHaveValue("A draft");
  await expect(later.getByText(s.thread.onItsWay)).toHaveCount(0);
});

test("two browsers at two processes: in order, once, through a killed process and a lost connection", async ({
  page,
  app,
  account,
  browser,
}) => {
  const agent = await accountWith(app, "admin");
  const sql = await databaseOf(app);
  const { host, port, pass } = sql.options;
  const { secret } = JSON.parse(readFileSync(path.join(app.dataDir, "secrets.json"), "utf8"));
  const DATABASE_URL = `postgres://parley:${pass}@${host[0]}:${port[0]}/parley`;
  // As beside the demo logins of the first: the team needs no second factor.
  const other = await startApp({ DATABASE_URL, SECRET: secret, JOBS: "off", ADMIN_SECOND_FACTOR: "off" });
  try {
    const uid = await begun(app.url, account, "Two processes", "1");
    await page.goto(`${SUPPORT}?conversation=${uid}`);
    const context = await browserOf(browser, other, agent, "en");
    const team = await context.newPage();
    await team.goto(`${INBOX}?conversation=${uid}`);
    const seen = (of: typeof page) => of.getByRole("log").locator("p[dir=auto]").allInnerTexts();
    await expect(team.getByRole("log").getByText("1", { exact: true })).toBeVisible();
    await sendMessage(team, s.inbox.answerLabel, "2");
    await expect(page.getByRole("log").getByText("2", { exact: true })).toBeVisible();
    await sendMessage(page, s.composer.label, "3");
    await expect(team.getByRole("log").getByText("3", { exact: true })).toBeVisible();

    // One process is gone as by a power cut; both sides go on writing.
    await other.kill();
    await sendMessage(page, s.composer.label, "4");
    await sendMessage(team, s.inbox.answerLabel, "5");
    await expect(team.getByText(s.thread.onItsWay)).toBeVisible();
    await other.restart();
    await expect(page.getByRole("log").getByText("5", { exact: true })).toBeVisible({ timeout: 70_000 });
    await expect.poll(() => seen(team)).toEqual(["1", "2", "3", "4", "5"]);
    expect(await seen(page)).toEqual(["1", "2", "3", "4", "5"]);

    // The database throws out everybody who listens; what is said meanwhile comes after.
    // Their last word is that they listen, or, every few seconds, that they ask whether it is still there (server/db/listener.ts).
    const ended = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and (query ilike 'listen%' or query = 'select 1')`;
    expect(ended.length).toBeGreaterThan(0);
    await sendMessage(page, s.composer.label, "6");
    await expect.poll(() => seen(team)).toEqual(["1", "2", "3", "4", "5", "6"]);
    expect((await said(app.url, account, uid)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
    await context.close();
  } finally {
    await sql.end();
    await other.stop();
  }
});

test("the keyboard alone: begin, answer, and the inbox's keys", async ({ page, app, account, browser }) => {
  const agent = await accountWith(app, "admin");
  const uid = await begun(app.url, account, "Keys alone", "Hello");
  const other = await newAccount(app.url);
  await begun(app.url, other, "Keys beside", "Me too");
  const team = await (await browserOf(browser, app, agent, "en")).newPage();
  await team.goto(INBOX);
  await expect(team.getByRole("searchbox")).toBeVisible();
  await team.keyboard.press("?");
  await expect(team.getByRole("heading", { name: s.inbox.shortcuts.title })).toBeVisible();
  await team.keyboard.press("Escape");
  await team.keyboard.press("/");
  await expect(team.getByRole("searchbox")).toBeFocused();
  // Others may wait for longer, and fill the first page.
  await team.keyboard.type("keys");
  await team.keyboard.press("Enter");
  for (const subject of ["Keys alone", "Keys beside"]) await expect(team.getByText(subject, { exact: true })).toBeVisible();
  await team.keyboard.type(" alone");
  await team.keyboard.press("Enter");
  await expect(team.getByText("Keys beside", { exact: true })).toHaveCount(0);
  await expect(team.getByText("Keys alone", { exact: true })).toBeVisible();
  await team.getByRole("searchbox").blur();
  await team.keyboard.press("j");
  await expect(team).toHaveURL(new RegExp(uid));
  await expect(team.getByRole("log").getByText("Hello")).toBeVisible();
  await team.keyboard.press("r");
  await expect(team.getByRole("textbox", { name: s.inbox.answerLabel })).toBeFocused();
  await team.keyboard.type("e is a letter here");
  await team.keyboard.press("Enter");
  await expect(team.getByRole("log").getByText("e is a letter here")).toBeVisible();
  await team.getByRole("textbox", { name: s.inbox.answerLabel }).blur();
  await team.keyboard.press("e");
  await expect(team.getByText(s.thread.turns.resolved.support)).toBeVisible();
  // By a slip: it is taken back by a key as well.
  await expect(team.getByRole("button", { name: s.inbox.reopen })).toBeVisible();
  await team.keyboard.press("o");
  await expect(team.getByText(s.thread.turns.reopened.support)).toBeVisible();
  // And by the button, which keeps the focus.
  await team.getByRole("button", { name: s.inbox.resolve }).press("Enter");
  await expect(team.getByText(s.thread.turns.resolved.support)).toHaveCount(2);
  await expect(team.getByRole("button", { name: s.inbox.reopen })).toBeFocused();
  await team.keyboard.press("Enter");
  await expect(team.getByText(s.thread.turns.reopened.support)).toHaveCount(2);
  await team.getByRole("button", { name: s.inbox.resolve }).blur();
  await team.keyboard.press("e");
  await expect(team.getByText(s.thread.turns.resolved.support)).toHaveCount(3);
  await page.goto(SUPPORT);
  await expect(page.getByText(s.states.user.resolved, { exact: true })).toBeVisible();
  await team.context().close();
});

test("an answer leaves waiting what was asked meanwhile and has not come to its author's screen", async ({ app, account, browser }) => {
  const agent = await accountWith(app, "admin");
  const uid = await begun(app.url, account, "Overtaken", "First");
  const team = await (await browserOf(browser, app, agent, "en")).newPage();
  await team.goto(`${INBOX}?conversation=${uid}`);
  const log = team.getByRole("log");
  await expect(log.getByText("First")).toBeVisible();
  const load = await failQuery(team, "support.inbox.history");
  await callApi(app.url, account.token, `${CONTACT_API}/detail/send/message`, { conversationId: uid, message: "Second" });
  // The answer to this knows of the second one; what it says stands nowhere yet.
  await team.getByRole("button", { name: s.inbox.assignToMe }).click();
  await expect(team.getByRole("button", { name: s.inbox.assignToMe })).toHaveCount(0);
  await expect(log.getByText("Second")).toHaveCount(0);
  await sendMessage(team, s.inbox.answerLabel, "To the first");
  await expect.poll(async () => (await said(app.url, account, uid)).map(({ text }) => text)).toEqual(["First", "Second", "To the first"]);
  const { data } = await callApi(app.url, agent.token, `${INBOX_API}/conversation/view`, { conversationId: uid });
  expect(data).toMatchObject({ state: "open", waitingSince: expect.any(String), unread: 1 });
  load();
  await expect(log.getByText("Second")).toBeVisible();
  await team.context().close();
});

test("a key that is held for long does its act once", async ({ app, account, browser }) => {
  const agent = await accountWith(app, "admin");
  const uid = await begun(app.url, account, "Held for long", "Hello");
  const team = await (await browserOf(browser, app, agent, "en")).newPage();
  await team.goto(`${INBOX}?conversation=${uid}`);
  await expect(team.getByRole("log").getByText("Hello")).toBeVisible();
  let asked = 0;
  team.on("request", (request) => {
    if (request.url().includes("support.inbox.assign")) asked += 1;
  });
  const letGo = await holdCalls(team, /support\.inbox\.assign/);
  // Each time without letting go of it: the browser says that it is held.
  for (let times = 0; times < 3; times++) await team.keyboard.down("a");
  await team.keyboard.up("a");
  letGo();
  await expect(team.getByRole("button", { name: s.inbox.assignToMe })).toHaveCount(0);
  expect(asked).toBe(1);
  await team.context().close();
});

test("a queue that is chosen ends the search in its field, too", async ({ app, browser }) => {
  const team = await (await browserOf(browser, app, await accountWith(app, "admin"), "en")).newPage();
  await team.goto(`${INBOX}?search=Held`);
  const search = team.getByRole("searchbox");
  await expect(search).toHaveValue("Held");
  await team.getByRole("link", { name: s.inbox.queues.mine }).click();
  await expect(team).toHaveURL(/queue=mine/);
  await expect(search).toHaveValue("");
  await team.goBack();
  await expect(search).toHaveValue("Held");
  await team.context().close();
});

test("what is said of how it went outlives a reload, until it is sent", async ({ page, app, account }) => {
  const agent = await accountWith(app, "admin");
  const uid = await begun(app.url, account, "How it went", "Hello");
  await answered(app.url, agent, uid, "Like this");
  await callApi(app.url, agent.token, `${INBOX_API}/conversation/resolve`, { conversationId: uid });
  await page.goto(`${SUPPORT}?conversation=${uid}`);
  await page.getByRole("button", { name: s.satisfaction.bad }).click();
  const words = page.getByLabel(s.satisfaction.comment.bad);
  await words.fill("It is still silent");
  await page.reload();
  await expect(words).toHaveValue("It is still silent");
  await page.getByRole("button", { name: s.satisfaction.send }).click();
  await expect(words).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("parley-draft-satisfaction")))).toEqual([]);
});

test("what is said to be solved right after an answer stays so, however long the answer takes", async ({ page, app, account, browser }) => {
  const agent = await accountWith(app, "admin");
  const uid = await begun(app.url, account, "Slow line", "Hello");
  const context = await browserOf(browser, app, agent, "en");
  const team = await context.newPage();
  await team.goto(`${INBOX}?conversation=${uid}`);
  const solved = team.getByRole("button", { name: s.inbox.resolve });
  const acts: string[] = [];
  let lost = true;
  await context.route(/support\.inbox\.(answer|resolve)/, async (route) => {
    const act = /answer|resolve/.exec(route.request().url())?.[0] ?? "";
    if (act === "answer" && lost) return route.abort();
    if (act === "answer") await new Promise((resolve) => setTimeout(resolve, 1500));
    acts.push(act);
    await route.continue();
  });

  // Where the answer does not go through, nobody is told that it is solved.
  await sendMessage(team, s.inbox.answerLabel, "Try it again");
  await solved.click();
  await expect(team.getByText(TEXTS.en.common.offline)).toBeVisible();
  expect(acts).toEqual([]);

  lost = false;
  await solved.click();
  await expect(team.getByText(s.thread.turns.resolved.support)).toBeVisible();
  await expect(solved).toHaveCount(0);
  expect(acts).toEqual(["answer", "resolve"]);
  await page.goto(SUPPORT);
  await expect(page.getByText(s.states.user.resolved, { exact: true })).toBeVisible();
  await context.close();
});
