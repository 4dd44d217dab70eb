import { v7 as uuidv7 } from "uuid";
import type { Shop } from "./isolation/shop";
import { PRICE_ITEM } from "./pricing";
import { A_CUSTOMER } from "./trades";

const NO_EDGES = { front: "", back: "", left: "", right: "" };

/** A piece of 2.4 m by 0.6 m, whose front gets an edge. */
export const aPiece = (given: object = {}) => ({
  id: uuidv7(),
  label: "Bench",
  code: "",
  length: 2400,
  width: 600,
  edges: { ...NO_EDGES, front: PRICE_ITEM.code },
  ...given,
});

/** A line written by hand. */
export const aLine = (given: object = {}) => ({
  kind: "item",
  text: "Delivery",
  unit: "piece",
  quantity: 1000,
  price: 90_000,
  cost: 50_000,
  ...given,
});

/** The usual prices of a shop, that hold since long; made where there are none. */
export async function prices(ask: Shop["ask"]): Promise<string> {
  const holding = await ask("prices.holding", {});
  if (holding) return holding.uid;
  const { lists } = await ask("prices.saveList", { name: "Usual" });
  const draft = await ask("prices.draft", { uid: lists[0].uid });
  // A draft may be there, with the same line.
  const there = draft.items.some(({ code }: { code: string }) => code === PRICE_ITEM.code);
  const { uid, version } = there ? draft : await ask("prices.saveItem", { uid: draft.uid, version: draft.version, item: PRICE_ITEM });
  await ask("prices.publish", { uid, version, validFrom: "2020-01-01" });
  return uid;
}

/** What the form of a quote holds: one piece with an edge, and a line by hand. */
export async function quoteFields(ask: Shop["ask"], given: object = {}) {
  const priceVersionUid = await prices(ask);
  const customer = await ask("customers.save", A_CUSTOMER);
  return {
    title: "Kitchen",
    customerUid: customer.uid,
    siteUid: customer.sites[0].uid,
    language: "en",
    priceVersionUid,
    validUntil: "2099-12-31",
    pieces: [aPiece()],
    lines: [aLine()],
    ...given,
  };
}

export const aQuote = async (ask: Shop["ask"], given: object = {}) => ask("quotes.save", await quoteFields(ask, given));
