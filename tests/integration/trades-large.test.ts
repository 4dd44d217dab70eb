import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { storekeepers } from "#tests/factories/stock";
import { SHOP } from "#tests/factories/trades";
import { tradesData } from "@/features/trades/personal-data";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 1 });
});
afterAll(() => sql.end());

/** What a shop has gathered in some years, as far as its rows name one another. */
const GROWN = { slabs: 5000, costs: 10_000, reservations: 4000, moves: 12_000 };

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
  return { ...keepers, workspace };
}

const kept = async (workspace: string) =>
  (
    await sql`select (select count(*)::int from workspaces where id = ${workspace}) as shops,
      (select count(*)::int from slabs where workspace_id = ${workspace}) as slabs,
      (select count(*)::int from stock_moves where workspace_id = ${workspace}) as moves`
  )[0];
const NOTHING = { shops: 0, slabs: 0, moves: 0 };

// Within the time that each statement has.
describe("a shop that has grown for years", () => {
  it("is deleted when its owner says so", async () => {
    const { owner, workspace, given } = await aGrownShop();
    expect(await kept(workspace)).toEqual({ shops: 1, slabs: GROWN.slabs, moves: GROWN.moves });
    expect(await given(owner, "workspace.delete", { workspaceId: workspace, name: SHOP.name })).toEqual({ deleted: true });
    expect(await kept(workspace)).toEqual(NOTHING);
  });

  it("ends with its owner's account, where nobody else could have it", async () => {
    const { owner, member, workspace } = await aGrownShop();
    await sql`delete from workspace_members where workspace_id = ${workspace} and user_id = ${member.user.uid}`;
    await tradesData.erase(harness().app.services.db, owner.user.uid);
    expect(await kept(workspace)).toEqual(NOTHING);
  });
});
