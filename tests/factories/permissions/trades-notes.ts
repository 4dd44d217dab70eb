import { plainPdf } from "#tests/factories/pdf";
import { sendToWorkspace } from "#tests/factories/workspace-files";
import { row, type Table } from "./table";
import { customer, MANAGERS, MEMBERS } from "./trades";
import type { World } from "./world";

/** A customer of the owner's workspace. */
async function about(world: World) {
  const { workspaceId, uid } = await customer(world);
  return { workspaceId, customerUid: uid };
}

/** A document of the owner's, whose name is the owner's mark. */
async function document(world: World) {
  const { workspaceId, ...subject } = await about(world);
  const file = { name: `${world.owner.mark}.pdf`, type: "application/pdf", about: subject };
  const put = await sendToWorkspace(world.harness, world.owner.token, workspaceId, plainPdf(1), file);
  return { workspaceId, uid: world.owns(put.uid), version: 1 };
}

/** What the owner has noted: their mark. */
async function note(world: World) {
  const subject = await about(world);
  const { uid, version } = await world.by(world.owner, "trades.notes.save", { ...subject, body: world.owner.mark });
  return { workspaceId: subject.workspaceId, customerUid: subject.customerUid, uid: world.owns(uid), version };
}

/** For whoever added it, and those who manage the workspace. */
const OWN = { ...MANAGERS, owner: "ok" } as const;

export const tradesNotesTable: Table = {
  "trades.files.list": row(MEMBERS, async (world) => {
    const { workspaceId, customerUid } = await about(world);
    const file = { name: `${world.owner.mark}.pdf`, type: "application/pdf", about: { customerUid } };
    world.owns((await sendToWorkspace(world.harness, world.owner.token, workspaceId, plainPdf(1), file)).uid);
    return { workspaceId, customerUid };
  }),
  "trades.files.view": row(MEMBERS, async (world) => {
    const { workspaceId, uid } = await document(world);
    return { workspaceId, uid };
  }),
  "trades.files.rename": row(MANAGERS, async (world) => ({ ...(await document(world)), name: world.owner.mark })),
  "trades.files.delete": row(OWN, document),
  "trades.notes.list": row(MEMBERS, async (world) => {
    const { workspaceId, customerUid } = await note(world);
    return { workspaceId, customerUid };
  }),
  "trades.notes.save": row(MEMBERS, async (world) => ({ ...(await about(world)), body: world.owner.mark })),
  "trades.notes.delete": row(OWN, async (world) => {
    const { workspaceId, uid, version } = await note(world);
    return { workspaceId, uid, version };
  }),
};
