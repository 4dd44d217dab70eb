/** Where a link of a message may lead: the web, a mailbox, a page of this site. Read as a browser reads it; null for anything else. */
export function linkTarget(href: string): string | null {
  // Whoever hides signs in an address means no good.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant
  if (/[\u0000-\u0020\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/.test(href)) return null;
  if (/^\/(?![/\\])/.test(href)) return href;
  if (!/^(?:https?:\/\/|mailto:)/i.test(href) || !URL.canParse(href)) return null;
  const { protocol, username, password } = new URL(href);
  // "https://bank.example@elsewhere.example" leads elsewhere.
  if (username || password) return null;
  return ["http:", "https:", "mailto:"].includes(protocol) ? href : null;
}
