import type { Harness } from "#tests/config/harness";
import type { Shop } from "#tests/factories/isolation/shop";
import { callProcedure } from "#tests/factories/permissions/calls";
import { aQuote } from "#tests/factories/quotes";

/** What a shop and its customers do with quotes, once there is one. */
export function quotingIn(harness: () => Harness, shop: () => Shop) {
  const call = (procedure: string, input: object, token: string | undefined = shop().owner.token) =>
    callProcedure(harness(), token, `trades.${procedure}`, input);
  const code = async (procedure: string, input: object, token?: string) =>
    (await call(procedure, { workspaceId: shop().workspaceId, ...input }, token)).code?.split(":")[0];
  /** As whoever holds the link, without an account. */
  const held = async (procedure: string, input: object) => {
    const heard = await callProcedure(harness(), undefined, `trades.quoteLinks.${procedure}`, input);
    return { code: heard.code?.split(":")[0], ...(heard.given?.data ?? {}) };
  };
  /** A quote that was sent, and what its link bears. */
  const sent = async (given: object = {}) => {
    const { uid, version } = await aQuote(shop().ask, given);
    const quote = await shop().ask("quotes.send", { uid, version, email: "lan@example.com" });
    return { quote, token: String(quote.link).split("#")[1] ?? "" };
  };
  return { call, code, held, sent };
}
