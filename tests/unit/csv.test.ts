import { describe, expect, it } from "vitest";
import { CsvError, readCsv, writeCsv } from "@/server/csv";

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
