import { expect, it } from "vitest";
import { expectNobodyIn } from "#tests/factories/log-lines";
import { readBothWays, wasCompared } from "#tests/factories/permissions/alike";
import { hear, procedureOf } from "#tests/factories/permissions/table";
import { OWN_TABLES, rowsOf } from "#tests/factories/permissions/tables";
import { useSurroundings } from "#tests/factories/permissions/world";

const surroundings = useSurroundings();

it.each(rowsOf(OWN_TABLES))("%s is for those alone who may call it", async (name, row) => {
  expect(await hear(surroundings(), name, row)).toEqual(row.answers);
});

it("whatever is read and has a path was asked for both ways, and gave the same", () => {
  const reading = readBothWays(rowsOf(OWN_TABLES).map(([name]) => procedureOf(name)));
  expect(reading.length).toBeGreaterThan(60);
  expect(reading.filter((procedure) => !wasCompared(procedure))).toEqual([]);
});

it("of all that nothing stands in the log but what was called", () => {
  const { lines } = surroundings();
  expect(lines.length).toBeGreaterThan(500);
  expectNobodyIn(lines);
});
