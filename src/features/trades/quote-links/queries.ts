import { and, eq } from "drizzle-orm";
import { validate } from "uuid";
import { AppError } from "@/lib/app-error";
import { namedPieces } from "@/lib/pricing/pieces";
import type { Context } from "@/server/api/context";
import type { Transaction } from "@/server/db/client";
import { quotes } from "@/server/db/schema";
import { withWorkspace } from "@/server/db/workspace";
import { QUOTE_PURPOSE } from "@/server/mail/templates";
import { openToken } from "@/server/signed-tokens";
import { todayOf } from "../prices/queries";
import { drawQuote, headOf, toDraw } from "../quote-documents/queries";
import { acceptanceOf, answeredAtOf, shownContent } from "../quotes/queries";
import { standsOn } from "../quotes/rules";
import { offerState } from "./rules";

type Services = Pick<Context, "db" | "env">;

/** The workspace and the link that a token names. @throws AppError linkInvalid for one that was never mailed */
export function openLink({ env }: Pick<Services, "env">, token: string): { workspaceId: string; linkId: string } {
  const [workspaceId = "", key = "", ...more] = token.split(".");
  const linkId = validate(workspaceId) && more.length === 0 ? openToken(env.secrets, QUOTE_PURPOSE, key) : undefined;
  if (!linkId) throw new AppError("linkInvalid");
  return { workspaceId: workspaceId.toLowerCase(), linkId };
}

/** The quote that a link is of. @throws AppError linkInvalid */
export async function linked(tx: Transaction, workspaceId: string, linkId: string) {
  const [row] = await tx
    .select()
    .from(quotes)
    .where(and(eq(quotes.workspaceId, workspaceId), eq(quotes.linkId, linkId)));
  if (!row) throw new AppError("linkInvalid");
  return row;
}

/** A quote as its customer reads it. */
export async function offerOf(tx: Transaction, quote: typeof quotes.$inferSelect) {
  const { workspaceId } = quote;
  const { customer, site, seller } = await headOf(tx, quote);
  const { calculated, shown } = shownContent(quote.content);
  const state = offerState(standsOn(quote, await todayOf(tx, workspaceId)));
  return {
    state,
    kind: quote.kind,
    number: quote.number,
    revision: quote.revision,
    title: quote.title,
    seller,
    customer,
    site,
    language: quote.language,
    currency: quote.currency,
    validUntil: quote.validUntil,
    terms: quote.terms,
    pieces: namedPieces(shown.pieces, shown.lines),
    lines: shown.lines,
    how: shown.how,
    payment: shown.payment,
    totals: calculated.totals,
    signedBy: state === "accepted" ? (quote.answer?.name ?? null) : null,
    answeredAt: answeredAtOf(quote, state === "accepted" ? await acceptanceOf(tx, workspaceId, quote.id) : null),
  };
}

/** @throws AppError linkInvalid for a link that was never mailed, or has ended */
export const readOffer = (ctx: Services, token: string) => {
  const { workspaceId, linkId } = openLink(ctx, token);
  return withWorkspace(ctx.db, workspaceId, async (tx) => offerOf(tx, await linked(tx, workspaceId, linkId)));
};

/** The same as a document. @throws AppError linkInvalid */
export async function offerPdf(ctx: Services, token: string) {
  const { workspaceId, linkId } = openLink(ctx, token);
  const drawn = await withWorkspace(ctx.db, workspaceId, async (tx) => toDraw(tx, await linked(tx, workspaceId, linkId)));
  return drawQuote(drawn);
}
