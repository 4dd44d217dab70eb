import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const ROUNDS = 20;
const SCRIPTS = ".next/page-scripts.json";

interface Page {
  html: string;
  /** The sources of its policy, as the build wrote them down. */
  hashes: string;
}

/** An answer's own bytes: the sources in its policy, and its body. */
interface Sent {
  policy: number;
  body: number;
}

/** What pages are compressed by as they go. */
const packed = (html: string): number => gzipSync(html).length;

/**
 * What lets a page's own scripts run, and no others: hashes of what the build made, or a nonce that is put into the page for each request
 * (Content Security Policy Level 3, 6.7.3.3). In both the page is compressed for whoever asks for the first time; whoever comes back has
 * it still where it is as it was, which one with a new nonce never is. In microseconds of this process's processor.
 */
export function measurePolicies(): void {
  if (!existsSync(SCRIPTS)) throw new Error("There are no built pages to measure: npm run build makes them.");
  const pages = Object.entries(JSON.parse(readFileSync(SCRIPTS, "utf8")) as Record<string, string>).map(([route, hashes]): Page => {
    return { html: readFileSync(`.next/server/app${route}.html`, "utf8"), hashes };
  });
  const hashing = timed(pages, ({ html }) => createHash("sha256").update(html).digest("base64"));
  const first = timed(pages, byHashes);
  const again = timed(pages, ({ hashes }): Sent => ({ policy: hashes.length, body: 0 }));
  const nonces = timed(pages, byNonce);
  console.log(`\nScripts of ${pages.length} built pages, by hashes and by nonces: of a page in the mean`);
  console.table({
    "hashes, the first time": row(first.us, first.value),
    "hashes, when it is had already": row(again.us, again.value),
    "a nonce, each time": row(nonces.us, nonces.value),
  });
  console.log(`Hashing all of a page, once at the build: ${hashing.us.toFixed(0)} µs.`);
}

const byHashes = ({ html, hashes }: Page): Sent => ({ policy: hashes.length, body: packed(html) });

function byNonce({ html }: Page): Sent {
  const nonce = randomBytes(16).toString("base64");
  return { policy: `'nonce-${nonce}'`.length, body: packed(html.replaceAll("<script", `<script nonce="${nonce}"`)) };
}

/** @returns what each page came to in the last round, and microseconds for a page in the mean */
function timed<T>(pages: readonly Page[], work: (page: Page) => T): { value: T[]; us: number } {
  const value = pages.map(work);
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round++) for (const page of pages) work(page);
  const { user, system } = process.cpuUsage(before);
  return { value, us: (user + system) / (ROUNDS * pages.length) };
}

const row = (us: number, sent: readonly Sent[]) => {
  const mean = (of: (one: Sent) => number) => Math.round(sent.reduce((sum, one) => sum + of(one), 0) / sent.length);
  return { µs: Math.round(us), "bytes of the policy": mean(({ policy }) => policy), "bytes of the body": mean(({ body }) => body) };
};
