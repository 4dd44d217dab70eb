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
