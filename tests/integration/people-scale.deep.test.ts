import { beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { insertPeople } from "#tests/factories/people-bulk";
import { listPeople } from "@/features/admin/people/queries";
import { peopleInput } from "@/features/admin/people/schema";
import { PEOPLE_ORDERS } from "@/lib/enums/service";
import type { UserContext } from "@/server/api/context";
import { connect } from "@/server/db/client";

const harness = useHarness();
const HOW_MANY = 100_000;
beforeAll(() => insertPeople(harness().app.services.db, HOW_MANY), 240_000);

const ctx = (): UserContext =>
  ({
    ...harness().app.services,
    actor: { id: "0190a5f0-0000-7000-8000-000000000000", role: "admin" },
    locale: "en",
  }) as unknown as UserContext;
const list = (asked: Record<string, unknown>) => listPeople(ctx(), peopleInput.parse(asked));

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/** What a list does to the table of people: whether it reads all of it, and how many rows it looks at. */
async function costOf(asked: Record<string, unknown>) {
  const { sql: client, db, close } = connect({ url: harness().databaseUrl, max: 1 });
  const said: { text: string; params: unknown[] }[] = [];
  client.options.debug = (_connection: number, text: string, params: unknown[]) => void said.push({ text, params });
  await listPeople({ ...ctx(), db }, peopleInput.parse(asked));
  const cost = { scans: 0, rows: 0 };
  for (const { text, params } of said.filter((one) => one.text.includes('from "users"'))) {
    const answer = await client.unsafe(`explain (analyze, format json) ${text}`, params as never[]);
    const [{ "QUERY PLAN": plans }] = answer as unknown as [{ "QUERY PLAN": [{ Plan: Plan }] }];
    for (const node of nodes(plans[0].Plan).filter((one) => one["Relation Name"] === "users")) {
      if (node["Node Type"] === "Seq Scan") cost.scans++;
      cost.rows += ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) * (node["Actual Loops"] ?? 1);
    }
  }
  await close();
  return cost;
}

const WAYS = PEOPLE_ORDERS.flatMap((order) => [true, false].map((descending) => ({ order, descending })));

describe(`among ${HOW_MANY} people`, () => {
  it.each(WAYS)("%j is a range of an index, the first page and those further down", async (way) => {
    let before: string | null = null;
    for (let page = 0; page < 3; page++) {
      const { scans, rows } = await costOf({ ...way, before: before ?? undefined });
      expect(scans).toBe(0);
      // Somewhat more than are shown where an index holds only the first of what they are ordered by.
      expect(rows).toBeLessThanOrEqual(40);
      before = (await list({ ...way, before: before ?? undefined })).meta.next;
    }
  });

  it.each([
    [{ state: "suspended" }, 300],
    [{ state: "pending_deletion" }, 300],
    [{ state: "locked" }, 300],
    [{ state: "unverified" }, 2500],
    [{ state: "active" }, 100],
    [{ role: "super_admin" }, 100],
    [{ role: "admin" }, 200],
    [{ role: "candidate" }, 100],
    [{ plan: "pro" }, 1500],
    [{ plan: "plus" }, 1500],
    [{ plan: "free" }, 100],
    [{ language: "ar" }, 400],
    [{ from: "2020-01-01", to: "2020-02-01" }, 0],
    [{ search: "name4321" }, 20],
    [{ search: "person77777 mail77" }, 20],
    [{ search: "user999" }, 300],
    [{ search: "nobody" }, 0],
  ])("%j goes along an index, whatever the order", async (filter, most) => {
    for (const order of PEOPLE_ORDERS) {
      const { scans, rows } = await costOf({ ...filter, order });
      expect({ order, scans }).toEqual({ order, scans: 0 });
      // What is rare is looked up and sorted; what is common is met on the way.
      expect({ order, few: rows <= Math.max(most, 31) }).toEqual({ order, few: true });
    }
  });

  it.each(WAYS)("pages of %j neither repeat nor leave out anybody", async ({ order, descending }) => {
    const seen: string[] = [];
    let before: string | undefined;
    do {
      const page = await list({ order, descending, role: "admin", before });
      seen.push(...page.data.map(({ uid }) => uid));
      before = page.meta.next ?? undefined;
    } while (before);
    // Every thousandth, but for every five thousandth.
    expect(seen).toHaveLength(HOW_MANY / 1000 - HOW_MANY / 5000);
    expect(new Set(seen).size).toBe(seen.length);
  });
});
