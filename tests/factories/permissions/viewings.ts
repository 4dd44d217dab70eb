import { v7 as uuidv7 } from "uuid";
import type { ViewingState } from "@/lib/enums/account";
import { viewings } from "@/server/db/schema";
import { LISTS, OWN, row, type Table, TEAM } from "./table";
import type { World } from "./world";

const OF_ADMIN = "admin.viewings";
const OWNED = "account.viewings";
const reason = "The page stays empty";

/** The admin's look at somebody's account. */
async function look(world: World, state: ViewingState, whose: "owner" | "peer") {
  const uid = uuidv7();
  const endsAt = state === "allowed" ? new Date(Date.now() + 600_000) : null;
  const values = { id: uid, userId: world[whose].id, adminId: world.admin.id, reason: world.owner.mark, state, endsAt };
  await world.harness.app.services.db.insert(viewings).values(values);
  return { uid };
}

export const viewingsTable: Table = {
  [`${OF_ADMIN}.list`]: row(TEAM, ({ peer }) => ({ uid: peer.id })),
  [`${OF_ADMIN}.ask`]: row(TEAM, ({ peer }) => ({ uid: peer.id, reason })),
  [`${OF_ADMIN}.ask: one of the team`]: row(TEAM, ({ admin }) => ({ uid: admin.id, reason }), {
    admin: "forbidden",
    superAdmin: "forbidden",
  }),
  // Whoever did not ask does not look.
  [`${OF_ADMIN}.open`]: row(TEAM, (world) => look(world, "allowed", "peer"), { superAdmin: "notFound" }),
  [`${OF_ADMIN}.open: without consent`]: row(TEAM, (world) => look(world, "asked", "peer"), {
    admin: "wrongState",
    superAdmin: "notFound",
  }),
  [`${OF_ADMIN}.end`]: row(TEAM, (world) => look(world, "allowed", "peer"), { superAdmin: "notFound" }),
  [`${OWNED}.list`]: row(LISTS, async (world) => void (await look(world, "declined", "owner"))),
  [`${OWNED}.open`]: row(LISTS, async (world) => void (await look(world, "asked", "owner"))),
  [`${OWNED}.answer`]: row(OWN, async (world) => ({ ...(await look(world, "asked", "owner")), allow: true })),
  [`${OWNED}.end`]: row(OWN, (world) => look(world, "allowed", "owner")),
};
