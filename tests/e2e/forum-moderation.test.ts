import { createTranslator } from "use-intl/core";
import { localeTag } from "@/lib/locales";
import { callApi, storedAnswer } from "./actions";
import { databaseOf } from "./database";
import { accountWith } from "./editing-actions";
import { anyQuestion, expect, newAccount, overflows, signIn, speakLanguage, test } from "./fixtures";
import { aMember, aRoom, aTopic, browserOf, CARE, chooseItem, FORUMS, messageWith, reports, says, tellsOfInterview } from "./forum-actions";
import { LANGUAGES, TEXTS } from "./languages";

const named = (words: string, name: string) => words.replace("{name}", name);
const noIsolates = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, "");

for (const [locale, t] of LANGUAGES) {
  const f = t.forum;
  const say = createTranslator({ locale: localeTag(locale), messages: t as never }) as unknown as (key: string, values: object) => string;
  const told = (kind: string, values: Record<string, string>) => noIsolates(say(`notifications.kinds.${kind}.title`, values));

  test(`a message is reported, decided about, and everybody hears of it, in ${locale}`, async ({ page, app, context, browser, look }) => {
    await speakLanguage(context, app.url, locale);
    const room = await aRoom(app, `Care ${locale}`);
    const [ada, bo] = [await aMember(app, "Ada Lovelace"), await aMember(app, "Bo Chen")];
    const agent = await accountWith(app, "admin");
    const topic = await aTopic(app.url, ada, room, `Before it begins ${locale}`, "What helps you?");
    const words = `Buy my course ${locale}`;
    const said = await says(app.url, bo, topic, words);

    // Somebody reports it from the message's menu, with the keyboard's focus where it was afterwards.
    await signIn(context, ada);
    await page.goto(`${FORUMS}?topic=${topic}`);
    await messageWith(page, words)
      .getByRole("button", { name: named(f.post.menu, "Bo Chen") })
      .click();
    await chooseItem(page, f.post.report);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: f.flag.send }).click();
    await expect(dialog.getByRole("alert")).toBeVisible();
    await dialog.getByRole("radio", { name: f.flag.reasons.other }).click();
    await dialog.getByRole("button", { name: f.flag.send }).click();
    await expect(dialog.getByLabel(f.flag.note)).toHaveAttribute("aria-invalid", "true");
    await dialog.getByLabel(f.flag.note).fill("It sells something");
    await look(`forum-flag-${locale}`);
    await dialog.getByRole("button", { name: f.flag.send }).click();
    await expect(page.getByText(f.flag.thanks)).toBeVisible();

    // The team sees it, with what was said of it, and decides.
    const desk = await (await browserOf(browser, app, agent, locale)).newPage();
    await desk.goto(CARE);
    const report = messageWith(desk, words);
    await expect(report.getByText("It sells something")).toBeVisible();
    await expect(report.getByText(f.care.isTrusted, { exact: true })).toBeVisible();
    await report.getByRole("button", { name: f.care.message.uphold.now }).click();
    await desk.getByRole("dialog").getByRole("button", { name: f.care.message.uphold.now }).click();
    await expect(desk.getByRole("dialog").getByLabel(f.care.reason, { exact: true })).toHaveAttribute("aria-invalid", "true");
    await desk.getByRole("dialog").getByLabel(f.care.reason, { exact: true }).fill("No advertising, please");
    // What is reported meanwhile is read first; the reason is kept.
    await reports(app.url, await aMember(app, "Cy Reed"), said, "It is a fraud");
    await desk.getByRole("dialog").getByRole("button", { name: f.care.message.uphold.now }).click();
    await expect(desk.getByText(f.care.changed, { exact: true })).toBeVisible();
    await expect(desk.getByRole("dialog")).toHaveCount(0);
    await expect(report.getByText("It is a fraud")).toBeVisible();
    await report.getByRole("button", { name: f.care.message.uphold.now }).click();
    await expect(desk.getByRole("dialog").getByLabel(f.care.reason, { exact: true })).toHaveValue("No advertising, please");
    await desk.getByRole("dialog").getByRole("button", { name: f.care.message.uphold.now }).click();
    await expect(report).toHaveCount(0);

    // It is gone where it stood, while somebody looks; both hear why.
    await expect(page.getByText(f.post.stubs.hidden)).toBeVisible();
    await page.goto("/dashboard/notifications");
    await expect(page.getByText(told("forum_flag_outcome", { outcome: "upheld" }))).toBeVisible();
    const author = await (await browserOf(browser, app, bo, locale)).newPage();
    await author.goto("/dashboard/notifications");
    await expect(author.getByText(told("forum_hidden", {}))).toBeVisible();
    await expect(author.getByText("No advertising, please")).toBeVisible();

    // The log says what was done, by whom and why.
    await desk.goto(`${CARE}/log`);
    await desk.getByLabel(f.care.log.act, { exact: true }).selectOption("uphold");
    await expect(desk.getByText("No advertising, please").first()).toBeVisible();
    await desk.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => overflows(desk)).toBe(false);
    await Promise.all([desk.context().close(), author.context().close()]);
  });
}

const f = TEXTS.en.forum;

test("a moderator locks a topic, and keeps somebody from writing for a while", async ({ page, app, context, browser }) => {
  const room = await aRoom(app, "Locks");
  const [ada, bo] = [await aMember(app, "Ada Lovelace"), await aMember(app, "Bo Chen")];
  const topic = await aTopic(app.url, ada, room, "May this be locked?", "Let us see.");
  const rude = await says(app.url, bo, topic, "Nobody asked you");
  await callApi(app.url, ada.token, "/api/user/personalization/community/topic/message/flag", { postId: rude, reason: "harassment" });
  const reader = await (await browserOf(browser, app, bo, "en")).newPage();
  await reader.goto(`${FORUMS}?topic=${topic}`);
  await expect(reader.getByRole("textbox", { name: f.composer.label })).toBeVisible();

  await signIn(context, await accountWith(app, "admin"));
  await page.goto(`${FORUMS}?topic=${topic}`);
  await page.getByRole("button", { name: f.care.topic.menu }).click();
  await chooseItem(page, f.care.topic.do.lock);
  await page.getByRole("dialog").getByLabel(f.care.reason, { exact: true }).fill("It went in circles");
  await page.getByRole("dialog").getByRole("button", { name: f.care.topic.do.lock, exact: true }).click();
  await expect(reader.getByText(f.topic.closed.locked)).toBeVisible();

  await page.goto(CARE);
  await messageWith(page, "Nobody asked you").getByRole("button", { name: f.care.suspend.now }).click();
  await page.getByRole("dialog").getByRole("radio", { name: f.care.suspend.spans.week }).click();
  await page.getByRole("dialog").getByLabel(f.care.reason, { exact: true }).fill("Be kind");
  await page.getByRole("dialog").getByRole("button", { name: f.care.suspend.now }).click();
  await expect(messageWith(page, "Nobody asked you").getByRole("button", { name: f.care.lift.now })).toBeVisible();
  await reader.goto(`${FORUMS}?profession=${room.slug}&view=chat`);
  await expect(reader.getByText(f.composer.suspended)).toBeVisible();
  await reader.context().close();
});

test("a take is shared by consent, played by a member, and taken back", async ({ page, app, context, browser }) => {
  const room = await aRoom(app, "Takes");
  const [ada, bo] = [await aMember(app, "Ada Lovelace"), await aMember(app, "Bo Chen")];
  const topic = await aTopic(app.url, ada, room, "Have a listen", "I would like to hear what you think.");
  await context.grantPermissions(["microphone", "camera"]);
  await signIn(context, ada);
  const uid = await storedAnswer(page, app.url, ada);
  await page.goto(`${FORUMS}?topic=${topic}`);
  await page.getByRole("button", { name: f.extras.add }).click();
  await chooseItem(page, f.extras.take);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("listitem").getByRole("button").first().click();
  const add = dialog.getByRole("button", { name: f.share.add });
  await expect(add).toBeDisabled();
  await dialog.getByLabel(f.share.consent).check();
  await add.click();
  await page.getByRole("textbox", { name: f.composer.label }).fill("Here is my answer.");
  await page.getByRole("button", { name: f.composer.send }).click();
  await expect(messageWith(page, "Here is my answer.").getByRole("button", { name: f.share.revokeTake })).toBeVisible();

  const listener = await (await browserOf(browser, app, bo, "en")).newPage();
  await listener.goto(`${FORUMS}?topic=${topic}`);
  await messageWith(listener, "Here is my answer.")
    .getByRole("button", { name: f.share.play.split(" ")[0] ?? "" })
    .click();
  await expect(messageWith(listener, "Here is my answer.").locator("video, audio")).toBeVisible();

  // The answer's own page says so, and takes it back. What does not come can be asked for again.
  const asked = "**/api/trpc/*ofAnswer*";
  await page.route(asked, (route) => route.abort());
  await page.goto(`/dashboard/answers/detail?answer=${uid}`);
  const retry = page.getByRole("button", { name: TEXTS.en.common.retry });
  await expect(retry).toHaveCount(2);
  await page.unroute(asked);
  await retry.last().click();
  await expect(retry).toHaveCount(1);
  await retry.click();
  await expect(page.getByRole("heading", { name: TEXTS.en.peerReview.ask.cardTitle })).toBeVisible();
  await expect(page.getByRole("heading", { name: f.share.inCommunity })).toBeVisible();
  await page.getByRole("button", { name: f.share.revokeTake }).click();
  await expect(page.getByRole("heading", { name: f.share.inCommunity })).toHaveCount(0);
  await listener.reload();
  await expect(messageWith(listener, "Here is my answer.")).toBeVisible();
  await expect(messageWith(listener, "Here is my answer.").getByText(f.share.kinds.take)).toHaveCount(0);
  await listener.context().close();
});

test("a question from an interview gets into the bank, with thanks", async ({ page, app, context }) => {
  const room = await aRoom(app, "Asked");
  const ada = await aMember(app, "Ada Lovelace");
  const topic = await aTopic(app.url, ada, room, "What they asked me", "It was kind.");
  const proposal = await tellsOfInterview(app.url, ada, topic);
  await signIn(context, await accountWith(app, "admin"));
  await page.goto(`${CARE}/proposal?uid=${proposal}`);
  const q = f.care.proposals;
  await expect(page.getByLabel(q.question)).toHaveValue(/habits/);
  await page.getByLabel(q.guidance).fill("Names one habit\nSays what it changes");
  await page.getByLabel(q.category, { exact: true }).selectOption({ index: 1 });
  await page.getByRole("button", { name: q.adopt, exact: true }).click();
  await expect(page.getByText(q.adopted)).toBeVisible();
  const sql = await databaseOf(app);
  const [row] = await sql`select question_id from question_proposals where id = ${proposal}`;
  await sql.end();
  await signIn(context, await newAccount(app.url));
  await page.goto(`/dashboard/practice/session?question=${row?.question_id}`);
  await expect(page.getByText(/Northwind Clinic.*Ward nurse.*Ada Lovelace/)).toBeVisible();
});

test("a question that was shared with a reported message stands there for those who decide, also once it is taken back", async ({
  app,
  browser,
}) => {
  const f = TEXTS.en.forum;
  const room = await aRoom(app, "Taken back");
  const [ada, bo] = [await aMember(app, "Ada Lovelace"), await aMember(app, "Bo Chen")];
  const topic = await aTopic(app.url, ada, room, "Which one?", "Share yours.");
  const question = await anyQuestion(app.url, bo.token);
  const C = "/api/user/personalization/community";
  const share = { kind: "question", questionId: question.uid };
  const { data } = await callApi(app.url, bo.token, `${C}/topic/message/save`, { topicId: topic, message: "Mine is rude", share });
  await reports(app.url, ada, data.uid, "It is");
  await callApi(app.url, bo.token, `${C}/share/revoke`, { shareId: data.share.uid });
  const desk = await (await browserOf(browser, app, await accountWith(app, "admin"), "en")).newPage();
  await desk.goto(CARE);
  const report = messageWith(desk, "Mine is rude");
  await expect(report.getByText(question.text, { exact: true })).toBeVisible();
  await expect(report.getByText(f.share.takenBack, { exact: true })).toBeVisible();
  await desk.context().close();
});

test("another title that a moderator is typing is kept with its reason until it is given", async ({ app, browser }) => {
  const f = TEXTS.en.forum;
  const room = await aRoom(app, "Titles");
  const topic = await aTopic(app.url, await aMember(app, "Ada Lovelace"), room, "Unclear", "What do you mean?");
  const desk = await (await browserOf(browser, app, await accountWith(app, "admin"), "en")).newPage();
  const dialog = desk.getByRole("dialog");
  const title = dialog.getByLabel(f.care.topic.title, { exact: true });
  const ask = async () => {
    await desk.goto(`${FORUMS}?topic=${topic}`);
    await desk.getByRole("button", { name: f.care.topic.menu }).click();
    await chooseItem(desk, f.care.topic.do.rename);
  };
  await ask();
  await title.fill("How to begin?");
  await dialog.getByLabel(f.care.reason, { exact: true }).fill("It says more");
  await ask();
  await expect(title).toHaveValue("How to begin?");
  await dialog.getByRole("button", { name: f.care.topic.do.rename }).click();
  await expect(desk.getByRole("heading", { level: 1, name: "How to begin?" })).toBeVisible();
  // The title may come live before the answer to the moderator's own call.
  await expect(dialog).toHaveCount(0);
  const drafts = () => desk.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("parley-draft-forum-")));
  await expect.poll(drafts).toEqual([]);
  await desk.context().close();
});
