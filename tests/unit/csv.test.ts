import { describe, expect, it } from "vitest";
import { CsvError, readCsv, writeCsv, writeCsvToReturn } from "@/server/csv";

async function read(text: string) {
  const records = [];
  for await (const record of readCsv(text)) records.push(record);
  return records;
}
const cells = async (text: string) => (await read(text)).map((record) => record.cells);
const problem = (text: string) =>
  read(text).then(
    () => null,
    (error: CsvError) => ({ is: error instanceof CsvError, problem: error.problem, line: error.line }),
  );

describe("a table that is read", () => {
  it.each([",", ";", "\t"])("has its cells between %j", async (sign) => {
    expect(await cells(["a", "b, c; d", "e"].map((cell) => (cell.length > 1 ? `"${cell}"` : cell)).join(sign))).toEqual([
      ["a", "b, c; d", "e"],
    ]);
  });

  it("knows the line in which a record begins, whatever line ends its cells have", async () => {
    const records = await read('a,b\r\n"one\r\ntwo",2\r\n\r\n3,"x ""y"" z"\r\n');
    expect(records).toEqual([
      { line: 1, cells: ["a", "b"] },
      { line: 2, cells: ["one\ntwo", "2"] },
      { line: 5, cells: ["3", 'x "y" z'] },
    ]);
  });

  it("has no rows that are empty but for their separators, and counts their lines", async () => {
    const records = await read('a;b;c\r\n1;2;3\r\n;;\r\n" ";"";\r\n;;4\r\n;;\r\n');
    expect(records).toEqual([
      { line: 1, cells: ["a", "b", "c"] },
      { line: 2, cells: ["1", "2", "3"] },
      { line: 5, cells: ["", "", "4"] },
    ]);
  });

  it("is refused with the line of the mistake", async () => {
    expect(await problem('a,b\n1,"open\n2,3\n')).toMatchObject({ is: true, problem: "quotes", line: 2 });
    expect(await problem('a,b\n1,x"y"\n')).toMatchObject({ is: true, problem: "quotes", line: 2 });
    expect(await problem('a,b\n1,2\n3,"x"y\n')).toMatchObject({ is: true, problem: "quotes", line: 3 });
    expect(await problem(`a,b\n1,${"x".repeat(200_000)}\n`)).toMatchObject({ is: true, problem: "rowTooLong", line: 2 });
  });
});

describe("a table that is written", () => {
  it.each([
    "=1+1",
    "+1",
    "-1",
    "@x",
    "\tx",
    "'quoted",
    "a=b",
    'say "so"',
    "two\nlines",
    "",
    "x;=1+1",
    "x;'=1",
    "a\n=1",
    "- a\n- b",
    "a;- b",
  ])("comes back as it was: %j", async (text) => {
    expect(await cells(writeCsv([["a", text]]).replace("\uFEFF", ""))).toEqual([["a", text]]);
  });

  it("has no formula where a spreadsheet that parts cells by semicolons begins one", () => {
    const table = writeCsv([["x;=1+1;", "line\n=1+1", "line\n-1", "list\n- one\n- two", "=1;@2"]]).replace("\uFEFF", "");
    const cells = table.split(/[;\t\r\n]+/);
    expect(cells.filter((cell) => /^[=+@]|^-\S/.test(cell))).toEqual([]);
    expect(table).toContain("list\n- one\n- two");
  });

  it.each(["0612345678", "00123", "20261129123456", "1-2", "3/4/2026", "12E5", "'0612", "''=x", "2026-11-29", "0.5", "12", "a0612"])(
    "comes back as it was where a spreadsheet would make another thing of it: %j",
    async (text) => {
      expect(await cells(writeCsv([["a", text]]).replace("\uFEFF", ""))).toEqual([["a", text]]);
    },
  );

  it("has numbers and days stand as they are, and what only looks like some as the text that it is", () => {
    const written = writeCsv([[12, 0.5, "2026-11-29", "0193a1f0-1b2c", "0612345678", "00123", "1-2"]]).replace("\uFEFF", "");
    expect(written.trim()).toBe("12,0.5,2026-11-29,0193a1f0-1b2c,'0612345678,'00123,'1-2");
  });

  it("holds no formula", () => {
    expect(writeCsv([["=cmd()"]])).toContain("'=cmd()");
    expect(writeCsv([["x"]]).startsWith("\uFEFF")).toBe(true);
  });
});

describe.each([
  ["en", ","],
  ["cn", ","],
  ["fr", ";"],
  ["vi", ";"],
] as const)("a file that is to come back, in %s", (locale, separator) => {
  const written = (...row: string[]) => writeCsvToReturn([row.map((_, at) => `column${at}`), row], locale).replace("\uFEFF", "");

  it("has its cells parted as spreadsheets there part them", () => {
    expect(written("a", "b, c; d")).toBe(`column0${separator}column1\r\na${separator}"b, c; d"\r\n`);
  });

  it.each([
    "2026-11-29",
    "'2026-11-29",
    "x,=1+1",
    "x,'=1",
    "x;=1+1",
    "x;'=1",
    "a, b",
    "1,5",
    "1-2",
    "0612345678",
    "=cmd()",
    "'quoted",
    'say "so"; and, "so"',
    "a\n=1",
    "- a\n- b",
  ])("brings back what it had: %j", async (text) => {
    expect((await cells(written("a", text, "z")))[1]).toEqual(["a", text, "z"]);
  });

  it("has no formula wherever a spreadsheet begins a cell", () => {
    const found = written("x;=1+1", "x,=1+1", "x,@y;-1", "line\n=1+1").split(/[,;\t\r\n]+/);
    expect(found.filter((cell) => /^"?(?:[=+@]|-\S)/.test(cell))).toEqual([]);
  });

  it("has a day as a text, which no spreadsheet writes in its own way, and which comes back from one that parts cells otherwise", async () => {
    expect(written("2026-11-29")).toBe("column0\r\n'2026-11-29\r\n");
    for (const sign of [",", ";", "\t"]) expect((await cells(`a${sign}b\n'2026-11-29${sign}'1-2`))[1]).toEqual(["2026-11-29", "1-2"]);
  });
});
