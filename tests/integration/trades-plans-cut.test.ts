import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { planNow, planningIn, waitingPieces } from "#tests/factories/cutting-shop";
import { chance as chanceOf } from "#tests/factories/random";
import { A_SLAB, storekeepers } from "#tests/factories/stock";
import { whileHeld } from "#tests/factories/waiting";
import type { CutPlan } from "@/lib/cutting/types";
import { sumOf } from "@/lib/pricing/amounts";
import type { Executor } from "@/server/db/client";
import { cutPlanSlabs, cutPlans, jobCosts, jobPieces, jobs, slabs } from "@/server/db/schema";

const harness = useHarness();
const db = () => harness().app.services.db;
let the: Awaited<ReturnType<typeof storekeepers>>;
beforeEach(async () => {
  the = await storekeepers(harness());
});

const { aShop, start, view, aDraft, act, approved, rowOf, slabsOf, stateOf, pieceStates } = planningIn(harness, () => the);

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
    const cancel = (on: Executor) => on.update(jobs).set({ state: "cancelled", leftFrom: "won" }).where(ours);
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
