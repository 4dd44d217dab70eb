import { randomUUID } from "node:crypto";
import { row, type Table } from "./table";
import { MANAGERS, MEMBERS, shop } from "./trades";
import { job } from "./trades-jobs";
import type { World } from "./world";

/** A task of a job of the owner's workspace, whose title is the owner's mark, with a list. */
async function task(world: World, assignees: string[] = []) {
  const { workspaceId, uid: jobUid } = await job(world);
  const fields = { workspaceId, jobUid, title: world.owner.mark, checks: [{ text: "Edges" }], assignees };
  const { uid, version, checks } = await world.by(world.owner, "trades.tasks.save", fields);
  return { workspaceId, jobUid, uid: world.owns(uid), version, checkUid: checks[0].uid };
}

/** The same, given to the owner alone. */
async function owners(world: World) {
  const { workspaceId } = await shop(world);
  const { data } = { data: await world.by(world.owner, "trades.members.list", { workspaceId }) };
  const me = data.find(({ you }: { you: boolean }) => you);
  const fields = { workspaceId, title: world.owner.mark, checks: [{ text: "Edges" }], assignees: [me.uid] };
  const { uid, version, checks } = await world.by(world.owner, "trades.tasks.save", fields);
  return { workspaceId, uid: world.owns(uid), version, checkUid: checks[0].uid };
}

async function standard(world: World) {
  const { workspaceId } = await shop(world);
  const { tasks } = await world.by(world.owner, "trades.standards.save", { workspaceId, title: world.owner.mark });
  return { workspaceId, uid: world.owns(tasks[0].uid), version: tasks[0].version };
}

export const tradesTasksTable: Table = {
  "trades.tasks.list": row(MEMBERS, async (world) => ({ workspaceId: (await task(world)).workspaceId })),
  "trades.tasks.day": row({ ...MEMBERS, manager: "empty", member: "empty" }, async (world) => ({
    workspaceId: (await owners(world)).workspaceId,
  })),
  "trades.tasks.ofJob": row(MEMBERS, async (world) => {
    const { workspaceId, jobUid } = await task(world);
    return { workspaceId, jobUid };
  }),
  "trades.tasks.view": row(MEMBERS, async (world) => {
    const { workspaceId, uid } = await task(world);
    return { workspaceId, uid };
  }),
  "trades.tasks.save": row(MANAGERS, async (world) => ({ ...(await shop(world)), title: world.owner.mark })),
  "trades.tasks.move": row(MEMBERS, async (world) => {
    const { workspaceId, uid, version } = await task(world);
    return { workspaceId, uid, version, moveUid: randomUUID(), to: "in_progress" };
  }),
  "trades.tasks.move: what was given to somebody else": row(MANAGERS, async (world) => {
    const { workspaceId, uid, version } = await owners(world);
    return { workspaceId, uid, version, moveUid: randomUUID(), to: "in_progress" };
  }),
  "trades.tasks.check": row({ ...MEMBERS, owner: "ok", member: "ok" }, async (world) => {
    const { workspaceId, uid, checkUid } = await task(world);
    return { workspaceId, uid, checkUid, checked: true };
  }),
  "trades.tasks.order": row(MANAGERS, async (world) => {
    const { workspaceId, uid } = await task(world);
    return { workspaceId, uid, to: "first" };
  }),
  "trades.tasks.delete": row({ ...MANAGERS, owner: "ok" }, async (world) => {
    const { workspaceId, uid, version } = await task(world);
    return { workspaceId, uid, version };
  }),
  "trades.standards.list": row(MANAGERS, async (world) => ({ workspaceId: (await standard(world)).workspaceId })),
  "trades.standards.save": row(MANAGERS, async (world) => ({ ...(await shop(world)), title: world.owner.mark })),
  "trades.standards.order": row(MANAGERS, async (world) => {
    const { workspaceId, uid } = await standard(world);
    return { workspaceId, uid, to: "first" };
  }),
  "trades.standards.delete": row({ ...MANAGERS, owner: "ok" }, standard),
  "trades.standards.use": row({ ...MANAGERS, owner: "ok" }, async (world) => {
    const { workspaceId, uid } = await standard(world);
    const { uid: customerUid } = await world.by(world.owner, "trades.customers.save", { workspaceId, name: "Customer" });
    const made = await world.by(world.owner, "trades.jobs.save", { workspaceId, customerUid, title: "Job" });
    return { workspaceId, jobUid: made.uid, uids: [uid] };
  }),
};
