import { aDefinition } from "#tests/factories/forms";
import { row, type Table } from "./table";
import { MANAGERS, MEMBERS, shop } from "./trades";
import { job } from "./trades-jobs";
import type { World } from "./world";

/** A form of the owner's workspace, whose name is the owner's mark. */
async function form(world: World) {
  const { workspaceId } = await shop(world);
  const given = { workspaceId, name: world.owner.mark, ...aDefinition().definition };
  const { uid, version } = await world.by(world.owner, "trades.forms.save", given);
  return { workspaceId, uid: world.owns(uid), version: version as number };
}

async function published(world: World) {
  const made = await form(world);
  const { version } = await world.by(world.owner, "trades.forms.publish", made);
  return { ...made, version: version as number };
}

/** What the owner has begun to fill in; a member does not see it. */
async function begun(world: World) {
  const { workspaceId, uid: formUid } = await published(world);
  const { uid, version } = await world.by(world.owner, "trades.entries.start", { workspaceId, formUid });
  return { workspaceId, uid: world.owns(uid), version: version as number };
}

async function handedIn(world: World) {
  const { definition, answers } = aDefinition();
  const { workspaceId } = await shop(world);
  const made = await world.by(world.owner, "trades.forms.save", { workspaceId, name: world.owner.mark, ...definition });
  await world.by(world.owner, "trades.forms.publish", { workspaceId, uid: made.uid, version: made.version });
  const entry = await world.by(world.owner, "trades.entries.start", { workspaceId, formUid: made.uid });
  const about = { workspaceId, uid: entry.uid, version: entry.version };
  const { uid } = await world.by(world.owner, "trades.entries.submit", { ...about, answers });
  return { workspaceId, uid: world.owns(uid) };
}

const DRAFT = { ...MEMBERS, member: "notFound" } as const;
/** In it writes nobody but who has begun it. */
const WRITTEN = { ...DRAFT, manager: "notFound" } as const;

export const tradesFormsTable: Table = {
  "trades.forms.list": row(MANAGERS, async (world) => ({ workspaceId: (await form(world)).workspaceId })),
  "trades.forms.open": row(MEMBERS, async (world) => ({ workspaceId: (await published(world)).workspaceId })),
  "trades.forms.view": row(MANAGERS, async (world) => {
    const { workspaceId, uid } = await form(world);
    return { workspaceId, uid };
  }),
  "trades.forms.save": row(MANAGERS, async (world) => ({
    ...(await shop(world)),
    name: world.owner.mark,
    ...aDefinition().definition,
  })),
  "trades.forms.publish": row(MANAGERS, form),
  "trades.forms.archive": row(MANAGERS, async (world) => ({ ...(await published(world)), archived: true })),
  "trades.forms.delete": row({ ...MANAGERS, owner: "ok" }, form),
  "trades.entries.list": row(MEMBERS, async (world) => ({ workspaceId: (await handedIn(world)).workspaceId })),
  "trades.entries.ofJob": row(MEMBERS, async (world) => {
    const { workspaceId, uid: jobUid } = await job(world);
    const { definition, answers } = aDefinition();
    const made = await world.by(world.owner, "trades.forms.save", { workspaceId, name: world.owner.mark, ...definition });
    await world.by(world.owner, "trades.forms.publish", { workspaceId, uid: made.uid, version: made.version });
    const { uid, version } = await world.by(world.owner, "trades.entries.start", { workspaceId, formUid: made.uid, jobUid });
    await world.by(world.owner, "trades.entries.submit", { workspaceId, uid: world.owns(uid), version, answers });
    return { workspaceId, jobUid };
  }),
  "trades.entries.view": row(MEMBERS, handedIn),
  "trades.entries.view: not handed in": row(DRAFT, async (world) => {
    const { workspaceId, uid } = await begun(world);
    return { workspaceId, uid };
  }),
  "trades.entries.pdf": row({ ...MEMBERS, owner: "ok", member: "ok" }, handedIn),
  "trades.entries.start": row(MEMBERS, async (world) => {
    const { workspaceId, uid: formUid } = await published(world);
    return { workspaceId, formUid };
  }),
  "trades.entries.save": row(WRITTEN, async (world) => ({ ...(await begun(world)), answers: {} })),
  "trades.entries.submit": row(WRITTEN, async (world) => {
    const { definition, answers } = aDefinition();
    const { workspaceId } = await shop(world);
    const made = await world.by(world.owner, "trades.forms.save", { workspaceId, name: world.owner.mark, ...definition });
    await world.by(world.owner, "trades.forms.publish", { workspaceId, uid: made.uid, version: made.version });
    const { uid, version } = await world.by(world.owner, "trades.entries.start", { workspaceId, formUid: made.uid });
    return { workspaceId, uid: world.owns(uid), version, answers };
  }),
  "trades.entries.discard": row({ ...DRAFT, owner: "ok" }, begun),
};
