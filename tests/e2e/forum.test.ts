import { expect, newAccount, overflows, signIn, speakLanguage, test } from "./fixtures";
import { aMember, aRoom, aTopic, browserOf, chooseItem, FORUMS, menuOf, messageWith, PREVIEW, says } from "./forum-actions";
import { LANGUAGES } from "./languages";

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
