import { wordingsFor } from "#tests/factories/trades";
import { row, type Table } from "./table";
import { MANAGERS, shop } from "./trades";
import { job } from "./trades-jobs";
import type { World } from "./world";

async function steps(world: World) {
  const { workspaceId } = await shop(world);
  const { tasks } = await world.by(world.owner, "trades.standards.save", { workspaceId, title: "Measure" });
  return { workspaceId, name: world.owner.mark, steps: [{ standardUid: tasks[0].uid, offsetDays: 0 }] };
}

async function template(world: World) {
  const given = await steps(world);
  const { templates } = await world.by(world.owner, "trades.templates.save", given);
  const [{ uid, version }] = templates;
  return { workspaceId: given.workspaceId, uid: world.owns(uid), version };
}

async function text(world: World) {
  const { workspaceId } = await shop(world);
  const wordings = wordingsFor({ en: { subject: world.owner.mark, body: "Dear {customer}" } });
  const { texts } = await world.by(world.owner, "trades.texts.save", { workspaceId, name: world.owner.mark, wordings });
  const [{ uid, version }] = texts;
  return { workspaceId, uid: world.owns(uid), version };
}

export const tradesTemplatesTable: Table = {
  "trades.templates.list": row(MANAGERS, async (world) => ({ workspaceId: (await template(world)).workspaceId })),
  "trades.templates.save": row(MANAGERS, steps),
  "trades.templates.delete": row({ ...MANAGERS, owner: "ok" }, template),
  "trades.templates.use": row({ ...MANAGERS, owner: "ok" }, async (world) => {
    const { workspaceId, uid } = await template(world);
    const { uid: customerUid } = await world.by(world.owner, "trades.customers.save", { workspaceId, name: "Customer" });
    const made = await world.by(world.owner, "trades.jobs.save", { workspaceId, customerUid, title: "Job" });
    return { workspaceId, uid, jobUid: made.uid, startOn: "2027-01-31" };
  }),
  "trades.texts.list": row(MANAGERS, async (world) => ({ workspaceId: (await text(world)).workspaceId })),
  "trades.texts.save": row(MANAGERS, async (world) => ({
    ...(await shop(world)),
    name: world.owner.mark,
    wordings: wordingsFor({ en: { subject: "", body: "Dear {customer}" } }),
  })),
  "trades.texts.delete": row({ ...MANAGERS, owner: "ok" }, text),
  "trades.texts.fill": row(MANAGERS, async (world) => {
    const { workspaceId, uid: jobUid } = await job(world);
    const wordings = wordingsFor({ en: { subject: "{job}", body: "Dear {customer}" } });
    const { texts } = await world.by(world.owner, "trades.texts.save", { workspaceId, name: "Thanks", wordings });
    return { workspaceId, uid: texts[0].uid, jobUid, locale: "en" };
  }),
};
