import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import {
  act,
  aMember,
  aRoom,
  aStranger,
  aTopic,
  dataOf,
  get,
  handleOf,
  messagesOf,
  type Person,
  said,
  words,
} from "#tests/factories/forum";
import { care, moderate, moderateTopic } from "#tests/factories/forum-care";
import { openLive } from "#tests/factories/live";
import { mailsTo } from "#tests/factories/mails";
import { mailUnread } from "@/features/account/digests/mutations";
import { notifyAll } from "@/features/account/notifications/mutations";
import { soundNames } from "@/features/forum/members/mutations";
import { LOCALES, localeTag } from "@/lib/locales";

const harness = useHarness();
let sql: postgres.Sql;
let ada: Person;
let ben: Person;
let cleo: Person;
let dan: Person;
let room: { id: string; chatId: string };
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  [ada, ben, cleo, dan] = (await Promise.all([1, 2, 3, 4].map(() => aMember(harness())))) as [Person, Person, Person, Person];
});
afterAll(() => sql.end());
beforeEach(async () => {
  await sql`update forum_posts set created_at = created_at - interval '2 minutes'`;
  await sql`delete from notifications`;
  room = await aRoom(harness());
});

/** What somebody was told, with how often. */
const told = async (person: Person) =>
  (
    await sql`select kind, event, count, href from notifications where user_id = ${person.id} and read_at is null order by created_at, kind`
  ).map(({ kind, count }) => `${kind} ${count}`);
const level = (person: Person, topicId: string, to: string) => act(harness(), person, "topic/level/save", { topicId, level: to });
const roomLevel = (person: Person, to: string) => act(harness(), person, "profession/level/save", { professionId: room.id, level: to });
const forget = () => sql`delete from notifications`;

describe("who is told of a message", () => {
  it("the topic's author, and who watches it; not who tracks it, and nobody of their own", async () => {
    const topic = await aTopic(harness(), ada, room.id);
    await said(harness(), ben, topic.uid);
    await said(harness(), cleo, topic.uid);
    expect(await told(ada)).toEqual(["forum_post 2"]);
    expect(await told(ben)).toEqual([]);
    dataOf(await level(ben, topic.uid, "watch"));
    await said(harness(), ben, topic.uid);
    await said(harness(), ada, topic.uid);
    expect(await told(ben)).toEqual(["forum_post 1"]);
    expect(await told(ada)).toEqual(["forum_post 3"]);
    expect(await told(dan)).toEqual([]);
  });

  it("each at most once: whom it answers, before who is named, before who watches", async () => {
    const topic = await aTopic(harness(), ada, room.id);
    const { uid } = await said(harness(), ben, topic.uid);
    for (const person of [ben, cleo, dan]) dataOf(await level(person, topic.uid, "watch"));
    await forget();
    const handles = (await Promise.all([ada, ben, cleo].map((person) => handleOf(harness(), person))))
      .map((handle) => `@${handle}`)
      .join(" ");
    await said(harness(), ada, topic.uid, `${handles} ${words()}`, { replyFromId: uid });
    expect(await told(ben)).toEqual(["forum_reply 1"]);
    expect(await told(cleo)).toEqual(["forum_mention 1"]);
    expect(await told(dan)).toEqual(["forum_post 1"]);
    expect(await told(ada)).toEqual([]);
  });

  it("of what they muted nobody hears, whatever it says; what they chose for a topic counts before the room", async () => {
    const topic = await aTopic(harness(), ada, room.id);
    const { uid } = await said(harness(), ben, topic.uid);
    await forget();
    const call = async () => said(harness(), ada, topic.uid, `@${await handleOf(harness(), ben)} ${words()}`, { replyFromId: uid });
    dataOf(await level(ben, topic.uid, "mute"));
    await call();
    expect(await told(ben)).toEqual([]);
    await sql`delete from forum_topic_marks where user_id = ${ben.id}`;
    dataOf(await roomLevel(ben, "mute"));
    await call();
    expect(await told(ben)).toEqual([]);
    dataOf(await level(ben, topic.uid, "track"));
    await call();
    expect(await told(ben)).toEqual(["forum_reply 1"]);
    // Its author is told no more, either.
    dataOf(await roomLevel(ada, "mute"));
    await said(harness(), cleo, topic.uid);
    expect(await told(ada)).toEqual([]);
  });

  it("who watches a room hears of its topics and messages, not of its chat", async () => {
    dataOf(await roomLevel(dan, "watch"));
    const topic = await aTopic(harness(), ada, room.id);
    expect(await told(dan)).toEqual(["forum_topic 1"]);
    await said(harness(), ben, topic.uid);
    expect(await told(dan)).toEqual(["forum_topic 1", "forum_post 1"]);
    await forget();
    await said(harness(), ben, room.chatId);
    expect(await told(dan)).toEqual([]);
    await said(harness(), ben, room.chatId, `@${await handleOf(harness(), dan)} ${words()}`);
    expect(await told(dan)).toEqual(["forum_mention 1"]);
    const [row] = await sql`select href from notifications where user_id = ${dan.id}`;
    const [last] = await sql`select id from forum_posts where topic_id = ${room.chatId} order by seq desc limit 1`;
    expect(row?.href).toBe(`/dashboard/forums?post=${last?.id}`);
  });

  it("who is named by an edit, once", async () => {
    const topic = await aTopic(harness(), ada, room.id);
    const { uid } = await said(harness(), ben, topic.uid, `@${await handleOf(harness(), cleo)} ${words()}`);
    await forget();
    const message = `@${await handleOf(harness(), cleo)} @${await handleOf(harness(), dan)} ${words()}`;
    dataOf(await act(harness(), ben, "topic/message/edit", { uid, message }));
    dataOf(await act(harness(), ben, "topic/message/edit", { uid, message: `${message} more` }));
    expect([await told(cleo), await told(dan), await told(ada)]).toEqual([[], ["forum_mention 1"], []]);
    await forget();
    // Taken out and put in again, and again.
    for (let n = 0; n < 2; n++)
      for (const text of [words(), `${message} ${words()}`])
        dataOf(await act(harness(), ben, "topic/message/edit", { uid, message: text }));
    expect([await told(cleo), await told(dan)]).toEqual([[], []]);
  });

  it("whose message is the answer", async () => {
    const topic = await aTopic(harness(), ada, room.id);
    const { uid } = await said(harness(), ben, topic.uid);
    await forget();
    dataOf(await act(harness(), ada, "topic/answer/save", { topicId: topic.uid, messageId: uid }));
    expect(await told(ben)).toEqual(["forum_answer 1"]);
  });

  it("nothing for a message that is sent again", async () => {
    const topic = await aTopic(harness(), ada, room.id);
    const [uid, text] = [crypto.randomUUID(), words()];
    await Promise.all([1, 2, 3].map(() => said(harness(), ben, topic.uid, text, { uid })));
    expect(await told(ada)).toEqual(["forum_post 1"]);
  });
});

it("reading a topic to its end reads what was told of it", async () => {
  const topic = await aTopic(harness(), ada, room.id);
  const first = await said(harness(), ada, topic.uid);
  await said(harness(), ben, topic.uid, words(), { replyFromId: first.uid });
  await said(harness(), cleo, topic.uid);
  expect(await told(ada)).toEqual(["forum_reply 1", "forum_post 1"]);
  dataOf(await act(harness(), ada, "topic/read", { topicId: topic.uid, seq: 3 }));
  expect(await told(ada)).toHaveLength(2);
  dataOf(await act(harness(), ada, "topic/read", { topicId: topic.uid, seq: 4 }));
  expect(await told(ada)).toEqual([]);
});

it("reading a topic to its end reads what was told of those that were merged into it, and of nothing else", async () => {
  const admin = await aStranger(harness(), {}, "admin");
  const [topic, into, other] = await Promise.all([1, 2, 3].map(() => aTopic(harness(), ada, room.id)));
  for (const { uid } of [topic, into, other]) await said(harness(), ben, uid);
  dataOf(await care(harness(), admin, "topic/merge", { topicId: topic.uid, intoId: into.uid, reason: "The same" }));
  await sql`delete from notifications where kind = 'forum_topic_moderated'`;
  expect(await told(ada)).toEqual(["forum_post 1", "forum_post 1", "forum_post 1"]);
  dataOf(await act(harness(), ada, "topic/read", { topicId: into.uid, seq: 4 }));
  const [left] = await sql`select group_key from notifications where user_id = ${ada.id} and read_at is null`;
  expect([await told(ada), left?.group_key]).toEqual([["forum_post 1"], `forum:${other.uid}:forum_post`]);
});

it("counting a room as read reads its chat, and what was told of its topics, of nothing elsewhere; counting all reads all", async () => {
  const other = await aRoom(harness());
  const admin = await aStranger(harness(), {}, "admin");
  const handle = await handleOf(harness(), ada);
  for (const { id, chatId } of [room, other]) {
    await said(harness(), ben, (await aTopic(harness(), ada, id)).uid);
    for (let n = 0; n < 2; n++) await said(harness(), ben, chatId, `@${handle} ${words()}`);
  }
  // What was told of a topic that stands in another now is read where that is.
  const [merged, into] = [await aTopic(harness(), ada, other.id), await aTopic(harness(), ben, room.id)];
  await said(harness(), ben, merged.uid);
  dataOf(await care(harness(), admin, "topic/merge", { topicId: merged.uid, intoId: into.uid, reason: "The same" }));
  await sql`delete from notifications where kind = 'forum_topic_moderated'`;
  const chats = async () => {
    const rooms: { uid: string; chatLastSeq: number; chatReadSeq: number }[] = dataOf(await get(harness(), ada, "profession/get"));
    return [room, other].map(({ id }) => rooms.find(({ uid }) => uid === id)).map((row) => [row?.chatLastSeq, row?.chatReadSeq]);
  };
  expect([await chats(), (await told(ada)).sort()]).toEqual([
    [
      [2, 0],
      [2, 0],
    ],
    ["forum_mention 2", "forum_mention 2", "forum_post 1", "forum_post 1", "forum_post 1"],
  ]);
  dataOf(await act(harness(), ada, "profession/read", { professionId: room.id }));
  expect([await chats(), (await told(ada)).sort()]).toEqual([
    [
      [2, 2],
      [2, 0],
    ],
    ["forum_mention 2", "forum_post 1"],
  ]);
  dataOf(await act(harness(), ada, "profession/read"));
  expect([await chats(), await told(ada)]).toEqual([
    [
      [2, 2],
      [2, 2],
    ],
    [],
  ]);
});

describe("a topic that goes", () => {
  const rows = (topicId: string) =>
    sql`select kind, values from notifications where group_key like ${`forum:${topicId}:%`} order by kind, id`;
  const kindsOf = async (topicId: string) => (await rows(topicId)).map(({ kind }) => kind);

  it("takes along what people were told of it, so that nobody is mailed what its author took back", async () => {
    dataOf(await roomLevel(dan, "watch"));
    const topic = await aTopic(harness(), ada, room.id, {
      title: "Said too soon",
      message: `@${await handleOf(harness(), ben)} ${words()}`,
    });
    const other = await aTopic(harness(), cleo, room.id);
    await said(harness(), ada, topic.uid);
    // What somebody has read stands under the bell, too.
    await sql`update notifications set read_at = now() where user_id = ${ben.id}`;
    expect(await kindsOf(topic.uid)).toEqual(["forum_mention", "forum_post", "forum_topic"]);
    const [first] = await sql`select id from forum_posts where topic_id = ${topic.uid} and seq = 1`;
    const live = await openLive(harness().url, dan.token);
    expect(dataOf(await act(harness(), ada, "topic/message/delete", { uid: first?.id }))).toMatchObject({ topic: true });
    expect(await rows(topic.uid)).toEqual([]);
    expect(await live.within(10_000, () => live.events.some(({ data }) => JSON.stringify(data).includes("notifications")))).toBe(true);
    live.close();
    expect(await kindsOf(other.uid)).toEqual(["forum_topic"]);
  });

  it("also where the team deletes it; one that was merged lives on elsewhere", async () => {
    const admin = await aStranger(harness(), {}, "admin");
    const [topic, into] = [await aTopic(harness(), ada, room.id), await aTopic(harness(), ada, room.id)];
    const { uid } = await said(harness(), ben, topic.uid);
    await said(harness(), cleo, topic.uid, words(), { replyFromId: uid });
    dataOf(await act(harness(), ada, "topic/answer/save", { topicId: topic.uid, messageId: uid }));
    await said(harness(), ben, into.uid);
    expect(await kindsOf(topic.uid)).toEqual(["forum_answer", "forum_post", "forum_reply"]);
    dataOf(await care(harness(), admin, "topic/merge", { topicId: into.uid, intoId: topic.uid, reason: "The same" }));
    expect(await kindsOf(into.uid)).toEqual(["forum_post"]);
    dataOf(await moderateTopic(harness(), admin, topic.uid, "delete_topic"));
    expect([...(await rows(topic.uid)), ...(await rows(into.uid))]).toEqual([]);
    // That it was deleted its author is told all the same.
    expect(await told(ada)).toContain("forum_topic_moderated 1");
  });
});

describe("the name of whoever never saved one", () => {
  /** Somebody who is called so from their first message on, by what their account says. */
  const called = async (firstName: string, lastName = "Test", role: "candidate" | "admin" = "candidate") => {
    const person = await aMember(harness(), { firstName, lastName }, role);
    await sql`delete from forum_members where user_id = ${person.id}`;
    return person;
  };
  const nameOf = async (person: Person) => dataOf(await get(harness(), person, "member/get")).name;

  it("is none of those who run the service: not over what they wrote, and in no mail's subject", async () => {
    const stranger = await called("Parley Support");
    const before = await nameOf(stranger);
    const topic = await aTopic(harness(), ada, room.id);
    const { uid } = await said(harness(), stranger, topic.uid, `@${await handleOf(harness(), ben)} ${words()}`);
    const written = (await messagesOf(harness(), ben, topic.uid)).find((message: { uid: string }) => message.uid === uid);
    await sql`update notifications set mail_due_at = now() - interval '1 second' where user_id = ${ben.id}`;
    await mailUnread(harness().app.services);
    const mail = (await mailsTo(harness(), ben.email)).find(({ subject }) => subject.endsWith(" mentioned you"));
    for (const name of [before, written.author.name, await nameOf(stranger), mail?.subject]) expect(name).toMatch(/^member\d*(?: |$)/);
  });

  it("stays where it could have been saved, and the team's own stays", async () => {
    for (const [person, name] of [
      [await called("Ada", "Lovelace"), "Ada L."],
      [await called("Parley", "Support", "admin"), "Parley S."],
    ] as const) {
      expect(await nameOf(person)).toBe(name);
      await said(harness(), person, room.chatId);
      expect(await nameOf(person)).toBe(name);
    }
  });

  it("is put right where an earlier release took it as it came", async () => {
    const [stranger, agent] = [await aMember(harness()), await aMember(harness(), {}, "admin")];
    const stored = (person: Person) => sql`select name, folded from forum_members where user_id = ${person.id}`;
    await sql`update forum_members set name = 'Parley Support', folded = 'parley support' where user_id in ${sql([stranger.id, agent.id])}`;
    await sql`update forum_members set name = ${"A\u202eda T."}, folded = ${"a\u202eda t."} where user_id = ${ben.id}`;
    await soundNames(harness().app.services);
    const handle = await handleOf(harness(), stranger);
    expect(await stored(stranger)).toMatchObject([{ name: handle, folded: handle }]);
    expect(await stored(agent)).toMatchObject([{ name: "Parley Support" }]);
    expect(await stored(ben)).toMatchObject([{ name: "Ada T.", folded: "ada t." }]);
    expect(await stored(cleo)).toMatchObject([{ name: "Ada T.", folded: "ada t." }]);
  });
});

describe("a title that is no more", () => {
  const titles = async (person: Person) =>
    (await sql`select "values" ->> 'title' as title from notifications where user_id = ${person.id} order by kind, id`).map(
      ({ title }) => title,
    );
  /** What somebody is mailed of what they have not read. */
  const mailed = async (person: Person) => {
    await sql`delete from outbox_mails`;
    await sql`update notifications set mail_due_at = case when kind = 'forum_topic' then now() - interval '1 second' end where user_id = ${person.id}`;
    await mailUnread(harness().app.services);
    return JSON.stringify(await sql`select "values" from outbox_mails`);
  };

  it("neither stands under the bell nor is mailed, whoever changed it: the one that is instead of it does", async () => {
    const admin = await aStranger(harness(), {}, "admin");
    dataOf(await roomLevel(dan, "watch"));
    const topic = await aTopic(harness(), ada, room.id, { title: "An abusive title" });
    await said(harness(), ben, topic.uid);
    await sql`update notifications set read_at = now() where user_id = ${ada.id}`;
    const live = await openLive(harness().url, dan.token);
    const retitled = { topicId: topic.uid, title: "A decent title", reason: "As the rules say" };
    dataOf(await care(harness(), admin, "topic/title/save", retitled));
    expect(await live.within(10_000, () => live.events.some(({ data }) => JSON.stringify(data).includes("notifications")))).toBe(true);
    live.close();
    expect(new Set(await titles(dan))).toEqual(new Set(["A decent title"]));
    expect((await titles(ada))[0]).toBe("A decent title");
    const mail = await mailed(dan);
    expect(mail).toContain("A decent title");
    expect(mail).not.toContain("An abusive title");
    dataOf(await act(harness(), ada, "topic/title/save", { topicId: topic.uid, title: "One of her own" }));
    expect(new Set(await titles(dan))).toEqual(new Set(["One of her own"]));
  });

  it("nor does that of what was merged into another topic", async () => {
    const admin = await aStranger(harness(), {}, "admin");
    dataOf(await roomLevel(dan, "watch"));
    const [from, into] = [
      await aTopic(harness(), ada, room.id, { title: "An abusive title" }),
      await aTopic(harness(), ada, room.id, { title: "A decent title" }),
    ];
    dataOf(await care(harness(), admin, "topic/merge", { topicId: from.uid, intoId: into.uid, reason: "The same" }));
    expect(await titles(dan)).toEqual(["A decent title", "A decent title"]);
  });
});

describe("a message that goes", () => {
  const goes: [string, (uid: string) => Promise<unknown>][] = [
    ["the team removes it", async (uid) => moderate(harness(), await aStranger(harness(), {}, "admin"), uid, "remove")],
    ["its author takes it back", (uid) => act(harness(), ada, "topic/message/delete", { uid })],
  ];

  it.each(goes)("takes along what leads to it alone and nobody has seen yet, where %s", async (_, gone) => {
    const topic = await aTopic(harness(), dan, room.id);
    const { uid } = await said(harness(), ben, topic.uid);
    const one = await said(harness(), ada, topic.uid, words(), { replyFromId: uid });
    expect(await told(ben)).toEqual(["forum_reply 1"]);
    await gone(one.uid);
    expect(await told(ben)).toEqual([]);
    // What tells of others as well stays.
    await said(harness(), cleo, topic.uid, words(), { replyFromId: uid });
    const last = await said(harness(), ada, topic.uid, words(), { replyFromId: uid });
    await gone(last.uid);
    expect(await told(ben)).toEqual(["forum_reply 2"]);
  });
});

it("says it in every language", async () => {
  const topic = await aTopic(harness(), ada, room.id, { title: "A title of its own" });
  await said(harness(), ben, topic.uid);
  const titles = new Set<string>();
  for (const locale of LOCALES) {
    const answer = await harness().call("GET", "/api/user/notifications/get", {
      token: ada.token,
      headers: { "accept-language": localeTag(locale) },
    });
    const [row] = answer.body.data;
    expect(row.body).toContain("A title of its own");
    expect(row.title).toContain("Ada T.");
    titles.add(row.title);
  }
  expect(titles.size).toBe(LOCALES.length);
});

describe("telling many", () => {
  it("takes as many queries as telling one, and each as they chose", async () => {
    const { db } = harness().app.services;
    const many = 300;
    const ids = (
      await sql`insert into users (id, email, first_name, last_name, email_verified_at, erased_at)
        select gen_random_uuid(), 'many' || n || '@example.com', 'M', 'M', case when n % 2 = 0 then now() end, case when n = 1 then now() end
        from generate_series(1, ${many}) n returning id`
    ).map(({ id }) => id as string);
    await sql`insert into notification_preferences (user_id, event, channel, enabled) values (${ids[1] ?? ""}, 'community_watched', 'email', false)`;
    await sql`insert into notification_settings (user_id, mail_rhythm) values (${ids[3] ?? ""}, 'daily')`;
    const notice = {
      event: "community_watched",
      kind: "forum_post",
      href: "/dashboard/forums",
      groupKey: "g",
      values: { title: "T", author: "A", place: "thread" },
    } as const;
    const statements = async (people: string[]) => {
      return db.transaction(async (tx) => {
        let n = 0;
        const counting = new Proxy(tx, {
          get: (target, key, receiver) => {
            if (key === "select" || key === "insert" || key === "execute" || key === "update") n += 1;
            return Reflect.get(target, key, receiver);
          },
        });
        await notifyAll(counting, people, notice);
        return n;
      });
    };
    const one = await statements([ada.id]);
    expect(await statements(ids)).toBe(one);
    await statements(ids);
    const rows = await sql`select user_id, count, mail_due_at from notifications where group_key = 'g' and user_id in ${sql(ids)}`;
    expect(rows).toHaveLength(many - 1);
    expect(new Set(rows.map(({ count }) => count))).toEqual(new Set([2]));
    expect(rows.filter(({ mail_due_at: due }) => due !== null)).toHaveLength(many / 2 - 1);
    const daily = rows.find(({ user_id: id }) => id === ids[3]);
    expect(new Date(daily?.mail_due_at).toISOString()).toMatch(/T08:00:00\.000Z$/);
    await db.transaction((tx) => notifyAll(tx, [], notice));
  });
});
