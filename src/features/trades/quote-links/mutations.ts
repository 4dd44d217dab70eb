import { eq } from "drizzle-orm";
import type { Context } from "@/server/api/context";
import type { Transaction } from "@/server/db/client";
import { quotes } from "@/server/db/schema";
import { type Outside, withLockedWorkspace } from "@/server/db/workspace";
import { enqueueMail } from "@/server/mail/outbox";
import { publishToWorkspace } from "../events";
import { lockRevisions } from "../locks/queries";
import { notifyManagers } from "../notices/mutations";
import { pricingOf } from "../pricing/queries";
import { answerQuote, confirmAnswer } from "../quote-answers/mutations";
import { mailedAs } from "../quote-sending/mutations";
import { answersTo } from "../texts/rules";
import { linked, offerOf, openLink } from "./queries";
import type { AcceptInput, DeclineInput } from "./schema";

type Services = Pick<Context, "db" | "env">;
type MailingServices = Services & Pick<Context, "jobs">;
type Row = Awaited<ReturnType<typeof linked>>;

/** Whoever holds the link has no account here: what follows stands in the name of who wrote the quote. */
const inNameOf = ({ workspaceId, authorId }: Row) => ({ member: { id: authorId, workspaceId }, actor: { id: authorId } });

/** Those who manage the shop are told by name what the customer said. */
async function notifyOfAnswer(
  tx: Transaction,
  outside: Outside,
  quote: Row & { customer: string },
  kind: "trades_quote_accepted" | "trades_quote_declined" | "trades_tasks_missing",
): Promise<void> {
  const { workspaceId, number, title } = quote;
  await publishToWorkspace(tx, workspaceId);
  await notifyManagers(tx, outside, {
    workspaceId,
    actorId: "",
    author: quote.customer,
    kind,
    values: { number: String(number), title },
    tab: "quotes",
  });
}

/**
 * Mails the customer what they took, for how much, and the way to the document: it is what they have of the agreement, and whoever reads
 * mail there hears of it where somebody else had the link.
 */
async function confirmByMail(tx: Transaction, outside: Outside, quote: Row): Promise<void> {
  const { workspaceId, sentTo: to, linkId, language: locale, total, currency } = quote;
  if (!to || !linkId) return;
  const replying = answersTo((await pricingOf(tx, workspaceId)).seller);
  const values = { ...(await mailedAs(tx, quote, linkId)), totalAmount: `${total} ${currency}`, ...replying };
  await outside((inner) => enqueueMail(inner, { to, locale, template: "quote_accepted", values }));
}

/** What a customer does with what their link shows, which is held with its other revisions. @throws AppError linkInvalid */
function answering<T>(
  ctx: Services,
  token: string,
  work: (tx: Transaction, outside: Outside, offered: { workspaceId: string; linkId: string; quote: Row }) => Promise<T>,
): Promise<T> {
  const { workspaceId, linkId } = openLink(ctx, token);
  return withLockedWorkspace(ctx.db, workspaceId, "key share", async (tx, outside) => {
    await lockRevisions(tx, workspaceId, eq(quotes.linkId, linkId));
    return work(tx, outside, { workspaceId, linkId, quote: await linked(tx, workspaceId, linkId) });
  });
}

/**
 * Takes what is offered. Asked again it is as it was: it makes one job, however often and by how many it is asked at once.
 * @throws AppError linkInvalid | quoteClosed where it was declined, replaced or is over, or the shop has written down other options
 */
export const acceptOffer = (ctx: MailingServices, { token, name, strokes, options }: AcceptInput) =>
  answering(ctx, token, async (tx, outside, { workspaceId, linkId, quote }) => {
    const answer = { name, strokes, reason: "" };
    const said =
      quote.state === "converted"
        ? { isNew: await confirmAnswer(tx, inNameOf(quote), quote, { answer, options }), tasksMade: true }
        : { isNew: true, ...(await answerQuote(tx, inNameOf(quote), quote, { accepted: true, answer, options, by: "customer" })) };
    const taken = await linked(tx, workspaceId, linkId);
    const offer = await offerOf(tx, taken);
    if (said.isNew) {
      await notifyOfAnswer(tx, outside, { ...quote, customer: offer.customer }, "trades_quote_accepted");
      await confirmByMail(tx, outside, taken);
    }
    if (!said.tasksMade) await notifyOfAnswer(tx, outside, { ...quote, customer: offer.customer }, "trades_tasks_missing");
    return offer;
  });

/** Says no, and why. @throws AppError linkInvalid | quoteClosed */
export const declineOffer = (ctx: Services, { token, reason }: DeclineInput) =>
  answering(ctx, token, async (tx, outside, { workspaceId, linkId, quote }) => {
    if (quote.state === "declined") return offerOf(tx, quote);
    const answer = { name: "", strokes: [], reason };
    await answerQuote(tx, inNameOf(quote), quote, { accepted: false, answer, options: [], by: "customer" });
    const offer = await offerOf(tx, await linked(tx, workspaceId, linkId));
    await notifyOfAnswer(tx, outside, { ...quote, customer: offer.customer }, "trades_quote_declined");
    return offer;
  });
