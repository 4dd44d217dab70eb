import { eq } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { CATALOGUES } from "#tests/factories/catalogues";
import { mailsTo, newestToken } from "#tests/factories/mails";
import { picture } from "#tests/factories/pictures";
import { grantRole } from "#tests/factories/standing";
import { answerTo, attach, begun, registerAgent, team, write } from "#tests/factories/support";
import { whileHeld } from "#tests/factories/waiting";
import { mailUnread } from "@/features/account/digests/mutations";
import { forgetGuests, runClock } from "@/features/support/chat/jobs";
import { supportData } from "@/features/support/personal-data";
import { conversations } from "@/server/db/schema";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

type Agent = Awaited<ReturnType<typeof registerAgent>>;
let agent: Agent;
let other: Agent;
let user: Awaited<ReturnType<typeof registerUser>>;
beforeEach(async () => {
  // Only these two are the team: whoever of it hears something is counted.
  await sql`update users set role = 'candidate'`;
  agent = await registerAgent(harness());
  other = await registerAgent(harness());
  user = await registerUser(harness());
});

const noticesOf = async ({ user: { uid } }: Agent, conversationId: string) =>
  (await sql`select kind from notifications where user_id = ${uid} and group_key = ${`conversation:${conversationId}`}`).map(
    ({ kind }) => kind,
  );

describe("what was put aside and is due again", () => {
  const sleepUntilNow = async (id: string) => {
    await team(harness(), agent.token, "conversation/snooze", {
      conversationId: id,
      until: new Date(Date.now() + 3_600_000).toISOString(),
    });
    await sql`update support_conversations set snoozed_until = now() where id = ${id}`;
    await runClock(harness().app.services);
  };

  it("is told to whoever looks after it, and to nobody else", async () => {
    const id = await begun(harness(), user.token);
    await answerTo(harness(), agent.token, id, "Wait until Monday.");
    await sleepUntilNow(id);
    expect(await noticesOf(agent, id)).toContain("support_woken");
    expect(await noticesOf(other, id)).not.toContain("support_woken");
  });

  it("is told to the whole team where nobody does", async () => {
    const id = await begun(harness(), user.token);
    await sleepUntilNow(id);
    for (const member of [agent, other]) expect(await noticesOf(member, id)).toContain("support_woken");
  });
});

/** A guest who has written, opened the link, and sent a picture's worth of trouble; solved so many months ago. */
async function guestOf(months: number) {
  const email = `guest-${months}@example.com`;
  await harness().call("POST", "/api/user/web/contact/us/save", { body: { name: "Guest", email, message: "Hello" } });
  const [row] = await sql`select id from support_conversations where guest_email = ${email}`;
  const id: string = row?.id;
  const { uid } = await attach(harness(), agent.token, await picture("png"), { name: "how.png", type: "image/png" });
  await answerTo(harness(), agent.token, id, "Like this", { attachments: [uid] });
  const [file] = await sql`select file_key from support_attachments where id = ${uid}`;
  await sql`update support_conversations set state = 'closed', moved_at = now() - make_interval(months => ${months}) where id = ${id}`;
  const there = async () => {
    const stream = await harness()
      .app.services.files.open(file?.file_key)
      .catch(() => null);
    await stream?.cancel();
    return stream !== null;
  };
  return { id, there };
}

describe("what a guest wrote", () => {
  it("goes a year after it was over, with its files and what the team was told of it", async () => {
    const old = await guestOf(13);
    const young = await guestOf(11);
    expect(await noticesOf(other, old.id)).toEqual(["support_message"]);
    await forgetGuests(harness().app.services);
    expect((await sql`select id from support_conversations where id in (${old.id}, ${young.id})`).map(({ id }) => id)).toEqual([young.id]);
    expect([await old.there(), await young.there()]).toEqual([false, true]);
    expect(await noticesOf(other, old.id)).toEqual([]);
    expect(await noticesOf(other, young.id)).toEqual(["support_message"]);
  });

  it("goes all at once, however much there is", async () => {
    await sql`insert into support_conversations (id, guest_email, locale, subject, search, moved_at)
      select gen_random_uuid(), 'many-' || n || '@example.com', 'en', 'Hello', ''::tsvector, now() - interval '13 months'
      from generate_series(1, 1001) n`;
    await forgetGuests(harness().app.services);
    expect(await sql`select 1 from support_conversations where guest_email like 'many-%'`).toHaveLength(0);
  });

  it("goes as well where nobody has closed it, but not when it is an account's", async () => {
    const [open, waiting] = [await guestOf(14), await guestOf(14)];
    await sql`update support_conversations set state = 'open' where id = ${open.id}`;
    await sql`update support_conversations set state = 'waiting_user' where id = ${waiting.id}`;
    const accounts = await begun(harness(), user.token);
    await sql`update support_conversations set state = 'closed', moved_at = now() - interval '5 years' where id = ${accounts}`;
    await forgetGuests(harness().app.services);
    const left = await sql`select id from support_conversations where id in (${open.id}, ${waiting.id}, ${accounts})`;
    expect(left.map(({ id }) => id)).toEqual([accounts]);
  });
});

describe("a guest's old question that is answered at the moment at which it was to go", () => {
  it("stays with its files", async () => {
    const old = await guestOf(15);
    await whileHeld(
      harness().app.services.db,
      (tx) => tx.update(conversations).set({ movedAt: new Date() }).where(eq(conversations.id, old.id)),
      () => forgetGuests(harness().app.services),
    );
    expect(await sql`select 1 from support_conversations where id = ${old.id}`).toHaveLength(1);
    expect(await old.there()).toBe(true);
  });
});

describe("a solved question", () => {
  const solvedMails = async (email: string) =>
    (await mailsTo(harness(), email)).filter(({ subject }) => subject === CATALOGUES.en.mails.contact_solved.subject).length;

  const guest = async (email: string, opened: boolean) => {
    await harness().call("POST", "/api/user/web/contact/us/save", { body: { name: "Guest", email, message: "Hello" } });
    const token = await newestToken(harness(), email, "contact_received");
    if (opened) await harness().call("POST", "/api/user/web/contact/us/detail/view", { body: { token } });
    const [row] = await sql`select id from support_conversations where guest_email = ${email}`;
    return { token, conversationId: row?.id as string };
  };
  const aMinuteLater = () => sql`update outbox_mails set due_at = due_at - interval '1 minute' where template = 'contact_solved'`;

  it.each([
    ["is mailed to a guest who came back by the link", true, 1],
    ["is not mailed to an address from which nobody came", false, 0],
  ])("%s", async (_, opened, mails) => {
    const email = `solved-${opened}@example.com`;
    const { conversationId } = await guest(email, opened);
    for (let times = 0; times < 2; times++) await team(harness(), agent.token, "conversation/resolve", { conversationId });
    // A slip of a key may still be taken back.
    expect(await solvedMails(email)).toBe(0);
    await aMinuteLater();
    expect(await solvedMails(email)).toBe(mails);
  });

  it.each([
    ["the team opens it again", (id: string) => team(harness(), agent.token, "conversation/reopen", { conversationId: id })],
    ["the team writes once more", (id: string) => answerTo(harness(), agent.token, id, "And this")],
    [
      "the guest writes",
      (_: string, token: string) =>
        harness().call("POST", "/api/user/web/contact/us/detail/send/message", { body: { token, message: "No" } }),
    ],
  ])("is not mailed where %s before the mail goes; another one is", async (deed, act) => {
    const email = `${deed.replaceAll(" ", "-")}@example.com`;
    const { conversationId, token } = await guest(email, true);
    const other = await guest(`beside-${email}`, true);
    for (const one of [conversationId, other.conversationId])
      await team(harness(), agent.token, "conversation/resolve", { conversationId: one });
    expect((await act(conversationId, token)).status).toBeLessThan(300);
    await aMinuteLater();
    expect([await solvedMails(email), await solvedMails(`beside-${email}`)]).toEqual([0, 1]);
    // Solved in earnest, it is said.
    await team(harness(), agent.token, "conversation/resolve", { conversationId });
    await aMinuteLater();
    expect(await solvedMails(email)).toBe(1);
  });
});

describe("an account's end", () => {
  it("takes the subject of its questions from what the team was told", async () => {
    const id = await begun(harness(), user.token, { subject: "Something private" });
    await sql`update notifications set read_at = now()`;
    await write(harness(), user.token, id, "More");
    expect(await noticesOf(agent, id)).toHaveLength(2);
    await harness().app.services.db.transaction((tx) => supportData.erase(tx, user.user.uid));
    expect(await sql`select id from notifications where values::text like '%Something private%'`).toHaveLength(0);
  });
});

describe("what somebody wrote as a guest from the address of their account", () => {
  const asGuest = async (message: string, opened: boolean) => {
    const { email } = user;
    await harness().call("POST", "/api/user/web/contact/us/save", { body: { name: "Locked Out", email, message } });
    const token = await newestToken(harness(), email, "contact_received");
    if (opened) await harness().call("POST", "/api/user/web/contact/us/detail/view", { body: { token } });
    const [row] = await sql`select id from support_conversations where guest_email = ${email} order by created_at desc limit 1`;
    return row?.id as string;
  };

  it("is theirs, and goes with the account, once both were shown to be; what anybody may have written in their name stays", async () => {
    const { services } = harness().app;
    const { uid: userId } = user.user;
    const own = await asGuest("Somebody is in my account", true);
    const anybodys = await asGuest("I am them, too", false);
    const { uid } = await attach(harness(), agent.token, await picture("png"), { name: "how.png", type: "image/png" });
    await answerTo(harness(), agent.token, own, "Like this", { attachments: [uid] });
    await sql`update users set email_verified_at = null where id = ${userId}`;
    expect(await supportData.count(services.db, userId)).toEqual({ conversations: 0 });
    await sql`update users set email_verified_at = now() where id = ${userId}`;
    expect(await supportData.count(services.db, userId)).toEqual({ conversations: 1 });
    const { data, files } = await supportData.records(services, userId);
    expect(data).toMatchObject({ conversations: [{ guestName: "Locked Out", subject: "Somebody is in my account" }] });
    expect(JSON.stringify(data)).toContain("Like this");
    expect(files.map(({ path }) => path)).toEqual([expect.stringMatching(/^support\/.*how\.png$/)]);
    const [file] = await sql`select file_key from support_attachments where id = ${uid}`;
    expect(await supportData.stored(services.db, userId)).toContain(file?.file_key);
    await services.db.transaction((tx) => supportData.erase(tx, userId));
    const left = await sql`select id from support_conversations where guest_email = ${user.email}`;
    expect(left.map(({ id }) => id)).toEqual([anybodys]);
    expect([await noticesOf(other, own), await noticesOf(other, anybodys)]).toEqual([[], ["support_message"]]);
  });
});

describe("whoever leaves the team", () => {
  it("does not keep what it was told", async () => {
    const id = await begun(harness(), user.token);
    await grantRole(harness().app.services.db, agent.user.uid, "candidate");
    expect(await noticesOf(agent, id)).toEqual([]);
    expect(await noticesOf(other, id)).toEqual(["support_message"]);
  });

  it("looks after nothing any more that is not over, where they are not only kept out for a while", async () => {
    const begin = async (member: Agent) => {
      const id = await begun(harness(), user.token);
      await answerTo(harness(), member.token, id, "Which browser?");
      return id;
    };
    const [open, over, kept] = [await begin(agent), await begin(agent), await begin(other)];
    await sql`update support_conversations set state = 'closed' where id = ${over}`;
    await sql`update users set suspended_at = now() where id = ${other.user.uid}`;
    await grantRole(harness().app.services.db, agent.user.uid, "candidate");
    await runClock(harness().app.services);
    const keeperOf = async (id: string) => (await sql`select assignee_id as uid from support_conversations where id = ${id}`)[0]?.uid;
    expect([await keeperOf(open), await keeperOf(over), await keeperOf(kept)]).toEqual([null, agent.user.uid, other.user.uid]);
    const { token } = await registerAgent(harness());
    const { notes } = (await team(harness(), token, "conversation/view", { conversationId: open })).body.data;
    expect(notes).toMatchObject([{ kind: "released", author: null }]);
  });

  it("is mailed nothing of it any more, also where the role was taken back in the database", async () => {
    await begun(harness(), user.token);
    await sql`update users set email_verified_at = now() where id in (${agent.user.uid}, ${other.user.uid})`;
    await sql`update notifications set mail_due_at = now() - interval '1 second' where user_id in (${agent.user.uid}, ${other.user.uid})`;
    await sql`update users set role = 'candidate' where id = ${agent.user.uid}`;
    await mailUnread(harness().app.services, new Date(Date.now() + 1000));
    const told = async ({ email }: Agent) =>
      (await mailsTo(harness(), email)).filter(({ text }) => text.includes("/dashboard/admin/support")).length;
    expect([await told(agent), await told(other)]).toEqual([0, 1]);
  });
});
