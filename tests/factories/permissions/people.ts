import { eq } from "drizzle-orm";
import { loginFailures, users } from "@/server/db/schema";
import { row, type Table, TEAM, TEAM_SEES, TOP } from "./table";
import type { World } from "./world";

const P = "admin.people";
const db = ({ harness }: World) => harness.app.services.db;
const reason = "As the rules say";

/** It is the peer about whom something is decided: the owner looks on. */
const about = ({ peer }: World) => ({ uid: peer.id });
const all = ({ peer }: World) => ({ uids: [peer.id] });

async function suspended(world: World) {
  await db(world).update(users).set({ suspendedAt: new Date(), suspensionReason: reason }).where(eq(users.id, world.peer.id));
  return all(world);
}

async function locked(world: World) {
  const lockedUntil = new Date(Date.now() + 600_000);
  await db(world).insert(loginFailures).values({ subject: world.peer.id, failures: 5, lockedUntil });
  return about(world);
}

async function unconfirmed(world: World) {
  await db(world).update(users).set({ emailVerifiedAt: null }).where(eq(users.id, world.peer.id));
  return about(world);
}

export const peopleTable: Table = {
  [`${P}.list`]: row(TEAM_SEES, ({ owner }) => ({ search: owner.mark })),
  [`${P}.person`]: row(TEAM_SEES, ({ owner }) => ({ uid: owner.id })),
  [`${P}.history`]: row(TEAM, about),
  [`${P}.suspend`]: row(TEAM, (world) => ({ ...all(world), reason })),
  // Admins look after candidates, and nobody after themselves.
  [`${P}.suspend: one of the team`]: row(TEAM, ({ superAdmin }) => ({ uids: [superAdmin.id], reason }), {
    admin: "forbidden",
    superAdmin: "forbidden",
  }),
  [`${P}.suspend: an admin`]: row(TEAM, ({ admin }) => ({ uids: [admin.id], reason }), { admin: "forbidden" }),
  [`${P}.restore`]: row(TEAM, suspended),
  [`${P}.unlock`]: row(TEAM, locked),
  [`${P}.verify`]: row(TEAM, unconfirmed),
  [`${P}.endSessions`]: row(TEAM, about),
  [`${P}.endSessions: of an admin`]: row(TEAM, ({ admin }) => ({ uid: admin.id }), { admin: "forbidden" }),
  [`${P}.grantRole`]: row(TOP, (world) => ({ ...about(world), role: "admin" })),
  [`${P}.grantRole: to oneself`]: row(TOP, ({ superAdmin }) => ({ uid: superAdmin.id, role: "candidate" }), { superAdmin: "forbidden" }),
};
