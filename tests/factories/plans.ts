import { connect, type Database } from "@/server/db/client";

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Plan[];
}
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/** One step of a plan that looks at a table: whether it reads all of it, and at how many rows it looks. */
interface Look {
  table: string;
  whole: boolean;
  rows: number;
}

/** What PostgreSQL does for whatever some work asks of it: each of its statements is explained once more, and undone. */
export async function looksOf(url: string, work: (db: Database) => Promise<unknown>): Promise<{ text: string; looks: Look[] }[]> {
  const said: { text: string; params: unknown[] }[] = [];
  const { sql: client, db, close } = connect({ url, max: 1 });
  client.options.debug = (_connection: number, text: string, params: unknown[]) => void said.push({ text, params });
  await work(db);
  client.options.debug = false;
  const found = [];
  for (const { text, params } of said.filter((one) => /^\s*(select|update|with|delete)/i.test(one.text))) {
    await client.unsafe("begin");
    const answer = await client.unsafe(`explain (analyze, format json) ${text}`, params as never[]);
    await client.unsafe("rollback");
    const [{ "QUERY PLAN": plans }] = answer as unknown as [{ "QUERY PLAN": [{ Plan: Plan }] }];
    const looks = nodes(plans[0].Plan).map((node) => {
      const seen = (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
      return { table: node["Relation Name"] ?? "", whole: node["Node Type"] === "Seq Scan", rows: seen * (node["Actual Loops"] ?? 1) };
    });
    found.push({ text, looks: looks.filter(({ table }) => table !== "") });
  }
  await close();
  return found;
}
