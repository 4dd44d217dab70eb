import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";

/** The sources that a page's policy needs for the scripts between its tags, by language and path such as "/en/auth/login". */
export type PageScripts = ReadonlyMap<string, string>;

/** What the build wrote down of its pages (bin/page-scripts.mjs). */
export const readPageScripts = (): PageScripts =>
  new Map(Object.entries(JSON.parse(readFileSync(".next/page-scripts.json", "utf8")) as Record<string, string>));

/** By it Next learns, from the request, what to mark the scripts of a page with that it renders for this request. */
const POLICY = "content-security-policy";

/**
 * Which inline scripts the answer to this request may run: the page's own, by their hashes; or, where a page is rendered for the request,
 * as are those for addresses that are none, what carries a word that nobody can know before.
 */
export function inlineScripts(req: IncomingMessage, locale: string, scripts: PageScripts): string {
  // What comes from outside names no word of its own.
  delete req.headers[POLICY];
  const [path = "/"] = (req.url ?? "/").split("?");
  const known = scripts.get(`/${locale}${path === "/" ? "" : path}`);
  if (known !== undefined) return known;
  const nonce = `'nonce-${randomBytes(16).toString("base64")}'`;
  req.headers[POLICY] = `script-src ${nonce}`;
  return nonce;
}
