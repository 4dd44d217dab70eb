import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const FILES = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx"))
  .map((file) => ({ file, code: readFileSync(`src/${file}`, "utf8") }));

/** An icon of Heroicons is hidden from who listens, whatever it is called: its words stand beside it. */
it("no icon has a name that nobody hears", () => {
  expect(FILES.length).toBeGreaterThan(300);
  const named = FILES.flatMap(({ file, code }) => (code.match(/<\w*Icon\b[^<>]*\baria-label=/g) ?? []).map((icon) => `${file}: ${icon}`));
  expect(named).toEqual([]);
});
