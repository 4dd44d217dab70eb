import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { databaseOf } from "./database";
import { expect, signIn, test } from "./fixtures";
import { aMember, aRoom, aTopic, browserOf, FORUMS, firstMessage, menuOf, messageWith, says } from "./forum-actions";
import { putInSight } from "./in-sight";
import { TEXTS } from "./languages";

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
  await putInSight(page, "hidden");
  await callApi(app.url, bo.token, "/api/user/personalization/community/topic/message/edit", { uid: ids[23], message: "In other words" });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("forum.posts.list")) asked.push(new URL(request.url()).pathname);
  });
  await putInSight(page, "visible");
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
