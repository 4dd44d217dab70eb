import { and, eq, inArray, like } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { aConvertedQuote, aLine, planNow, waitingPieces } from "#tests/factories/cutting-shop";
import { statementsOf } from "#tests/factories/statements";
import { A_SLAB, MONEY, storekeepers } from "#tests/factories/stock";
import { putIn } from "#tests/factories/trades";
import { lockBudgets, notifyOfBudgets } from "@/features/trades/costs/mutations";
import { jobCosts, notifications } from "@/server/db/schema";
import { withWorkspace } from "@/server/db/workspace";

const harness = useHarness();
const db = () => harness().app.services.db;
let the: Awaited<ReturnType<typeof storekeepers>>;
let manager: Awaited<ReturnType<typeof registerUser>>;
beforeAll(async () => {
  the = await storekeepers(harness());
  manager = await registerUser(harness());
});

const LABOUR = { kind: "labour", day: "2026-01-31", text: "Polishing", quantity: 2500, amount: 400 } as const;

/** A shop with a job whose quote said that it costs 1000. */
async function aShop(number = 7) {
  const workspaceId = await the.aShop();
  await putIn(db(), workspaceId, manager.user.uid, "manager");
  const jobUid = await the.aJob(workspaceId, number);
  const lines = [
    aLine("material", 500),
    aLine("edge", 100),
    aLine("cutout", 50, { quantity: 2000 }),
    aLine("labour", 200),
    aLine("item", 100),
    aLine("item", 77, { optional: true }),
  ];
  await aConvertedQuote({ db: db(), workspaceId }, { jobId: jobUid, authorId: the.owner.user.uid, lines, net: 2000 });
  const save = (fields: object = {}, who = the.owner) => the.given(who, "costs.save", { workspaceId, jobUid, ...LABOUR, ...fields });
  const budget = () => the.given(the.owner, "costs.budget", { workspaceId, jobUid });
  return { workspaceId, jobUid, save, budget };
}

/** What somebody was told of budgets in one workspace. */
const told = async ({ user }: { user: { uid: string } }, workspaceId: string) =>
  (
    await db()
      .select()
      .from(notifications)
      .where(and(eq(notifications.userId, user.uid), like(notifications.kind, "trades_budget")))
  ).filter(({ href }) => href.includes(workspaceId));

describe("what a job costs", () => {
  it("is written down, changed and taken back by those who manage the shop", async () => {
    const { workspaceId, jobUid, save } = await aShop();
    const kept = await save();
    expect(kept).toEqual({ ...LABOUR, uid: expect.any(String), source: "hand", plan: null, by: "Ada Test", version: 1 });
    const changed = await save({ uid: kept.uid, version: 1, kind: "subcontract", amount: 450 });
    expect(changed).toMatchObject({ kind: "subcontract", amount: 450, version: 2 });
    const seen = { workspaceId, uid: kept.uid, version: 1 };
    expect(await the.code(the.owner, "costs.save", { ...seen, jobUid, ...LABOUR })).toBe("conflict");
    expect(await the.code(the.owner, "costs.delete", seen)).toBe("conflict");
    // It stays with its job.
    const elsewhere = await the.aJob(workspaceId, 9);
    expect(await the.code(the.owner, "costs.save", { ...seen, version: 2, jobUid: elsewhere, ...LABOUR })).toBe("notFound");
    for (const [procedure, input] of [
      ["costs.list", { jobUid }],
      ["costs.budget", { jobUid }],
      ["costs.margins", {}],
      ["costs.save", { jobUid, ...LABOUR }],
      ["costs.delete", { uid: kept.uid, version: 2 }],
    ] as const) {
      const heard = await the.ask(the.member, procedure, { workspaceId, ...input });
      expect([procedure, heard.code, MONEY.test(heard.text)]).toEqual([procedure, "forbidden", false]);
    }
    expect(await the.code(the.owner, "costs.delete", { ...seen, version: 2 })).toBeUndefined();
    expect((await the.ask(the.owner, "costs.list", { workspaceId, jobUid })).given).toEqual({ data: [], meta: { total: 0 } });
  });

  it("is never material by hand, and what was cut is not changed", async () => {
    const { workspaceId, jobUid } = await aShop();
    const code = (fields: object) => the.code(the.owner, "costs.save", { workspaceId, jobUid, ...LABOUR, ...fields });
    expect(await code({ kind: "material" })).toBe("invalidInput: kind");
    expect(await code({ source: "cut" })).toMatch(/^invalidInput/);
    expect(await code({ amount: -1 })).toBe("invalidInput: amount");
    expect(await code({ jobUid: uuidv7() })).toBe("notFound");
    const [row, uid] = [{ kind: "material" as const, day: LABOUR.day, text: "S-1", quantity: 1000, amount: 5 }, uuidv7()];
    const values = { id: uid, workspaceId, jobId: jobUid, actorId: the.owner.user.uid, ...row };
    const insert = (source: "hand" | "stock") =>
      withWorkspace(db(), workspaceId, (tx) => tx.insert(jobCosts).values({ ...values, source }));
    await expect(insert("hand")).rejects.toThrow();
    await insert("stock");
    expect(await code({ uid, version: 1 })).toBe("wrongState");
    expect(await the.code(the.owner, "costs.delete", { workspaceId, uid, version: 1 })).toBe("wrongState");
  });

  it("is held against what was quoted, by kinds; options that were not taken count nowhere", async () => {
    const { save, budget } = await aShop();
    expect(await budget()).toMatchObject({ state: "within", net: 2000, quoted: 1000, actual: 0, spent: 0, margin: 10_000, alert: 9000 });
    await save({ amount: 450 });
    await save({ kind: "subcontract", amount: 300 });
    const now = await budget();
    expect(now).toMatchObject({ state: "within", actual: 750, spent: 7500, margin: 6250 });
    expect(now.kinds).toEqual([
      { kind: "material", quoted: 500, actual: 0, variance: -500 },
      { kind: "labour", quoted: 400, actual: 450, variance: 50 },
      { kind: "subcontract", quoted: 0, actual: 300, variance: 300 },
      { kind: "other", quoted: 100, actual: 0, variance: -100 },
    ]);
    await save({ kind: "other", amount: 150 });
    expect(await budget()).toMatchObject({ state: "near", actual: 900 });
    await save({ kind: "other", amount: 101 });
    expect(await budget()).toMatchObject({ state: "over", margin: 4995 });
  });

  it("without a quote has nothing to be held against", async () => {
    const { workspaceId } = await aShop();
    const jobUid = await the.aJob(workspaceId, 8);
    await the.given(the.owner, "costs.save", { workspaceId, jobUid, ...LABOUR });
    const budget = await the.given(the.owner, "costs.budget", { workspaceId, jobUid });
    expect(budget).toMatchObject({ state: "none", quoted: 0, actual: 400, spent: null, margin: null });
    expect(await told(manager, workspaceId)).toEqual([]);
  });
});

describe("a budget that is nearly spent", () => {
  it("is told once, to those who manage the shop, by whatever crosses it", async () => {
    const { workspaceId, jobUid, save } = await aShop();
    await save({ amount: 899 });
    expect(await told(manager, workspaceId)).toEqual([]);
    // Several at once: one of them crosses it.
    const made = await Promise.all([1, 1, 1].map((amount) => save({ amount })));
    const [notice, ...more] = await told(manager, workspaceId);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ count: 1, values: { job: "#7 Kitchen" } });
    expect(notice?.href).toBe(`/dashboard/trades/jobs/job?workspace=${workspaceId}&uid=${jobUid}`);
    await save({ amount: 5000 });
    expect(await told(manager, workspaceId)).toHaveLength(1);
    // Whoever did it knows it; members hear nothing of money.
    expect([await told(the.owner, workspaceId), await told(the.member, workspaceId)]).toEqual([[], []]);
    expect(made).toHaveLength(3);
  });

  it("is told of by as many statements as several are", async () => {
    const { workspaceId, jobUid } = await aShop();
    const jobUids = [jobUid];
    for (const number of [8, 9]) {
      const another = await the.aJob(workspaceId, number);
      await aConvertedQuote(
        { db: db(), workspaceId },
        { jobId: another, authorId: the.owner.user.uid, lines: [aLine("labour", 1000)], net: 2000 },
      );
      jobUids.push(another);
    }
    for (const uid of jobUids) await the.given(the.owner, "costs.save", { workspaceId, jobUid: uid, ...LABOUR, amount: 899 });
    const acting = { workspaceId, actorId: the.owner.user.uid };
    /** As if each of them had just cost as much again. */
    const statements = (some: string[]) =>
      statementsOf(harness(), (own) =>
        withWorkspace(own, workspaceId, async (tx, outside) => {
          const before = await lockBudgets(tx, workspaceId, some);
          await tx.update(jobCosts).set({ amount: 1500 }).where(inArray(jobCosts.jobId, some));
          await notifyOfBudgets(tx, outside, acting, before);
        }),
      );
    const ofOne = await statements(jobUids.slice(0, 1));
    expect(await statements(jobUids.slice(1))).toHaveLength(ofOne.length);
    expect((await told(manager, workspaceId)).map(({ values }) => values.job).toSorted()).toEqual([
      "#7 Kitchen",
      "#8 Kitchen",
      "#9 Kitchen",
    ]);
  });

  it("is told of when stock is taken for it, be it free or put aside", async () => {
    const worth = { quantity: 2000, value: 1800 };
    const free = await aShop();
    const { uid } = await the.item(free.workspaceId);
    await the.given(the.owner, "stock.receive", { workspaceId: free.workspaceId, uid, ...worth });
    await the.given(the.member, "stock.issue", { workspaceId: free.workspaceId, uid, jobUid: free.jobUid, quantity: 1000 });
    expect(await told(manager, free.workspaceId)).toHaveLength(1);
    const aside = await aShop();
    const { workspaceId, jobUid } = aside;
    const { uid: itemUid } = await the.item(workspaceId);
    await the.given(the.owner, "stock.receive", { workspaceId, uid: itemUid, ...worth });
    const { uid: kept } = await the.given(the.member, "reservations.save", { workspaceId, itemUid, jobUid, quantity: 1000 });
    expect(await told(manager, workspaceId)).toEqual([]);
    await the.given(the.member, "reservations.issue", { workspaceId, uid: kept, version: 1 });
    expect(await told(manager, workspaceId)).toHaveLength(1);
    expect(await aside.budget()).toMatchObject({ state: "near", actual: 900 });
  });

  it("is told of when a plan that crosses it is cut by a member", async () => {
    const { workspaceId, jobUid, budget } = await aShop();
    const { uid: materialUid } = await the.material(workspaceId);
    await the.slab(workspaceId, { materialUid, defects: [] });
    const about = { jobId: jobUid, authorId: the.owner.user.uid, materialUid, pieces: [{ length: 1000, width: 600 }] };
    const pieceUids = await waitingPieces({ db: db(), workspaceId }, about);
    const { uid } = await the.given(the.owner, "cutPlans.start", { workspaceId, materialUid, pieceUids, effort: "quick" });
    await planNow(db());
    const { version } = await the.given(the.owner, "cutPlans.view", { workspaceId, uid });
    const agreed = await the.given(the.owner, "cutPlans.approve", { workspaceId, uid, version });
    await the.given(the.member, "cutPlans.cut", { workspaceId, uid, version: agreed.version });
    expect(await told(manager, workspaceId)).toHaveLength(1);
    expect(await told(the.owner, workspaceId)).toHaveLength(1);
    const { kinds, state } = await budget();
    expect(state).toBe("over");
    const { data } = (await the.ask(the.owner, "costs.list", { workspaceId, jobUid })).given;
    expect(data).toMatchObject([{ kind: "material", source: "cut", plan: { uid, number: 1 }, amount: kinds[0].actual }]);
    expect(kinds[0].actual).toBeLessThan(A_SLAB.cost);
  });
});

describe("a job's time line", () => {
  it("has its costs for those who manage the shop, and no trace of them for members", async () => {
    const { workspaceId, jobUid, save } = await aShop();
    await save({ amount: 123_457 });
    const look = (who: typeof the.owner) => the.ask(who, "jobs.timeline", { workspaceId, uid: jobUid });
    const { given } = await look(the.owner);
    expect(given.data[0]).toMatchObject({ kind: "cost", cost: "labour", text: "Polishing", amount: 123_457, by: "Ada Test" });
    const { text, code } = await look(the.member);
    expect([code, MONEY.test(text), text.includes("cost"), text.includes("123457"), text.includes("Polishing")]).toEqual([
      undefined,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("margins", () => {
  it("are listed by job, sorted and found; jobs without a quote stand last", async () => {
    const { workspaceId, save } = await aShop();
    await save({ amount: 1000 });
    const other = await the.aJob(workspaceId, 8);
    await aConvertedQuote(
      { db: db(), workspaceId },
      { jobId: other, authorId: the.owner.user.uid, lines: [aLine("labour", 10)], net: 100 },
    );
    const bare = await the.aJob(workspaceId, 9);
    await the.given(the.owner, "costs.save", { workspaceId, jobUid: bare, ...LABOUR });
    // One that has neither is not among them.
    await the.aJob(workspaceId, 10);
    const list = async (fields: object = {}) => (await the.ask(manager, "costs.margins", { workspaceId, ...fields })).given;
    const all = await list();
    expect(all.meta.total).toBe(3);
    expect(all.data.map(({ number }: { number: number }) => number)).toEqual([9, 8, 7]);
    expect(all.data[2]).toMatchObject({ net: 2000, quoted: 1000, actual: 1000, quotedMargin: 5000, margin: 5000, budget: "near" });
    expect(all.data[0]).toMatchObject({ net: 0, margin: null, budget: "none" });
    const numbers = async (fields: object) => (await list(fields)).data.map(({ number }: { number: number }) => number);
    expect(await numbers({ order: "margin" })).toEqual([8, 7, 9]);
    expect(await numbers({ order: "margin", descending: false })).toEqual([7, 8, 9]);
    expect(await numbers({ state: "won" })).toEqual([]);
    expect(await numbers({ customerUid: all.data[2].customer.uid })).toEqual([7]);
    expect(await numbers({ search: "nobody" })).toEqual([]);
  });
});
