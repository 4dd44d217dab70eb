import { sql } from "drizzle-orm";
import { foreignKey, index, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant, plainText } from "./columns";
import { onlyIn, workspaceId } from "./trades";
import { priceLists } from "./trades-pricing";

/** Whom a shop works for: a person or a firm. */
export const customers = pgTable(
  "customers",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    name: text().notNull(),
    /** What those who manage the workspace note about them. */
    notes: text().notNull().default(""),
    /** What they are asked for; null: the usual prices. */
    priceListId: uuid("price_list_id"),
    /** Counts changes of the customer with contacts and sites: they are changed together. */
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("customers_key").on(t.workspaceId, t.id),
    index("customers_name_idx").on(t.workspaceId, sql`lower(name)`, t.id),
    index("customers_prices_idx").on(t.workspaceId, t.priceListId),
    foreignKey({
      name: "customers_prices_fk",
      columns: [t.workspaceId, t.priceListId],
      foreignColumns: [priceLists.workspaceId, priceLists.id],
    }),
    onlyIn(t.workspaceId),
  ],
);

const ofCustomer = (name: string, t: { workspaceId: typeof customers.workspaceId; customerId: typeof customers.id }) =>
  foreignKey({ name, columns: [t.workspaceId, t.customerId], foreignColumns: [customers.workspaceId, customers.id] }).onDelete("cascade");

/** Whom to talk to. */
export const customerContacts = pgTable(
  "customer_contacts",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    customerId: uuid("customer_id").notNull(),
    position: integer().notNull(),
    name: text().notNull(),
    /** What they are to the customer, such as "Site manager". */
    role: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
  },
  (t) => [
    unique("customer_contacts_key").on(t.workspaceId, t.id),
    index("customer_contacts_customer_idx").on(t.workspaceId, t.customerId, t.position),
    ofCustomer("customer_contacts_customer_fk", t as never),
    onlyIn(t.workspaceId),
  ],
);

/** Where work is done for them. */
export const customerSites = pgTable(
  "customer_sites",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    customerId: uuid("customer_id").notNull(),
    position: integer().notNull(),
    name: text().notNull(),
    address: text().notNull(),
    /** How one gets in: a code, a key, a dog. */
    access: text().notNull(),
  },
  (t) => [
    unique("customer_sites_key").on(t.workspaceId, t.id),
    index("customer_sites_customer_idx").on(t.workspaceId, t.customerId, t.position),
    ofCustomer("customer_sites_customer_fk", t as never),
    onlyIn(t.workspaceId),
  ],
);

/**
 * The words that a customer is found by (lib/search-terms), of name, contacts and sites. An index of words, as other searches have,
 * is of no use behind row-level security: PostgreSQL compares with nothing there that might tell of rows that are not to be seen. What
 * begins with a word is a range of this one's order, which tells nothing.
 */
export const customerTerms = pgTable(
  "customer_terms",
  {
    workspaceId: workspaceId(),
    term: plainText().notNull(),
    customerId: uuid("customer_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.term, t.customerId] }),
    index("customer_terms_customer_idx").on(t.workspaceId, t.customerId),
    ofCustomer("customer_terms_customer_fk", t as never),
    onlyIn(t.workspaceId),
  ],
);
