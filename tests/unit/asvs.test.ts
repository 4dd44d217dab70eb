import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const TABLE = "tests/security/asvs.md";

/** The standard's sections with how many requirements of level 1, and then of level 2, they have; they are numbered in that order. */
const SECTIONS = `1.1 0 2, 1.2 5 4, 1.3 2 9, 1.4 0 3, 1.5 1 1, 2.1 1 2, 2.2 2 1, 2.3 1 3, 2.4 0 1, 3.2 2 0, 3.3 1 3, 3.4 2 4, 3.5 3 2, 3.7 0 2,
  4.1 1 2, 4.2 0 1, 4.3 0 2, 4.4 1 3, 5.1 0 1, 5.2 2 1, 5.3 2 0, 5.4 0 3, 6.1 1 2, 6.2 8 4, 6.3 2 2, 6.4 2 2, 6.5 0 5, 6.6 0 3, 6.8 0 4,
  7.1 0 3, 7.2 4 0, 7.3 0 2, 7.4 2 3, 7.5 0 2, 7.6 0 2, 8.1 1 1, 8.2 2 1, 8.3 1 0, 8.4 0 1, 9.1 3 0, 9.2 1 3, 10.1 0 2, 10.2 0 2, 10.3 0 4,
  10.4 5 6, 10.5 0 5, 10.6 0 2, 10.7 0 3, 11.1 0 2, 11.2 0 3, 11.3 2 1, 11.4 1 3, 11.5 0 1, 11.6 0 1, 12.1 1 2, 12.2 2 0, 12.3 0 4, 13.1 0 1,
  13.2 0 5, 13.3 0 2, 13.4 1 4, 14.1 0 2, 14.2 1 3, 14.3 1 2, 15.1 1 2, 15.2 1 2, 15.3 1 6, 16.1 0 1, 16.2 0 5, 16.3 0 4, 16.4 0 3, 16.5 0 3,
  17.1 0 1, 17.2 0 4, 17.3 0 2`;

const STANDINGS = ["met", "met in part", "not applicable", "open"];

/** Every id of levels 1 and 2 with its level. */
const wanted = SECTIONS.split(",").flatMap((text) => {
  const [section = "", first, second] = text.trim().split(" ");
  const [ones, twos] = [Number(first), Number(second)];
  return Array.from({ length: ones + twos }, (_, at) => `V${section}.${at + 1} L${at < ones ? 1 : 2}`);
});

interface Row {
  id: string;
  level: string;
  asks: string;
  standing: string;
  where: string[];
  test: string;
  note: string;
}

/** A table's rows, as text has them. */
const rowsOf = (text: string): Row[] =>
  text
    .split("\n")
    .filter((line) => /^\| *V\d/.test(line))
    .map((line) => {
      const [id = "", level = "", asks = "", standing = "", where = "", test = "", note = "", ...rest] = line
        .replace(/^\||\|$/g, "")
        .split("|")
        .map((cell) => cell.trim());
      if (rest.length > 0) throw new Error(`${id} has too many cells`);
      return { id, level, asks, standing, where: where === "" ? [] : where.split(", "), test, note };
    });

/** The tests that a cell names: `file: \`name\`; file: \`name\``. Undefined where it is of another form. */
function testsOf(cell: string): { file: string; name: string }[] | undefined {
  const named = cell.split(/(?<=`); /).map((part) => /^(\S+\.test\.ts): `([^`]+)`$/.exec(part));
  return named.every((one) => one !== null) ? named.map((one) => ({ file: one?.[1] ?? "", name: one?.[2] ?? "" })) : undefined;
}

/** `it("…"`, `describe.each([…])("…"`, `test(\`…\``: a name where such a call has it, in its own quotes. */
const TITLE = /\b(?:it|test|describe)(?:\.\w+)*(?:\(|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\s*\()\s*(["'`])((?:\\.|(?!\1).)+)\1/gs;

const titles = new Map<string, string[]>();
/** How the tests of a file, and groups of them, are called. */
const titlesOf = (file: string): string[] => {
  const known =
    titles.get(file) ?? [...readFileSync(file, "utf8").matchAll(TITLE)].map(([, , title = ""]) => title.replaceAll(/\\(.)/gs, "$1"));
  titles.set(file, known);
  return known;
};

/** What is wrong with a row, in words. */
function faultsOf({ id, asks, standing, where, test, note }: Row): string[] {
  const faults: string[] = [];
  if (asks === "") faults.push("says nothing of what is asked for");
  if (!STANDINGS.includes(standing)) faults.push(`has no standing: "${standing}"`);
  for (const file of where) if (!existsSync(file)) faults.push(`names a file that is not there: ${file}`);
  const read = /^read: .{5,}/.test(test);
  const tests = read ? [] : testsOf(test);
  if (!tests) faults.push(`names its tests in no form that is known: ${test}`);
  for (const { file, name } of tests ?? []) {
    if (!existsSync(file)) faults.push(`names a test file that is not there: ${file}`);
    else if (name.length < 8 || !titlesOf(file).some((title) => title.includes(name)))
      faults.push(`names a test that ${file} has not: ${name}`);
  }
  if (standing === "met" && where.length === 0) faults.push("is met nowhere");
  if (standing === "not applicable" && !read) faults.push("does not say why it is not applicable");
  if ((standing === "met in part" || standing === "open") && note === "" && !read) faults.push("does not say what lacks");
  return faults.map((fault) => `${id} ${fault}`);
}

/** What is wrong with a table as a whole and with its rows. */
function faults(text: string): string[] {
  const rows = rowsOf(text);
  const there = rows.map(({ id, level }) => `${id} L${level}`);
  return [
    ...wanted.filter((one) => !there.includes(one)).map((one) => `${one} is missing`),
    ...there.filter((one) => !wanted.includes(one)).map((one) => `${one} is none of the standard's`),
    ...there.filter((one, at) => there.indexOf(one) !== at).map((one) => `${one} stands twice`),
    ...rows.flatMap(faultsOf),
  ];
}

describe("the table of OWASP ASVS 5.0.0", () => {
  const table = readFileSync(TABLE, "utf8");

  it("has each of the 253 requirements of levels 1 and 2 once, with files and tests that are there", () => {
    expect(wanted).toHaveLength(253);
    expect(wanted.filter((one) => one.endsWith(" L1"))).toHaveLength(70);
    expect(faults(table)).toEqual([]);
  });

  it("counts its own standings as they are", () => {
    const rows = rowsOf(table);
    for (const standing of STANDINGS) {
      const of = (level: string) => rows.filter((row) => row.standing === standing && row.level === level).length;
      expect(table).toContain(`| ${standing} | ${of("1")} | ${of("2")} |`);
    }
  });

  const line = (row: string) => table.replace(/^\| V3\.4\.1 .*$/m, row);
  it.each([
    ["a row is gone", line(""), "V3.4.1 L1 is missing"],
    ["a row stands twice", line("$&\n$&"), "V3.4.1 L1 stands twice"],
    ["a level is another", table.replace("| V3.4.1 | 1 |", "| V3.4.1 | 2 |"), "V3.4.1 L1 is missing"],
    ["an id is no id", table.replace("| V3.4.1 |", "| V3.4.9 |"), "V3.4.9 L1 is none of the standard's"],
    ["a standing is none", line("| V3.4.1 | 1 | x | nearly | a.ts | read: by somebody | |"), 'V3.4.1 has no standing: "nearly"'],
    [
      "a file is gone",
      line("| V3.4.1 | 1 | x | met | src/no-such.ts | read: by somebody | |"),
      "V3.4.1 names a file that is not there: src/no-such.ts",
    ],
    ["it is met nowhere", line("| V3.4.1 | 1 | x | met | | read: by somebody | |"), "V3.4.1 is met nowhere"],
    ["no test is named", line("| V3.4.1 | 1 | x | met | README.md | | |"), "V3.4.1 names its tests in no form that is known: "],
    [
      "a test has another name",
      line("| V3.4.1 | 1 | x | met | README.md | tests/unit/log.test.ts: `tells everything` | |"),
      "V3.4.1 names a test that tests/unit/log.test.ts has not: tells everything",
    ],
    [
      "what is named stands in a test's text, and is no test's name",
      line("| V3.4.1 | 1 | x | met | README.md | tests/unit/log.test.ts: `@/server/log` | |"),
      "V3.4.1 names a test that tests/unit/log.test.ts has not: @/server/log",
    ],
    [
      "nothing says what lacks",
      line("| V3.4.1 | 1 | x | met in part | README.md | tests/unit/log.test.ts: `tells of a failed query` | |"),
      "V3.4.1 does not say what lacks",
    ],
  ])("would be found wrong where %s", (_, text, fault) => expect(faults(text)).toContain(fault));
});
