import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

// What a page that is rendered at the build carries of scripts between its tags, each page's own: browsers run those alone which the
// page's policy names (Content Security Policy Level 3, 6.7.2.4). They do not change until the next build, so they are hashed once.

const SCRIPT = /<script(?<attributes>[^>]*)>(?<text>.*?)<\/script>/gs;

/** The hashes of a page's inline scripts, as sources of a policy. */
const hashesOf = (html) => [
  ...new Set(
    [...html.matchAll(SCRIPT)]
      .filter(({ groups }) => !/\ssrc=/.test(groups.attributes))
      .map(({ groups }) => `'sha256-${createHash("sha256").update(groups.text).digest("base64")}'`),
  ),
];

/** Writes down, for each page of the build, which inline scripts it has. */
export function writePageScripts() {
  const { routes } = JSON.parse(readFileSync(".next/prerender-manifest.json", "utf8"));
  const pages = Object.keys(routes).flatMap((route) => {
    const file = `.next/server/app${route}.html`;
    return existsSync(file) ? [[route, hashesOf(readFileSync(file, "utf8")).join(" ")]] : [];
  });
  writeFileSync(".next/page-scripts.json", JSON.stringify(Object.fromEntries(pages)));
}
