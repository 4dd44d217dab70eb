import { and, asc, count, desc, eq, inArray, ne, type SQL, sql, sum } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import type { QuoteOrder } from "@/lib/enums/trades-quotes";
import { pageOffset } from "@/lib/page-math";
import { calculate, marginOf } from "@/lib/pricing/documents";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import {
  customerContacts,
  customerSites,
  customers,
  jobs,
  priceLists,
  priceVersions,
  type QuoteContent,
  quotes,
  workspaceEvents,
} from "@/server/db/schema";
import { containsWordsOrNumber } from "@/server/db/search";
import { rowIn } from "@/server/db/workspace";
import { quoteToken } from "@/server/mail/templates";
import { pricesOf, todayOf } from "../prices/queries";
import { codeKey } from "../prices/rules";
import { pricingOf, taxesOf } from "../pricing/queries";
import { wasUnsent } from "../unsent/queries";
import { givenAway, isBelowFloor, isTaken, type Offered, offeredOf, standsOn } from "./rules";
import type { QuotesInput } from "./schema";

type Row = typeof quotes.$inferSelect;

/** The page that opens it; what follows stands in the fragment, which no server and no log sees. */
const QUOTE_PAGE = "/quote";

type Asker = Pick<WorkspaceContext, "env" | "member">;

const ORDERS: Record<QuoteOrder, SQL> = {
  number: sql`${quotes.number}`,
  total: sql`${quotes.total}`,
  validUntil: sql`${quotes.validUntil}`,
};

/** A shop's quotes, those that fit what is asked for; revisions that were replaced only where they are asked for. */
export const listQuotes = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext, input: QuotesInput) =>
  inWorkspace(async (tx) => {
    const { search, state, customerUid, jobUid, order, descending, page } = input;
    const today = await todayOf(tx, workspaceId);
    const over = sql`${quotes.state} = 'sent' and ${quotes.validUntil} < ${today}`;
    const ofState =
      state === "expired"
        ? over
        : state === "sent"
          ? and(eq(quotes.state, "sent"), sql`${quotes.validUntil} >= ${today}`)
          : state
            ? eq(quotes.state, state)
            : ne(quotes.state, "superseded");
    const scope = and(
      eq(quotes.workspaceId, workspaceId),
      ofState,
      customerUid ? eq(quotes.customerId, customerUid) : undefined,
      jobUid ? eq(quotes.jobId, jobUid) : undefined,
      containsWordsOrNumber([quotes.title, customers.name], quotes.number, search),
    );
    const joined = and(eq(customers.workspaceId, quotes.workspaceId), eq(customers.id, quotes.customerId));
    const inOrder = [(descending ? desc : asc)(ORDERS[order]), desc(quotes.number), desc(quotes.revision)];
    const ids = tx.select({ id: quotes.id }).from(quotes).$dynamic();
    const all = tx.select({ total: count() }).from(quotes).$dynamic();
    // Each has a customer: who they are matters to a search alone.
    if (search) {
      ids.innerJoin(customers, joined);
      all.innerJoin(customers, joined);
    }
    // Which quotes a page has is settled first: their content, which is much to read, is read of those alone.
    const onPage = ids
      .where(scope)
      .orderBy(...inOrder)
      .limit(PAGE_SIZE)
      .offset(pageOffset(page));
    const rows = await tx
      .select({
        uid: quotes.id,
        version: quotes.version,
        number: quotes.number,
        revision: quotes.revision,
        kind: quotes.kind,
        state: quotes.state,
        title: quotes.title,
        customer: { uid: customers.id, name: customers.name },
        total: quotes.total,
        currency: quotes.currency,
        payment: sql<QuoteContent["payment"]>`${quotes.content}->'payment'`,
        validUntil: quotes.validUntil,
      })
      .from(quotes)
      .innerJoin(customers, joined)
      .where(and(eq(quotes.workspaceId, workspaceId), inArray(quotes.id, onPage)))
      .orderBy(...inOrder);
    const [totals] = await all.where(scope);
    return { data: rows.map((row) => ({ ...row, state: standsOn(row, today) })), meta: { total: totals?.total ?? 0 } };
  });

/** What can be offered by a version's prices, with those and all taxes. @throws AppError notFound */
export async function offeredBy(tx: Transaction, workspaceId: string, priceVersionUid: string | null) {
  const { taxes } = await taxesOf(tx, workspaceId);
  const prices = priceVersionUid ? await pricesOf(tx, workspaceId, priceVersionUid) : undefined;
  return { ...offeredOf(prices, taxes), taxes, prices };
}

export const codeIn = (items: ReadonlyMap<string, Offered>, code: string): string =>
  items.has(code) ? code : ([...items.keys()].find((one) => codeKey(one) === codeKey(code)) ?? code);

/** What a quote's content comes to, with each line's amounts. */
export function shownContent({ lines, terms, ...content }: QuoteContent) {
  const calculated = calculate(lines, terms);
  return {
    calculated,
    shown: {
      ...content,
      how: terms,
      lines: lines.map((line, at) => {
        const { cost: _, ...amounts } = calculated.lines[at] ?? { gross: 0, discount: 0, share: 0, net: 0, tax: 0, total: 0, cost: 0 };
        return { ...line, taxUid: line.taxUid ?? null, amounts };
      }),
    },
  };
}

/**
 * Who wrote down that a quote was accepted, when, and the event of the log that tells of it; null where nobody has. What the customer said is
 * taken back by nobody, so that it counts whichever was written down last: whose transaction began later may end earlier.
 */
export async function acceptanceOf(tx: Transaction, workspaceId: string, uid: string) {
  const by = sql<string | null>`${workspaceEvents.after}->>'by'`;
  const [event] = await tx
    .select({ id: workspaceEvents.id, at: workspaceEvents.at, by })
    .from(workspaceEvents)
    .where(
      and(
        eq(workspaceEvents.workspaceId, workspaceId),
        eq(workspaceEvents.target, `quote:${uid}`),
        eq(workspaceEvents.action, "quote.accept"),
      ),
    )
    .orderBy(desc(sql`coalesce(${by} = 'customer', false)`), desc(workspaceEvents.at), desc(workspaceEvents.id))
    .limit(1);
  return event ?? null;
}

/**
 * When a quote was answered: what the customer signs that the shop had written down, when they do. The row keeps the shop's time, by which
 * drafts of invoices are known to have it in.
 */
export const answeredAtOf = ({ answeredAt }: Row, acceptance: Awaited<ReturnType<typeof acceptanceOf>>): string | null =>
  (acceptance?.by === "customer" ? acceptance.at : answeredAt)?.toISOString() ?? null;

/** What the job that a variation changes was sold for without it, in minor units and as its prices are written; 0 for what is no variation. */
export async function soldWithout(tx: Transaction, { workspaceId, id, kind, jobId, content }: Row): Promise<number> {
  if (kind !== "variation" || !jobId) return 0;
  const sums = content.terms.taxIncluded ? quotes.total : quotes.net;
  const taken = inArray(quotes.state, ["accepted", "converted"]);
  const [row] = await tx
    .select({ sold: sum(sums).mapWith(Number) })
    .from(quotes)
    .where(and(eq(quotes.workspaceId, workspaceId), eq(quotes.jobId, jobId), taken, ne(quotes.id, id)));
  return row?.sold ?? 0;
}

/** A quote as it stands, with all that is known of it. @throws AppError notFound */
export async function quoteOf(tx: Transaction, asker: Asker, uid: string) {
  const { workspaceId, role } = asker.member;
  const [row] = await tx
    .select({
      quote: quotes,
      customer: { uid: customers.id, name: customers.name },
      site: { uid: customerSites.id, name: customerSites.name, address: customerSites.address },
      job: { uid: jobs.id, number: jobs.number, title: jobs.title, state: jobs.state },
      prices: { uid: priceVersions.id, list: priceLists.name, number: priceVersions.number },
    })
    .from(quotes)
    .innerJoin(customers, and(eq(customers.workspaceId, quotes.workspaceId), eq(customers.id, quotes.customerId)))
    .leftJoin(customerSites, and(eq(customerSites.workspaceId, quotes.workspaceId), eq(customerSites.id, quotes.siteId)))
    .leftJoin(jobs, and(eq(jobs.workspaceId, quotes.workspaceId), eq(jobs.id, quotes.jobId)))
    .leftJoin(priceVersions, and(eq(priceVersions.workspaceId, quotes.workspaceId), eq(priceVersions.id, quotes.priceVersionId)))
    .leftJoin(priceLists, and(eq(priceLists.workspaceId, priceVersions.workspaceId), eq(priceLists.id, priceVersions.listId)))
    .where(rowIn(quotes, workspaceId, uid));
  const { quote, customer, site, job, prices } = found(row);
  const today = await todayOf(tx, workspaceId);
  const { marginFloor, discountLimit } = await pricingOf(tx, workspaceId);
  const revisions = await tx
    .select({ uid: quotes.id, revision: quotes.revision, state: quotes.state, total: quotes.total, validUntil: quotes.validUntil })
    .from(quotes)
    .where(and(eq(quotes.workspaceId, workspaceId), eq(quotes.number, quote.number)))
    .orderBy(desc(quotes.revision));
  const [contact] = await tx
    .select({ email: customerContacts.email })
    .from(customerContacts)
    .where(
      and(eq(customerContacts.workspaceId, workspaceId), eq(customerContacts.customerId, customer.uid), ne(customerContacts.email, "")),
    )
    .orderBy(asc(customerContacts.position))
    .limit(1);
  const acceptance = isTaken(quote.state) ? await acceptanceOf(tx, workspaceId, uid) : null;
  const { calculated, shown } = shownContent(quote.content);
  const away = givenAway(quote.content.lines, quote.content.terms, await soldWithout(tx, quote));
  return {
    ...facts(quote),
    ...shown,
    state: standsOn(quote, today),
    customer,
    site,
    job,
    prices: prices?.uid && prices.list && prices.number ? { uid: prices.uid, list: prices.list, number: prices.number } : null,
    totals: calculated.totals,
    margin: marginOf(calculated.totals),
    belowFloor: isBelowFloor(calculated, marginFloor),
    givenAway: away,
    overLimit: role !== "owner" && away > discountLimit,
    link: quote.linkId ? `${asker.env.publicUrl}${QUOTE_PAGE}#${quoteToken(asker.env.secrets, workspaceId, quote.linkId)}` : null,
    unsent: quote.state === "sent" && (await wasUnsent(tx, { workspaceId, target: { kind: "quote", id: uid }, sentAt: quote.sentAt })),
    email: contact?.email ?? "",
    answeredAt: answeredAtOf(quote, acceptance),
    mayTakeBack: acceptance?.by === "manager",
    revisions: revisions.map(({ validUntil, ...one }) => ({ ...one, state: standsOn({ state: one.state, validUntil }, today) })),
  };
}

const facts = (quote: Row) => ({
  uid: quote.id,
  version: quote.version,
  number: quote.number,
  revision: quote.revision,
  kind: quote.kind,
  title: quote.title,
  total: quote.total,
  currency: quote.currency,
  validUntil: quote.validUntil,
  templateUid: quote.templateId,
  language: quote.language,
  terms: quote.terms,
  notes: quote.notes,
  sentTo: quote.sentTo,
  sentAt: quote.sentAt?.toISOString() ?? null,
  answer: quote.answer,
});

export const viewQuote = (ctx: WorkspaceContext, uid: string) => ctx.inWorkspace((tx) => quoteOf(tx, ctx, uid));
