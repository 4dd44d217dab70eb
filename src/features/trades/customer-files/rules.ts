import { normalizeLine } from "@/lib/fields";
import { CUSTOMER, MOST_CONTACTS, MOST_SITES } from "../customers/rules";
import type { CustomerDetails } from "../customers/schema";

/** Rows of a file. */
export const MOST_ROWS = 2000;

/** The columns of a file of customers: of each row a customer, and one of its contacts and one of its sites. */
export const COLUMNS = ["name", "contact", "role", "email", "phone", "site", "address", "access", "notes"] as const;
export type Column = (typeof COLUMNS)[number];
export type FileRow = Record<Column, string>;

/** What a file does to a customer. */
export const FILE_KINDS = ["new", "changed", "same", "wrong"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** One contact's or site's name, however its letters are written. Customers are told apart by the database, which looks them up. */
export const nameKey = (name: string): string => name.trim().toLowerCase();

/** Whether a first line names columns that there are, each once, and the one without which nobody is meant. */
export const areColumns = (names: readonly string[]): names is Column[] =>
  names.every((name) => (COLUMNS as readonly string[]).includes(name)) && new Set(names).size === names.length && names.includes("name");

const NAMES: readonly Column[] = ["name", "contact", "site"];
const asKept = normalizeLine(CUSTOMER.name);

/** A row with all columns; those that the file does not have are empty. */
export const rowOf = (columns: readonly Column[], cells: readonly string[]): FileRow =>
  Object.fromEntries(
    COLUMNS.map((column) => {
      const cell = (cells[columns.indexOf(column)] ?? "").trim();
      return [column, NAMES.includes(column) ? asKept(cell) : cell];
    }),
  ) as FileRow;

type Contact = CustomerDetails["contacts"][number];
type Site = CustomerDetails["sites"][number];

/** What a cell says, over what was there: an empty one says nothing. */
const said = (cell: string, before: string): string => cell || before;

/** The one of these that a row means: as often as its name stood in the file before, the next one of that name. */
function meant<Part extends { name: string }>(parts: Part[], name: string, seen: Map<string, number>): number {
  const key = nameKey(name);
  const nth = seen.get(key) ?? 0;
  seen.set(key, nth + 1);
  const places = parts.flatMap((part, at) => (nameKey(part.name) === key ? [at] : []));
  return places[nth] ?? -1;
}

/**
 * A customer with what a file's rows say of them. Nothing is taken away: a contact or a site that is not in the file stays, and an empty
 * cell leaves what was there.
 * @param before null for one who is new  @param rows those of the file that name them, in their order
 */
export function mergedWith(before: CustomerDetails | null, rows: readonly FileRow[]): CustomerDetails {
  const contacts: Contact[] = before?.contacts.map((contact) => ({ ...contact })) ?? [];
  const sites: Site[] = before?.sites.map((site) => ({ ...site })) ?? [];
  const seen = { contacts: new Map<string, number>(), sites: new Map<string, number>() };
  let notes = before?.notes ?? "";
  for (const row of rows) {
    if (row.contact) {
      const at = meant(contacts, row.contact, seen.contacts);
      const was = contacts[at] ?? { name: row.contact, role: "", email: "", phone: "" };
      const now = {
        ...was,
        role: said(row.role, was.role),
        email: said(row.email.toLowerCase(), was.email),
        phone: said(row.phone, was.phone),
      };
      if (at < 0) contacts.push(now);
      else contacts[at] = now;
    }
    if (row.site) {
      const at = meant(sites, row.site, seen.sites);
      const was = sites[at] ?? { name: row.site, address: "", access: "" };
      const now = { ...was, address: said(row.address, was.address), access: said(row.access, was.access) };
      if (at < 0) sites.push(now);
      else sites[at] = now;
    }
    notes = said(row.notes, notes);
  }
  return { name: before?.name ?? rows[0]?.name ?? "", notes, contacts, sites };
}

/** A customer as rows of a file: the first contact beside the first site, and so on. */
export function rowsFor({ name, notes, contacts, sites }: CustomerDetails): FileRow[] {
  const count = Math.max(1, contacts.length, sites.length);
  return Array.from({ length: count }, (_, at) => {
    const [contact, site] = [contacts[at], sites[at]];
    return {
      name,
      contact: contact?.name ?? "",
      role: contact?.role ?? "",
      email: contact?.email ?? "",
      phone: contact?.phone ?? "",
      site: site?.name ?? "",
      address: site?.address ?? "",
      access: site?.access ?? "",
      notes: at === 0 ? notes : "",
    };
  });
}

export interface Difference {
  /** What of the customer, and of which contact or site where it is of one. */
  column: Column;
  of: string;
  before: string;
  after: string;
}

/** In what a customer would differ. */
export function differences(before: CustomerDetails | null, after: CustomerDetails): Difference[] {
  const found: Difference[] = [];
  const compare = (column: Column, of: string, was: string, is: string) => {
    if (was !== is) found.push({ column, of, before: was, after: is });
  };
  compare("notes", "", before?.notes ?? "", after.notes);
  for (const [at, contact] of after.contacts.entries()) {
    const was = before?.contacts[at];
    if (!was) compare("contact", "", "", contact.name);
    for (const column of ["role", "email", "phone"] as const) compare(column, contact.name, was?.[column] ?? "", contact[column]);
  }
  for (const [at, site] of after.sites.entries()) {
    const was = before?.sites[at];
    if (!was) compare("site", "", "", site.name);
    for (const column of ["address", "access"] as const) compare(column, site.name, was?.[column] ?? "", site[column]);
  }
  return found;
}

/** A cell that says something of a contact or a site that the row does not name. */
export function lostCell(row: FileRow): Column | undefined {
  if (!row.contact) {
    const cell = (["role", "email", "phone"] as const).find((column) => row[column] !== "");
    if (cell) return "contact";
  }
  if (!row.site && (row.address || row.access)) return "site";
  return undefined;
}

/** More of one kind than a customer can have. */
export const tooMany = ({ contacts, sites }: CustomerDetails): Column | undefined =>
  contacts.length > MOST_CONTACTS ? "contact" : sites.length > MOST_SITES ? "site" : undefined;
