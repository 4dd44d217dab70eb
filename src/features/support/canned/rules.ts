/** What a ready answer may leave open: who asked, who answers, and what about. */
export const PLACEHOLDERS = ["name", "agent", "subject"] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

const PLACEHOLDER = /\{(\w+)\}/g;

/** A ready answer with what differs filled in; a placeholder that is none of ours stays as it is. */
export const fillPlaceholders = (text: string, values: Record<string, string>): string =>
  text.replaceAll(PLACEHOLDER, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole));

/** What looks like a placeholder in some text and is none: a slip, most likely. Each once. */
export function unknownPlaceholders(texts: Iterable<string>): string[] {
  const named = [...texts].flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([whole, name]) => ({ whole, name })));
  return [...new Set(named.filter(({ name }) => !PLACEHOLDERS.includes(name as Placeholder)).map(({ whole }) => whole))];
}
