import { createHash } from "node:crypto";
import { expect, test } from "./fixtures";

const INLINE = /<script(?![^>]*\ssrc=)(?<attributes>[^>]*)>(?<text>.*?)<\/script>/gs;
const scriptsOf = (html: string) => [...html.matchAll(INLINE)].map(({ groups }) => ({ text: "", attributes: "", ...groups }));
const sourcesOf = (headers: Headers) =>
  /script-src ([^;]+)/
    .exec(headers.get("content-security-policy") ?? "")?.[1]
    ?.split(" ")
    .toSorted() ?? [];

for (const language of ["en", "ar", "zh"])
  for (const target of ["/", "/auth/login", "/dashboard/practice?question=1", "/developers"])
    test(`scripts of a page run by their hashes: ${target} in ${language}`, async ({ app }) => {
      const { headers, html } = await seen(app.url + target, { "accept-language": language });
      const hashes = scriptsOf(html).map(({ text }) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
      expect(hashes.length).toBeGreaterThan(0);
      expect(sourcesOf(headers)).toEqual([...new Set(hashes), "'self'", "'wasm-unsafe-eval'"].toSorted());
    });

test("scripts at an address that is none run by a word that is new each time, and never by one from outside", async ({ app, page }) => {
  const word = async () => {
    const { headers, html } = await seen(`${app.url}/nothing/here`, { "content-security-policy": "script-src 'nonce-known'" });
    expect(html).not.toContain("known");
    const [nonce = ""] = sourcesOf(headers).flatMap((source) => /^'nonce-(.+)'$/.exec(source)?.[1] ?? []);
    for (const { attributes } of scriptsOf(html)) expect(attributes).toContain(`nonce="${nonce}"`);
    return nonce;
  };
  const words = [await word(), await word()];
  expect(words[0]).toMatch(/^[\w+/]{22}==$/);
  expect(words[0]).not.toBe(words[1]);
  // Its own scripts work: the page is drawn in the reader's language and its links lead on.
  const refused: string[] = [];
  page.on("console", (message) => message.text().includes("Content Security Policy") && refused.push(message.text()));
  await page.goto("/nothing/here");
  await page.getByRole("main").getByRole("link").first().click();
  await expect(page).not.toHaveURL(/nothing/);
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
