import { sql } from "drizzle-orm";
import { check, date, foreignKey, index, integer, jsonb, pgEnum, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { GRAINS } from "@/lib/cutting/types";
import { PIECE_STATES, QUOTE_KINDS, QUOTE_STATES } from "@/lib/enums/trades-quotes";
import type { DocumentLine, Seller, Terms } from "@/lib/pricing/documents";
import type { OrderedPiece } from "@/lib/pricing/pieces";
import { localeEnum, users } from "./account";
import { instant } from "./columns";
import { onlyIn, workspaceId } from "./trades";
import { customerSites, customers } from "./trades-customers";
import { jobs } from "./trades-jobs";
import { amount, materials, priceVersions } from "./trades-pricing";
import { jobTemplates } from "./trades-templates";

export const quoteStateEnum = pgEnum("quote_state", QUOTE_STATES);
export const quoteKindEnum = pgEnum("quote_kind", QUOTE_KINDS);
export const pieceStateEnum = pgEnum("piece_state", PIECE_STATES);
export const grainEnum = pgEnum("piece_grain", GRAINS);

/** What is offered, with all amounts copied: nothing that changes elsewhere changes it. */
export interface QuoteContent {
  pieces: OrderedPiece[];
  /** What was changed by hand of a line that was worked out from pieces: a price of its own, or something off. */
  adjustments: { code: string; price: number | null; discount: number }[];
  lines: DocumentLine[];
  terms: Terms;
  /** Basis points that are asked for once it is accepted, and within how many days the rest is to be paid. */
  payment: { deposit: number; days: number };
}

/** Whom an offer is for, as its document names them. */
export interface QuoteAddressee {
  customer: string;
  /** The address of the site, on lines; empty without one. */
  site: string;
}

/** Who answered, and what was said of it; of one that is open again, why its answer was taken back. */
export interface QuoteAnswer {
  name: string;
  /** As `lib/form-definitions` has strokes; none where the name was typed alone. */
  strokes: [x: number, y: number][][];
  reason: string;
}

/**
 * An offer in one of its revisions: all of them have one number. A sent one is not changed any more; a trigger of its migration sees to
 * that. Of one number at most one is accepted.
 */
export const quotes = pgTable(
  "quotes",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    number: integer().notNull(),
    /** Counted from 1. */
    revision: integer().notNull(),
    kind: quoteKindEnum().notNull(),
    state: quoteStateEnum().notNull().default("draft"),
    title: text().notNull(),
    customerId: uuid("customer_id").notNull(),
    siteId: uuid("site_id"),
    /** The enquiry that it answers, the job that it changes, or the job that it has become. */
    jobId: uuid("job_id"),
    /** What tasks the job gets from it. */
    templateId: uuid("template_id"),
    /** Of the document. */
    language: localeEnum().notNull(),
    /** ISO 4217, in capitals. */
    currency: text().notNull(),
    /** Whose prices were copied; null where all lines are the shop's own. */
    priceVersionId: uuid("price_version_id"),
    content: jsonb().$type<QuoteContent>().notNull(),
    /** What the customer reads, and what the shop alone does. */
    terms: text().notNull().default(""),
    notes: text().notNull().default(""),
    /** The last day on which it can be accepted, by the workspace's calendar. */
    validUntil: date("valid_until", { mode: "string" }).notNull(),
    /** What its content comes to. */
    net: amount("net").notNull(),
    tax: amount("tax").notNull(),
    total: amount("total").notNull(),
    cost: amount("cost").notNull(),
    /** Who sold, as it was when it was sent. */
    seller: jsonb().$type<Seller>(),
    /** Whom it was offered to, and the day of the workspace's calendar, as they were then; null of drafts, and of what was sent before these stood here. */
    addressee: jsonb().$type<QuoteAddressee>(),
    sentOn: date("sent_on", { mode: "string" }),
    /** Names the address at which the customer reads it; another one ends that. */
    linkId: uuid("link_id"),
    /** Null of one that was sent: it was handed over. */
    sentTo: text("sent_to"),
    sentAt: instant("sent_at"),
    answer: jsonb().$type<QuoteAnswer>(),
    answeredAt: instant("answered_at"),
    authorId: uuid("author_id")
      .notNull()
      .references(() => users.id),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("quotes_key").on(t.workspaceId, t.id),
    unique("quotes_number_key").on(t.workspaceId, t.number, t.revision),
    uniqueIndex("quotes_link_key").on(t.linkId),
    uniqueIndex("quotes_taken_key").on(t.workspaceId, t.number).where(sql`state in ('accepted', 'converted')`),
    index("quotes_customer_idx").on(t.workspaceId, t.customerId, t.number),
    index("quotes_job_idx").on(t.workspaceId, t.jobId),
    index("quotes_site_idx").on(t.workspaceId, t.siteId),
    index("quotes_template_idx").on(t.workspaceId, t.templateId),
    index("quotes_prices_idx").on(t.workspaceId, t.priceVersionId),
    index("quotes_open_idx").on(t.workspaceId, t.validUntil).where(sql`state = 'sent'`),
    check("quotes_sent_check", sql`${t.state} = 'draft' or (${t.sentAt} is not null and ${t.seller} is not null)`),
    check("quotes_variation_check", sql`${t.kind} = 'quote' or ${t.jobId} is not null`),
    check("quotes_converted_check", sql`${t.state} <> 'converted' or ${t.jobId} is not null`),
    foreignKey({
      name: "quotes_customer_fk",
      columns: [t.workspaceId, t.customerId],
      foreignColumns: [customers.workspaceId, customers.id],
    }),
    foreignKey({
      name: "quotes_site_fk",
      columns: [t.workspaceId, t.siteId],
      foreignColumns: [customerSites.workspaceId, customerSites.id],
    }),
    foreignKey({ name: "quotes_job_fk", columns: [t.workspaceId, t.jobId], foreignColumns: [jobs.workspaceId, jobs.id] }),
    foreignKey({
      name: "quotes_template_fk",
      columns: [t.workspaceId, t.templateId],
      foreignColumns: [jobTemplates.workspaceId, jobTemplates.id],
    }),
    foreignKey({
      name: "quotes_prices_fk",
      columns: [t.workspaceId, t.priceVersionId],
      foreignColumns: [priceVersions.workspaceId, priceVersions.id],
    }),
    onlyIn(t.workspaceId),
  ],
);

/** A piece that a job takes, once for each time that it was ordered. */
export const jobPieces = pgTable(
  "job_pieces",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    jobId: uuid("job_id").notNull(),
    quoteId: uuid("quote_id").notNull(),
    position: integer().notNull(),
    label: text().notNull(),
    /** What it is cut from. */
    materialId: uuid("material_id"),
    /** In mm. */
    length: integer().notNull(),
    width: integer().notNull(),
    grain: grainEnum().notNull(),
    state: pieceStateEnum().notNull().default("waiting"),
    version: integer().notNull().default(1),
  },
  (t) => [
    unique("job_pieces_key").on(t.workspaceId, t.id),
    unique("job_pieces_place_key").on(t.workspaceId, t.quoteId, t.position),
    index("job_pieces_job_idx").on(t.workspaceId, t.jobId, t.position),
    index("job_pieces_waiting_idx").on(t.workspaceId, t.materialId).where(sql`state = 'waiting'`),
    index("job_pieces_material_idx").on(t.workspaceId, t.materialId),
    check("job_pieces_size_check", sql`${t.length} > 0 and ${t.width} > 0`),
    foreignKey({ name: "job_pieces_job_fk", columns: [t.workspaceId, t.jobId], foreignColumns: [jobs.workspaceId, jobs.id] }).onDelete(
      "cascade",
    ),
    foreignKey({ name: "job_pieces_quote_fk", columns: [t.workspaceId, t.quoteId], foreignColumns: [quotes.workspaceId, quotes.id] }),
    foreignKey({
      name: "job_pieces_material_fk",
      columns: [t.workspaceId, t.materialId],
      foreignColumns: [materials.workspaceId, materials.id],
    }),
    onlyIn(t.workspaceId),
  ],
);

/** Each time that somebody dropped a piece, wanted it after all or had it cut again. What plans do with it, their own acts tell. */
export const pieceMoves = pgTable(
  "piece_moves",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    pieceId: uuid("piece_id").notNull(),
    at: instant("at").notNull().defaultNow(),
    actorId: uuid("actor_id")
      .notNull()
      .references(() => users.id),
    from: pieceStateEnum("from").notNull(),
    to: pieceStateEnum("to").notNull(),
    reason: text().notNull().default(""),
  },
  (t) => [
    unique("piece_moves_key").on(t.workspaceId, t.id),
    index("piece_moves_piece_idx").on(t.workspaceId, t.pieceId, t.at, t.id),
    foreignKey({
      name: "piece_moves_piece_fk",
      columns: [t.workspaceId, t.pieceId],
      foreignColumns: [jobPieces.workspaceId, jobPieces.id],
    }).onDelete("cascade"),
    onlyIn(t.workspaceId),
  ],
);
