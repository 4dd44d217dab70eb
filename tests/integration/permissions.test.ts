import { describe, expect, it } from "vitest";
import { PROCEDURES } from "#tests/factories/permissions/calls";
import { procedureOf, type Row } from "#tests/factories/permissions/table";
import { rowsOf, TABLES } from "#tests/factories/permissions/tables";

const ROWS = rowsOf(TABLES);
const NAMES = ROWS.map(([name]) => name);

/** Procedures that work inside one workspace. */
const inWorkspace = (procedure: string) => procedure.startsWith("trades.");

describe("the tables of permissions", () => {
  it("have a row for every procedure of every router, and none for others", () => {
    const told = new Set(NAMES.map(procedureOf));
    expect(Object.keys(PROCEDURES).filter((procedure) => !told.has(procedure))).toEqual([]);
    expect([...told].filter((procedure) => !PROCEDURES[procedure])).toEqual([]);
  });

  it("say each thing once", () => {
    expect(NAMES.filter((name, at) => NAMES.indexOf(name) !== at)).toEqual([]);
  });

  // There is no workspace yet. With the first of its procedures a world gets a workspace with a member, and their rows a column for
  // them; nobody's role on the platform opens a workspace then.
  it("ask a workspace's members where there are workspaces: nowhere yet", () => {
    expect(Object.keys(PROCEDURES).filter(inWorkspace)).toHaveLength(0);
    const asked = ({ answers }: Row) => answers.member !== undefined;
    expect(ROWS.filter(([name, row]) => asked(row) !== inWorkspace(procedureOf(name)))).toEqual([]);
  });
});
