import { aQuote, quoteFields } from "#tests/factories/quotes";
import type { Shop, Slice } from "./shop";

const seen = async ({ ask }: Shop, given: object = {}) => {
  const { uid, version } = await aQuote(ask, given);
  return { uid, version };
};

/** A quote that was sent. */
async function sent(shop: Shop, given: object = {}) {
  const { uid, version } = await shop.ask("quotes.send", { ...(await seen(shop, given)), email: "lan@example.com" });
  return { uid, version };
}

export const quotes: Slice = {
  calls: {
    "trades.quotes.list": () => ({}),
    "trades.quotes.view": async (shop) => ({ uid: (await seen(shop)).uid }),
    "trades.quotes.save": async (shop) => {
      const fields = await quoteFields(shop.ask);
      const { uid, version } = await shop.ask("quotes.save", fields);
      return { uid, version, ...fields, title: "Taken" };
    },
    "trades.quotes.delete": (shop) => seen(shop),
    "trades.quotes.send": async (shop) => ({ ...(await seen(shop)), email: "other@example.com" }),
    "trades.quotes.revise": (shop) => sent(shop),
    "trades.quotes.answer": async (shop) => ({ ...(await sent(shop)), accepted: true, name: "Lan" }),
    "trades.quotes.takeBack": async (shop) => {
      const { uid, version } = await shop.ask("quotes.answer", { ...(await sent(shop)), accepted: true, name: "Lan" });
      return { uid, version, reason: "By mistake" };
    },
    "trades.quotes.pdf": async (shop) => ({ uid: (await seen(shop)).uid }),
  },
  fill: async (shop) => shop.ask("quotes.answer", { ...(await sent(shop)), accepted: true, name: "Lan" }),
};
