import type { WorkspaceRole } from "@/lib/enums/trades";

/** Characters at most. */
export const WORKSPACE = { name: 80 } as const;

/** How many workspaces one person can own, and how many people one can hold, those who are invited among them. */
export const MOST_OWNED = 20;
export const MOST_PEOPLE = 200;

/** For how long an invitation stands. */
export const INVITE_DAYS = 7;
/** Before the same address is mailed again. */
export const INVITE_AGAIN_MINUTES = 10;
/** Invitations that a workspace mails within a day. */
export const INVITES_PER_DAY = 100;
/** Quotes and invoices that a workspace mails within a day: more than a shop sends, and too few to flood anybody. */
export const DOCUMENTS_PER_DAY = 300;

/**
 * Of a file of customers or of prices, in bytes, as it is sent: quotes and the ends of its rows take two. With what stands around it, it
 * has to be in the 256 KiB that a call takes (server/http/body).
 */
export const MOST_FILE_BYTES = 250_000;

/** What a text takes within a call, in bytes. */
export const sentBytes = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length;

export const manages = (role: WorkspaceRole): boolean => role !== "member";

/**
 * A row as somebody of a role may see it: what is for those alone who manage the workspace, such as prices and costs, is not in it for
 * the others. The form of an answer says the same by making those fields optional.
 */
export function shownTo<Row extends object, Key extends keyof Row>(
  role: WorkspaceRole,
  row: Row,
  managersOnly: readonly Key[],
): Omit<Row, Key> & Partial<Pick<Row, Key>> {
  if (manages(role)) return row;
  const hidden = new Set<PropertyKey>(managersOnly);
  return Object.fromEntries(Object.entries(row).filter(([key]) => !hidden.has(key))) as Omit<Row, Key> & Partial<Pick<Row, Key>>;
}
