import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { PASSWORD } from "#tests/config/harness";
import { tell } from "#tests/factories/notifications";
import type { LinkPurpose } from "@/lib/enums/account";
import { dataExports, mailedLinks, notifications, sessions, users } from "@/server/db/schema";
import { signedToken } from "@/server/signed-tokens";
import { LISTS, OPEN, OWN, row, SELF, type Table } from "./table";
import type { World } from "./world";

const db = ({ harness }: World) => harness.app.services.db;

/** The owner on another device. */
async function anotherSession(world: World): Promise<string> {
  const id = world.owns(uuidv7());
  await db(world)
    .insert(sessions)
    .values({ id, userId: world.owner.id, expiresAt: new Date(Date.now() + 3_600_000) });
  return id;
}

/** What a link says that the owner was mailed. */
async function mailed(world: World, purpose: LinkPurpose): Promise<string> {
  const id = uuidv7();
  const { id: userId, email } = world.owner;
  await db(world)
    .insert(mailedLinks)
    .values({ id, userId, purpose, email, expiresAt: new Date(Date.now() + 3_600_000) });
  return signedToken(world.harness.env.secrets, purpose, id);
}

async function anArchive(world: World): Promise<string> {
  const id = world.owns(uuidv7());
  const fileKey = await world.harness.app.services.files.save({ name: "a.zip", type: "application/zip", bytes: new Blob(["zip"]) });
  const expiresAt = new Date(Date.now() + 3_600_000);
  await db(world)
    .insert(dataExports)
    .values({ id, userId: world.owner.id, state: "ready", progress: 100, fileKey, sizeBytes: 3, expiresAt });
  return id;
}

async function aNotification(world: World): Promise<string> {
  await tell(world.harness, world.owner.id, { values: { subject: world.owner.mark } });
  const [told] = await db(world).select().from(notifications).where(eq(notifications.userId, world.owner.id));
  return world.owns(told?.id ?? "");
}

async function subscribed(world: World): Promise<string> {
  const browser = world.harness.pushService.subscribe();
  await world.by(world.owner, "account.notifications.push.subscribe", browser);
  return browser.endpoint;
}

const somebodyNew = () => ({ email: `${randomUUID()}@example.com`, password: PASSWORD, firstName: "Lin", lastName: "New" });
const PREFERENCE = { channel: "email", enabled: false };

export const accountTable: Table = {
  "account.login": row(OPEN, ({ owner }) => ({ email: owner.email, password: PASSWORD })),
  "account.loginUser": row(OPEN, ({ owner }) => ({ email: owner.email, password: PASSWORD })),
  "account.register": row(OPEN, somebodyNew),
  "account.registerUser": row(OPEN, somebodyNew),
  "account.checkExistence": row(OPEN, ({ owner }) => ({ email: owner.email })),
  "account.signInOptions": row(OPEN),
  "account.logout": row(SELF),
  "account.me": row(LISTS),
  "account.reauthenticate": row(SELF, () => ({ password: PASSWORD })),
  "account.profile": row(LISTS),
  "account.updateProfile": row(SELF, () => ({ profession: "Welder" })),
  "account.removeAvatar": row(SELF),
  "account.updatePassword": row(SELF, () => ({ currentPassword: PASSWORD, newPassword: `${PASSWORD} 2` })),
  "account.preferences": row(SELF),
  "account.savePreference": row(SELF, () => ({ event: "support", ...PREFERENCE })),
  "account.savePreference: of what the team alone hears": row(SELF, () => ({ event: "support_inbox", ...PREFERENCE }), {
    owner: "notFound",
    stranger: "notFound",
  }),
  "account.live": row(SELF),

  "account.sessions.list": row(LISTS),
  "account.sessions.end": row(OWN, async (world) => ({ uid: await anotherSession(world) })),
  "account.sessions.endOthers": row(SELF),
  "account.sessions.endAll": row(SELF),

  "account.links.forgetPassword": row(OPEN, ({ owner }) => ({ email: owner.email })),
  "account.links.resetPassword": row(OPEN, async (world) => ({ token: await mailed(world, "reset_password"), password: `${PASSWORD} 2` })),
  // Whoever merely reads the mail does not confirm an account that is not theirs.
  "account.links.verifyEmail": row(OPEN, async (world) => ({ token: await mailed(world, "verify_email") }), {
    visitor: "linkNeedsLogin",
    stranger: "linkNeedsLogin",
    admin: "linkNeedsLogin",
    superAdmin: "linkNeedsLogin",
  }),
  "account.links.requestVerification": row(SELF),
  "account.links.changeEmail": row(SELF, () => ({ email: `${randomUUID()}@example.com` })),
  "account.links.changeEmail: to another's": row(SELF, ({ peer }) => ({ email: peer.email }), {
    owner: "emailTaken",
    stranger: "emailTaken",
    admin: "emailTaken",
    superAdmin: "emailTaken",
  }),
  "account.links.cancelEmailChange": row(SELF),

  "account.export.latest": row(LISTS, async (world) => void (await anArchive(world))),
  "account.export.request": row(SELF),
  "account.export.link": row(OWN, async (world) => ({ uid: await anArchive(world) })),

  "account.deletion.holdings": row(SELF),
  "account.deletion.request": row(SELF),
  "account.deletion.cancel": row(
    SELF,
    async (world) => {
      await db(world).update(users).set({ deletionRequestedAt: new Date() }).where(eq(users.id, world.owner.id));
    },
    { stranger: "wrongState", admin: "wrongState", superAdmin: "wrongState" },
  ),

  "account.notifications.list": row(LISTS, async (world) => {
    await aNotification(world);
    return {};
  }),
  "account.notifications.unread": row(SELF),
  "account.notifications.read": row(OWN, async (world) => ({ uid: await aNotification(world) })),
  "account.notifications.unreadOne": row(OWN, async (world) => {
    const uid = await aNotification(world);
    await world.by(world.owner, "account.notifications.read", { uid });
    return { uid };
  }),
  "account.notifications.readAll": row(SELF),
  "account.notifications.settings": row(SELF),
  "account.notifications.saveSettings": row(SELF, () => ({ mailRhythm: "daily" })),
  "account.notifications.push.key": row(SELF),
  "account.notifications.push.subscribe": row(SELF, ({ harness }) => harness.pushService.subscribe()),
  "account.notifications.push.unsubscribe": row(SELF, async (world) => ({ endpoint: await subscribed(world) })),
  "account.notifications.push.test": row(OWN, async (world) => ({ endpoint: await subscribed(world) })),
};
