import { mailAddress } from "@/lib/fields";

/** What a text says in one language. */
export interface Wording {
  subject: string;
  body: string;
}

/** Characters at most. */
export const TEXT = { name: 80, subject: 200, body: 8000 } as const;

/** Texts of a workspace. */
export const MOST_TEXTS = 100;

/** What can stand in a text in braces, and nothing else: what it is about fills it. */
export const PLACEHOLDERS = ["shop", "customer", "contact", "number", "job", "site", "due", "appointment", "today"] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];
export type Values = Record<Placeholder, string>;

const BRACES = /\{([^{}\n]*)\}/gu;

/** The first thing in braces that nothing fills; undefined where all is known. */
export function unknownIn(text: string): string | undefined {
  const known: readonly string[] = PLACEHOLDERS;
  return [...text.matchAll(BRACES)].map(([, name = ""]) => name).find((name) => !known.includes(name.trim()));
}

/** A text with what it is about in it. What fills it is not read for braces again. */
export const filled = (text: string, values: Values): string =>
  text.replaceAll(BRACES, (whole, name: string) => values[name.trim() as Placeholder] ?? whole);

/** Both lines of a text, filled; a subject is one line whatever fills it. */
export const filledWording = ({ subject, body }: Wording, values: Values): Wording => ({
  subject: filled(subject, values).replaceAll(/\s+/g, " ").trim(),
  body: filled(body, values),
});

/** An at sign needs no escape there, and not every program reads one. */
const encoded = (text: string): string => encodeURIComponent(text).replaceAll("%40", "@");

/**
 * The address that opens a mail in whatever program writes somebody's mails, as RFC 6068 wants it: the at sign stands as it is, and a line
 * of the text ends with a carriage return and a line feed.
 */
export function mailHref({ to, subject, body }: { to: string; subject: string; body: string }): string {
  const lines = body.replaceAll(/\r\n|\r|\n/g, "\r\n");
  return `mailto:${encoded(to)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines)}`;
}

/** A name that somebody typed, for a mail to a stranger who never asked for it: as words that no program makes a link of. */
export const mailable = (name: string): string => name.replaceAll(/[./:@\\]+/g, " ").trim();

/**
 * Where a customer's answer to a mail is read: at the address that the shop gives out on its documents. Without one nowhere: what a member
 * signs in with is no customer's to know.
 */
export function answersTo({ email }: { email: string }): { replyTo?: string } {
  const known = mailAddress.safeParse(email);
  return known.success ? { replyTo: known.data } : {};
}
