import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { v4 as uuidv4 } from "uuid";
import { AppError, refusedAt } from "@/lib/app-error";
import type { Seller } from "@/lib/pricing/documents";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { quotes } from "@/server/db/schema";
import { type Outside, rowIn } from "@/server/db/workspace";
import { enqueueMail } from "@/server/mail/outbox";
import { publishToWorkspace } from "../events";
import { bringOn } from "../jobs/mutations";
import { lockRevisions } from "../locks/queries";
import { acting, recordEvent } from "../log/mutations";
import { mayMailDocument } from "../log/queries";
import { spendMail } from "../notices/mutations";
import { todayOf } from "../prices/queries";
import { pricingOf } from "../pricing/queries";
import { addresseeNow } from "../quote-documents/queries";
import { lockJobOf, lockSeenQuote, type QuoteRow, requireFree, sumsOf, withTaxesNow } from "../quotes/mutations";
import { quoteOf, soldWithout } from "../quotes/queries";
import { givenAway, isTaken, isTaxedAlike, quoteNumber, quoteSteps, REPLACEABLE } from "../quotes/rules";
import type { QuoteSendInput } from "../quotes/schema";
import { answersTo, mailable } from "../texts/rules";
import { sendingOf } from "../unsent/queries";
import { lockWorkspace, workspaceOf } from "../workspace/queries";

/**
 * Sends a draft to the customer by mail, or notes that it is handed over: it stays as it is from then on, and takes the place of what was sent
 * before of its number. Asked for again as it was seen before, it goes once. Whose taxes have changed since it was saved is kept with today's
 * and refused, for whoever sends it to look at it as it is by now: no old rate goes out, and no new one unseen.
 * @throws AppError notFound | conflict | wrongState for what is no draft, or has ended | revisionTaken | discountTooLarge | emailUnconfirmed |
 *   tooManyRequests | invalidInput | previewOutdated with the draft as it is with today's taxes
 */
export async function sendQuote(ctx: WorkspaceContext, input: QuoteSendInput) {
  const { uid, email } = input;
  // Whoever mails strangers in their own name is known to read mail themselves.
  if (email !== null && !ctx.actor.emailConfirmed) throw new AppError("emailUnconfirmed");
  if (email !== null) await spendMail(ctx, email);
  const { isSent, quote } = await ctx.inWorkspace(async (tx, outside) => ({
    isSent: await sendDraft(tx, outside, ctx, input),
    quote: await quoteOf(tx, ctx, uid),
  }));
  if (!isSent) throw new AppError("previewOutdated", { current: quote });
  return quote;
}

/** @returns whether it is sent; otherwise it was kept with other taxes */
async function sendDraft(
  tx: Transaction,
  outside: Outside,
  ctx: WorkspaceContext,
  { workspaceId, uid, version, email }: QuoteSendInput,
): Promise<boolean> {
  if (email !== null) await lockWorkspace(tx, workspaceId);
  await lockRevisions(tx, workspaceId, eq(quotes.id, uid));
  const quote = await lockSeenQuote(tx, ctx, { uid, version }, ({ state, sentTo }) => state === "sent" && sentTo === email);
  if (!quote) return true;
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
  if (await taxAnew(tx, ctx, quote)) return false;
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
  return true;
}

/** Keeps a draft with the taxes as they are today. @returns whether they have changed since it was saved */
async function taxAnew(tx: Transaction, ctx: WorkspaceContext, quote: QuoteRow): Promise<boolean> {
  const { workspaceId, id } = quote;
  const content = await withTaxesNow(tx, quote);
  if (isTaxedAlike(quote.content.lines, content.lines)) return false;
  const sums = sumsOf(content);
  await tx
    .update(quotes)
    .set({ content, ...sums, version: sql`${quotes.version} + 1` })
    .where(rowIn(quotes, workspaceId, id));
  await recordEvent(tx, acting(ctx), { action: "quote.edit", target: { kind: "quote", id }, after: { total: sums.total } });
  await publishToWorkspace(tx, workspaceId);
  return true;
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
