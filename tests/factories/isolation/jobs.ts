import { A_CUSTOMER, wordsFor } from "#tests/factories/trades";
import type { Shop, Slice } from "./shop";

/** A job of the shop, and what its form holds. */
async function keep({ ask }: Shop) {
  const customer = await ask("customers.save", A_CUSTOMER);
  const fields = {
    title: "Kitchen",
    description: "Two benches",
    customerUid: customer.uid,
    siteUid: customer.sites[0].uid,
    dueOn: "2027-01-31",
  };
  const { uid, version }: { uid: string; version: number } = await ask("jobs.save", fields);
  return { uid, version, fields };
}
const seen = async (shop: Shop) => {
  const { uid, version } = await keep(shop);
  return { uid, version };
};
const only = async (shop: Shop) => ({ uid: (await keep(shop)).uid });

export const jobs: Slice = {
  calls: {
    "trades.jobs.list": () => ({}),
    "trades.jobs.board": () => ({}),
    "trades.jobs.view": only,
    "trades.jobs.timeline": only,
    "trades.jobs.save": async (shop) => {
      const { uid, version, fields } = await keep(shop);
      return { uid, version, ...fields, title: "Taken" };
    },
    "trades.jobs.move": async (shop) => ({ ...(await seen(shop)), to: "quoted" }),
    "trades.jobs.words": () => ({}),
    "trades.jobs.saveWords": () => ({ version: 0, labels: wordsFor({ won: "Sold" }) }),
  },
  fill: async (shop) => shop.ask("jobs.move", { ...(await seen(shop)), to: "quoted" }),
};
