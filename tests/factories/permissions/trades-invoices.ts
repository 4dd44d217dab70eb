import { aDraft, aPayment, fieldsOf } from "#tests/factories/invoices";
import { usualPricing } from "@/features/trades/pricing/rules";
import { row, type Table } from "./table";
import { MANAGERS, shop } from "./trades";
import type { World } from "./world";

const asker = (world: World, workspaceId: string) => (procedure: string, input: object) =>
  world.by(world.owner, `trades.${procedure}`, { workspaceId, ...input });

/** A draft of the owner's, whose title is their mark. */
async function draft(world: World) {
  const { workspaceId } = await shop(world);
  const ask = asker(world, workspaceId);
  const made = await aDraft(ask);
  const fields = { ...fieldsOf(made), title: world.owner.mark };
  const { uid, version } = await ask("invoices.save", { uid: made.uid, version: made.version, ...fields });
  return { workspaceId, uid: world.owns(uid), version, fields, job: made.job.uid, customer: made.customer.uid };
}
const seen = async (world: World) => {
  const { workspaceId, uid, version } = await draft(world);
  return { workspaceId, uid, version };
};

/** The same, issued. */
async function issued(world: World) {
  const { workspaceId, uid, version } = await seen(world);
  const invoice = await asker(world, workspaceId)("invoices.issue", { uid, version });
  return { workspaceId, uid, version: invoice.version };
}
const only = async (world: World) => {
  const { workspaceId, uid } = await issued(world);
  return { workspaceId, uid };
};
/** The same, with all that a standard asks for. */
async function complete(world: World) {
  const { workspaceId, uid, version, fields } = await draft(world);
  const ask = asker(world, workspaceId);
  const { seller, ...usual } = usualPricing("Stone");
  await ask("pricing.saveSettings", { version: 0, ...usual, seller: { ...seller, country: "DE", taxNumber: "DE123456789" } });
  const saved = await ask("invoices.save", { uid, version, ...fields, buyer: { ...fields.buyer, country: "AT" } });
  await ask("invoices.issue", { uid, version: saved.version });
  return { workspaceId, uid };
}

/** The same, paid, and then given back. */
async function credited(world: World) {
  const { workspaceId, uid } = await only(world);
  const ask = asker(world, workspaceId);
  const { balance } = await ask("invoices.view", { uid });
  const { version } = await ask("payments.add", { uid, ...aPayment({ amount: balance }) });
  const credit = await ask("invoices.credit", { uid, version });
  await ask("invoices.issue", { uid: credit.uid, version: credit.version });
  return { workspaceId, uid };
}
const DONE = { ...MANAGERS, owner: "ok" } as const;

export const tradesInvoicesTable: Table = {
  "trades.invoices.list": row(MANAGERS, async (world) => ({ workspaceId: (await draft(world)).workspaceId })),
  "trades.invoices.view": row(MANAGERS, only),
  "trades.invoices.draft": row(DONE, async (world) => {
    const { workspaceId, job } = await draft(world);
    return { workspaceId, jobUid: job, kind: "progress", rate: 1000 };
  }),
  "trades.invoices.credit": row(MANAGERS, issued),
  "trades.invoices.save": row(MANAGERS, async (world) => {
    const { workspaceId, uid, version, fields } = await draft(world);
    return { workspaceId, uid, version, ...fields };
  }),
  "trades.invoices.delete": row(DONE, seen),
  "trades.invoices.issue": row(MANAGERS, seen),
  "trades.invoices.send": row(MANAGERS, async (world) => ({ ...(await issued(world)), email: "lan@example.com" })),
  "trades.invoices.pdf": row(DONE, only),
  "trades.invoices.xml": row(DONE, complete),
  "trades.invoices.statement": row(MANAGERS, async (world) => {
    const { workspaceId, uid, version, customer } = await draft(world);
    await asker(world, workspaceId)("invoices.issue", { uid, version });
    return { workspaceId, customerUid: customer, from: "2020-01-01", to: "2099-12-31" };
  }),
  "trades.payments.add": row(MANAGERS, async (world) => ({ ...(await only(world)), ...aPayment() })),
  "trades.payments.refund": row(MANAGERS, async (world) => ({ ...(await credited(world)), ...aPayment() })),
  "trades.payments.reverse": row(MANAGERS, async (world) => {
    const { workspaceId, uid } = await only(world);
    const { payments } = await asker(world, workspaceId)("payments.add", { uid, ...aPayment() });
    return { workspaceId, uid, paymentUid: payments[0].uid };
  }),
};
