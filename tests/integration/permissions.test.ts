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

  // Nobody's role on the platform opens a workspace: all that it shows is asked of a member, and of strangers of every role.
  it("ask a workspace's members where there are workspaces, and nowhere else", () => {
    expect(Object.keys(PROCEDURES).filter(inWorkspace)).not.toHaveLength(0);
    const asked = ({ answers }: Row) => answers.member !== undefined;
    expect(ROWS.filter(([name, row]) => asked(row) !== inWorkspace(procedureOf(name)))).toEqual([]);
  });

  it("refuse a manager what is its owner's alone, and a member what is for those who manage it", () => {
    const roles = ({ answers }: Row) => (["owner", "manager", "member"] as const).filter((who) => answers[who] !== "forbidden");
    const OF = { owner: ["owner"], manager: ["owner", "manager"] };
    const told = ROWS.flatMap(([name, row]) => {
      const { workspace } = PROCEDURES[procedureOf(name)]?._def.meta ?? {};
      return workspace && workspace !== "member" ? [{ name, workspace, may: roles(row) }] : [];
    });
    expect(new Set(told.map(({ workspace }) => workspace))).toEqual(new Set(["owner", "manager"]));
    expect(told.filter(({ workspace, may }) => OF[workspace].join() !== may.join())).toEqual([]);
  });
});
