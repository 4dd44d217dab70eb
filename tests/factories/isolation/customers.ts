import { A_CUSTOMER } from "#tests/factories/trades";
import type { Shop, Slice } from "./shop";

const keep = ({ ask }: Shop, name = "First"): Promise<{ uid: string; version: number }> => ask("customers.save", { ...A_CUSTOMER, name });

export const customers: Slice = {
  calls: {
    "trades.customers.list": () => ({}),
    "trades.customers.view": async (shop) => ({ uid: (await keep(shop)).uid }),
    "trades.customers.save": async (shop) => ({ ...(await keep(shop)), name: "Taken" }),
    "trades.customers.delete": async (shop) => {
      const { uid, version } = await keep(shop);
      return { uid, version };
    },
    "trades.customers.merge": async (shop) => {
      const [{ uid, version }, other] = [await keep(shop), await keep(shop, "Second")];
      return { uid, version, otherUid: other.uid, otherVersion: other.version };
    },
  },
  fill: keep,
};
