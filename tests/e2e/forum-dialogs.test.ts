import type { Page } from "@playwright/test";
import { storedAnswer } from "./actions";
import { holdCalls } from "./calls";
import { accountWith } from "./editing-actions";
import { expect, signIn, test } from "./fixtures";
import { aMember, aRoom, aTopic, CARE, chooseItem, FORUMS, messageWith, reports, says } from "./forum-actions";
import { TEXTS } from "./languages";
import { inLook, LOOKS, lookName, openAs, seeDialog } from "./looks";

for (const look of LOOKS) {
  const f = TEXTS[look.locale].forum;
  const named = (words: string, name: string) => words.replace("{name}", name);
  const dismissed = async (page: Page) => {
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  };
  const choose = async (page: Page, menu: string, item: string) => {
    await page.getByRole("button", { name: menu }).first().click();
    await chooseItem(page, item);
    await expect(page.getByRole("dialog").getByRole("heading").first()).toBeVisible();
  };

  test(`a topic is moved, then merged into another, ${lookName(look)}`, inLook(look), async ({ app, browser }) => {
    const [from, to] = [await aRoom(app, `From ${lookName(look)}`), await aRoom(app, `To ${lookName(look)}`)];
    const ada = await aMember(app, "Ada Lovelace");
    const [topic, other] = [
      await aTopic(app.url, ada, from, "What do I wear?", "It is by video."),
      await aTopic(app.url, ada, to, "Clothes for a video call", "Which colours?"),
    ];
    const page = await openAs(browser, `${app.url}${FORUMS}?topic=${topic}`, look, await accountWith(app, "admin"));
    const dialog = page.getByRole("dialog");
    const c = f.care.topic;

    await choose(page, c.menu, c.do.rename);
    await seeDialog(page, "dialog-forum-rename", look);
    await dismissed(page);

    await choose(page, c.menu, c.do.move);
    await dialog.getByLabel(f.care.reason, { exact: true }).fill("It fits there");
    await dialog.getByRole("button", { name: c.do.move }).click();
    await expect(dialog.getByLabel(c.room, { exact: true })).toHaveAttribute("aria-invalid", "true");
    await seeDialog(page, "dialog-forum-move", look);
    await dialog.getByLabel(c.room, { exact: true }).selectOption(to.uid);
    await dialog.getByRole("button", { name: c.do.move }).click();
    await expect(dialog).toHaveCount(0);
    await page.goto(`${FORUMS}?profession=${to.slug}`);
    await page.getByRole("link", { name: "What do I wear?" }).click();
    await expect(messageWith(page, "It is by video.")).toBeVisible();

    await choose(page, c.menu, c.do.merge);
    await dialog.getByLabel(c.into, { exact: true }).fill("https://example.org/?topic=nothing");
    await dialog.getByLabel(f.care.reason, { exact: true }).fill("Asked twice");
    await dialog.getByRole("button", { name: c.do.merge }).click();
    await expect(dialog.getByText(c.intoWrong)).toBeVisible();
    await seeDialog(page, "dialog-forum-merge", look);
    // What is still looked up is not wrong.
    const found = await holdCalls(page, /forum\.topics\.get/);
    await dialog.getByLabel(c.into, { exact: true }).fill(`${app.url}${FORUMS}?topic=${other}`);
    await page.keyboard.press("Enter");
    found();
    await expect(dialog.getByRole("status").getByText("Clothes for a video call")).toBeVisible();
    await expect(dialog.getByText(c.intoWrong)).toHaveCount(0);
    await dialog.getByRole("button", { name: c.do.merge }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Clothes for a video call" })).toBeVisible();
    await expect(messageWith(page, "It is by video.")).toBeVisible();
    await expect(messageWith(page, "Which colours?")).toBeVisible();

    // An address from before leads to where the messages are now.
    await page.goto(`${FORUMS}?topic=${topic}`);
    await expect(page.getByRole("heading", { level: 1, name: "Clothes for a video call" })).toBeVisible();
    await expect(page.getByText(f.topic.merged)).toBeVisible();
    await page.context().close();
  });

  test(`reports, shares and pauses: every dialog is accessible and fits, ${lookName(look)}`, inLook(look), async ({ app, browser }) => {
    const room = await aRoom(app, `Dialogs ${lookName(look)}`);
    const [ada, bo] = [await aMember(app, "Ada Lovelace"), await aMember(app, "Bo Chen")];
    const topic = await aTopic(app.url, ada, room, "Have a listen", "What do you think?");
    const words = `Learn it from me for a price, ${lookName(look)}`;
    const rude = await says(app.url, bo, topic, words);
    const recording = await browser.newContext();
    await signIn(recording, ada);
    await storedAnswer(await recording.newPage(), app.url, ada);
    await recording.close();

    const page = await openAs(browser, `${app.url}${FORUMS}?topic=${topic}`, look, ada);
    const ofBo = named(f.post.menu, "Bo Chen");
    await choose(page, ofBo, f.post.report);
    await page.getByRole("dialog").getByRole("radio", { name: f.flag.reasons.other }).click();
    await page.getByRole("dialog").getByRole("button", { name: f.flag.send }).click();
    await seeDialog(page, "dialog-forum-report", look);
    await dismissed(page);
    await choose(page, f.extras.add, f.extras.take);
    await page.getByRole("dialog").getByRole("listitem").getByRole("button").first().click();
    await seeDialog(page, "dialog-forum-share-take", look);
    await dismissed(page);
    await choose(page, f.extras.add, f.extras.question);
    await seeDialog(page, "dialog-forum-share-question", look);
    await dismissed(page);
    await choose(page, f.extras.add, f.extras.asked);
    await seeDialog(page, "dialog-forum-asked", look);
    await page.context().close();

    await reports(app.url, ada, rude, "It asks for money");
    const desk = await openAs(browser, app.url + CARE, look, await accountWith(app, "admin"));
    await messageWith(desk, words).getByRole("button", { name: f.care.suspend.now }).click();
    await desk.getByRole("dialog").getByRole("button", { name: f.care.suspend.now }).click();
    await expect(desk.getByRole("dialog").getByLabel(f.care.reason, { exact: true })).toHaveAttribute("aria-invalid", "true");
    await seeDialog(desk, "dialog-forum-suspend", look);
    await dismissed(desk);
    await messageWith(desk, words).getByRole("button", { name: f.care.message.uphold.now }).click();
    await seeDialog(desk, "dialog-forum-uphold", look);
    await desk.context().close();
  });
}
