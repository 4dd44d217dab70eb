import { expect, it } from "vitest";
import { hear } from "#tests/factories/permissions/table";
import { rowsOf, SHARED_TABLES } from "#tests/factories/permissions/tables";
import { useSurroundings } from "#tests/factories/permissions/world";

const surroundings = useSurroundings();

it.each(rowsOf(SHARED_TABLES))("%s is for those alone who may call it", async (name, row) => {
  expect(await hear(surroundings(), name, row)).toEqual(row.answers);
});
