import { readdirSync, readFileSync } from "node:fs";
import { analyse } from "scslre";
import { parseAst } from "vite";
import { describe, expect, it } from "vitest";

interface Literal {
  source: string;
  flags: string;
}

/** Every regular expression literal in a piece of code, found by a parser. */
function literalsOf(code: string, lang: "ts" | "tsx"): Literal[] {
  const found: Literal[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { regex } = node as { regex?: { pattern: string; flags: string } | null };
    if (regex) found.push({ source: regex.pattern, flags: regex.flags });
    for (const child of Object.values(node)) walk(child);
  };
  walk(parseAst(code, { lang }));
  return found;
}

/** Why a pattern takes more than its share of time for some text; empty where time grows with the text's length alone. */
const slowWith = (literal: Literal) =>
  analyse(literal).reports.map(({ type, character }) => `${type} of ${JSON.stringify(character.pick)}`);

describe("regular expressions", () => {
  it("take time that grows with the text and not faster, whatever somebody writes", () => {
    const slow: string[] = [];
    let count = 0;
    const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => /\.(tsx?|mjs)$/.test(file));
    for (const file of files.map((name) => `src/${name}`))
      for (const literal of literalsOf(readFileSync(file, "utf8"), file.endsWith("x") ? "tsx" : "ts")) {
        count++;
        for (const reason of slowWith(literal)) slow.push(`${file}: /${literal.source}/${literal.flags} (${reason})`);
      }
    expect(count).toBeGreaterThan(200);
    expect(slow).toEqual([]);
  });

  it.each([
    ["const a = /^(a+)+$/;", true],
    ["const a = /^\\s+|\\s+$/;", true],
    ["const a = <p>{text.replace(/(?<!x)x+z/, '')}</p>;", false],
  ])("are told apart: %s", (code, slow) => {
    const [literal] = literalsOf(code, "tsx");
    if (!literal) throw new Error("no literal was found");
    expect(slowWith(literal).length > 0).toBe(slow);
  });
});
