/** What Mozilla's HTTP Observatory looks at in a page: what it was asked with, and what came. */
export interface SeenPage {
  headers: Headers;
  html: string;
}

const BROAD = ["*", "http:", "https:", "ftp:", "http://*", "https://*", "http://*.*", "https://*.*"];
const UNSAFE = [...BROAD, "'unsafe-inline'", "data:"];
const any = (sources: readonly string[], of: readonly string[]) => sources.some((source) => of.includes(source));
const plain = (sources: readonly string[]) => sources.some((source) => /^(http|ftp):/.test(source));

function policy({ headers }: SeenPage): number {
  const rows = (headers.get("content-security-policy") ?? "").split(";").map((row) => row.trim().toLowerCase().split(/\s+/));
  const directives = new Map(rows.filter(([name]) => name).map(([name = "", ...sources]) => [name, sources]));
  if (directives.size === 0 || directives.size !== rows.filter(([name]) => name).length) return -25;
  const of = (name: string): string[] => {
    const sources = directives.get(name) ?? directives.get("default-src") ?? ["*"];
    // Where scripts are named by their hashes, a browser does not hear of others.
    return sources.some((source) => /^'(sha\d+|nonce)-/.test(source)) ? sources.filter((source) => source !== "'unsafe-inline'") : sources;
  };
  const passive = ["img-src", "media-src"];
  const active = [...directives.keys()].filter((name) => !passive.includes(name)).flatMap(of);
  if (any(of("script-src"), UNSAFE) || any(of("object-src"), BROAD) || plain(active)) return -20;
  if (any([...of("script-src"), ...of("style-src")], ["'unsafe-eval'"]) || plain(passive.flatMap(of))) return -10;
  if (any(of("style-src"), UNSAFE)) return 0;
  return of("default-src").join() === "'none'" ? 10 : 5;
}

function cookies({ headers }: SeenPage): number {
  const set = headers.getSetCookie();
  const flagged = (flag: RegExp) => set.every((cookie) => flag.test(cookie));
  if (set.length === 0) return 0;
  if (!flagged(/;\s*secure/i)) return -40;
  if (!flagged(/;\s*httponly/i)) return -30;
  return flagged(/;\s*samesite=(lax|strict)/i) ? 5 : -20;
}

/** The answer to a page of another site that asks with credentials. */
function sharing({ headers }: SeenPage): number {
  const open = headers.get("access-control-allow-origin");
  return open && open !== "*" && headers.get("access-control-allow-credentials") === "true" ? -50 : 0;
}

function referrer({ headers }: SeenPage): number {
  const said = headers.get("referrer-policy")?.split(",").at(-1)?.trim();
  if (said === undefined) return 0;
  return ["no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"].includes(said) ? 5 : -5;
}

/** Half a year at least, in seconds. */
const encrypted = ({ headers }: SeenPage): number => {
  const age = /max-age=(\d+)/.exec(headers.get("strict-transport-security") ?? "")?.[1];
  if (age === undefined) return -20;
  return Number(age) >= 15_768_000 ? 0 : -10;
};

/** Scripts of other addresses have to be named by their hashes. */
function scripts({ html }: SeenPage): number {
  const foreign = [...html.matchAll(/<script[^>]*\ssrc="(?:https?:)?\/\/[^>]*>/g)].map(([tag]) => tag);
  if (foreign.some((tag) => !tag.includes("integrity="))) return foreign.some((tag) => tag.includes('src="http:')) ? -50 : -5;
  return foreign.length > 0 ? 5 : 0;
}

const types = ({ headers }: SeenPage): number => (headers.get("x-content-type-options")?.toLowerCase() === "nosniff" ? 0 : -5);

function frames({ headers }: SeenPage): number {
  const ancestors = /frame-ancestors ([^;]+)/
    .exec(headers.get("content-security-policy") ?? "")?.[1]
    ?.trim()
    .split(/\s+/);
  if (ancestors && !any(ancestors, BROAD)) return 5;
  return /^(deny|sameorigin)$/i.test(headers.get("x-frame-options") ?? "") ? 0 : -20;
}

function resources({ headers }: SeenPage): number {
  const said = headers.get("cross-origin-resource-policy");
  if (said === null) return 0;
  return /^same-(origin|site)$/.test(said) ? 10 : ({ "cross-origin": 0 }[said] ?? -5);
}

const TESTS = { policy, cookies, sharing, referrer, encrypted, scripts, types, frames, resources };

/** What each of its tests adds to a hundred points or takes off them. */
export const marksOf = (page: SeenPage): Record<keyof typeof TESTS, number> =>
  Object.fromEntries(Object.entries(TESTS).map(([name, mark]) => [name, mark(page)])) as Record<keyof typeof TESTS, number>;

/**
 * The points of a page by the rules of Mozilla's HTTP Observatory (its scanner 1.4.8, algorithm 4, November 2026;
 * https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring), but for one of its ten tests: that http is sent on to https is
 * the proxy's. From 100 points the grade is A+.
 */
export function observatoryScore(page: SeenPage): number {
  const marks = Object.values(marksOf(page));
  const without = marks.filter((mark) => mark < 0).reduce((sum, mark) => sum + mark, 100);
  // What is above a hundred counts for those alone who are good anyway.
  return without < 90 ? Math.max(0, without) : marks.filter((mark) => mark > 0).reduce((sum, mark) => sum + mark, without);
}
