import { describe, expect, it } from "vitest";
import { type Column, namedColumns, shownColumns } from "@/ui/table/columns";
import { csvOf } from "@/ui/table/csv";
import { sortedRows } from "@/ui/table/use-whole-list";
import { viewQuery } from "@/ui/table/views";

interface Row {
  name: string;
  amount: number | null;
}

const COLUMNS: Column<Row>[] = [
  { id: "name", header: "Name", fixed: true, cell: ({ name }) => name, text: ({ name }) => name },
  { id: "amount", header: "Amount", cell: ({ amount }) => amount, text: ({ amount }) => amount },
  { id: "picture", header: "Picture", cell: () => "…" },
  { id: "note", header: "Note", hidden: true, cell: () => "", text: () => "-" },
];
const idsOf = (chosen: string | null) => shownColumns(COLUMNS, chosen).map(({ id }) => id);

describe("a table's columns", () => {
  it("are the usual ones without a word, and the chosen ones where the address names some", () => {
    expect(idsOf(null)).toEqual(["name", "amount", "picture"]);
    expect(idsOf("note")).toEqual(["name", "note"]);
    expect(idsOf("note,amount")).toEqual(["name", "amount", "note"]);
  });

  it("always hold the one that names the row, whatever the address says", () => {
    for (const strange of ["", "none", "name", "zzz,,", "<script>"]) expect(idsOf(strange)).toEqual(["name"]);
  });

  it("are not named where they are the usual ones, and come back as they were named", () => {
    expect(namedColumns(COLUMNS, ["name", "picture", "amount"])).toBeUndefined();
    for (const shown of [["note"], ["amount", "note"], []]) {
      const named = namedColumns(COLUMNS, shown);
      expect(named).toBeTruthy();
      expect(idsOf(named ?? null)).toEqual(["name", ...shown]);
    }
  });
});

describe("a table's CSV", () => {
  it("holds what is shown and can be written, marked as UTF-8, in lines that every spreadsheet knows", async () => {
    const csv = await csvOf(COLUMNS.slice(0, 3), [
      { name: "Amal, «أمل»", amount: 12 },
      { name: 'She said "no"', amount: null },
    ]);
    expect(csv).toBe('\ufeffName,Amount\r\n"Amal, «أمل»",12\r\n"She said ""no""",\r\n');
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", '=HYPERLINK("https://example.com")'])(
    "lets no text be a formula: %j",
    async (name) => {
      const [, line = ""] = (await csvOf(COLUMNS.slice(0, 1), [{ name, amount: 0 }])).slice(1).split("\r\n");
      expect(line.replace(/^"/, "")).toMatch(/^'/);
    },
  );

  it.each(["00123", "1E5", "1-2", "12/2", "20261129123456"])("lets no text be another number, or a day: %j", async (name) => {
    expect(await csvOf(COLUMNS.slice(0, 1), [{ name, amount: 0 }])).toBe(`\ufeffName\r\n'${name}\r\n`);
  });

  it("leaves a number below zero a number", async () => {
    expect(await csvOf(COLUMNS.slice(1, 2), [{ name: "", amount: -5 }])).toBe("\ufeffAmount\r\n-5\r\n");
  });
});

describe("a view", () => {
  it("is the same however its address is ordered, and whichever page it shows", () => {
    const one = viewQuery(new URLSearchParams("sort=-name&columns=a&page=3&tab=jobs"));
    expect(one).toBe(viewQuery(new URLSearchParams("columns=a&sort=-name")));
    expect(viewQuery(new URLSearchParams("tab=jobs&page=2"))).toBe("");
  });
});

describe("a list that is all here", () => {
  const rows = [
    { name: "Zoé", amount: 9 },
    { name: "Émile", amount: null },
    { name: "Eva 10", amount: 100 },
    { name: "Eva 9", amount: 10 },
  ];
  const names = (column: string, descending = false) => sortedRows(rows, COLUMNS, { column, descending }, "fr").map(({ name }) => name);

  it("is sorted by what a column says, as the reader's language sorts, and numbers by their size", () => {
    expect(names("name")).toEqual(["Émile", "Eva 9", "Eva 10", "Zoé"]);
    expect(names("amount")).toEqual(["Émile", "Zoé", "Eva 9", "Eva 10"]);
    expect(names("amount", true)).toEqual(["Eva 10", "Eva 9", "Zoé", "Émile"]);
  });

  it("stands as it came by a column that says nothing, or the other way round", () => {
    expect(names("picture")).toEqual(["Zoé", "Émile", "Eva 10", "Eva 9"]);
    expect(names("picture", true)).toEqual(["Eva 9", "Eva 10", "Émile", "Zoé"]);
  });
});
