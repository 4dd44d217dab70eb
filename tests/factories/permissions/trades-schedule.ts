import { A_BOOKING, A_PERSON, AN_ABSENCE } from "#tests/factories/schedule";
import { USUAL_HOURS } from "@/lib/working-time";
import { row, type Table } from "./table";
import { MANAGERS, MEMBERS, shop } from "./trades";
import { job } from "./trades-jobs";
import type { World } from "./world";

/** A person of the owner's schedule, whose name is the owner's mark. */
async function person(world: World) {
  const { workspaceId } = await shop(world);
  const kept = await world.by(world.owner, "trades.resources.save", { workspaceId, ...A_PERSON, name: world.owner.mark });
  return { workspaceId, uid: world.owns(kept.uid), version: kept.version };
}

async function booking(world: World) {
  const { workspaceId, uid: resource } = await person(world);
  const input = { workspaceId, ...A_BOOKING, title: world.owner.mark, resources: [resource] };
  const { uid, version } = await world.by(world.owner, "trades.schedule.save", input);
  return { workspaceId, uid: world.owns(uid), version };
}

async function absence(world: World) {
  const { workspaceId, uid: resourceUid } = await person(world);
  const { uid, version } = await world.by(world.owner, "trades.resources.saveAbsence", { workspaceId, ...AN_ABSENCE, resourceUid });
  return { workspaceId, uid: world.owns(uid), version };
}

const within = async (made: Promise<{ workspaceId: string }>) => ({ workspaceId: (await made).workspaceId });

/** A member's input is right for the workspace that they are in: what it shows is not the owner's own, but the shop's. */
export const tradesScheduleTable: Table = {
  "trades.resources.list": row(MEMBERS, (world) => within(person(world))),
  "trades.resources.save": row(MANAGERS, async (world) => ({ ...(await shop(world)), ...A_PERSON, name: world.owner.mark })),
  "trades.resources.settings": row({ ...MEMBERS, owner: "ok", member: "ok" }, shop),
  "trades.resources.saveSettings": row({ ...MANAGERS, owner: "shows" }, async (world) => ({
    ...(await shop(world)),
    hours: USUAL_HOURS,
    holidays: [{ day: "2027-01-01", name: world.owner.mark }],
    version: 0,
  })),
  "trades.resources.absences": row(MEMBERS, (world) => within(absence(world))),
  "trades.resources.saveAbsence": row(MANAGERS, async (world) => {
    const { workspaceId, uid } = await person(world);
    return { workspaceId, ...AN_ABSENCE, resourceUid: uid };
  }),
  "trades.resources.deleteAbsence": row({ ...MANAGERS, owner: "ok" }, absence),
  "trades.resources.openFeed": row(MANAGERS, async (world) => {
    const { workspaceId, uid } = await person(world);
    return { workspaceId, uid };
  }),
  "trades.resources.endFeed": row(MANAGERS, async (world) => {
    const { workspaceId, uid } = await person(world);
    return { workspaceId, uid };
  }),
  "trades.schedule.view": row(MEMBERS, async (world) => ({ ...(await within(booking(world))), from: "2037-03-02" })),
  "trades.schedule.ofJob": row(MEMBERS, async (world) => {
    const { workspaceId, uid: jobUid } = await job(world);
    const { uid } = await world.by(world.owner, "trades.resources.save", {
      workspaceId,
      kind: "person",
      name: world.owner.mark,
      color: "info",
    });
    await world.by(world.owner, "trades.schedule.save", { workspaceId, ...A_BOOKING, resources: [uid], jobUid });
    return { workspaceId, jobUid };
  }),
  "trades.schedule.nextFree": row({ ...MANAGERS, owner: "ok" }, async (world) => {
    const { workspaceId, uid } = await person(world);
    return { workspaceId, resources: [uid], minutes: 60, from: A_BOOKING.startsAt };
  }),
  "trades.schedule.save": row(MANAGERS, async (world) => {
    const { workspaceId, uid } = await person(world);
    return { workspaceId, ...A_BOOKING, title: world.owner.mark, resources: [uid] };
  }),
  "trades.schedule.delete": row({ ...MANAGERS, owner: "ok" }, booking),
};
