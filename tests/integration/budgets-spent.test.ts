import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { type Spent, spentBy } from "#tests/factories/budgets/spent";
import { NOTHING_MORE, OF_A_PERSON, OF_AN_ADDRESS, proceduresOf } from "#tests/factories/budgets/table";
import { aShop } from "#tests/factories/isolation/shop";
import { kindOf, PROCEDURES } from "#tests/factories/permissions/calls";
import type { Actor } from "@/server/auth";
import type { LimitClass } from "@/server/http/rate-limits";

const ADDRESS = "203.0.113.1";

interface Row {
  procedure: string;
  budget?: LimitClass;
  whose?: "address" | "person";
}
const rowsOf = (budgets: typeof OF_A_PERSON, whose: "address" | "person"): Row[] =>
  Object.entries(budgets).flatMap(([budget, lines]) =>
    proceduresOf(lines).map((procedure) => ({ procedure, budget: budget as LimitClass, whose })),
  );
const ROWS: Row[] = [
  ...rowsOf(OF_AN_ADDRESS, "address"),
  ...rowsOf(OF_A_PERSON, "person"),
  ...proceduresOf(NOTHING_MORE).map((procedure) => ({ procedure })),
];

describe("the table of budgets", () => {
  it("has a row for every procedure of every router, and none for others", () => {
    const told = new Set(ROWS.map(({ procedure }) => procedure));
    expect(Object.keys(PROCEDURES).filter((procedure) => !told.has(procedure))).toEqual([]);
    expect([...told].filter((procedure) => !PROCEDURES[procedure])).toEqual([]);
  });

  it("says each thing once", () => {
    const names = ROWS.map(({ procedure }) => procedure);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});

describe("a call spends what the table says", () => {
  const harness = useHarness();
  let input: { workspaceId: string };
  let actor: Actor;
  const spends = (procedure: string, as: Actor | null) =>
    spentBy(harness().app.services, procedure, { address: ADDRESS, actor: as, input });

  beforeAll(async () => {
    const { owner, workspaceId } = await aShop(harness());
    input = { workspaceId };
    // Whom nothing refuses: what they spend is all that there is to spend.
    const may = { role: "super_admin", authenticatedAt: new Date(), emailConfirmed: true } as const;
    actor = { id: owner.user.uid, sessionId: randomUUID(), ...may };
  });

  it.each(ROWS.map((row) => [row.procedure, row] as const))("%s", async (procedure, { budget, whose }) => {
    const general: LimitClass = kindOf(procedure) === "mutation" ? "change" : "read";
    const further: Spent[] = budget ? [[budget, whose === "address" ? ADDRESS : actor.id]] : [];
    expect(await spends(procedure, actor)).toEqual({ spent: [[general, actor.id], ...further] });
    // Visitors are refused what is a person's before that is spent.
    expect((await spends(procedure, null)).spent).toEqual([["visit", ADDRESS], ...(whose === "address" ? further : [])]);
  });

  it("of whoever looks at somebody's account, and not of its owner", async () => {
    const viewing = { id: randomUUID(), adminId: randomUUID() };
    expect(await spends("practice.questions", { ...actor, viewing })).toEqual({ spent: [["read", viewing.adminId]] });
  });
});
