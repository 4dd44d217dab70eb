import { createHash } from "node:crypto";
import { expect, test } from "./fixtures";

// A script is brought in on purpose.
test.use({ harm: /Executing inline script violates/ });

const INLINE = /<script(?![^>]*\ssrc=)(?<attributes>[^>]*)>(?<text>.*?)<\/script>/gs;
const scriptsOf = (html: string) => [...html.matchAll(INLINE)].map(({ groups }) => ({ text: "", attributes: "", ...groups }));
const sourcesOf = (headers: Headers) =>
  /script-src ([^;]+)/
    .exec(headers.get("content-security-policy") ?? "")?.[1]
    ?.split(" ")
    .toSorted() ?? [];

for (const language of ["en", "ar", "zh"])
  for (const target of ["/", "/auth/login", "/dashboard/practice?question=1", "/developers", "/nothing/here"])
    test(`scripts of a page run by their hashes: ${target} in ${language}`, async ({ app }) => {
      const { headers, html } = await seen(app.url + target, { "accept-language": language });
      const hashes = scriptsOf(html).map(({ text }) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
      expect(hashes.length).toBeGreaterThan(0);
      expect(sourcesOf(headers)).toEqual([...new Set(hashes), "'self'", "'wasm-unsafe-eval'"].toSorted());
    });

for (const target of ["/auth/login?returnUrl=", "/auth/reset-password?token=", "/nothing/"])
  test(`nothing that an address says is written into a page or its scripts: ${target}`, async ({ app }) => {
    const word = "</script><script>brought()//";
    const [page, hostile] = await Promise.all(["plain", word].map((said) => seen(app.url + target + encodeURIComponent(said), {})));
    expect(scriptsOf(page?.html ?? "").length).toBeGreaterThan(0);
    expect(hostile?.html).toBe(page?.html);
  });

test("an address that is none has a page of its own scripts, and lets no others in", async ({ app, page }) => {
  // A policy that comes from outside, from which Next would take a word to mark scripts with, changes nothing.
  const { headers, html } = await seen(`${app.url}/nothing/here`, { "content-security-policy": "script-src 'nonce-known'" });
  expect(html.includes("known")).toBe(false);
  expect(sourcesOf(headers).join(" ")).not.toMatch(/nonce|unsafe-inline/);
  // Its own scripts work: its links lead on without a page being loaded anew.
  const refused: string[] = [];
  page.on("console", (message) => message.text().includes("Content Security Policy") && refused.push(message.text()));
  await page.goto("/nothing/here");
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await page.getByRole("main").getByRole("link").first().click();
  await expect(page).not.toHaveURL(/nothing/);
  expect(await page.evaluate(() => "stayed" in window)).toBe(true);
  expect(refused).toEqual([]);
  // And a script that somebody else brought into a page does not.
  await page.goto("/auth/login");
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.brought = true";
    document.body.append(script);
  });
  expect(await page.evaluate(() => "brought" in window)).toBe(false);
  await expect.poll(() => refused.length).toBe(1);
});

async function seen(address: string, headers: Record<string, string>) {
  const answer = await fetch(address, { headers });
  return { headers: answer.headers, html: await answer.text() };
}
