import { and, inArray, isNull, sql } from "drizzle-orm";
import { AVATAR_GROUP_MAX } from "@/lib/constants";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/durations";
import type { Reaction } from "@/lib/enums/forum";
import { fingerprintOf } from "@/lib/fingerprint";
import type { Locale, LocalizedText } from "@/lib/locales";
import { fold } from "@/lib/search-terms";
import type { Transaction } from "./client";
import customerService from "./content/community/customer-service.json";
import data from "./content/community/data-and-analytics.json";
import trades from "./content/community/engineering-and-trades.json";
import finance from "./content/community/finance-and-accounting.json";
import firstJob from "./content/community/first-job-and-university.json";
import hospitality from "./content/community/hospitality-and-retail.json";
import management from "./content/community/management.json";
import MEMBERS from "./content/community/members.json";
import nursing from "./content/community/nursing-and-care.json";
import PROFESSIONS from "./content/community/professions.json";
import publicService from "./content/community/public-service.json";
import sales from "./content/community/sales.json";
import software from "./content/community/software-engineering.json";
import teaching from "./content/community/teaching.json";
import { forumMembers, forumMentions, forumPosts, forumReactions, forumTopics, professions, users } from "./schema";
import { textVectorOf } from "./search";
import { contentId } from "./seed-ids";
import { withFreeSlugs } from "./seed-slugs";

interface Message {
  /** A member's slug, as wherever members are named but in texts. */
  author: string;
  /** Before the content is first put into a database; hours count from there on. */
  daysAgo: number;
  hoursLater?: number;
  text: string;
  /** Which message of the thread it answers, from 0 on. */
  replyTo?: number;
  reactions?: { [reaction in Reaction]?: string[] };
}

/** Begun by whoever wrote its first message, when that was written. */
interface Thread {
  slug: string;
  locale: Locale;
  title: string;
  pinned?: boolean;
  /** Which message is marked as the answer, from 0 on. */
  answer?: number;
  messages: Message[];
}

interface Room {
  profession: string;
  topics: Thread[];
}

const ROOMS = [
  software,
  data,
  nursing,
  teaching,
  sales,
  customerService,
  hospitality,
  management,
  finance,
  trades,
  publicService,
  firstJob,
] as Room[];

const roomId = (slug: string): string => contentId("profession", slug);
const memberId = (slug: string): string => contentId("community-member", slug);
const MEMBER_OF = new Map(MEMBERS.map(({ slug, handle }) => [handle, slug]));

/** Puts the community's rooms and what they begin with into the database. Whatever is there has a life of its own and stays as it is. */
export async function seedCommunity(tx: Transaction, now = new Date()): Promise<void> {
  const rooms = PROFESSIONS.map(({ slug, name, description }, position) => ({
    id: roomId(slug),
    slug,
    position,
    name: name as LocalizedText,
    description: description as LocalizedText,
  }));
  await tx
    .insert(professions)
    .values(await withFreeSlugs(tx, professions, rooms))
    .onConflictDoUpdate({
      target: professions.id,
      // What somebody has written here stays, and so does the order in which somebody has put them.
      set: { name: sql`excluded.name`, description: sql`excluded.description` },
      setWhere: isNull(professions.editedAt),
    });
  await tx
    .insert(forumTopics)
    .values(
      rooms.map(({ id, slug }) => ({
        id: contentId("chat", slug),
        professionId: id,
        kind: "chat" as const,
        title: "",
        locale: "en" as const,
      })),
    )
    .onConflictDoNothing();
  const threads = ROOMS.flatMap(({ profession, topics }) =>
    topics.map((thread) => ({ ...thread, id: contentId("community", profession, thread.slug), professionId: roomId(profession) })),
  );
  const ids = threads.map(({ id }) => id);
  const there = await tx.select({ id: forumTopics.id }).from(forumTopics).where(inArray(forumTopics.id, ids));
  const known = new Set(there.map(({ id }) => id));
  const fresh = threads.filter(({ id }) => !known.has(id));
  if (fresh.length > 0) await insertThreads(tx, fresh, await seedMembers(tx, now), now);
}

/** Minutes differ as they do when people write; hours are the content's, so that the order stays. */
const writtenAt = ({ daysAgo, hoursLater = 0 }: Message, id: string, now: Date): Date =>
  new Date(now.getTime() - daysAgo * DAY_MS + hoursLater * HOUR_MS + (Number.parseInt(id.slice(0, 2), 16) % 60) * MINUTE_MS);

/** Makes sample members once, without any way to log in. @returns the ids of those who are here */
async function seedMembers(tx: Transaction, now: Date): Promise<Set<string>> {
  const said = ROOMS.flatMap(({ topics }) => topics.flatMap(({ locale, messages }) => messages.map((message) => ({ ...message, locale }))));
  const people = MEMBERS.map(({ slug, name, handle }) => {
    const own = said.filter(({ author }) => author === slug).toSorted((one, other) => other.daysAgo - one.daysAgo);
    const joinedAt = new Date(now.getTime() - ((own[0]?.daysAgo ?? 0) + 1) * DAY_MS);
    return { id: memberId(slug), slug, name, handle, joinedAt, language: own[0]?.locale ?? ("en" as const) };
  });
  const made = await tx
    .insert(users)
    .values(
      people.map(({ id, slug, name, language, joinedAt }) => {
        const [firstName = "", lastName = ""] = name.split(" ");
        return { id, email: `${slug}@samples.parley.example`, firstName, lastName, language, createdAt: joinedAt };
      }),
    )
    .onConflictDoNothing()
    .returning({ id: users.id });
  const newcomers = new Set(made.map(({ id }) => id));
  const joining = people.filter(({ id }) => newcomers.has(id));
  if (joining.length > 0) {
    const handles = joining.map(({ handle }) => handle);
    const rows = await tx.select({ handle: forumMembers.handle }).from(forumMembers).where(inArray(forumMembers.handle, handles));
    const taken = new Set(rows.map(({ handle }) => handle));
    await tx.insert(forumMembers).values(
      joining.map(({ id, name, handle, joinedAt }) => ({
        userId: id,
        name,
        // Somebody here may have been called so before.
        handle: taken.has(handle) ? `${handle}-${id.slice(0, 8)}` : handle,
        folded: fold(name),
        sample: true,
        joinedAt,
      })),
    );
  }
  const all = people.map(({ id }) => id);
  const here = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, all), isNull(users.erasedAt)));
  return new Set(here.map(({ id }) => id));
}

/** Whom a text names; what stands in code names nobody. */
const mentioned = (text: string): string[] => {
  const handles = [...text.replaceAll(/```[\s\S]*?```|`[^`]*`/g, "").matchAll(/(?<![\p{L}\p{M}\p{N}_@.-])@([a-z]+)/gu)];
  return [...new Set(handles.flatMap(([, handle = ""]) => MEMBER_OF.get(handle) ?? []))];
};

async function insertThreads(
  tx: Transaction,
  threads: (Thread & { id: string; professionId: string })[],
  here: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  const idOf = (slug: string): string | null => (here.has(memberId(slug)) ? memberId(slug) : null);
  const whole = threads.map((thread) => {
    const { id: topicId, professionId, title, messages } = thread;
    const posts = messages.map(({ replyTo, ...message }, at) => {
      const id = postId(topicId, at);
      return {
        id,
        topicId,
        professionId,
        seq: at + 1,
        authorId: idOf(message.author),
        replyFromId: replyTo === undefined ? null : postId(topicId, replyTo),
        text: message.text,
        fingerprint: fingerprintOf(message.text),
        search: textVectorOf(...(at === 0 ? [title] : []), message.text),
        createdAt: writtenAt(message, id, now),
      };
    });
    return { thread, posts };
  });
  await tx.insert(forumTopics).values(whole.map(({ thread, posts }) => topicOf(thread, posts, now)));
  await tx.insert(forumPosts).values(whole.flatMap(({ posts }) => posts));
  await markAnswers(tx, threads);
  const written = whole.flatMap(({ thread, posts }) => posts.map((post, at) => ({ post, message: thread.messages[at] })));
  const reactions = written.flatMap(({ post, message }) =>
    Object.entries(message?.reactions ?? {}).flatMap(([reaction, by]) =>
      by
        .flatMap((slug) => idOf(slug) ?? [])
        .map((userId) => ({
          postId: post.id,
          userId,
          reaction: reaction as Reaction,
          createdAt: new Date(post.createdAt.getTime() + HOUR_MS),
        })),
    ),
  );
  if (reactions.length > 0) await tx.insert(forumReactions).values(reactions);
  const mentions = written.flatMap(({ post }) =>
    mentioned(post.text)
      .flatMap((slug) => idOf(slug) ?? [])
      .map((userId) => ({ postId: post.id, userId })),
  );
  if (mentions.length > 0) await tx.insert(forumMentions).values(mentions);
  await count(
    tx,
    threads.map(({ id }) => id),
  );
}

const postId = (topicId: string, at: number): string => contentId("community-post", topicId, String(at + 1));

/** A thread's row, with all that follows from its messages. */
function topicOf(thread: Thread & { id: string; professionId: string }, posts: { authorId: string | null; createdAt: Date }[], now: Date) {
  const { id, professionId, locale, title, pinned } = thread;
  const [first] = posts;
  const authorId = first?.authorId ?? null;
  const begun = first?.createdAt ?? now;
  // Its author, then those who wrote last.
  const writers = [...new Set([authorId, ...posts.map((post) => post.authorId).reverse()])].filter((writer) => writer !== null);
  return {
    id,
    professionId,
    authorId,
    title,
    locale,
    pinnedAt: pinned ? begun : null,
    lastSeq: posts.length,
    postCount: posts.length,
    answered: posts.some((post) => post.authorId !== authorId),
    lastPostAt: posts.at(-1)?.createdAt ?? begun,
    posterIds: writers.slice(0, AVATAR_GROUP_MAX),
    posterCount: writers.length,
    createdAt: begun,
  };
}

/** A topic names its answer, and the answer its topic: one of them has to be there first. */
async function markAnswers(tx: Transaction, threads: { id: string; answer?: number }[]): Promise<void> {
  const answers = threads.flatMap(({ id, answer }) => (answer === undefined ? [] : [postId(id, answer)]));
  if (answers.length === 0) return;
  await tx.execute(sql`
    update ${forumTopics} t set answer_id = p.id
    from ${forumPosts} p where p.topic_id = t.id and p.id = any(${sql.param(answers)}::uuid[])`);
}

/** What these threads add to their rooms' counts and their writers'. */
async function count(tx: Transaction, topicIds: string[]): Promise<void> {
  const ids = sql`any(${sql.param(topicIds)}::uuid[])`;
  await tx.execute(sql`
    update ${forumMembers} m set post_count = m.post_count + w.n
    from (select author_id, count(*)::int as n from ${forumPosts} where topic_id = ${ids} group by author_id) w
    where m.user_id = w.author_id`);
  await tx.execute(sql`
    update ${professions} r set topic_count = r.topic_count + t.n
    from (select profession_id, count(*)::int as n from ${forumTopics} where id = ${ids} group by profession_id) t
    where r.id = t.profession_id`);
}
