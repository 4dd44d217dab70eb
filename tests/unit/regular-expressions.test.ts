import { readdirSync, readFileSync } from "node:fs";
import { analyse } from "scslre";
import { parseAst } from "vite";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

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
const slowWith = ({ source, flags }: Literal) =>
  [source, writtenOut(source)].flatMap((pattern) =>
    analyse({ source: pattern, flags }).reports.map(({ type, character }) => `${type} of ${JSON.stringify(character.pick)}`),
  );

/** Each group that comes a number of times twice, one after the other: what one can take off the next is not looked for in such a group. */
function writtenOut(source: string): string {
  const opened: number[] = [];
  let out = "";
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const sign = source[at] ?? "";
    out += sign;
    if (sign === "\\") out += source[++at];
    else if (inClass) inClass = sign !== "]";
    else if (sign === "[") inClass = true;
    else if (sign === "(") opened.push(out.length - 1);
    else if (sign === ")") {
      const begun = opened.pop();
      const [times] = /^\{\d+(?:,\d*)?\}/.exec(source.slice(at + 1)) ?? [""];
      if (times) out += out.slice(begun);
      at += times.length;
    }
  }
  return out;
}

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
    ["const a = /(?:\\d\\s*-*\\s*){9}/;", true],
    ["const a = /(?:\\d[\\s-]*){9}/;", false],
    ["const a = <p>{text.replace(/(?<!x)x+z/, '')}</p>;", false],
  ])("are told apart: %s", (code, slow) => {
    const [literal] = literalsOf(code, "tsx");
    if (!literal) throw new Error("no literal was found");
    expect(slowWith(literal).length > 0).toBe(slow);
  });
});

/** Files of the source that make expressions of texts, by a parser. */
function makersIn(files: readonly string[]): string[] {
  const makes = (node: unknown): boolean => {
    if (typeof node !== "object" || node === null) return false;
    const { type, callee } = node as { type?: string; callee?: { name?: string } };
    if ((type === "NewExpression" || type === "CallExpression") && callee?.name === "RegExp") return true;
    return Object.values(node).some(makes);
  };
  return files.filter((file) => makes(parseAst(readFileSync(file, "utf8"), { lang: file.endsWith("x") ? "tsx" : "ts" })));
}

describe("regular expressions that are made of texts", () => {
  const Native = globalThis.RegExp;
  const made = new Map<string, Literal>();
  /** What makes each of them, with what is hardest for it: read before they are, so that all is recorded. */
  const MAKERS: Record<string, () => Promise<unknown>> = {
    "src/server/vendors/stripe/emulator/route.ts": () => import("@/server/vendors/stripe/emulator/requests"),
    "src/server/http/rest.ts": async () => {
      const [{ restRoutes }, { appRouter }] = await Promise.all([import("@/server/http/rest"), import("@/server/api/root")]);
      restRoutes(appRouter);
    },
    "src/server/api/openapi-examples.ts": async () => {
      const { openApiDocument } = await import("@/server/api/openapi");
      openApiDocument("http://localhost");
    },
    "src/features/trades/notes/rules.ts": async () => {
      const { fromField } = await import("@/features/trades/notes/rules");
      const names = ["a", "aa", "(a+)+$", "[a-z]*", "Ann (Lee)*", "Ann", "\\d+\\d+x"];
      fromField("", names.map((name, at) => ({ uid: String(at), name })) as never);
    },
    "src/features/account/push/schema.ts": () => import("@/features/account/push/schema"),
    "src/features/forum/merging/rules.ts": () => import("@/features/forum/merging/rules"),
    "src/lib/mentions.ts": () => import("@/lib/mentions"),
  };

  beforeAll(() => {
    // Another file of tests may have read them already.
    vi.resetModules();
    globalThis.RegExp = new Proxy(Native, {
      construct(target, [source, flags = ""]: [string | RegExp, string?]) {
        // The second place on the way here, behind this one, is where it is made: ours or a library's.
        const place = new Error().stack?.split("\n")[2]?.match(/(?<!node_modules.*)\bsrc\/[\w/.-]+\.tsx?/)?.[0];
        if (place && typeof source === "string") made.set(`${place}: /${source}/${flags}`, { source, flags });
        return new target(source, flags);
      },
    });
  });
  afterAll(() => {
    globalThis.RegExp = Native;
  });

  it("take no longer than those that are written down", { timeout: 180_000 }, async () => {
    const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => /\.(tsx?|mjs)$/.test(file));
    expect(makersIn(files.map((name) => `src/${name}`)).toSorted()).toEqual(Object.keys(MAKERS).toSorted());
    for (const make of Object.values(MAKERS)) await make();
    for (const file of Object.keys(MAKERS)) expect([...made.keys()].filter((name) => name.startsWith(`${file}:`))).not.toEqual([]);
    const slow = [...made].flatMap(([name, literal]) => slowWith(literal).map((reason) => `${name} (${reason})`));
    expect(slow).toEqual([]);
  });
});
