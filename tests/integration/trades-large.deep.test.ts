import { getTableName } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { aPayment, issued } from "#tests/factories/invoices";
import { aQuote } from "#tests/factories/quotes";
import { storekeepers } from "#tests/factories/stock";
import { SHOP } from "#tests/factories/trades";
import { tradesData } from "@/features/trades/personal-data";
import { usualPricing } from "@/features/trades/pricing/rules";
import { emptiedFirst } from "@/features/trades/workspace/mutations";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 1 });
});
afterAll(() => sql.end());

/** What a shop has gathered in some years, as far as its rows name one another. */
const GROWN = { slabs: 5000, costs: 10_000, reservations: 4000, moves: 12_000, tasks: 25_000 };

/** A shop that has grown, and its owner. */
async function aGrownShop() {
  const keepers = await storekeepers(harness());
  const workspace = await keepers.aShop();
  const { uid: material } = await keepers.material(workspace);
  const { uid: item } = await keepers.item(workspace);
  const job = await keepers.aJob(workspace);
  const actor = keepers.owner.user.uid;
  await sql`
    insert into slabs (id, workspace_id, serial, material_id, state, length, width, thickness, cost)
    select gen_random_uuid(), ${workspace}, 'L-' || n, ${material}, 'available', 3000, 1600, 20, 100 from generate_series(1, ${GROWN.slabs}) n`;
  await sql`
    insert into job_costs (id, workspace_id, job_id, kind, source, day, text, quantity, amount, slab_id, actor_id)
    select gen_random_uuid(), ${workspace}, ${job}, 'material', 'cut', current_date, 'Slab', 1000, 100, s.id, ${actor}
    from slabs s, generate_series(1, ${GROWN.costs / GROWN.slabs}) where s.workspace_id = ${workspace}`;
  await sql`
    insert into stock_reservations (id, workspace_id, item_id, job_id, quantity, state)
    select gen_random_uuid(), ${workspace}, ${item}, ${job}, 1, 'released' from generate_series(1, ${GROWN.reservations})`;
  await sql`
    insert into stock_moves (id, workspace_id, item_id, actor_id, move, quantity, value, on_hand, reserved, job_id, reservation_id)
    select gen_random_uuid(), ${workspace}, ${item}, ${actor}, 'reserve', 1, 0, 9, 1, ${job}, r.id
    from stock_reservations r, generate_series(1, ${GROWN.moves / GROWN.reservations}) where r.workspace_id = ${workspace}`;
  // Some slabs were cut from others.
  await sql`
    update slabs set remnant = true, parent_id = (select id from slabs where workspace_id = ${workspace} and serial = 'L-' || ${GROWN.slabs}::int)
    where workspace_id = ${workspace} and right(serial, 2) = '01'`;
  await sql`
    insert into tasks (id, workspace_id, job_id, title, position, due_on)
    select gen_random_uuid(), ${workspace}, ${job}, 'Cut', n, current_date from generate_series(1, ${GROWN.tasks}) n`;
  // What nobody may take back while the shop is there: prices that were published, a quote that was sent, an invoice that was issued and paid.
  const ask = (procedure: string, input: object) => keepers.given(keepers.owner, procedure, { workspaceId: workspace, ...input });
  const { seller, ...usual } = usualPricing("Stone");
  await ask("pricing.saveSettings", { version: 0, ...usual, seller: { ...seller, country: "DE", taxNumber: "DE123456789" } });
  const invoice = await issued(ask);
  await ask("payments.add", { uid: invoice.uid, ...aPayment() });
  await aQuote(ask);
  return { ...keepers, workspace };
}

/** The tables of which each row belongs to one workspace. */
const tablesOfShops = async (): Promise<string[]> =>
  (
    await sql`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'workspace_id' order by 1`
  ).map(({ name }) => name);

/** The tables in which something of a workspace is. */
async function heldIn(workspace: string): Promise<string[]> {
  const held: string[] = [];
  for (const table of await tablesOfShops()) {
    const [row] = await sql`select from ${sql(table)} where workspace_id = ${workspace} limit 1`;
    if (row) held.push(table);
  }
  return held;
}

const kept = async (workspace: string) =>
  (
    await sql`select (select count(*)::int from workspaces where id = ${workspace}) as shops,
      (select count(*)::int from slabs where workspace_id = ${workspace}) as slabs,
      (select count(*)::int from stock_moves where workspace_id = ${workspace}) as moves`
  )[0];
const FULL = { shops: 1, slabs: GROWN.slabs, moves: GROWN.moves };
const NOTHING = { shops: 0, slabs: 0, moves: 0 };

// Within the time that each statement has.
describe("a shop that has grown for years", () => {
  it("is deleted when its owner says so", async () => {
    const { owner, workspace, given, aShop } = await aGrownShop();
    const other = await aShop();
    expect(await kept(workspace)).toEqual(FULL);
    expect(await heldIn(workspace)).toEqual(expect.arrayContaining(["job_invoices", "job_payments", "price_items", "quotes", "tasks"]));
    const held = await heldIn(other);
    expect(await given(owner, "workspace.delete", { workspaceId: workspace, name: SHOP.name })).toEqual({ deleted: true });
    expect(await kept(workspace)).toEqual(NOTHING);
    expect(await heldIn(workspace)).toEqual([]);
    expect(await heldIn(other)).toEqual(held);
  });

  it("ends with its owner's account, where nobody else could have it", async () => {
    const { owner, member, workspace } = await aGrownShop();
    await sql`delete from workspace_members where workspace_id = ${workspace} and user_id = ${member.user.uid}`;
    await harness().app.services.db.transaction((tx) => tradesData.erase(tx, owner.user.uid));
    expect(await kept(workspace)).toEqual(NOTHING);
    expect(await heldIn(workspace)).toEqual([]);
  });

  it("goes table by table, each before those that it names", async () => {
    const order = emptiedFirst().map(getTableName);
    expect([...order].sort()).toEqual(await tablesOfShops());
    const names =
      await sql`select distinct conrelid::regclass::text as of, confrelid::regclass::text as named from pg_constraint where contype = 'f'`;
    const late = names.filter(({ of, named }) => of !== named && order.includes(named) && order.indexOf(of) > order.indexOf(named));
    expect(late).toEqual([]);
  });
});
