import { A_CUSTOMER, anInvite, giveTrades, putIn, SHOP } from "#tests/factories/trades";
import { type Answers, LISTS, row, SELF, type Table } from "./table";
import type { World } from "./world";

const database = ({ harness }: World) => harness.app.services.db;

/** Everybody has trades, so that what they are refused is the workspace and not the area; the owner has a workspace, a member and a manager in it. */
export async function shop(world: World) {
  const people = [world.owner, world.peer, world.stranger, world.admin, world.superAdmin];
  await giveTrades(
    database(world),
    people.map(({ id }) => id),
  );
  const { uid } = await world.by(world.owner, "trades.workspace.create", { ...SHOP, name: world.owner.mark });
  const workspaceId = world.owns(uid);
  await putIn(database(world), workspaceId, world.member.id);
  await putIn(database(world), workspaceId, world.manager.id, "manager");
  return { workspaceId };
}

/** Somebody else of the workspace, to whom something is done. */
async function colleague(world: World) {
  const { workspaceId } = await shop(world);
  return { workspaceId, ...(await putIn(database(world), workspaceId, world.peer.id)) };
}

async function invite(world: World) {
  const { workspaceId } = await shop(world);
  const email = `${world.owner.mark}@example.com`;
  const { secrets } = world.harness.env;
  return { workspaceId, ...(await anInvite({ db: database(world), secrets }, { workspaceId, email, invitedBy: world.owner.id })) };
}

/** A customer of the owner's workspace, whose name is the owner's mark. */
export async function customer(world: World, name = world.owner.mark) {
  const { workspaceId } = await shop(world);
  const { uid, version } = await world.by(world.owner, "trades.customers.save", { workspaceId, ...A_CUSTOMER, name });
  return { workspaceId, uid: world.owns(uid), version };
}

const answers = (owner: Answers["owner"], member: Answers["owner"]): Answers => ({
  visitor: "unauthorized",
  owner,
  member,
  stranger: "notFound",
  // What somebody is on the platform opens no workspace.
  admin: "notFound",
  superAdmin: "notFound",
});

/** For all who are in the workspace. */
export const MEMBERS = answers("shows", "shows");
/** For those who manage it. */
export const MANAGERS = answers("shows", "forbidden");
/** For its owner alone. */
const OWNER: Answers = { ...MANAGERS, manager: "forbidden" };

export const tradesTable: Table = {
  "trades.workspace.list": row({ ...LISTS, member: "shows" }, async (world) => void (await shop(world))),
  "trades.workspace.create": row({ ...SELF, manager: "areaClosed", member: "areaClosed" }, async (world) => {
    await shop(world);
    return SHOP;
  }),
  "trades.workspace.view": row(MEMBERS, shop),
  "trades.workspace.save": row(MANAGERS, async (world) => ({ ...(await shop(world)), ...SHOP, name: world.owner.mark, version: 1 })),
  "trades.workspace.delete": row({ ...OWNER, owner: "ok" }, async (world) => ({ ...(await shop(world)), name: world.owner.mark })),
  "trades.members.list": row(MEMBERS, shop),
  "trades.members.setRole": row(OWNER, async (world) => ({ ...(await colleague(world)), role: "manager" })),
  "trades.members.remove": row(MANAGERS, colleague),
  "trades.members.leave": row({ ...MEMBERS, owner: "ownerStays", manager: "ok", member: "ok" }, shop),
  "trades.members.transfer": row(OWNER, colleague),
  "trades.invites.list": row(MANAGERS, async (world) => ({ workspaceId: (await invite(world)).workspaceId })),
  "trades.invites.send": row(MANAGERS, async (world) => ({ ...(await shop(world)), email: `${world.owner.mark}@example.com` })),
  "trades.invites.revoke": row({ ...MANAGERS, owner: "ok" }, async (world) => {
    const { workspaceId, uid } = await invite(world);
    return { workspaceId, uid };
  }),
  "trades.customers.list": row(MEMBERS, async (world) => ({ workspaceId: (await customer(world)).workspaceId })),
  "trades.customers.view": row(MEMBERS, async (world) => {
    const { workspaceId, uid } = await customer(world);
    return { workspaceId, uid };
  }),
  "trades.customers.save": row(MANAGERS, async (world) => ({ ...(await shop(world)), ...A_CUSTOMER, name: world.owner.mark })),
  "trades.customers.delete": row({ ...MANAGERS, owner: "ok" }, customer),
  "trades.customers.merge": row(MANAGERS, async (world) => {
    const { workspaceId, uid, version } = await customer(world);
    const other = await world.by(world.owner, "trades.customers.save", { workspaceId, ...A_CUSTOMER });
    return { workspaceId, uid, version, otherUid: other.uid, otherVersion: other.version };
  }),
  // Whoever holds the link was mailed it; whoever is in the workspace needs none.
  "trades.invites.preview": row(
    { visitor: "unauthorized", owner: "shows", member: "shows", stranger: "shows", admin: "shows", superAdmin: "shows" },
    async (world) => ({ token: (await invite(world)).token }),
  ),
  "trades.invites.accept": row(
    { visitor: "unauthorized", owner: "alreadyMember", member: "alreadyMember", stranger: "shows", admin: "shows", superAdmin: "shows" },
    async (world) => ({ token: (await invite(world)).token }),
  ),
};
