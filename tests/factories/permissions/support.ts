import { and, eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { REPORT } from "#tests/factories/support";
import { inAll } from "#tests/factories/texts";
import { conversations, supportAttachments, supportMessages } from "@/server/db/schema";
import { GUEST_PURPOSE } from "@/server/mail/templates";
import { signedToken } from "@/server/signed-tokens";
import { LISTS, OPEN, OWN, OWN_SHOWN, row, SELF, type Table, TEAM, TEAM_SEES } from "./table";
import type { World } from "./world";

const C = "support.chat";
const I = "support.inbox";
const R = "support.inbox.canned";
const F = "support.faq.editing";

const db = ({ harness }: World) => harness.app.services.db;
const asId = ({ uid }: { uid: string }) => ({ conversationId: uid });

/** The owner has asked something. */
async function asked(world: World) {
  const { uid } = await world.by(world.owner, `${C}.begin`, { subject: "My microphone", message: `It stays silent, ${world.owner.mark}.` });
  return asId({ uid: world.owns(uid) });
}

/** The team has answered. */
async function answered(world: World) {
  const conversation = await asked(world);
  await world.by(world.superAdmin, `${I}.answer`, { ...conversation, message: "Is it plugged in?" });
  return conversation;
}

async function resolved(world: World) {
  const conversation = await answered(world);
  await world.by(world.superAdmin, `${I}.resolve`, conversation);
  return conversation;
}

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

async function snoozed(world: World) {
  const conversation = await asked(world);
  await world.by(world.superAdmin, `${I}.snooze`, { ...conversation, until: tomorrow() });
  return conversation;
}

/** A file in the first message of a conversation. */
async function aFile(world: World, conversationId: string, uploaderId: string | null): Promise<{ uid: string }> {
  const [message] = await db(world)
    .select({ id: supportMessages.id })
    .from(supportMessages)
    .where(and(eq(supportMessages.conversationId, conversationId), eq(supportMessages.seq, 1)));
  const uid = uuidv7();
  const fileKey = await world.harness.app.services.files.save({ name: "a.png", type: "image/png", bytes: new Blob(["png"]) });
  const file = { fileKey, name: `${world.owner.mark}.png`, type: "image/png", sizeBytes: 3 };
  await db(world)
    .insert(supportAttachments)
    .values({ id: uid, uploaderId, messageId: message?.id ?? null, ...file });
  return { uid };
}

const ownFile = async (world: World) => aFile(world, (await asked(world)).conversationId, world.owner.id);

/** Somebody without an account has left a message. */
async function aGuest(world: World): Promise<{ id: string; token: string }> {
  const uid = uuidv7();
  const email = `guest-${uid}@example.com`;
  await world.by(world.owner, "support.contact.save", { uid, name: "Guest", email, message: "Is there a trial?" });
  const [row] = await db(world).select().from(conversations).where(eq(conversations.guestEmail, email));
  const id = row?.id ?? "";
  return { id, token: signedToken(world.harness.env.secrets, GUEST_PURPOSE, id) };
}

const REPLY = { title: inAll("A greeting"), text: inAll("Hello {name}") };
const aReply = async (world: World) => ({ uid: (await world.by(world.admin, `${R}.save`, REPLY)).uid as string });

async function newEntry(world: World) {
  const [category] = await world.by(world.admin, `${F}.categories`);
  return { category: category.uid, question: inAll("May I bring a giraffe?"), answer: inAll("Only a small one.") };
}
const anEntry = async (world: World) => ({ uid: (await world.by(world.admin, `${F}.save`, await newEntry(world))).uid as string });

export const supportTable: Table = {
  [`${C}.list`]: row(LISTS, async (world) => {
    await asked(world);
    return {};
  }),
  [`${C}.begin`]: row(SELF, () => ({ subject: "My camera", message: "It stays dark." })),
  [`${C}.view`]: row(OWN_SHOWN, answered),
  [`${C}.send`]: row(OWN, async (world) => ({ ...(await asked(world)), message: "It still does." })),
  [`${C}.get`]: row(OWN_SHOWN, asked),
  [`${C}.history`]: row(OWN_SHOWN, asked),
  [`${C}.read`]: row(OWN, async (world) => ({ ...(await answered(world)), seq: 2 })),
  [`${C}.received`]: row(SELF),
  [`${C}.typing`]: row(OWN, asked),
  [`${C}.unread`]: row(SELF),
  [`${C}.waiting`]: row(SELF),
  [`${C}.file`]: row(OWN_SHOWN, ownFile),
  [`${C}.rate`]: row(OWN, async (world) => ({ ...(await resolved(world)), satisfaction: "good" })),
  [`${C}.report`]: row(OWN, asked),
  [`${C}.shareReport`]: row(OWN, async (world) => ({ ...(await asked(world)), report: REPORT })),

  [`${I}.list`]: row(TEAM_SEES, async (world) => {
    await asked(world);
    return { search: world.owner.mark };
  }),
  [`${I}.queues`]: row(TEAM),
  [`${I}.view`]: row(TEAM_SEES, asked),
  [`${I}.history`]: row(TEAM_SEES, asked),
  [`${I}.answer`]: row(TEAM, async (world) => ({ ...(await asked(world)), message: "Is it plugged in?" })),
  [`${I}.note`]: row(TEAM, async (world) => ({ ...(await asked(world)), text: "A known one" })),
  [`${I}.assign`]: row(TEAM, async (world) => ({ ...(await asked(world)), assigneeId: world.admin.id, expected: null })),
  // Whoever is not of the team looks after nobody.
  [`${I}.assign: to a candidate`]: row(
    TEAM,
    async (world) => ({ ...(await asked(world)), assigneeId: world.stranger.id, expected: null }),
    { admin: "notFound", superAdmin: "notFound" },
  ),
  [`${I}.snooze`]: row(TEAM, async (world) => ({ ...(await asked(world)), until: tomorrow() })),
  [`${I}.wake`]: row(TEAM, snoozed),
  [`${I}.resolve`]: row(TEAM, answered),
  [`${I}.reopen`]: row(TEAM, resolved),
  [`${I}.read`]: row(TEAM, async (world) => ({ ...(await asked(world)), seq: 1 })),
  [`${I}.received`]: row(TEAM),
  [`${I}.typing`]: row(TEAM, asked),
  [`${I}.file`]: row(TEAM_SEES, ownFile),
  [`${I}.team`]: row(TEAM),

  [`${R}.list`]: row(TEAM, () => ({})),
  [`${R}.reply`]: row(TEAM, aReply),
  [`${R}.save`]: row(TEAM, () => REPLY),
  [`${R}.move`]: row(TEAM, async (world) => ({ ...(await aReply(world)), to: "first" })),
  [`${R}.delete`]: row(TEAM, aReply),

  // The mailed link is what opens a guest's conversation, for whoever has it.
  "support.contact.save": row(OPEN, () => ({ name: "Guest", email: `${uuidv7()}@example.com`, message: "Is there a trial?" })),
  "support.contact.view": row(OPEN, async (world) => ({ token: (await aGuest(world)).token })),
  "support.contact.send": row(OPEN, async (world) => ({ token: (await aGuest(world)).token, message: "And for students?" })),
  "support.contact.file": row(OPEN, async (world) => {
    const { id, token } = await aGuest(world);
    return { token, ...(await aFile(world, id, null)) };
  }),
  "support.contact.file: of somebody's conversation": row(
    OPEN,
    async (world) => ({ token: (await aGuest(world)).token, ...(await ownFile(world)) }),
    { visitor: "notFound", owner: "notFound", stranger: "notFound", admin: "notFound", superAdmin: "notFound" },
  ),

  "support.faq.list": row(SELF, () => ({})),
  "support.faq.open": row(OPEN, () => ({})),
  "support.faq.vote": row(OPEN, async (world) => {
    const entry = await anEntry(world);
    await world.by(world.admin, `${F}.publish`, { uids: [entry.uid], published: true });
    return { ...entry, helpful: true };
  }),
  [`${F}.categories`]: row(TEAM),
  [`${F}.entries`]: row(TEAM, () => ({})),
  [`${F}.entry`]: row(TEAM, anEntry),
  [`${F}.save`]: row(TEAM, newEntry),
  [`${F}.publish`]: row(TEAM, async (world) => ({ uids: [(await anEntry(world)).uid], published: true })),
  [`${F}.move`]: row(TEAM, async (world) => ({ ...(await anEntry(world)), to: "first" })),
  [`${F}.delete`]: row(TEAM, anEntry),
};
