import { eq, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { type OrderedPiece, planNow, waitingPieces } from "#tests/factories/cutting-shop";
import { chance as chanceOf } from "#tests/factories/random";
import { A_SLAB, MONEY, storekeepers } from "#tests/factories/stock";
import { whileHeld } from "#tests/factories/waiting";
import { moveSlabs, PLAN_JOB } from "@/features/trades/cut-plans/mutations";
import { EFFORTS, seedOf } from "@/features/trades/cut-plans/rules";
import { planCuts } from "@/lib/cutting/plan";
import type { CutPlan } from "@/lib/cutting/types";
import type { SlabState } from "@/lib/enums/trades-stock";
import { sumOf } from "@/lib/pricing/amounts";
import { seededRandom } from "@/lib/seeded-random";
import type { WorkspaceContext } from "@/server/api/workspace";
import { connect, type Executor } from "@/server/db/client";
import { cutPlanSlabs, cutPlans, jobCosts, jobPieces, jobs, slabs } from "@/server/db/schema";
import { withWorkspace } from "@/server/db/workspace";

const harness = useHarness();
const db = () => harness().app.services.db;
let the: Awaited<ReturnType<typeof storekeepers>>;
beforeEach(async () => {
  the = await storekeepers(harness());
});

type Uid = { uid: string };
type Plan = { uid: string; version: number };

/** A shop with a material, slabs of it and pieces that wait. */
async function aShop({ slabs: many = 1, pieces = [{ length: 1200, width: 600 }] as OrderedPiece[], slab = {} as object } = {}) {
  const workspaceId = await the.aShop();
  const { uid: materialUid } = await the.material(workspaceId);
  const sheets: Uid[] = [];
  for (let at = 0; at < many; at++)
    sheets.push(await the.slab(workspaceId, { materialUid, serial: `S-000${at + 1}`, defects: [], ...slab }));
  const jobId = await the.aJob(workspaceId);
  const shop = { db: db(), workspaceId };
  const pieceUids = await waitingPieces(shop, { jobId, authorId: the.owner.user.uid, materialUid, pieces });
  return { workspaceId, materialUid, jobId, slabUids: sheets.map(({ uid }) => uid), pieceUids };
}
type Shop = Awaited<ReturnType<typeof aShop>>;

const start = ({ workspaceId, materialUid, pieceUids }: Shop, fields: object = {}): Promise<Plan> =>
  the.given(the.owner, "cutPlans.start", { workspaceId, materialUid, pieceUids, effort: "quick", ...fields });
const view = ({ workspaceId }: Shop, uid: string, who = the.owner) => the.given(who, "cutPlans.view", { workspaceId, uid });

async function aDraft(shop: Shop, fields: object = {}) {
  const { uid } = await start(shop, fields);
  await planNow(db());
  return view(shop, uid);
}
const act = (shop: Shop, name: "approve" | "cut" | "discard", { uid, version }: Plan, who = the.owner) =>
  the.ask(who, `cutPlans.${name}`, { workspaceId: shop.workspaceId, uid, version });
async function approved(shop: Shop): Promise<Plan> {
  const { given, text } = await act(shop, "approve", await aDraft(shop));
  if (!given) throw new Error(text);
  return given.data;
}
const rowOf = async (uid: string) => (await db().select().from(cutPlans).where(eq(cutPlans.id, uid)))[0];
const slabsOf = ({ workspaceId }: Shop) => db().select().from(slabs).where(eq(slabs.workspaceId, workspaceId)).orderBy(slabs.serial);
const stateOf = async (uid: string) => (await rowOf(uid))?.state;
const pieceStates = async ({ workspaceId }: Shop) => [
  ...new Set(
    (await db().select({ state: jobPieces.state }).from(jobPieces).where(eq(jobPieces.workspaceId, workspaceId))).map(({ state }) => state),
  ),
];

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
    expect(await slabsOf({ workspaceId } as Shop)).toMatchObject([{ state: "available", version: 1 }]);
    await move("available", "reserved");
    expect(await slabsOf({ workspaceId } as Shop)).toMatchObject([{ state: "reserved" }]);
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

describe("a plan that is agreed upon", () => {
  it("holds its slabs and pieces, and gives them back when it is discarded", async () => {
    const shop = await aShop({ slabs: 2 });
    const plan = await approved(shop);
    expect((await slabsOf(shop)).map(({ state }) => state).toSorted()).toEqual(["available", "reserved"]);
    expect(await pieceStates(shop)).toEqual(["planned"]);
    const held = async () =>
      (await db().select().from(cutPlanSlabs).where(eq(cutPlanSlabs.planId, plan.uid))).filter((row) => row.heldSlabId);
    expect(await held()).toHaveLength(1);
    expect((await act(shop, "discard", plan, the.member)).code).toBe("forbidden");
    expect((await act(shop, "discard", plan)).code).toBeUndefined();
    expect((await slabsOf(shop)).map(({ state }) => state)).toEqual(["available", "available"]);
    expect(await pieceStates(shop)).toEqual(["waiting"]);
    expect(await held()).toHaveLength(0);
    expect((await act(shop, "discard", { ...plan, version: plan.version + 1 })).code).toBe("wrongState");
  });

  it("is one of two for the same slab; the other is told which slab it is", async () => {
    const shop = await aShop({
      pieces: [
        { length: 900, width: 500 },
        { length: 800, width: 400 },
      ],
    });
    const [one, other] = shop.pieceUids;
    const uids = [await start(shop, { pieceUids: [one] }), await start(shop, { pieceUids: [other] })].map(({ uid }) => uid);
    await planNow(db());
    const plans = await Promise.all(uids.map((uid) => view(shop, uid)));
    const answers = await Promise.all(plans.map((plan) => act(shop, "approve", plan)));
    expect(answers.map(({ code }) => code).toSorted()).toEqual(["slabTaken", undefined]);
    expect(answers.find(({ code }) => code === "slabTaken")?.text).toContain("S-0001");
    const held = await db().select().from(cutPlanSlabs).where(eq(cutPlanSlabs.workspaceId, shop.workspaceId));
    expect(held.filter(({ heldSlabId }) => heldSlabId !== null)).toHaveLength(1);
    expect((await pieceStates(shop)).toSorted()).toEqual(["planned", "waiting"]);
    const loser = await view(shop, uids[answers.findIndex(({ code }) => code === "slabTaken")] ?? "");
    expect(loser).toMatchObject({ state: "draft", outdated: true });
  });

  it.each([
    ["a defect", { defects: [{ x: 0, y: 0, length: 3000, width: 1600, note: "Crack" }] }],
    ["another size", { length: 2999 }],
  ])("is refused where a slab has %s since", async (_, change) => {
    const shop = await aShop();
    const plan = await aDraft(shop);
    await db().update(slabs).set(change).where(eq(slabs.workspaceId, shop.workspaceId));
    expect(await view(shop, plan.uid)).toMatchObject({ outdated: true });
    expect((await act(shop, "approve", plan)).code).toBe("planOutdated");
    expect((await slabsOf(shop))[0]?.state).toBe("available");
  });

  it("is refused where a piece is not wanted any more, and where its row was tampered with", async () => {
    const shop = await aShop();
    const plan = await aDraft(shop);
    const kept = (await rowOf(plan.uid))?.plan as CutPlan;
    const [sheet] = kept.sheets;
    const root = { is: "piece", rect: { x: 0, y: 0, length: 1200, width: 600 }, pieceId: shop.pieceUids[0], turned: false };
    const hostile = { ...kept, sheets: [{ ...sheet, root }] } as CutPlan;
    await db().update(cutPlans).set({ plan: hostile }).where(eq(cutPlans.id, plan.uid));
    expect((await act(shop, "approve", plan)).code).toBe("planOutdated");
    await db().update(cutPlans).set({ plan: kept }).where(eq(cutPlans.id, plan.uid));
    await db().update(jobPieces).set({ state: "dropped" }).where(eq(jobPieces.workspaceId, shop.workspaceId));
    expect((await act(shop, "approve", plan)).code).toBe("planOutdated");
  });
});

describe("a plan that is cut", () => {
  it("consumes its slab, makes remnants of what is kept, and costs its job its part: by a member, twice at once, once", async () => {
    const shop = await aShop();
    const plan = await approved(shop);
    const answers = await Promise.all([0, 1, 2].map(() => act(shop, "cut", plan, the.member)));
    expect(answers.map(({ code }) => code).toSorted()).toEqual(["conflict", "conflict", undefined]);
    const [parent, ...remnants] = await slabsOf(shop);
    expect(parent).toMatchObject({ state: "consumed", serial: "S-0001", cost: A_SLAB.cost });
    expect(remnants.length).toBeGreaterThan(0);
    for (const [at, remnant] of remnants.entries())
      expect(remnant).toMatchObject({
        ...{ serial: `S-0001-R${at + 1}`, state: "available", remnant: true, parentId: parent?.id, defects: [] },
        ...{ thickness: 20, batch: "B-17", supplier: "Quarry", bin: "A-1" },
      });
    const costs = await db().select().from(jobCosts).where(eq(jobCosts.workspaceId, shop.workspaceId));
    expect(costs).toHaveLength(1);
    expect(costs[0]).toMatchObject({
      ...{ kind: "material", source: "cut", jobId: shop.jobId, planId: plan.uid, slabId: parent?.id, quantity: 1000 },
      text: "Black granite · S-0001",
    });
    expect(sumOf(costs.map(({ amount }) => amount)) + sumOf(remnants.map(({ cost }) => cost))).toBe(A_SLAB.cost);
    expect(await pieceStates(shop)).toEqual(["cut"]);
    expect(await stateOf(plan.uid)).toBe("cut");
    const { given } = await the.ask(the.member, "slabs.history", { workspaceId: shop.workspaceId, uid: parent?.id });
    expect(given.data.map(({ from, to }: { from: string; to: string }) => `${from} → ${to}`).slice(0, 3)).toEqual([
      "cutting → consumed",
      "reserved → cutting",
      "available → reserved",
    ]);
    for (const name of ["approve", "discard"] as const)
      expect((await act(shop, name, { ...plan, version: plan.version + 1 })).code).toBe("wrongState");
  });

  it("counts the remnants of its family on, whatever small letters their name has", async () => {
    const shop = await aShop();
    const serial = "İZMİR-12-R1";
    await db().update(slabs).set({ serial }).where(eq(slabs.workspaceId, shop.workspaceId));
    expect((await act(shop, "cut", await approved(shop))).code).toBeUndefined();
    const remnants = (await slabsOf(shop)).filter((slab) => slab.remnant);
    expect(remnants.length).toBeGreaterThan(0);
    expect(remnants.map((slab) => slab.serial)).toEqual(remnants.map((_, at) => `İZMİR-12-R${at + 2}`));
  });

  it("is refused where a defect was found since, and before it is agreed upon", async () => {
    const shop = await aShop();
    const draft = await aDraft(shop);
    expect((await act(shop, "cut", draft)).code).toBe("wrongState");
    const plan = (await act(shop, "approve", draft)).given.data;
    const defect = { x: 0, y: 0, length: 2000, width: 1600, note: "Crack" };
    const [slab] = await slabsOf(shop);
    const seen = { workspaceId: shop.workspaceId, uid: slab?.id, version: slab?.version };
    expect(await the.code(the.member, "slabs.mark", { ...seen, defect })).toBeUndefined();
    expect((await act(shop, "cut", plan)).code).toBe("planOutdated");
    expect((await slabsOf(shop)).map(({ state }) => state)).toEqual(["reserved"]);
  });

  it("is refused where its job was cancelled, also at that moment, and does not take the pieces of one that has ended", async () => {
    const shop = await aShop();
    const ours = eq(jobs.id, shop.jobId);
    const cancel = (tx: Executor) => tx.update(jobs).set({ state: "cancelled", leftFrom: "won" }).where(ours);
    const goOn = () => db().update(jobs).set({ state: "won", leftFrom: null }).where(ours);
    const begun = await start(shop);
    await cancel(db());
    await planNow(db());
    const empty = await view(shop, begun.uid);
    expect(empty).toMatchObject({ cutSheets: [] });
    await goOn();
    const draft = await aDraft(shop);
    await cancel(db());
    expect(await view(shop, draft.uid)).toMatchObject({ outdated: true });
    expect((await act(shop, "approve", draft)).code).toBe("planOutdated");
    await goOn();
    const plan = (await act(shop, "approve", draft)).given.data;
    const [late] = await whileHeld(db(), cancel, () => act(shop, "cut", plan));
    expect(late?.code).toBe("planOutdated");
    expect((await slabsOf(shop)).map((slab) => slab.state)).toEqual(["reserved"]);
    expect((await act(shop, "discard", plan)).given.data.state).toBe("discarded");
  });

  it("says so where somebody gives another slab a remnant's serial at the same moment, and is cut when it is asked for again", async () => {
    const shop = await aShop();
    const plan = await approved(shop);
    const [slab] = await slabsOf(shop);
    if (!slab) throw new Error("there is no slab");
    const other = { ...slab, id: uuidv7(), serial: "S-0001-R1", state: "available" as const };
    const [refused] = await whileHeld(
      db(),
      (tx) => tx.insert(slabs).values(other),
      () => act(shop, "cut", plan),
    );
    expect(refused?.code).toBe("invalidInput: serial");
    expect((await act(shop, "cut", plan)).code).toBeUndefined();
    expect((await slabsOf(shop)).map(({ serial }) => serial)).toContain("S-0001-R2");
  });

  it("keeps all that slabs cost, to the minor unit, whatever is cut and cut again", { timeout: 60_000 }, async () => {
    const chance = chanceOf(11);
    for (let round = 0; round < 3; round++) {
      const pieces = Array.from({ length: chance.between(2, 9) }, () => ({
        length: chance.between(150, 1800),
        width: chance.between(100, 900),
        grain: chance.pick(["any", "along", "across"] as const),
      }));
      const shop = await aShop({ slabs: 2, pieces, slab: { cost: chance.between(1, 9_999_999) } });
      const total = sumOf((await slabsOf(shop)).map(({ cost }) => cost));
      const second = await the.aJob(shop.workspaceId, 8);
      const more = { jobId: second, authorId: the.owner.user.uid, materialUid: shop.materialUid };
      const extra = await waitingPieces({ db: db(), workspaceId: shop.workspaceId }, { ...more, pieces: [{ length: 601, width: 299 }] });
      // What is left of the first plan is what the second one is cut from.
      for (const pieceUids of [
        [...shop.pieceUids, ...extra],
        await waitingPieces({ db: db(), workspaceId: shop.workspaceId }, { ...more, pieces: [{ length: 333, width: 211 }] }),
      ]) {
        const plan = await aDraft(shop, { pieceUids });
        const agreed = await act(shop, "approve", plan);
        if (agreed.code === "wrongState") continue;
        expect((await act(shop, "cut", agreed.given.data)).code).toBeUndefined();
        const onHand = (await slabsOf(shop)).filter(({ state }) => state === "available");
        const spent = await db().select().from(jobCosts).where(eq(jobCosts.workspaceId, shop.workspaceId));
        expect(sumOf(onHand.map(({ cost }) => cost)) + sumOf(spent.map(({ amount }) => amount))).toBe(total);
        expect(new Set(spent.map(({ jobId, slabId, planId }) => `${jobId} ${slabId} ${planId}`)).size).toBe(spent.length);
      }
      const serials = (await slabsOf(shop)).map(({ serial }) => serial);
      expect(new Set(serials).size).toBe(serials.length);
    }
  });

  it("is listed with what it is for", async () => {
    const shop = await aShop();
    const plan = await approved(shop);
    await act(shop, "cut", plan);
    const list = (fields: object = {}) => the.ask(the.member, "cutPlans.list", { workspaceId: shop.workspaceId, ...fields });
    const { data, meta } = (await list()).given;
    expect(meta).toEqual({ total: 1 });
    expect(data[0]).toMatchObject({ number: 1, state: "cut", pieces: 1, sheets: 1, material: { name: "Black granite" }, by: "Ada Test" });
    expect((await list({ state: "draft" })).given.meta.total).toBe(0);
    expect((await list({ materialUid: uuidv7() })).given.meta.total).toBe(0);
  });
});
