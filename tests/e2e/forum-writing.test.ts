import { picture } from "#tests/factories/pictures";
import { callApi } from "./actions";
import { holdCalls, loseAnswers } from "./calls";
import { accountWith } from "./editing-actions";
import { expect, overflows, signIn, test } from "./fixtures";
import { aMember, aRoom, aTopic, chooseItem, FORUMS, menuOf, messageWith, says } from "./forum-actions";
import { TEXTS } from "./languages";

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
