import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { v4 as uuidv4 } from "uuid";
import { AppError, refusedAt } from "@/lib/app-error";
import type { Seller } from "@/lib/pricing/documents";
import type { WorkspaceContext } from "@/server/api/workspace";
import { quotes } from "@/server/db/schema";
import type { Transaction } from "@/server/db/client";
import { type Outside, rowIn } from "@/server/db/workspace";
import { enqueueMail } from "@/server/mail/outbox";
import { publishToWorkspace } from "../events";
import { lockRevisions } from "../locks/queries";
import { bringOn } from "../jobs/mutations";
import { acting, recordEvent } from "../log/mutations";
import { mayMailDocument } from "../log/queries";
import { spendMail } from "../notices/mutations";
import { todayOf } from "../prices/queries";
import { pricingOf } from "../pricing/queries";
import { addresseeNow } from "../quote-documents/queries";
import { lockSeenQuote, lockJobOf, type QuoteRow, requireFree } from "../quotes/mutations";
import { quoteOf, soldWithout } from "../quotes/queries";
import { givenAway, isTaken, quoteNumber, quoteSteps, REPLACEABLE } from "../quotes/rules";
import type { QuoteSendInput } from "../quotes/schema";
import { answersTo, mailable } from "../texts/rules";
import { sendingOf } from "../unsent/queries";
import { lockWorkspace, workspaceOf } from "../workspace/queries";

/**
 * Sends a draft to the customer by mail, or notes that it is handed over: it stays as it is from then on, and takes the place of what was sent before of its number. Asked for
 * again as it was seen before, it goes once.
 * @throws AppError notFound | conflict | wrongState for what is no draft, or has ended | revisionTaken | discountTooLarge | emailUnconfirmed | tooManyRequests | invalidInput
 */
export async function sendQuote(ctx: WorkspaceContext, { workspaceId, uid, version, email }: QuoteSendInput) {
  // Whoever mails strangers in their own name is known to read mail themselves.
  if (email !== null && !ctx.actor.emailConfirmed) throw new AppError("emailUnconfirmed");
  if (email !== null) await spendMail(ctx, email);
  return ctx.inWorkspace(async (tx, outside) => {
    if (email !== null) await lockWorkspace(tx, workspaceId);
    await lockRevisions(tx, workspaceId, eq(quotes.id, uid));
    const quote = await lockSeenQuote(tx, ctx, { uid, version }, ({ state, sentTo }) => state === "sent" && sentTo === email);
    if (!quote) return quoteOf(tx, ctx, uid);
    if (isTaken(quote.state) || !quoteSteps.can(quote.state, "sent", "manager")) throw new AppError("wrongState");
    const today = await todayOf(tx, workspaceId);
    if (quote.validUntil < today) throw refusedAt(["validUntil"], "past");
    if (quote.content.lines.length === 0) throw refusedAt(["lines"], "required");
    // Whom a job is for is asked to pay what was taken for it: it is offered to nobody else, and held but for whoever names it.
    const { jobId, customerId } = quote;
    if (jobId) await lockJobOf(tx, { workspaceId, jobUid: jobId, customerUid: customerId }, "no key update");
    const { discountLimit, version: _, ...pricing } = await pricingOf(tx, workspaceId);
    const away = givenAway(quote.content.lines, quote.content.terms, await soldWithout(tx, quote));
    if (ctx.member.role !== "owner" && away > discountLimit)
      throw new AppError("discountTooLarge", { values: { most: discountLimit / 100 } });
    await requireFree(tx, workspaceId, quote);
    if (email !== null) await mayMailDocument(tx, workspaceId);
    await tx
      .update(quotes)
      .set({
        state: "superseded",
        version: sql`${quotes.version} + 1`,
        // Whoever is corrected as its reader reads it no longer, where it was mailed to the wrong one.
        linkId: sql`case when ${quotes.sentTo} is distinct from ${email}::text then null else ${quotes.linkId} end`,
      })
      .where(
        and(eq(quotes.workspaceId, workspaceId), eq(quotes.number, quote.number), ne(quotes.id, uid), inArray(quotes.state, REPLACEABLE)),
      );
    const linkId = uuidv4();
    const addressee = await addresseeNow(tx, quote);
    const set = { state: "sent" as const, seller: pricing.seller, addressee, linkId, sentTo: email, sentOn: today, sentAt: new Date() };
    await tx
      .update(quotes)
      .set({ ...set, version: sql`${quotes.version} + 1` })
      .where(rowIn(quotes, workspaceId, uid));
    if (quote.jobId && quote.kind === "quote") await bringOn(tx, ctx, quote.jobId, "quoted");
    await mailQuote(tx, outside, { ...quote, ...set });
    const action = email === null ? "quote.handover" : "quote.send";
    await recordEvent(tx, acting(ctx), { action, target: { kind: "quote", id: uid }, after: { number: quote.number, total: quote.total } });
    await publishToWorkspace(tx, workspaceId);
    return quoteOf(tx, ctx, uid);
  });
}

/** Mails the way to a quote that is sent; the document is there. */
async function mailQuote(tx: Transaction, outside: Outside, quote: QuoteRow & { seller: Seller; sentAt: Date }): Promise<void> {
  const { id: documentId, sentTo: to, sentAt, linkId, language: locale, validUntil, seller } = quote;
  if (!to || !linkId) return;
  const about = { documentId, sending: sendingOf(sentAt).sentAt, revised: quote.revision > 1 ? "yes" : "no", untilDay: validUntil };
  const values = { ...(await mailedAs(tx, quote, linkId)), ...about, ...answersTo(seller) };
  await outside((inner) => enqueueMail(inner, { to, locale, template: "quote_sent", values }));
}

/** What every mail says of a quote that was sent, and where it leads. */
export async function mailedAs(tx: Transaction, quote: QuoteRow, linkId: string) {
  const { workspaceId, kind, seller } = quote;
  const shop = mailable(seller?.name || (await workspaceOf(tx, workspaceId)).name);
  return { workspaceId, linkId, shop, number: quoteNumber(quote), kind };
}
