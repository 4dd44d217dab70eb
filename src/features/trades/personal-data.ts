import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor } from "@/server/db/client";
import { users, workspaceInvites, workspaceMembers, workspaces } from "@/server/db/schema";
import { withLockedWorkspace } from "@/server/db/workspace";
import type { PersonalData } from "@/server/personal-data";
import { publishToWorkspace } from "./events";
import { recordEvent } from "./log/mutations";
import { dropMember, handAreaOver, handOver } from "./members/mutations";
import { notifyPeople } from "./notices/mutations";
import { endWorkspace } from "./workspace/mutations";

const others = alias(workspaceMembers, "others");

/** Where somebody is, and who takes a workspace over from its owner: the manager, else the member, who has been in it longest. */
async function placesOf(db: Executor, userId: string) {
  const heir = db
    .select({ id: others.id })
    .from(others)
    .innerJoin(users, eq(users.id, others.userId))
    .where(and(eq(others.workspaceId, workspaceMembers.workspaceId), sql`${others.id} <> ${workspaceMembers.id}`, isNull(users.erasedAt)))
    // Whoever is about to end their account may yet stay, and whoever is suspended come back: better they than nobody.
    .orderBy(
      sql`(${users.deletionRequestedAt} is not null or ${users.suspendedAt} is not null)`,
      asc(others.role),
      asc(others.joinedAt),
      asc(others.id),
    )
    .limit(1);
  return db
    .select({
      id: workspaceMembers.id,
      role: workspaceMembers.role,
      joinedAt: workspaceMembers.joinedAt,
      workspace: workspaces,
      heirId: sql<string | null>`(${heir})`,
    })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .where(eq(workspaceMembers.userId, userId))
    .orderBy(asc(workspaceMembers.joinedAt), asc(workspaceMembers.id));
}

/**
 * Where somebody works with others. What a shop holds is the shop's: when its owner's account ends it goes on with somebody else of it;
 * one that nobody else is in goes with the account.
 */
export const tradesData: PersonalData = {
  name: "workspaces",

  count: async (db, userId) => {
    const places = await placesOf(db, userId);
    return { workspaces: places.filter(({ role, heirId }) => role === "owner" && !heirId).length };
  },

  records: async ({ db }, userId) => {
    const places = await placesOf(db, userId);
    const invited = await db
      .select({ workspaceId: workspaceInvites.workspaceId, role: workspaceInvites.role, createdAt: workspaceInvites.createdAt })
      .from(workspaceInvites)
      .where(eq(workspaceInvites.invitedBy, userId))
      .orderBy(asc(workspaceInvites.createdAt), asc(workspaceInvites.id));
    return {
      data: places.map(({ role, joinedAt, workspace: { id, name, ...settings } }) => ({
        name,
        role,
        joinedAt,
        // How it is set up is its owner's matter.
        ...(role === "owner" ? { settings } : {}),
        // Whom they invited is not theirs to take along.
        invited: invited.filter(({ workspaceId }) => workspaceId === id).map(({ role: as, createdAt }) => ({ role: as, createdAt })),
      })),
      files: [],
    };
  },

  stored: async () => [],

  erase: async (db, userId) => {
    const [person] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
    if (person) await db.delete(workspaceInvites).where(eq(workspaceInvites.email, person.email));
    // What they mailed in their own name opens nothing once nobody stands for it.
    await db.delete(workspaceInvites).where(eq(workspaceInvites.invitedBy, userId));
    for (const { workspace } of await placesOf(db, userId)) await leave(db, workspace.id, userId);
  },
};

/** Takes somebody who is no more out of a workspace, and the workspace with them where nobody else could have it. */
const leave = (db: Executor, workspaceId: string, userId: string): Promise<void> =>
  withLockedWorkspace(db, workspaceId, "update", async (tx, outside) => {
    const place = await outside(async (inner) => (await placesOf(inner, userId)).find(({ workspace }) => workspace.id === workspaceId));
    if (!place) return;
    const { id, role, heirId } = place;
    if (role === "owner" && !heirId) {
      await endWorkspace(outside, workspaceId);
      return;
    }
    if (role === "owner" && heirId) {
      await handOver(tx, workspaceId, { from: { id }, to: { id: heirId } });
      const [heir] = await tx.select({ userId: workspaceMembers.userId }).from(workspaceMembers).where(eq(workspaceMembers.id, heirId));
      if (heir) {
        await outside((inner) => handAreaOver(inner, { from: userId, to: heir.userId }));
        const told = { workspaceId, actorId: userId, userIds: [heir.userId], author: "" };
        await notifyPeople(tx, outside, { ...told, kind: "trades_inherited", tab: "settings" });
      }
      const inherited = { target: { kind: "member" as const, id: heirId }, before: { owner: id }, after: { owner: heirId } };
      await recordEvent(tx, { workspaceId, actorId: userId }, { action: "workspace.inherit", ...inherited });
    }
    await recordEvent(tx, { workspaceId, actorId: userId }, { action: "member.leave", target: { kind: "member", id } });
    await dropMember(tx, outside, workspaceId, { id, userId });
    await publishToWorkspace(tx, workspaceId);
  });
