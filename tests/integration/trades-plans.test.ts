import { eq, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { planNow, planningIn } from "#tests/factories/cutting-shop";
import { A_SLAB, MONEY, storekeepers } from "#tests/factories/stock";
import { moveSlabs, PLAN_JOB } from "@/features/trades/cut-plans/mutations";
import { EFFORTS, seedOf } from "@/features/trades/cut-plans/rules";
import { planCuts } from "@/lib/cutting/plan";
import type { SlabState } from "@/lib/enums/trades-stock";
import { sumOf } from "@/lib/pricing/amounts";
import { seededRandom } from "@/lib/seeded-random";
import type { WorkspaceContext } from "@/server/api/workspace";
import { connect } from "@/server/db/client";
import { cutPlans, jobPieces, slabs } from "@/server/db/schema";
import { withWorkspace } from "@/server/db/workspace";

const harness = useHarness();
const db = () => harness().app.services.db;
let the: Awaited<ReturnType<typeof storekeepers>>;
beforeEach(async () => {
  the = await storekeepers(harness());
});

const { aShop, start, view, aDraft, act, approved, rowOf, slabsOf, stateOf, pieceStates } = planningIn(harness, () => the);

describe("pieces that wait", () => {
  it("are shown by material with the slabs that are there, and are no member's business", async () => {
    const shop = await aShop({ slabs: 2, pieces: [{ length: 900, width: 300, label: "Splash", grain: "along" }] });
    const { workspaceId, materialUid } = shop;
    const materials = await the.given(the.owner, "cutPlans.materials", { workspaceId });
    expect(materials).toEqual([{ uid: materialUid, name: "Black granite", banned: false, waiting: 1, slabs: 2 }]);
    const waiting = await the.given(the.owner, "cutPlans.waiting", { workspaceId, materialUid });
    expect(waiting.pieces).toMatchObject([{ label: "Splash", grain: "along", job: { number: 7, customer: "Lan", dueOn: null } }]);
    expect(waiting.total).toEqual({ pieces: 1, slabs: 2 });
    for (const [procedure, input] of [
      ["cutPlans.materials", {}],
      ["cutPlans.waiting", { materialUid }],
      ["cutPlans.start", { materialUid, pieceUids: shop.pieceUids }],
    ] as const)
      expect(await the.code(the.member, procedure, { workspaceId, ...input })).toBe("forbidden");
  });

  it("are planned only if they wait, for slabs that are there, and not without any", async () => {
    const shop = await aShop();
    const { workspaceId, materialUid, pieceUids } = shop;
    const code = (fields: object) => the.code(the.owner, "cutPlans.start", { workspaceId, materialUid, pieceUids, ...fields });
    expect(await code({ pieceUids: [uuidv7()] })).toBe("invalidInput: pieceUids");
    expect(await code({ slabUids: [uuidv7()] })).toBe("invalidInput: slabUids");
    expect(await code({ materialUid: uuidv7() })).toBe("notFound");
    expect(await code({ pieceUids: Array.from({ length: 501 }, () => uuidv7()) })).toBe("invalidInput: pieceUids");
    // A plan comes from the planner alone.
    expect(await code({ plan: { sheets: [], unplaced: [] } })).toMatch(/^invalidInput/);
    await db().update(slabs).set({ thickness: 30 }).where(eq(slabs.workspaceId, workspaceId));
    expect(await code({})).toBe("invalidInput: slabUids");
    await db().update(slabs).set({ thickness: 20, state: "quarantined" }).where(eq(slabs.workspaceId, workspaceId));
    expect(await code({})).toBe("invalidInput: slabUids");
    expect(await db().select().from(cutPlans).where(eq(cutPlans.workspaceId, workspaceId))).toEqual([]);
  });

  it("take no slab that stands where no plan takes one from", async () => {
    const { workspaceId } = await aShop();
    const [slab] = await db().select().from(slabs).where(eq(slabs.workspaceId, workspaceId));
    const ctx = { member: { workspaceId }, actor: { id: the.owner.user.uid } } as WorkspaceContext;
    const move = (state: SlabState, ...way: SlabState[]) =>
      withWorkspace(db(), workspaceId, (tx) => moveSlabs(tx, ctx, slab ? [{ ...slab, state }] : [], way));
    await expect(move("quarantined", "reserved")).rejects.toMatchObject({ code: "wrongState" });
    await expect(move("available", "cutting", "consumed")).rejects.toMatchObject({ code: "wrongState" });
    expect(await slabsOf({ workspaceId })).toMatchObject([{ state: "available", version: 1 }]);
    await move("available", "reserved");
    expect(await slabsOf({ workspaceId })).toMatchObject([{ state: "reserved" }]);
  });

  it("of a banned material are not planned, approved or cut", async () => {
    const shop = await aShop();
    const plan = await aDraft(shop);
    await db().execute(sql`update materials set category = 'engineered_stone' where id = ${shop.materialUid}`);
    await the.sellIn(shop.workspaceId, "AU");
    const { workspaceId, materialUid, pieceUids } = shop;
    expect(await the.code(the.owner, "cutPlans.start", { workspaceId, materialUid, pieceUids })).toBe("materialBanned");
    expect((await act(shop, "approve", plan)).code).toBe("materialBanned");
  });

  it("wait for three plans at most", async () => {
    const shop = await aShop();
    for (let at = 0; at < 3; at++) await start(shop);
    const { workspaceId, materialUid, pieceUids } = shop;
    expect(await the.code(the.owner, "cutPlans.start", { workspaceId, materialUid, pieceUids })).toBe("plansWaiting");
    await planNow(db());
    await start(shop);
  });
});

describe("a plan that is worked out", () => {
  /** The locks of those who are at one. Other files have databases of their own on this server. */
  const held = sql`from pg_locks l where l.locktype = 'advisory' and l.granted
    and l.database = (select oid from pg_database where datname = current_database())`;

  it("is a draft with figures, drawn from the slab as it is; the same as the planner gives for its seed", async () => {
    const shop = await aShop({
      pieces: [
        { length: 1200, width: 600 },
        { length: 900, width: 500 },
      ],
    });
    const { uid, ...made } = await aDraft(shop);
    expect(made).toMatchObject({ number: 1, state: "draft", progress: 100, version: 2, outdated: false, unplaced: [] });
    expect(made.total).toMatchObject({ opened: 1, area: 3000 * 1600, pieces: 1200 * 600 + 900 * 500, cost: A_SLAB.cost });
    const { area, trim, kerf, pieces, remnants, waste } = made.total;
    expect(trim + kerf + pieces + remnants + waste).toBe(area);
    const [sheet] = made.cutSheets;
    expect(sheet.cuts.length).toBeGreaterThan(0);
    expect(sheet.parts.every(({ rect }: { rect: { length: number; width: number } }) => rect.length > 0 && rect.width > 0)).toBe(true);
    const values = sumOf(sheet.parts.map((part: { cost?: number; value?: number }) => part.cost ?? part.value ?? 0));
    expect(values).toBe(A_SLAB.cost);
    expect(sumOf(made.jobs.map(({ cost }: { cost: number }) => cost)) + made.total.remnantValue).toBe(A_SLAB.cost);
    const row = await rowOf(uid);
    const { effort, ...saw } = row?.saw ?? { effort: 0, kerf: 0, trim: 0, remnantLength: 0, remnantWidth: 0 };
    const sizes = await db().select().from(jobPieces).where(eq(jobPieces.workspaceId, shop.workspaceId)).orderBy(jobPieces.id);
    const order = {
      sheets: (await slabsOf(shop)).map(({ id, length, width, defects, remnant, cost }) => ({ id, length, width, defects, remnant, cost })),
      pieces: sizes.map(({ id, length, width, grain }) => ({ id, length, width, grain })),
      saw,
    };
    expect(row?.plan).toEqual(planCuts(order, { random: seededRandom(seedOf(uid)), effort }));
  });

  it("shows members no money, in whatever state it is", async () => {
    const shop = await aShop();
    const plan = await approved(shop);
    const look = async () => {
      const { text } = await the.ask(the.member, "cutPlans.view", { workspaceId: shop.workspaceId, uid: plan.uid });
      expect([MONEY.test(text), /remnantValue|"value"/.test(text), text.includes(String(A_SLAB.cost))]).toEqual([false, false, false]);
      expect((await the.ask(the.member, "cutPlans.list", { workspaceId: shop.workspaceId })).text).not.toMatch(MONEY);
    };
    await look();
    const done = await act(shop, "cut", plan, the.member);
    expect([done.code, MONEY.test(done.text)]).toEqual([undefined, false]);
    await look();
    const stale = await act(shop, "cut", plan, the.member);
    expect([stale.code, MONEY.test(stale.text)]).toEqual(["conflict", false]);
    expect((await the.ask(the.owner, "cutPlans.view", { workspaceId: shop.workspaceId, uid: plan.uid })).text).toMatch(MONEY);
  });

  it("is worked out once, though several processes are asked at once", async () => {
    const shop = await aShop({ pieces: Array.from({ length: 20 }, (_, at) => ({ length: 300 + at * 20, width: 200 + at * 7 })) });
    const { uid } = await start(shop);
    const other = connect({ url: harness().databaseUrl, max: 3 });
    await Promise.all([planNow(db()), planNow(other.db), planNow(db())]);
    await other.close();
    expect(await rowOf(uid)).toMatchObject({ state: "draft", version: 2 });
  });

  it("is taken up by the next process when the one that had it ends", async () => {
    const shop = await aShop();
    const { uid } = await start(shop);
    const dying = connect({ url: harness().databaseUrl, max: 1 });
    let end = () => {};
    const working = dying.db
      .transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cut plan ${uid}`}, 0))`);
        await tx.execute(sql`select 1`);
        await new Promise<void>((resolve) => {
          end = resolve;
        });
      })
      .catch(() => {});
    await expect.poll(async () => (await db().execute(sql`select 1 ${held}`)).length).toBeGreaterThan(0);
    await db().update(cutPlans).set({ progress: 40 }).where(eq(cutPlans.id, uid));
    await planNow(db());
    // Somebody is at it.
    expect(await rowOf(uid)).toMatchObject({ state: "planning", progress: 40 });
    await db().execute(sql`select pg_terminate_backend(l.pid) ${held}`);
    end();
    await working;
    await planNow(db());
    expect(await rowOf(uid)).toMatchObject({ state: "draft", progress: 100, version: 2 });
    await dying.close();
    await planNow(db());
    expect(await rowOf(uid)).toMatchObject({ state: "draft", version: 2 });
  });

  /** So much that it takes far longer than the test. */
  const MUCH = Array.from({ length: 150 }, (_, at) => ({ length: 300 + ((at * 137) % 900), width: 200 + ((at * 71) % 400) }));

  it("gives the best so far when it is stopped from elsewhere, and says how far it is until then", async () => {
    const shop = await aShop({ slabs: 9, pieces: MUCH });
    const { uid } = await start(shop, { effort: "thorough" });
    // The worker is another process: it has a connection of its own, and hears nothing but what stands in the row.
    const other = connect({ url: harness().databaseUrl, max: 3 });
    const working = planNow(other.db);
    await expect.poll(async () => (await rowOf(uid))?.progress ?? 0).toBeGreaterThan(0);
    const stopped = await the.given(the.owner, "cutPlans.stop", { workspaceId: shop.workspaceId, uid });
    expect(stopped).toMatchObject({ state: "planning", stopping: true });
    await working;
    await other.close();
    const plan = await view(shop, uid);
    expect(plan).toMatchObject({ state: "draft", outdated: false });
    expect(plan.cutSheets.length).toBeGreaterThan(0);
    expect(await the.code(the.owner, "cutPlans.stop", { workspaceId: shop.workspaceId, uid })).toBe("wrongState");
  });

  it("is given up when the connection that holds it is lost: no second planner works beside the one that takes it up", async () => {
    const shop = await aShop({ slabs: 9, pieces: MUCH });
    const { uid } = await start(shop);
    // Its effort alone would have it sought for minutes.
    await db().execute(sql`update cut_plans set saw = saw || '{"effort": 1000}' where id = ${uid}`);
    const other = connect({ url: harness().databaseUrl, max: 3 });
    let ended = false;
    process.once("worker", (planner) => planner.once("exit", () => (ended = true)));
    const lost = expect(planNow(other.db, { planMs: () => 600_000 })).rejects.toThrow();
    await expect.poll(async () => (await rowOf(uid))?.progress ?? 0).toBeGreaterThan(0);
    await db().execute(sql`select pg_terminate_backend(l.pid) ${held}`);
    await lost;
    await expect.poll(() => ended, { timeout: 10_000 }).toBe(true);
    // What it had is kept by whoever has it next, and by nobody else.
    await planNow(db(), { planMs: () => 200 });
    expect(await rowOf(uid)).toMatchObject({ state: "draft", version: 2 });
    await other.close();
  });

  it("is the best so far when its time is over", async () => {
    // There is no room for all, and its effort alone would have that sought for hours.
    const shop = await aShop({ pieces: MUCH });
    const { uid } = await start(shop);
    await db().execute(sql`update cut_plans set saw = saw || '{"effort": 10000}' where id = ${uid}`);
    await planNow(db(), { planMs: () => 200 });
    const plan = await view(shop, uid);
    expect(plan).toMatchObject({ state: "draft", outdated: false });
    expect(plan.cutSheets.length).toBeGreaterThan(0);
  });

  it("comes before the second one of any other workspace", async () => {
    const [one, other] = [await aShop(), await aShop()];
    for (let at = 0; at < 3; at++) await start(one);
    await start(other, { effort: "thorough" });
    const efforts: number[] = [];
    await planNow(db(), { planMs: (effort) => efforts.push(effort) });
    expect(efforts).toEqual([EFFORTS.quick, EFFORTS.thorough, EFFORTS.quick, EFFORTS.quick]);
  });

  it("is left to the next run, which is asked for, when a run's time is over", async () => {
    const shop = await aShop();
    let wanted = 0;
    const forget = await harness().app.services.realtime.subscribe("jobs", (name) => {
      if (name === PLAN_JOB) wanted++;
    });
    const { uid } = await start(shop);
    await planNow(db(), { runMs: 0 });
    // By whoever wants the plan, and by the run.
    await expect.poll(() => wanted).toBe(2);
    forget();
    expect(await stateOf(uid)).toBe("planning");
    await planNow(db());
    expect(await stateOf(uid)).toBe("draft");
  });

  it("is not kept when it was thrown away meanwhile", async () => {
    const shop = await aShop({ slabs: 9, pieces: MUCH });
    const plan = await start(shop, { effort: "thorough" });
    const working = planNow(db());
    await expect.poll(async () => (await rowOf(plan.uid))?.progress ?? 0).toBeGreaterThan(0);
    expect((await act(shop, "discard", plan)).code).toBeUndefined();
    await working;
    expect(await rowOf(plan.uid)).toMatchObject({ state: "discarded", plan: null });
  });

  it("tells what there is no room for, and is then approved without it", async () => {
    const shop = await aShop({
      pieces: [
        { length: 2900, width: 1500 },
        { length: 2800, width: 1500 },
      ],
    });
    const plan = await aDraft(shop);
    expect(plan.unplaced).toHaveLength(1);
    expect((await act(shop, "approve", plan)).code).toBeUndefined();
    expect((await pieceStates(shop)).toSorted()).toEqual(["planned", "waiting"]);
    const nothing = await aShop({ pieces: [{ length: 3100, width: 1500 }] });
    expect((await act(nothing, "approve", await aDraft(nothing))).code).toBe("wrongState");
  });
});
