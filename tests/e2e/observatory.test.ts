import { readFileSync } from "node:fs";
import { marksOf, observatoryScore, type SeenPage } from "#tests/factories/observatory";
import { type RunningApp, startApp } from "./app";
import { expect, test } from "./fixtures";

let app: RunningApp;
test.beforeAll(async () => {
  app = await startApp({ APP_URL: "https://parley.example", TRUST_PROXY: "on" });
});
test.afterAll(() => app.stop());

async function seen(path: string): Promise<SeenPage> {
  const answer = await fetch(app.url + path, {
    headers: { origin: "https://elsewhere.example", "x-forwarded-proto": "https", "x-forwarded-host": "parley.example" },
  });
  return { headers: answer.headers, html: await answer.text() };
}

const A_PLUS = 100;

/** The addresses of all pages, in English, as the build made them. */
function pages(): string[] {
  const { routes } = JSON.parse(readFileSync(".next/prerender-manifest.json", "utf8")) as { routes: Record<string, unknown> };
  return Object.keys(routes).flatMap((route) => (/^\/en(\/|$)/.test(route) ? [route.slice(3) || "/"] : []));
}

test("each page, answers of the API and an address that is none get A+ by Mozilla's Observatory", async () => {
  expect(pages().length).toBeGreaterThan(100);
  for (const path of [...pages(), "/api/health/live", "/api/account/my-account", "/nothing/here"]) {
    const page = await seen(path);
    const marks = marksOf(page);
    expect(
      Object.values(marks).filter((mark) => mark < 0),
      `${path}: ${JSON.stringify(marks)}`,
    ).toEqual([]);
    expect(observatoryScore(page), path).toBe(A_PLUS + 10);
  }
});

const SPOILT: readonly [what: string, spoil: (headers: Headers) => void, score: number][] = [
  ["no policy", (headers) => headers.delete("content-security-policy"), 75],
  ["any script of a page", (headers) => headers.set("content-security-policy", "default-src 'self'; script-src 'unsafe-inline'"), 80],
  ["scripts made of text", (headers) => headers.set("content-security-policy", "default-src 'self' 'unsafe-eval'"), 95],
  [
    "frames of anybody",
    (headers) => {
      headers.set("content-security-policy", "default-src 'self'");
      headers.delete("x-frame-options");
    },
    80,
  ],
  ["no encryption asked for", (headers) => headers.delete("strict-transport-security"), 80],
  ["encryption asked for a day", (headers) => headers.set("strict-transport-security", "max-age=86400"), 100],
  ["types to be guessed", (headers) => headers.delete("x-content-type-options"), 105],
  ["whole addresses told", (headers) => headers.set("referrer-policy", "unsafe-url"), 100],
  ["a cookie for scripts", (headers) => headers.append("set-cookie", "session=1; Secure; SameSite=Lax"), 70],
  [
    "answers for another site's pages",
    (headers) => {
      headers.set("access-control-allow-origin", "https://elsewhere.example");
      headers.set("access-control-allow-credentials", "true");
    },
    50,
  ],
];

for (const [what, spoil, score] of SPOILT)
  test(`the Observatory's points fall with ${what}`, async () => {
    const page = await seen("/");
    const headers = new Headers(page.headers);
    spoil(headers);
    expect(observatoryScore({ ...page, headers })).toBe(score);
  });
