import { randomUUID } from "node:crypto";
import { A_CUSTOMER } from "#tests/factories/trades";
import type { Shop, Slice } from "./shop";

/** A task of a job, given to somebody, with a list, and needing another one. */
async function keep({ ask, member }: Shop) {
  const customer = await ask("customers.save", A_CUSTOMER);
  const job: { uid: string } = await ask("jobs.save", { title: "Kitchen", customerUid: customer.uid });
  const first: { uid: string } = await ask("tasks.save", { jobUid: job.uid, title: "Measure" });
  const fields = { title: "Cut", assignees: [member.uid], checks: [{ text: "Edges" }], needs: [first.uid] };
  const task: { uid: string; version: number; checks: { uid: string }[] } = await ask("tasks.save", { jobUid: job.uid, ...fields });
  return { job, first, task, fields };
}
const seen = async (shop: Shop) => {
  const { uid, version } = (await keep(shop)).task;
  return { uid, version };
};
const standard = async ({ ask }: Shop): Promise<{ uid: string; version: number }> =>
  (await ask("standards.save", { title: "Template", checks: [{ text: "Corners" }] })).tasks[0];
const seenStandard = async (shop: Shop) => {
  const { uid, version } = await standard(shop);
  return { uid, version };
};

export const tasks: Slice = {
  calls: {
    "trades.tasks.list": () => ({}),
    "trades.tasks.day": () => ({}),
    "trades.tasks.ofJob": async (shop) => ({ jobUid: (await keep(shop)).job.uid }),
    "trades.tasks.view": async (shop) => ({ uid: (await seen(shop)).uid }),
    "trades.tasks.save": async (shop) => ({ ...(await seen(shop)), title: "Taken" }),
    "trades.tasks.move": async (shop) => ({ ...(await seen(shop)), moveUid: randomUUID(), to: "cancelled" }),
    "trades.tasks.check": async (shop) => {
      const { task } = await keep(shop);
      return { uid: task.uid, checkUid: task.checks[0]?.uid, checked: true };
    },
    "trades.tasks.order": async (shop) => ({ uid: (await seen(shop)).uid, to: "first" }),
    "trades.tasks.delete": seen,
    "trades.standards.list": () => ({}),
    "trades.standards.save": async (shop) => ({ ...(await seenStandard(shop)), title: "Taken" }),
    "trades.standards.order": async (shop) => ({ uid: (await seenStandard(shop)).uid, to: "first" }),
    "trades.standards.delete": seenStandard,
    "trades.standards.use": async (shop) => ({ jobUid: (await keep(shop)).job.uid, uids: [(await standard(shop)).uid] }),
  },
  fill: async (shop) => {
    await standard(shop);
    return shop.ask("tasks.move", { ...(await seen(shop)), moveUid: randomUUID(), to: "cancelled" });
  },
};
