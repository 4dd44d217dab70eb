import { aQuote, quoteFields } from "#tests/factories/quotes";
import { row, type Table } from "./table";
import { MANAGERS, shop } from "./trades";
import type { World } from "./world";

const asker = (world: World, workspaceId: string) => (procedure: string, input: object) =>
  world.by(world.owner, `trades.${procedure}`, { workspaceId, ...input });

/** A draft of the owner's, whose title is their mark. */
async function draft(world: World) {
  const { workspaceId } = await shop(world);
  const { uid, version } = await aQuote(asker(world, workspaceId), { title: world.owner.mark });
  return { workspaceId, uid: world.owns(uid), version };
}

/** The same, sent; `token` is what its customer holds. */
async function sent(world: World) {
  const { workspaceId, uid, version } = await draft(world);
  const quote = await asker(world, workspaceId)("quotes.send", { uid, version, email: "lan@example.com" });
  return { workspaceId, uid, version: quote.version, token: String(quote.link).split("#")[1] };
}
const seen = async (world: World) => {
  const { workspaceId, uid, version } = await sent(world);
  return { workspaceId, uid, version };
};
const link = async (world: World) => ({ token: (await sent(world)).token });
const only = async (world: World) => {
  const { workspaceId, uid } = await draft(world);
  return { workspaceId, uid };
};
const DONE = { ...MANAGERS, owner: "ok" } as const;
/** Whoever holds the link reads it, whoever they are. */
const HOLDERS = { visitor: "shows", owner: "shows", member: "shows", stranger: "shows", admin: "shows", superAdmin: "shows" } as const;

export const tradesQuotesTable: Table = {
  "trades.quotes.list": row(MANAGERS, async (world) => ({ workspaceId: (await draft(world)).workspaceId })),
  "trades.quotes.view": row(MANAGERS, only),
  "trades.quotes.save": row(MANAGERS, async (world) => {
    const { workspaceId } = await shop(world);
    return { workspaceId, ...(await quoteFields(asker(world, workspaceId), { title: world.owner.mark })) };
  }),
  "trades.quotes.delete": row(DONE, draft),
  "trades.quotes.send": row(MANAGERS, async (world) => ({ ...(await draft(world)), email: "lan@example.com" })),
  "trades.quotes.revise": row(MANAGERS, seen),
  "trades.quotes.answer": row(MANAGERS, async (world) => ({ ...(await seen(world)), accepted: true, name: "Lan" })),
  "trades.quotes.takeBack": row(MANAGERS, async (world) => {
    const { workspaceId, uid, version } = await seen(world);
    const taken = await asker(world, workspaceId)("quotes.answer", { uid, version, accepted: true, name: "Lan" });
    return { workspaceId, uid, version: taken.version, reason: "By mistake" };
  }),
  "trades.quotes.pdf": row(DONE, only),
  "trades.quoteLinks.open": row(HOLDERS, link),
  "trades.quoteLinks.accept": row(HOLDERS, async (world) => ({ ...(await link(world)), name: "Lan" })),
  "trades.quoteLinks.decline": row(HOLDERS, async (world) => ({ ...(await link(world)), reason: "Too dear." })),
  "trades.quoteLinks.pdf": row({ visitor: "ok", owner: "ok", member: "ok", stranger: "ok", admin: "ok", superAdmin: "ok" }, link),
};
