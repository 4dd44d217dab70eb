import { aDraft, aPayment, fieldsOf, issued } from "#tests/factories/invoices";
import type { Shop, Slice } from "./shop";

const seen = async ({ ask }: Shop) => {
  const { uid, version } = await aDraft(ask);
  return { uid, version };
};
const open = async ({ ask }: Shop) => {
  const { uid, version } = await issued(ask);
  return { uid, version };
};
const paid = async (shop: Shop) => {
  const { uid } = await open(shop);
  const { payments } = await shop.ask("payments.add", { uid, ...aPayment() });
  return { uid, paymentUid: payments[0].uid };
};

export const invoices: Slice = {
  calls: {
    "trades.invoices.list": () => ({}),
    "trades.invoices.view": async (shop) => ({ uid: (await seen(shop)).uid }),
    "trades.invoices.draft": async ({ ask }) => ({ jobUid: (await aDraft(ask)).job.uid, kind: "progress", rate: 1000 }),
    "trades.invoices.credit": open,
    "trades.invoices.save": async ({ ask }) => {
      const draft = await aDraft(ask);
      return { uid: draft.uid, version: draft.version, ...fieldsOf(draft), title: "Taken" };
    },
    "trades.invoices.delete": seen,
    "trades.invoices.issue": seen,
    "trades.invoices.send": async (shop) => ({ ...(await open(shop)), email: "other@example.com" }),
    "trades.invoices.pdf": async (shop) => ({ uid: (await seen(shop)).uid }),
    "trades.invoices.xml": async (shop) => ({ uid: (await open(shop)).uid }),
    "trades.invoices.statement": async ({ ask }) => {
      const { customer } = await aDraft(ask);
      return { customerUid: customer.uid, from: "2026-01-01", to: "2026-12-31" };
    },
    "trades.payments.add": async (shop) => ({ uid: (await open(shop)).uid, ...aPayment() }),
    "trades.payments.refund": async (shop) => ({ uid: (await open(shop)).uid, ...aPayment() }),
    "trades.payments.reverse": paid,
  },
  fill: paid,
};
