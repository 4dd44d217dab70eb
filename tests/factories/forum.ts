import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type postgres from "postgres";
import { v7 as uuidv7 } from "uuid";
import { type Answer, type Harness, registerUser } from "#tests/config/harness";
import type { Role } from "@/lib/enums/account";
import { forumMembers, forumTopics, professions, users } from "@/server/db/schema";
import { sendFile } from "./uploads";

export const COMMUNITY = "/api/user/personalization/community";

export interface Person {
  id: string;
  token: string;
  email: string;
}

/** A room of its own with its chat, so that what came with the app is not in the way. */
export async function aRoom({ app }: Harness): Promise<{ id: string; chatId: string }> {
  const [id, chatId] = [uuidv7(), uuidv7()];
  const text = (word: string) => ({ en: `${word} en`, fr: `${word} fr`, vi: `${word} vi`, cn: `${word} cn`, ar: `${word} ar` });
  const { db } = app.services;
  await db.insert(professions).values({ id, slug: `room-${id}`, position: 1000, name: text("Room"), description: text("About") });
  await db.insert(forumTopics).values({ id: chatId, professionId: id, kind: "chat", title: "", locale: "en" });
  return { id, chatId };
}

/** Somebody with an account who has written nothing yet. */
export async function aStranger(harness: Harness, overrides: Record<string, unknown> = {}, role: Role = "candidate"): Promise<Person> {
  const { user, token, email } = await registerUser(harness, overrides);
  if (role !== "candidate") await harness.app.services.db.update(users).set({ role }).where(eq(users.id, user.uid));
  return { id: user.uid, token, email };
}

/** Somebody who has been here for long enough: nothing of what newcomers are asked holds for them. */
export async function aMember(harness: Harness, overrides: Record<string, unknown> = {}, role: Role = "candidate"): Promise<Person> {
  const person = await aStranger(harness, overrides, role);
  const { db } = harness.app.services;
  const handle = `m${person.id.replaceAll("-", "").slice(-16)}`;
  const joinedAt = new Date(Date.now() - 30 * 86_400_000);
  await db
    .insert(forumMembers)
    .values({ userId: person.id, handle, name: "Ada T.", folded: "ada t.", joinedAt, postCount: 0, sample: false });
  await settle(harness, person);
  return person;
}

/** As if they had written often, in topics that nobody looks at. */
async function settle({ app }: Harness, { id }: Person): Promise<void> {
  await app.services.db.update(forumMembers).set({ postCount: SETTLED }).where(eq(forumMembers.userId, id));
}

/** What `aMember` has written before, as far as counts go. */
export const SETTLED = 5;

/** As if all that is written there had been written two minutes earlier: nothing of it makes what comes next a flood. */
export async function aWhilePasses(sql: postgres.Sql): Promise<void> {
  await sql`update forum_posts set created_at = created_at - interval '2 minutes'`;
  await sql`update forum_topics set last_post_at = last_post_at - interval '2 minutes'`;
}

export const handleOf = async ({ app }: Harness, { id }: Pick<Person, "id">): Promise<string> => {
  const [row] = await app.services.db.select().from(forumMembers).where(eq(forumMembers.userId, id));
  return row?.handle ?? "";
};

/** A call by the end of its path, such as "topic/save" or "topic/message/react". */
export const act = (
  harness: Harness,
  { token }: Pick<Person, "token">,
  what: string,
  body: Record<string, unknown> = {},
): Promise<Answer> => harness.call("POST", `${COMMUNITY}/${what}`, { token, body });

export const get = (
  harness: Harness,
  { token }: Pick<Person, "token">,
  what: string,
  query: Record<string, unknown> = {},
): Promise<Answer> => {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return harness.call("GET", `${COMMUNITY}/${what}${text ? `?${text}` : ""}`, { token });
};

let counter = 0;
/** A text that nobody wrote before. */
export const words = (about = "words"): string => `Some ${about} that differ from all others: ${++counter} ${randomUUID()}`;

/** What an answer brought. @throws with the answer where it is an error */
export function dataOf(answer: Answer) {
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

/** A topic that has begun. @returns how it stands */
export const aTopic = async (harness: Harness, person: Person, professionId: string, more: Record<string, unknown> = {}) =>
  dataOf(await act(harness, person, "topic/save", { professionId, title: "How do panels score?", message: words(), ...more }));

export const say = (
  harness: Harness,
  person: Person,
  topicId: string,
  message = words(),
  more: Record<string, unknown> = {},
): Promise<Answer> => act(harness, person, "topic/message/save", { topicId, message, ...more });

/** A message that was written. */
export const said = async (harness: Harness, person: Person, topicId: string, message?: string, more?: Record<string, unknown>) =>
  dataOf(await say(harness, person, topicId, message, more));

export const topicOf = async (harness: Harness, person: Person, topicId: string) =>
  dataOf(await get(harness, person, "topic/detail/get", { topicId }));

export const messagesOf = async (harness: Harness, person: Person, topicId: string, query: Record<string, unknown> = {}) =>
  dataOf(await get(harness, person, "topic/message/get", { topicId, ...query }));

/** Sends a picture for a message as the browser's client does. @returns the address's answer, or the upload's where there was one */
export async function addImage(
  harness: Harness,
  token: string | undefined,
  bytes: Uint8Array,
  { name = "a.png", type = "image/png", uid = randomUUID() as string, size = bytes.length } = {},
): Promise<Answer & { uid: string }> {
  return { ...(await sendFile(harness, token, "forumImage", bytes, { name, type, size }, { uid })), uid };
}
