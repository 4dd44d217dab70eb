import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { settleTables } from "#tests/factories/settled";
import { listBank } from "@/features/practice/bank/queries";
import { bankInput, QUESTIONS } from "@/features/practice/bank/schema";
import type { UserContext } from "@/server/api/context";
import { connect } from "@/server/db/client";

const harness = useHarness();
const HOW_MANY = 24_000;
const ROOM = "0190a5f0-0000-7000-8000-00000000c001";

/** Half of them fill one category; of a thousand one is retired, two are drafts, and four are still to be written in French. */
beforeAll(async () => {
  const { db } = harness().app.services;
  const room = { en: "Many", fr: "Many", vi: "Many", cn: "Many", ar: "Many" };
  await db.execute(sql`insert into categories (id, slug, position, name, description)
    values (${ROOM}, 'many', 0, ${JSON.stringify(room)}::jsonb, ${JSON.stringify(room)}::jsonb)`);
  await db.execute(sql`
    insert into questions (id, category_id, slug, position, published, retired_at, text, guidance)
    select gen_random_uuid(), case when n % 2 = 0 then ${ROOM}::uuid else (array(select id from categories order by id))[1 + n % 12] end,
      'bulk-' || n, 1000 + n, n % 1000 not in (1, 2, 4), case when n % 1000 = 1 then now() end,
      jsonb_build_object('en', 'Common words number' || n, 'fr', case when n % 1000 in (5, 6, 7, 8) then 'Common words number' || n else 'Mots ' || n end,
        'vi', 'Lời ' || n, 'cn', '第' || n || '个问题', 'ar', 'كلمات ' || n),
      jsonb_build_object('en', '["A"]'::jsonb, 'fr', '["B"]'::jsonb, 'vi', '["C"]'::jsonb, 'cn', '["D"]'::jsonb, 'ar', '["E"]'::jsonb)
    from generate_series(1, ${HOW_MANY}::int) n`);
  await settleTables(db, ["questions"]);
}, 240_000);

const ctx = () => ({ ...harness().app.services, locale: "en" }) as unknown as UserContext;
const list = (asked: Record<string, unknown>) => listBank(ctx(), bankInput.parse(asked));

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/** What a list does to the table of questions: whether it reads all of it, and how many rows it looks at. */
async function costOf(asked: Record<string, unknown>) {
  const { sql: client, db, close } = connect({ url: harness().databaseUrl, max: 1 });
  const said: { text: string; params: unknown[] }[] = [];
  client.options.debug = (_connection: number, text: string, params: unknown[]) => void said.push({ text, params });
  await listBank({ ...ctx(), db }, bankInput.parse(asked));
  const cost = { scans: 0, rows: 0 };
  for (const { text, params } of said.filter((one) => one.text.includes('from "questions"'))) {
    const answer = await client.unsafe(`explain (analyze, format json) ${text}`, params as never[]);
    const [{ "QUERY PLAN": plans }] = answer as unknown as [{ "QUERY PLAN": [{ Plan: Plan }] }];
    for (const node of nodes(plans[0].Plan).filter((one) => one["Relation Name"] === "questions")) {
      if (node["Node Type"] === "Seq Scan") cost.scans++;
      cost.rows += ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) * (node["Actual Loops"] ?? 1);
    }
  }
  await close();
  return cost;
}

describe(`among ${HOW_MANY} questions`, () => {
  it("a page is a range of an index, the first and those further down", async () => {
    let before: string | null = null;
    for (let page = 0; page < 3; page++) {
      const { scans, rows } = await costOf({ before: before ?? undefined });
      // Of each category no more than a page.
      expect({ scans, few: rows <= 20 * (QUESTIONS + 1) }).toEqual({ scans: 0, few: true });
      before = (await list({ before: before ?? undefined })).meta.next;
    }
  });

  it.each([
    [{ state: "retired" }],
    [{ state: "draft" }],
    [{ state: "published" }],
    [{ missing: "fr" }],
    [{ category: ROOM }],
    [{ search: "number4321" }],
    [{ search: "number999 comm" }],
    [{ search: "common words" }],
    [{ search: "问题" }],
    [{ search: "nothing" }],
    [{ search: "number4321", state: "published", category: ROOM }],
  ])("%j goes along an index", async (asked) => {
    const { scans, rows } = await costOf(asked);
    expect({ scans, few: rows <= 20 * (QUESTIONS + 1) }).toEqual({ scans: 0, few: true });
  });

  it("pages neither repeat nor leave out any", async () => {
    const seen: string[] = [];
    let before: string | undefined;
    do {
      const page = await list({ missing: "fr", search: "common", before });
      seen.push(...page.data.map(({ uid }) => uid));
      before = page.meta.next ?? undefined;
    } while (before);
    expect(seen).toHaveLength((HOW_MANY / 1000) * 4);
    expect(new Set(seen).size).toBe(seen.length);
  });
});
