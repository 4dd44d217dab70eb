import { and, asc, count, eq, gte, inArray, lt, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import type { WorkspaceRole } from "@/lib/enums/trades";
import { pageOffset } from "@/lib/page-math";
import { searchTerms } from "@/lib/search-terms";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { customerContacts, customerSites, customers, customerTerms } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { shownTo } from "../rules";
import type { CustomersInput } from "./schema";

/** Behind every word that begins so. */
const LAST = "\u{10ffff}";

/** The customers of whom one of the words begins so. */
export const withTerm = (tx: Transaction, workspaceId: string, term: string) =>
  tx
    .select({ id: customerTerms.customerId })
    .from(customerTerms)
    .where(and(eq(customerTerms.workspaceId, workspaceId), gte(customerTerms.term, term), lt(customerTerms.term, term + LAST)));

/** A search is for all its words; what begins like one is meant too. Undefined where nothing was typed. */
function fits(tx: Transaction, workspaceId: string, search: string | undefined) {
  if (!search) return undefined;
  const terms = searchTerms(search);
  // Of signs alone there is nothing to find.
  if (terms.length === 0) return sql`false`;
  return and(...terms.map((term) => inArray(customers.id, withTerm(tx, workspaceId, term))));
}

/** A shop's customers by name, those that a search finds. */
export const listCustomers = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext, { search, page }: CustomersInput) =>
  inWorkspace(async (tx) => {
    const scope = and(eq(customers.workspaceId, workspaceId), fits(tx, workspaceId, search));
    const rows = await tx
      .select({ uid: customers.id, name: customers.name, version: customers.version })
      .from(customers)
      .where(scope)
      .orderBy(asc(sql`lower(${customers.name})`), asc(customers.id))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page));
    const [totals] = await tx.select({ total: count() }).from(customers).where(scope);
    const { contacts, sites } = await partsOf(
      tx,
      workspaceId,
      rows.map(({ uid }) => uid),
    );
    const data = rows.map((row) => {
      const [contact] = contacts.filter(({ customerId }) => customerId === row.uid);
      const own = sites.filter(({ customerId }) => customerId === row.uid);
      return {
        ...row,
        contact: contact ? { name: contact.name, phone: contact.phone } : null,
        address: own[0]?.address ?? "",
        sites: own.length,
      };
    });
    return { data, meta: { total: totals?.total ?? 0 } };
  });

/** The contacts and sites of these customers, each in their order. */
export async function partsOf(tx: Transaction, workspaceId: string, ids: string[]) {
  if (ids.length === 0) return { contacts: [], sites: [] };
  const contacts = await tx
    .select()
    .from(customerContacts)
    .where(and(eq(customerContacts.workspaceId, workspaceId), inArray(customerContacts.customerId, ids)))
    .orderBy(asc(customerContacts.position), asc(customerContacts.id));
  const sites = await tx
    .select()
    .from(customerSites)
    .where(and(eq(customerSites.workspaceId, workspaceId), inArray(customerSites.customerId, ids)))
    .orderBy(asc(customerSites.position), asc(customerSites.id));
  return { contacts, sites };
}

/** One customer with all that is known of them, as somebody of a role may see it. @throws AppError notFound */
export async function customerOf(tx: Transaction, { workspaceId, role }: { workspaceId: string; role: WorkspaceRole }, uid: string) {
  const [row] = await tx
    .select()
    .from(customers)
    .where(rowIn(customers, workspaceId, uid));
  const { name, version, notes, priceListId: priceListUid } = found(row);
  const parts = await partsOf(tx, workspaceId, [uid]);
  const shown = {
    uid,
    name,
    version,
    notes,
    priceListUid,
    contacts: parts.contacts.map(({ id, name: whose, role: as, email, phone }) => ({ uid: id, name: whose, role: as, email, phone })),
    sites: parts.sites.map(({ id, name: which, address, access }) => ({ uid: id, name: which, address, access })),
  };
  return shownTo(role, shown, ["notes", "priceListUid"]);
}

export const viewCustomer = ({ inWorkspace, member }: WorkspaceContext, uid: string) => inWorkspace((tx) => customerOf(tx, member, uid));
