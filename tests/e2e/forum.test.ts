import { picture } from "#tests/factories/pictures";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { holdCalls, loseAnswers } from "./calls";
import { databaseOf } from "./database";
import { accountWith } from "./editing-actions";
import { expect, newAccount, overflows, signIn, speakLanguage, test } from "./fixtures";
import { aMember, aRoom, aTopic, browserOf, chooseItem, FORUMS, firstMessage, messageWith, PREVIEW, says } from "./forum-actions";
import { LANGUAGES, TEXTS } from "./languages";

for (const [locale, t] of LANGUAGES) {
  const f = t.forum;

  test(`two people live in one topic, in ${locale}`, async ({ page, app, context, browser, look }) => {
    await speakLanguage(context, app.url, locale);
    const room = await aRoom(app, `Calm ${locale}`);
    const ada = await aMember(app, "Ada Lovelace");
    const topic = await aTopic(app.url, ada, room, "How do you stay calm?", "Right before it **begins**.\n\n- one\n- two");
    const other = await (await browserOf(browser, app, ada, locale)).newPage();
    await other.goto(`${FORUMS}?topic=${topic}`);
    await expect(other.getByRole("heading", { level: 1, name: "How do you stay calm?" })).toBeVisible();

    // Somebody new finds it in the list, and answers under a name of their own.
    await signIn(context, await newAccount(app.url));
    await page.goto(`${FORUMS}?profession=${room.slug}`);
    await page.getByRole("link", { name: "How do you stay calm?" }).click();
    await expect(page.getByText("begins", { exact: true })).toHaveCSS("font-weight", "600");
    await messageWith(page, "begins").getByRole("button", { name: f.post.reply, exact: true }).click();
    await expect(page.getByText(f.post.replyTo.replace("{name}", "Ada Lovelace"))).toBeVisible();
    const field = page.getByRole("textbox", { name: f.composer.label });
    await field.fill("Breathe. Slowly.");
    await page.reload();
    // What was typed is still there, and so is what it answers.
    await expect(field).toHaveValue("Breathe. Slowly.");
    await expect(page.getByRole("button", { name: f.post.dropReply })).toBeVisible();
    await field.press("Control+Enter");
    const you = page.getByRole("dialog");
    await expect(you.getByRole("heading", { name: f.you.firstTitle })).toBeVisible();
    await expect(you.getByLabel(f.you.name, { exact: true })).toHaveValue("Amal O.");
    await look(`forum-you-${locale}`);
    await you.getByLabel(f.you.handle, { exact: true }).fill(ada.handle);
    await you.getByRole("button", { name: f.you.saveAndSend }).click();
    await expect(you.getByLabel(f.you.handle, { exact: true })).toHaveAttribute("aria-invalid", "true");
    const handle = `calm-${locale}-${Date.now()}`;
    await you.getByLabel(f.you.handle, { exact: true }).fill(handle);
    await you.getByRole("button", { name: f.you.saveAndSend }).click();
    const answer = messageWith(page, "Breathe. Slowly.");
    await expect(answer).toBeVisible();
    await expect(field).toHaveValue("");

    // The other one sees it by themselves, with what it answers, and says something back without words.
    const seen = messageWith(other, "Breathe. Slowly.");
    await expect(seen.getByText("Amal O.")).toBeVisible();
    await expect(seen.getByRole("button", { name: f.post.toQuoted.replace("{name}", "Ada Lovelace") })).toBeVisible();
    await seen.getByRole("button", { name: f.reactions.add }).click();
    await other.getByRole("menuitemcheckbox", { name: f.reactions.names.thanks }).click();
    await expect(answer.getByTitle(new RegExp(f.reactions.names.thanks))).toBeVisible();

    // Changed words come along, and the earlier ones can be read by whoever wrote them.
    await answer.getByRole("button", { name: menuOf(f, "Amal O.") }).click();
    await chooseItem(page, f.post.edit);
    const edited = page.getByRole("textbox", { name: f.post.editLabel });
    await expect(edited).toBeFocused();
    await page.keyboard.type(" And smile.");
    await expect(edited).toHaveValue("Breathe. Slowly. And smile.");
    await page.getByRole("button", { name: f.post.save, exact: true }).click();
    await expect(messageWith(page, "And smile.").getByRole("button", { name: menuOf(f, "Amal O.") })).toBeFocused();
    await expect(messageWith(other, "And smile.")).toBeVisible();
    await expect(messageWith(other, "And smile.").getByText(f.post.edited, { exact: true })).toBeVisible();
    await expect(messageWith(other, "And smile.").getByRole("button", { name: f.post.edited })).toHaveCount(0);
    await messageWith(page, "And smile.").getByRole("button", { name: f.post.edited }).click();
    await expect(page.getByRole("dialog").getByText("Breathe. Slowly.", { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    // What is changed once more is what stands there by now.
    await messageWith(page, "And smile.")
      .getByRole("button", { name: menuOf(f, "Amal O.") })
      .click();
    await chooseItem(page, f.post.edit);
    await expect(edited).toHaveValue("Breathe. Slowly. And smile.");
    await page.getByRole("button", { name: t.common.cancel }).click();

    // Somebody is named by the keyboard alone.
    const theirs = other.getByRole("textbox", { name: f.composer.label });
    await theirs.pressSequentially(`Thank you, @calm-${locale}`);
    await expect(other.getByRole("option").first()).toBeVisible();
    await theirs.press("ArrowDown");
    await theirs.press("ArrowUp");
    await theirs.press("Enter");
    await expect(theirs).toHaveValue(`Thank you, @${handle} `);
    await theirs.press("Control+Enter");
    await expect(
      messageWith(page, "Thank you, @")
        .locator("bdi", { hasText: `@${handle}` })
        .last(),
    ).toBeVisible();

    // The author marks what helped.
    await messageWith(other, "And smile.")
      .getByRole("button", { name: menuOf(f, "Amal O.") })
      .click();
    await chooseItem(other, f.post.markAnswer);
    await expect(page.getByText(f.topic.solved)).toBeVisible();
    await expect(answer.or(messageWith(page, "And smile.")).getByText(f.post.isAnswer, { exact: true })).toBeVisible();
    await look(`forum-topic-${locale}`);

    // A message that is taken back leaves its place.
    await messageWith(page, "And smile.")
      .getByRole("button", { name: menuOf(f, "Amal O.") })
      .click();
    await chooseItem(page, f.post.delete);
    await page.getByRole("dialog").getByRole("button", { name: f.delete.now }).click();
    await expect(other.getByText(f.post.stubs.self_deleted)).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => overflows(page)).toBe(false);
    await other.context().close();
  });

  test(`a room's chat is live, in ${locale}`, async ({ page, app, context, browser, look }) => {
    await speakLanguage(context, app.url, locale);
    const room = await aRoom(app, `Chat ${locale}`);
    const [ada, bo] = [await aMember(app, "Ada L."), await aMember(app, "Bo Chen")];
    for (let at = 1; at <= 25; at++) await says(app.url, at % 2 ? ada : bo, room.chatId, `Line number ${at} of the chat`);
    await signIn(context, ada);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${FORUMS}?profession=${room.slug}&view=chat`);
    const log = page.getByRole("log");
    await expect(log.getByText("Line number 25 of the chat")).toBeInViewport();
    await expect(log.getByText("Line number 1 of the chat", { exact: true })).toHaveCount(0);
    const other = await (await browserOf(browser, app, bo, locale)).newPage();
    await other.goto(`${FORUMS}?profession=${room.slug}&view=chat`);
    await expect(other.getByRole("log").getByText("Line number 25 of the chat")).toBeVisible();
    const theirs = other.getByRole("textbox", { name: f.composer.chatLabel });
    await theirs.pressSequentially("Hi");
    await expect(log.getByText(/Bo Chen.*…/)).toBeVisible();
    await theirs.press("Enter");
    await expect(log.getByText("Hi", { exact: true })).toBeInViewport();
    // Where there is no room beside a message, its menu says things without words.
    await messageWith(page, "Hi")
      .last()
      .getByRole("button", { name: menuOf(f, "Bo Chen") })
      .click();
    await page.getByRole("menuitemcheckbox", { name: f.reactions.names.celebrate }).click();
    await expect(messageWith(other, "Hi").last().getByTitle(new RegExp(f.reactions.names.celebrate))).toBeVisible();
    // Names are offered where they can be seen, above the field.
    const mine = page.getByRole("textbox", { name: f.composer.chatLabel });
    await mine.pressSequentially(`@${bo.handle.slice(0, 6)}`);
    const option = page.getByRole("option", { name: new RegExp(bo.handle) });
    await expect(option).toBeInViewport({ ratio: 1 });
    expect((await option.boundingBox())?.y).toBeLessThan((await mine.boundingBox())?.y ?? 0);
    await mine.fill("");
    // Who reads further up is not moved.
    await log.getByRole("button", { name: f.chat.earlier }).click();
    await log.getByText("Line number 1 of the chat", { exact: true }).scrollIntoViewIfNeeded();
    await theirs.fill("Still there?");
    await theirs.press("Enter");
    await expect(page.getByRole("button", { name: f.chat.toNewest })).toBeVisible();
    await expect(log.getByText("Line number 1 of the chat", { exact: true })).toBeInViewport();
    await page.getByRole("button", { name: f.chat.toNewest }).click();
    await expect(log.getByText("Still there?")).toBeInViewport();
    await expect.poll(() => overflows(page)).toBe(false);
    await look(`forum-chat-${locale}`);
    await other.context().close();
  });

  test(`a visitor looks around and comes back to the same topic, in ${locale}`, async ({ page, app, context, look }) => {
    await speakLanguage(context, app.url, locale);
    const room = await aRoom(app, `Visit ${locale}`);
    const ada = await aMember(app, "Ada L.");
    const topic = await aTopic(app.url, ada, room, `Visitors ${locale}`, "What do **they** see?");
    const account = await newAccount(app.url);
    await page.goto(`${PREVIEW}?profession=${room.slug}`);
    await page.getByRole("link", { name: `Visitors ${locale}` }).click();
    await expect(page.getByText("they", { exact: true })).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(0);
    await look(`forum-preview-${locale}`);
    await page.getByRole("link", { name: f.preview.readOn }).click();
    await page.getByLabel(t.auth.emailOrUsername, { exact: true }).fill(account.email);
    await page.getByLabel(t.auth.password, { exact: true }).fill(account.password);
    await page.getByRole("button", { name: t.auth.login.submit, exact: true }).click();
    await expect(page.getByRole("textbox", { name: f.composer.label })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${FORUMS}\\?topic=${topic}`));
    // Whoever is logged in has no use for the preview.
    await page.goto(PREVIEW);
    await expect(page).toHaveURL(/\/dashboard(\/forums)?$/);
  });
}

const menuOf = (f: (typeof TEXTS)["en"]["forum"], name: string) => f.post.menu.replace("{name}", name);

test("a topic is begun with a picture, and kept while it is written", async ({ page, app, context }) => {
  const f = TEXTS.en.forum;
  const room = await aRoom(app, "Pictures");
  const ada = await aMember(app, "Ada L.");
  await signIn(context, ada);
  await page.goto(`${FORUMS}?profession=${room.slug}`);
  await expect(page.getByText(f.list.empty.latest.title)).toBeVisible();
  await page.getByRole("link", { name: f.rooms.begin }).click();
  await page.getByLabel(f.new.titleLabel).fill("My whiteboard");
  const field = page.getByRole("textbox", { name: f.new.message });
  await field.fill("Look:");
  await page.locator("input[type=file]").setInputFiles([
    { name: "board.png", mimeType: "image/png", buffer: await picture("png") },
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") },
  ]);
  await expect(page.getByText(f.pictures.kind)).toBeVisible();
  await expect(field).toHaveValue(/!\[board\]\(image:[\da-f-]{36}\)/);
  await page.reload();
  await expect(page.getByLabel(f.new.titleLabel)).toHaveValue("My whiteboard");
  // A picture of before the reload waits at the server.
  await page.getByRole("button", { name: f.editor.preview }).click();
  await expect(page.getByRole("img", { name: "board" })).toBeVisible();
  // It arrives, and its answer gets lost: sent again after a reload it is the same topic.
  await loseAnswers(context, /forum\.topics\.create/);
  await page.getByRole("button", { name: f.new.send }).click();
  await expect(page.getByText(TEXTS.en.common.offline)).toBeVisible();
  await context.unroute(/forum\.topics\.create/);
  await page.reload();
  await page.getByRole("button", { name: f.new.send }).click();
  await expect(page.getByRole("heading", { level: 1, name: "My whiteboard" })).toBeVisible();
  const shown = page.getByRole("img", { name: "board" });
  await shown.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  // Gone as a whole while nobody has answered.
  await messageWith(page, "Look:")
    .getByRole("button", { name: menuOf(f, "Ada L.") })
    .click();
  await chooseItem(page, f.post.delete);
  await page.getByRole("dialog").getByRole("button", { name: f.delete.now }).click();
  await expect(page.getByText(f.list.empty.latest.title)).toBeVisible();
});

test("whoever has written for minutes and sends without a network is told so at once", async ({ page, app, context }) => {
  const f = TEXTS.en.forum;
  const ada = await aMember(app, "Ada L.");
  const topic = await aTopic(app.url, ada, await aRoom(app, "Slow thoughts"), "A slow talk", "Where it began.");
  await signIn(context, ada);
  await page.goto(`${FORUMS}?topic=${topic}`);
  const field = page.getByRole("textbox", { name: f.composer.label });
  await field.fill("It took me long to find these words.");
  // What the page knows of them is asked about anew by then.
  await page.clock.setFixedTime(Date.now() + 5 * 60_000);
  await context.setOffline(true);
  const send = page.getByRole("button", { name: f.composer.send, exact: true });
  await send.click();
  await expect(page.getByText(TEXTS.en.common.offline)).toBeVisible();
  await expect(send).not.toHaveAttribute("aria-busy");
  await expect(field).toHaveValue("It took me long to find these words.");
  await context.setOffline(false);
  await send.click();
  await expect(messageWith(page, "It took me long to find these words.")).toBeVisible();
  await expect(field).toHaveValue("");
});

test("whoever comes back to a chat asks once for what they missed, however much they have read", async ({ page, app, context }) => {
  const room = await aRoom(app, "Coming back");
  const [ada, bo] = [await aMember(app, "Ada L."), await aMember(app, "Bo Chen")];
  const ids: string[] = [];
  for (let at = 1; at <= 25; at++) ids.push(await says(app.url, at % 2 ? ada : bo, room.chatId, `Line number ${at} of the chat`));
  await signIn(context, ada);
  await page.goto(`${FORUMS}?profession=${room.slug}&view=chat`);
  const log = page.getByRole("log");
  await log.getByRole("button", { name: TEXTS.en.forum.chat.earlier }).click();
  await expect(log.getByText("Line number 1 of the chat", { exact: true })).toBeAttached();
  // Once this is there, what was asked before it has come.
  await says(app.url, bo, room.chatId, "Are you there?");
  await expect(log.getByText("Are you there?")).toBeAttached();
  const look = (state: "hidden" | "visible") =>
    page.evaluate((now) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => now });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await look("hidden");
  await callApi(app.url, bo.token, "/api/user/personalization/community/topic/message/edit", { uid: ids[23], message: "In other words" });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("forum.posts.list")) asked.push(new URL(request.url()).pathname);
  });
  await look("visible");
  await expect(log.getByText("In other words")).toBeAttached();
  expect(asked).toEqual(["/api/trpc/forum.posts.list,forum.posts.list"]);
});

test("what is new is marked, found by its link, and searched", async ({ page, app, context, browser }) => {
  const f = TEXTS.en.forum;
  const room = await aRoom(app, "Long talks");
  const [ada, bo] = [await aMember(app, "Ada L."), await aMember(app, "Bo Chen")];
  const topic = await aTopic(app.url, ada, room, "A long talk", "Where it began.");
  const ids: string[] = [];
  for (let at = 2; at <= 45; at++) {
    ids.push(await says(app.url, at % 2 ? ada : bo, topic, `Message number ${at} tells of something else`));
    // Nobody writes that fast by hand.
    if (at % 6 === 0) await calm(app);
  }
  await signIn(context, ada);
  await page.goto(`${FORUMS}?profession=${room.slug}&list=unread`);
  await page.goto(`${FORUMS}?post=${ids[28]}`);
  await expect(messageWith(page, "Message number 30 ")).toBeInViewport();
  await expect(messageWith(page, "Message number 45 ")).toHaveCount(0);
  // What comes in above does not move what is read.
  await page.getByRole("button", { name: f.topic.earlier }).scrollIntoViewIfNeeded();
  const first = messageWith(page, "Message number 20 ");
  const before = (await first.boundingBox())?.y ?? 0;
  await page.getByRole("button", { name: f.topic.earlier }).click();
  await expect(messageWith(page, "Message number 10 ")).toBeAttached();
  await expect.poll(async () => Math.abs(((await first.boundingBox())?.y ?? 0) - before)).toBeLessThan(4);

  // Read to the end; what comes then is new at the next visit.
  await page.goto(`${FORUMS}?post=${ids.at(-1)}`);
  const read = page.waitForResponse((answer) => answer.url().includes("forum.topics.read"));
  await expect(messageWith(page, "Message number 45 ")).toBeInViewport();
  await read;
  await page.goto(FORUMS);
  await calm(app);
  await says(app.url, bo, topic, "This one is new to Ada");
  await page.goto(`${FORUMS}?topic=${topic}`);
  await expect(page.getByText(f.topic.newSince)).toBeInViewport();
  await expect(messageWith(page, "This one is new to Ada")).toBeInViewport();

  // A list says that something came, and changes when it is asked to.
  const list = await (await browserOf(browser, app, ada, "en")).newPage();
  const second = await aTopic(app.url, ada, room, "Another one", "Second.");
  await list.goto(`${FORUMS}?profession=${room.slug}`);
  await expect(list.locator("main h3").first()).toContainText("Another one");
  await calm(app);
  await expect(async () => {
    await calm(app);
    await says(app.url, bo, topic, `Moved up ${Date.now()}`);
    await expect(list.getByRole("button", { name: /Something new/ })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(list.locator("main h3").first()).toContainText("Another one");
  await list.getByRole("button", { name: /Something new/ }).click();
  await expect(list.locator("main h3").first()).toContainText("A long talk");

  await list.getByRole("searchbox").fill("number 33");
  await expect(list.locator("mark").first()).toBeVisible();
  await list.getByLabel(f.search.author).fill(bo.handle);
  await list.getByLabel(f.search.author).press("Enter");
  await expect(list.getByText(f.search.nothing.replace("{search}", "number 33"))).toBeVisible();
  expect(second).toBeTruthy();
  await list.context().close();
});

test("what was said without words, and was not taken, is taken back, and what was chosen meanwhile stays", async ({
  page,
  app,
  context,
}) => {
  const f = TEXTS.en.forum;
  const room = await aRoom(app, "Sincere");
  const ada = await aMember(app, "Ada Lovelace");
  const topic = await aTopic(app.url, ada, room, "Shoes", "Black or brown?");
  await says(app.url, ada, topic, "Or none at all?");
  await signIn(context, await aMember(app, "Bo Chen"));
  await page.goto(`${FORUMS}?topic=${topic}`);
  const message = messageWith(page, "Black or brown?");
  await page.route(/forum\.posts\.react/, (route) => route.abort());
  await message.getByRole("button", { name: f.reactions.add }).click();
  await page.getByRole("menuitemcheckbox", { name: f.reactions.names.thanks }).click();
  await expect(page.locator("[data-sonner-toast]", { hasText: TEXTS.en.common.offline })).toBeVisible();
  await expect(message.getByTitle(new RegExp(f.reactions.names.thanks))).toHaveCount(0);

  // While an answer is on its way, the next one is begun.
  const letThrough = await holdCalls(page, /forum\.posts\.write/);
  const field = page.getByRole("textbox", { name: f.composer.label });
  await message.getByRole("button", { name: f.post.reply, exact: true }).click();
  await field.fill("Brown.");
  const asked = page.waitForRequest(/forum\.posts\.write/);
  await field.press("Control+Enter");
  await asked;
  await page.getByRole("button", { name: f.post.dropReply }).click();
  await messageWith(page, "Or none at all?").getByRole("button", { name: f.post.reply, exact: true }).click();
  await expect(page.getByText(f.post.replyTo.replace("{name}", "Ada Lovelace"))).toBeVisible();
  await field.pressSequentially(" Barefoot");
  letThrough();
  await expect(messageWith(page, "Brown.").first()).toBeVisible();
  await expect(field).toHaveValue("Barefoot");
  await expect(page.getByRole("button", { name: f.post.dropReply })).toBeVisible();
});

test("what begins with blanks and new lines is sent once, and leaves nothing behind", async ({ page, app, context }) => {
  const f = TEXTS.en.forum;
  const room = await aRoom(app, "Blanks");
  const ada = await aMember(app, "Ada Lovelace");
  const topic = await aTopic(app.url, ada, room, "Breathing", "In or out?");
  await signIn(context, await aMember(app, "Bo Chen"));
  await page.goto(`${FORUMS}?topic=${topic}`);
  const field = page.getByRole("textbox", { name: f.composer.label });
  await field.fill("\n\n  Out, slowly.");
  await field.press("Control+Enter");
  await expect(messageWith(page, "Out, slowly.").first()).toBeVisible();
  await expect(field).toHaveValue("");
  await page.reload();
  await expect(messageWith(page, "Out, slowly.")).toHaveCount(1);
  await expect(field).toHaveValue("");
});

test("what somebody is writing stays theirs where the topic is locked, merged or deleted meanwhile", async ({
  page,
  app,
  context,
  look,
}) => {
  const f = TEXTS.en.forum;
  const room = await aRoom(app, "Meanwhile");
  const ada = await aMember(app, "Ada Lovelace");
  const admin = await accountWith(app, "admin");
  const topics: string[] = [];
  for (const title of ["First", "Second", "Third"]) topics.push(await aTopic(app.url, ada, room, title, `Where the ${title} begins.`));
  const [first = "", second = "", third = ""] = topics;
  const moderate = (topicId: string, act: string) =>
    callApi(app.url, admin.token, "/api/admin/community/topic/moderate", { topicId, act, reason: "As the rules say" });
  const merge = (topicId: string, intoId: string) =>
    callApi(app.url, admin.token, "/api/admin/community/topic/merge", { topicId, intoId, reason: "The same" });
  await signIn(context, await aMember(app, "Bo Chen"));
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const field = page.getByRole("textbox", { name: f.composer.label });
  const left = page.getByRole("textbox", { name: f.composer.left });
  await page.goto(`${FORUMS}?topic=${third}`);
  await field.fill("Begun there.");
  await page.goto(`${FORUMS}?topic=${first}`);
  await messageWith(page, "Where the First").getByRole("button", { name: f.post.reply, exact: true }).click();
  await field.fill("Half a thought");

  await moderate(first, "lock");
  await expect(page.getByText(f.topic.closed.locked)).toBeVisible();
  await expect(left).toHaveValue("Half a thought");
  await expect(left).toHaveAttribute("readonly");
  await page.getByRole("button", { name: TEXTS.en.common.copy, exact: true }).click();
  await expect(page.locator("[data-sonner-toast]", { hasText: TEXTS.en.common.copied })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Half a thought");
  // As in a browser that does not let pages copy.
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.getByRole("button", { name: TEXTS.en.common.copy, exact: true }).click();
  await expect(page.locator("[data-sonner-toast]", { hasText: TEXTS.en.common.notCopied })).toBeVisible();
  await look("forum-left-words");
  await moderate(first, "unlock");
  await expect(field).toHaveValue("Half a thought");
  await expect(left).toHaveCount(0);

  await merge(first, second);
  await expect(page.getByRole("heading", { level: 1, name: "Second" })).toBeVisible();
  await expect(field).toHaveValue("Half a thought");
  await expect(page.getByText(f.post.replyTo.replace("{name}", "Ada Lovelace"))).toBeVisible();
  // Where something was begun already it stands behind that.
  await merge(second, third);
  await expect(page.getByRole("heading", { level: 1, name: "Third" })).toBeVisible();
  await expect(field).toHaveValue("Begun there.\n\nHalf a thought");

  await moderate(third, "delete_topic");
  await expect(page.getByText(f.topic.gone)).toBeVisible();
  await expect(left).toHaveValue("Begun there.\n\nHalf a thought");
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => overflows(page)).toBe(false);
});

test("what is closed, gone or forbidden says so", async ({ page, app, context }) => {
  const f = TEXTS.en.forum;
  const room = await aRoom(app, "Closed");
  const ada = await aMember(app, "Ada L.");
  const topic = await aTopic(app.url, ada, room, "Locked one", "Nobody answers here any more.");
  const sql = await databaseOf(app);
  await signIn(context, ada);
  for (const state of ["locked", "archived"] as const) {
    await sql`update forum_topics set state = ${state} where id = ${topic}`;
    await page.goto(`${FORUMS}?topic=${topic}`);
    await expect(page.getByText(f.topic.closed[state])).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(0);
  }
  await sql`update forum_topics set state = 'open' where id = ${topic}`;
  await sql`update forum_members set suspended_until = now() + interval '2 days' where handle = ${ada.handle}`;
  await page.reload();
  await expect(page.getByText(f.composer.suspended)).toBeVisible();
  await expect(page.getByRole("button", { name: f.post.reply, exact: true })).toHaveCount(0);
  await messageWith(page, "Nobody answers here")
    .getByRole("button", { name: menuOf(f, "Ada L.") })
    .click();
  await expect(page.getByRole("menuitem", { name: f.post.delete })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: f.post.edit })).toHaveCount(0);
  const message = await firstMessage(app.url, ada, topic);
  await sql`update forum_topics set state = 'deleted' where id = ${topic}`;
  await sql.end();
  await page.reload();
  await expect(page.getByText(f.topic.gone)).toBeVisible();
  await page.goto(`${FORUMS}?post=${message}`);
  await expect(page.getByText(f.topic.postGone)).toBeVisible();
  await page.goto(`${FORUMS}?profession=no-such-room`);
  await expect(page.getByText(f.rooms.gone)).toBeVisible();
});

/** As if a while had gone by: what was written before counts no more against those who write now. */
async function calm(app: RunningApp): Promise<void> {
  const sql = await databaseOf(app);
  await sql`update forum_posts set created_at = created_at - interval '2 hours' where created_at > now() - interval '1 hour'`;
  await sql.end();
}

test("what somebody is typing of how they want to be seen stays where more is known of them meanwhile", async ({ page, app, context }) => {
  const f = TEXTS.en.forum;
  const ada = await aMember(app, "Ada Lovelace");
  await signIn(context, ada);
  await page.clock.install();
  await page.goto(FORUMS);
  await page.getByRole("button", { name: f.you.title }).click();
  const you = page.getByRole("dialog");
  const [name, handle] = [you.getByLabel(f.you.name, { exact: true }), you.getByLabel(f.you.handle, { exact: true })];
  await expect(name).toHaveValue("Ada Lovelace");
  await handle.fill("countess");
  // On another device; and back at this one some time later.
  await callApi(app.url, ada.token, "/api/user/personalization/community/member/save", { name: "Augusta Ada", handle: ada.handle });
  await page.clock.fastForward("01:00");
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await expect(name).toHaveValue("Augusta Ada");
  await expect(handle).toHaveValue("countess");
});
