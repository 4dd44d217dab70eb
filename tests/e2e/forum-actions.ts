import { randomUUID } from "node:crypto";
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { databaseOf } from "./database";
import { type Account, newAccount, signIn, speakLanguage } from "./fixtures";
import type { TestedLocale, Texts } from "./languages";
import { filled } from "./words";

export const FORUMS = "/dashboard/forums";
export const PREVIEW = "/auth/dashboard/forums";
export const CARE = "/dashboard/admin/community";
const C = "/api/user/personalization/community";
const A = "/api/admin/community";

export interface Room {
  uid: string;
  slug: string;
  name: string;
  chatId: string;
}

/** A room of its own with its chat, so that what came with the app is not in the way. */
export async function aRoom(app: RunningApp, name: string): Promise<Room> {
  const [uid, chatId, slug] = [randomUUID(), randomUUID(), `room-${randomUUID()}`];
  const sql = await databaseOf(app);
  const words = sql.json({ en: name, fr: name, vi: name, cn: name, ar: name });
  await sql`insert into professions (id, slug, position, name, description) values (${uid}, ${slug}, 1000, ${words}, ${words})`;
  await sql`insert into forum_topics (id, profession_id, kind, title, locale) values (${chatId}, ${uid}, 'chat', '', 'en')`;
  await sql.end();
  return { uid, slug, name, chatId };
}

export interface Member extends Account {
  handle: string;
}

/** Somebody who has been here for a while under this name: nothing of what newcomers are asked holds for them. */
export async function aMember(app: RunningApp, name: string): Promise<Member> {
  const account = await newAccount(app.url);
  const handle = `${name.split(" ")[0]?.toLowerCase()}-${randomUUID().slice(0, 8)}`;
  await callApi(app.url, account.token, `${C}/member/save`, { name, handle });
  const sql = await databaseOf(app);
  await sql`update forum_members set joined_at = now() - interval '30 days', post_count = 5 where handle = ${handle}`;
  await sql.end();
  return { ...account, handle };
}

export async function aTopic(url: string, { token }: Account, room: Room, title: string, message: string): Promise<string> {
  const { data } = await callApi(url, token, `${C}/topic/save`, { professionId: room.uid, title, message });
  return data.uid;
}

/** @returns the message's id */
export async function says(url: string, { token }: Account, topicId: string, message: string, replyFromId?: string): Promise<string> {
  const { data } = await callApi(url, token, `${C}/topic/message/save`, { topicId, message, ...(replyFromId && { replyFromId }) });
  return data.uid;
}

export const reports = (url: string, { token }: Account, postId: string, note: string) =>
  callApi(url, token, `${C}/topic/message/flag`, { postId, reason: "spam", note });

/** A message that tells of a question from an interview. @returns the proposal's id */
export async function tellsOfInterview(url: string, { token }: Account, topicId: string): Promise<string> {
  const asked = { question: "Which of your habits would you teach a new colleague?", company: "Northwind Clinic", role: "Ward nurse" };
  const { data } = await callApi(url, token, `${C}/topic/message/save`, {
    topicId,
    message: "They asked me this last week.",
    asked: { ...asked, askedOn: new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10) },
  });
  return data.proposal.uid;
}

/** A moderator hides a message and shows it again: two entries of the log. */
export async function looksAfter(url: string, { token }: Account, uid: string): Promise<void> {
  await callApi(url, token, `${A}/message/moderate`, { uid, act: "hide", reason: "To have a closer look" });
  await callApi(url, token, `${A}/message/moderate`, { uid, act: "restore", reason: "" });
}

export const firstMessage = async (url: string, { token }: Account, topicId: string): Promise<string> =>
  (await callApi(url, token, `${C}/topic/message/get?topicId=${topicId}`)).data[0].uid;

/** A browser of somebody's own. */
export async function browserOf(browser: Browser, { url }: RunningApp, account: Account | null, locale: TestedLocale, width = 1440) {
  const context: BrowserContext = await browser.newContext({ baseURL: url, viewport: { width, height: 900 }, reducedMotion: "reduce" });
  await speakLanguage(context, url, locale);
  if (account) await signIn(context, account);
  return context;
}

/** Chooses from a menu that was just opened. */
export async function chooseItem(page: Page, item: string): Promise<void> {
  const way = page.getByRole("menuitem", { name: item, exact: true });
  // It may still find its place, so that a press within that moment begins on it and ends beside it: it stays open then.
  await expect(async () => {
    await way.click();
    await expect(way).toHaveCount(0, { timeout: 2000 });
  }).toPass();
}

/** The message in which these words stand. */
export const messageWith = (page: Page, words: string) => page.getByRole("article").filter({ hasText: words });

/** How the menu of somebody's message is called. */
export const menuOf = (f: Texts["forum"], name: string) => filled(f.post.menu, { name });

/** A topic with all that messages can hold, of which one was reported and one tells of an interview, and some lines of a chat. */
export async function somethingSaid(app: RunningApp, account: Account, agent: Account) {
  const room = await aRoom(app, "Calm before it begins");
  const ada = await aMember(app, "Ada Lovelace");
  const topic = await aTopic(
    app.url,
    ada,
    room,
    "How do you calm down right before the first question?",
    "I freeze. **What helps you?**\n\n- breathing\n- water\n\n> Slow is smooth.\n\n```\nconst calm = () => breathe(4, 7, 8); // a line that is longer than a phone is wide, so that it scrolls\n```\n\n| before | after |\n| --- | --- |\n| fast | slow |\n\nSee https://example.com.",
  );
  const said = await says(app.url, account, topic, "I say my first sentence aloud once. It never fails me.");
  await says(app.url, ada, topic, "شكراً، سأجرّب ذلك يوم الاثنين.", said);
  await says(app.url, ada, room.chatId, "Hello everybody!");
  await says(app.url, account, room.chatId, "Anyone practising today?");
  const proposal = await tellsOfInterview(app.url, ada, topic);
  const rude = await says(app.url, ada, topic, "Buy my **miracle course** instead.");
  await reports(app.url, account, rude, "It is an advertisement.");
  await looksAfter(app.url, agent, said);
  const { data } = await callApi(app.url, ada.token, "/api/user/personalization/community/member/get");
  return { room, topic, proposal, member: data.uid };
}
