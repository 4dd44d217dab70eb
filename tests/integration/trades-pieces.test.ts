import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { CATALOGUES } from "#tests/factories/catalogues";
import { type OrderedPiece, planNow, waitingPieces } from "#tests/factories/cutting-shop";
import { storekeepers } from "#tests/factories/stock";
import { whileHeld } from "#tests/factories/waiting";
import type { PieceDto } from "@/features/trades/pieces/dto";
import { PAGE_SIZE } from "@/lib/constants";
import type { JobState } from "@/lib/enums/trades";
import { jobCosts, jobPieces, jobs, pieceMoves, workspaceEvents } from "@/server/db/schema";

const harness = useHarness();
const db = () => harness().app.services.db;
let the: Awaited<ReturnType<typeof storekeepers>>;
beforeEach(async () => {
  the = await storekeepers(harness());
});

const TOP: OrderedPiece = { label: "Top", length: 1200, width: 600 };

/** A shop with a slab, and a job with pieces that wait. */
async function aShop(pieces: OrderedPiece[] = [TOP], slabs = 1) {
  const workspaceId = await the.aShop();
  const { uid: materialUid } = await the.material(workspaceId);
  for (let at = 1; at <= slabs; at++) await the.slab(workspaceId, { materialUid, serial: `S-000${at}`, defects: [] });
  const jobUid = await the.aJob(workspaceId);
  const about = { jobId: jobUid, authorId: the.owner.user.uid, materialUid, pieces };
  return { workspaceId, materialUid, jobUid, pieceUids: await waitingPieces({ db: db(), workspaceId }, about) };
}
type Shop = Awaited<ReturnType<typeof aShop>>;

const list = async ({ workspaceId, jobUid }: Shop, who = the.owner): Promise<PieceDto[]> =>
  the.given(who, "pieces.list", { workspaceId, jobUid });
async function first(shop: Shop): Promise<PieceDto> {
  const [piece] = await list(shop);
  if (!piece) throw new Error("there is no piece");
  return piece;
}
const save = ({ workspaceId }: Shop, { uid, version, label, length, width, grain }: PieceDto, fields: object = {}, who = the.owner) =>
  the.ask(who, "pieces.save", { workspaceId, uid, version, label, length, width, grain, ...fields });
const move = ({ workspaceId }: Shop, { uid, version }: PieceDto, to: string, reason = "", who = the.owner) =>
  the.ask(who, "pieces.move", { workspaceId, uid, version, to, reason });

type Plan = { uid: string; version: number };
const start = ({ workspaceId, materialUid }: Shop, pieceUids: string[]): Promise<Plan> =>
  the.given(the.owner, "cutPlans.start", { workspaceId, materialUid, pieceUids, effort: "quick" });
async function workedOut({ workspaceId }: Shop, { uid }: Plan) {
  await planNow(db());
  return the.given(the.owner, "cutPlans.view", { workspaceId, uid });
}
const aDraft = async (shop: Shop, pieceUids: string[]): Promise<Plan> => workedOut(shop, await start(shop, pieceUids));
const act = ({ workspaceId }: Shop, name: "approve" | "cut" | "discard", { uid, version }: Plan) =>
  the.ask(the.owner, `cutPlans.${name}`, { workspaceId, uid, version });
const approved = async (shop: Shop): Promise<Plan> => (await act(shop, "approve", await aDraft(shop, shop.pieceUids))).given.data;
async function cutOnce(shop: Shop): Promise<Plan> {
  const { given, text } = await act(shop, "cut", await approved(shop));
  if (!given) throw new Error(text);
  return given.data;
}
const timeline = ({ workspaceId, jobUid }: Shop) => the.given(the.member, "jobs.timeline", { workspaceId, uid: jobUid });
const bring = ({ jobUid }: Shop, state: JobState) =>
  db()
    .update(jobs)
    .set({ state, leftFrom: state === "lost" || state === "cancelled" ? "quoted" : null })
    .where(eq(jobs.id, jobUid));

describe("the pieces of a job", () => {
  it("are there for its members, as they were ordered, by the page", async () => {
    const shop = await aShop([{ ...TOP, grain: "along" }, ...Array.from({ length: PAGE_SIZE }, () => ({ ...TOP, label: "" }))]);
    const { workspaceId, jobUid, materialUid } = shop;
    const page = (number: number) => the.ask(the.member, "pieces.list", { workspaceId, jobUid, page: number });
    const { given } = await page(1);
    expect(given.meta).toEqual({ total: PAGE_SIZE + 1 });
    expect(given.data.map(({ uid }: PieceDto) => uid)).toEqual(shop.pieceUids.slice(0, PAGE_SIZE));
    expect(given.data[0]).toEqual({
      ...{ uid: shop.pieceUids[0], label: "Top", length: 1200, width: 600, grain: "along", state: "waiting", version: 1 },
      ...{ material: { uid: materialUid, name: "Black granite" }, plan: null, recuts: 0, reason: "" },
    });
    expect((await page(2)).given.data.map(({ uid }: PieceDto) => uid)).toEqual(shop.pieceUids.slice(PAGE_SIZE));
    expect((await the.ask(the.member, "pieces.list", { workspaceId, jobUid: uuidv7() })).code).toBe("notFound");
  });
});

describe("a piece that waits", () => {
  it("is changed as it was measured again, which its job's history tells with what was changed", async () => {
    const shop = await aShop();
    const before = await first(shop);
    const { given } = await save(shop, before, { length: 1180, grain: "across" });
    expect(given.data).toEqual({ ...before, length: 1180, grain: "across", version: 2 });
    expect(await list(shop, the.member)).toEqual([given.data]);
    expect((await save(shop, given.data)).given.data.version).toBe(3);
    // That it was saved once more as it stood is of no interest.
    const told = (await timeline(shop)).filter(({ kind }: { kind: string }) => kind.startsWith("piece"));
    expect(told).toMatchObject([{ kind: "pieceEdited", label: "Top", length: 1180, width: 600, fields: ["length", "grain"] }]);
    const [logged] = await db()
      .select()
      .from(workspaceEvents)
      .where(eq(workspaceEvents.target, `piece:${before.uid}`));
    expect(logged).toMatchObject({ action: "piece.edit", actorId: the.owner.user.uid, workspaceId: shop.workspaceId });
  });

  it("is not changed to what no quote asks for", async () => {
    const shop = await aShop();
    for (const fields of [{ length: 0 }, { width: 20_001 }, { length: 1.5 }, { grain: "diagonal" }, { label: "x".repeat(500) }])
      expect((await save(shop, await first(shop), fields)).code).toBe(`invalidInput: ${Object.keys(fields)}`);
    expect((await first(shop)).version).toBe(1);
  });

  it("is dropped with a reason, offered to no plan, and taken in again", async () => {
    const shop = await aShop([TOP, { label: "Splash", length: 900, width: 100 }]);
    const { workspaceId, materialUid } = shop;
    const waiting = async () => (await the.given(the.owner, "cutPlans.waiting", { workspaceId, materialUid })).total.pieces;
    const before = await first(shop);
    expect((await move(shop, before, "dropped")).code).toBe("invalidInput: reason");
    expect((await move(shop, before, "dropped", "  ")).code).toBe("invalidInput: reason");
    const dropped = (await move(shop, before, "dropped", "Not wanted")).given.data;
    expect(dropped).toEqual({ ...before, state: "dropped", reason: "Not wanted", version: 2 });
    expect(await waiting()).toBe(1);
    expect((await the.given(the.owner, "cutPlans.materials", { workspaceId }))[0].waiting).toBe(1);
    const named = { workspaceId, materialUid, pieceUids: shop.pieceUids };
    expect(await the.code(the.owner, "cutPlans.start", named)).toBe("invalidInput: pieceUids");
    expect((await save(shop, dropped, { length: 1 })).code).toBe("wrongState");
    const back = (await move(shop, dropped, "waiting")).given.data;
    expect(back).toEqual({ ...before, version: 3 });
    expect(await waiting()).toBe(2);
    const told = (await timeline(shop)).filter(({ kind }: { kind: string }) => kind === "piece");
    expect(told).toMatchObject([
      { turn: "restore", label: "Top", reason: "", by: "Ada Test" },
      { turn: "drop", label: "Top", reason: "Not wanted" },
    ]);
  });

  it.each(["planned", "cut", "waiting"])("is not %s by hand", async (to) => {
    const shop = await aShop();
    expect((await move(shop, await first(shop), to, "Because")).code).toBe("wrongState");
    expect(await db().select().from(pieceMoves).where(eq(pieceMoves.workspaceId, shop.workspaceId))).toEqual([]);
  });

  it("is no matter of members, nor of jobs that have ended", async () => {
    const shop = await aShop();
    const piece = await first(shop);
    expect((await save(shop, piece, {}, the.member)).code).toBe("forbidden");
    expect((await move(shop, piece, "dropped", "Why", the.member)).code).toBe("forbidden");
    for (const state of ["lost", "cancelled", "closed"] as const) {
      await bring(shop, state);
      expect((await save(shop, piece, { length: 1 })).code).toBe("wrongState");
      expect((await move(shop, piece, "dropped", "Why")).code).toBe("wrongState");
    }
    await bring(shop, "completed");
    expect((await save(shop, piece, { length: 1 })).code).toBeUndefined();
  });

  it("is not changed where its job ends at that moment", async () => {
    const shop = await aShop();
    const piece = await first(shop);
    const [late] = await whileHeld(
      db(),
      (tx) => tx.update(jobs).set({ state: "cancelled", leftFrom: "won" }).where(eq(jobs.id, shop.jobUid)),
      () => save(shop, piece, { length: 1 }),
    );
    expect(late?.code).toBe("wrongState");
    expect((await first(shop)).length).toBe(1200);
  });

  it("is changed once by several at once; the others are shown what it is now", async () => {
    const shop = await aShop();
    const piece = await first(shop);
    const answers = await Promise.all([1000, 1001, 1002].map((length) => save(shop, piece, { length })));
    expect(answers.map(({ code }) => code).toSorted()).toEqual(["conflict", "conflict", undefined]);
    const kept = await first(shop);
    const stale = await move(shop, piece, "dropped", "Why");
    expect(stale.code).toBe("conflict");
    expect(JSON.parse(stale.text)).toMatchObject({ error: { json: { data: { current: kept } } } });
  });
});

describe("a piece that a plan holds", () => {
  it("is neither changed nor dropped, and whoever tries hears which plan is to be discarded first", async () => {
    const shop = await aShop();
    const seen = await first(shop);
    const plan = await approved(shop);
    const held = await first(shop);
    expect(held).toMatchObject({ state: "planned", plan: { uid: plan.uid, number: 1 } });
    // Whoever saw it before it was planned hears the same.
    for (const piece of [seen, held])
      for (const answer of [await save(shop, piece, { length: 1 }), await move(shop, piece, "dropped", "Why")]) {
        expect(answer.code).toBe("piecePlanned");
        expect(answer.text).toContain(CATALOGUES.en.errors.piecePlanned.replace("{number}", "1"));
      }
    await act(shop, "discard", plan);
    const free = await first(shop);
    expect(free).toMatchObject({ state: "waiting", plan: null });
    expect((await save(shop, free, { length: 1 })).code).toBeUndefined();
  });

  it("is not held by a plan that had no room for it", async () => {
    const shop = await aShop([TOP, { label: "Too long", length: 5000, width: 600 }]);
    await approved(shop);
    const [placed, unplaced] = await list(shop);
    expect([placed?.plan, unplaced?.plan, unplaced?.state]).toEqual([{ uid: expect.any(String), number: 1 }, null, "waiting"]);
    if (unplaced) expect((await save(shop, unplaced, { length: 2500 })).code).toBeUndefined();
  });

  it.each([
    ["smaller", { length: 1180 }],
    ["larger", { width: 640 }],
    ["lying otherwise", { length: 600, width: 1200, grain: "along" }],
  ])("was not agreed upon as it was: a draft for one that is %s now is refused", async (_, fields) => {
    const shop = await aShop();
    const draft = await aDraft(shop, shop.pieceUids);
    expect((await save(shop, await first(shop), fields)).code).toBeUndefined();
    const { workspaceId } = shop;
    expect(await the.given(the.owner, "cutPlans.view", { workspaceId, uid: draft.uid })).toMatchObject({ outdated: true });
    expect((await act(shop, "approve", draft)).code).toBe("planOutdated");
    expect((await first(shop)).state).toBe("waiting");
    // Another one is for what it is now.
    expect((await act(shop, "approve", await aDraft(shop, shop.pieceUids))).code).toBeUndefined();
  });

  it("is planned as it is now, where it was changed before the plan was worked out", async () => {
    const shop = await aShop();
    const begun = await start(shop, shop.pieceUids);
    await save(shop, await first(shop), { length: 777 });
    const plan = await workedOut(shop, begun);
    expect(plan.outdated).toBe(false);
    const [part] = plan.cutSheets[0].parts.filter(({ is }: { is: string }) => is === "piece");
    expect([part.rect.length, part.rect.width].toSorted()).toEqual([600, 777]);
  });

  it("is none of the plan where it was dropped before that was worked out; the others are cut by it", async () => {
    const shop = await aShop([TOP, { ...TOP, label: "Splash" }]);
    const begun = await start(shop, shop.pieceUids);
    const dropped = await first(shop);
    expect((await move(shop, dropped, "dropped", "They do without")).code).toBeUndefined();
    const plan = await workedOut(shop, begun);
    expect(plan).toMatchObject({ state: "draft", outdated: false, unplaced: [] });
    expect(plan.ordered.map(({ uid }: PieceDto) => uid)).toEqual(shop.pieceUids.filter((uid) => uid !== dropped.uid));
    expect((await act(shop, "approve", plan)).code).toBeUndefined();
    // What holds the others does not hold it.
    expect((await move(shop, { ...dropped, version: dropped.version + 1 }, "waiting")).code).toBeUndefined();
  });

  it("leaves a plan that cuts nothing, where it was all that the plan was for", async () => {
    const shop = await aShop();
    const begun = await start(shop, shop.pieceUids);
    await move(shop, await first(shop), "dropped", "They do without");
    const plan = await workedOut(shop, begun);
    expect(plan).toMatchObject({ state: "draft", ordered: [], cutSheets: [] });
    expect((await act(shop, "approve", plan)).code).toBe("wrongState");
  });

  it("is either agreed upon or changed, where both are asked for at once", async () => {
    for (let round = 0; round < 4; round++) {
      const shop = await aShop();
      const [piece, draft] = [await first(shop), await aDraft(shop, shop.pieceUids)];
      const [edit, agreed] = await Promise.all([save(shop, piece, { length: 1180 }), act(shop, "approve", draft)]);
      expect([
        [undefined, "planOutdated", "waiting", 1180],
        ["piecePlanned", undefined, "planned", 1200],
      ]).toContainEqual([edit.code, agreed.code, (await first(shop)).state, (await first(shop)).length]);
    }
  });

  it("waits for whoever agrees upon its plan, and is refused then", async () => {
    const shop = await aShop();
    const piece = await first(shop);
    const draft = await aDraft(shop, shop.pieceUids);
    const [agreed, edit] = await whileHeld(
      db(),
      (tx) => tx.select().from(jobPieces).where(eq(jobPieces.id, piece.uid)).for("update"),
      () => act(shop, "approve", draft),
      () => save(shop, piece, { length: 1180 }),
    );
    expect([agreed?.code, edit?.code]).toEqual([undefined, "piecePlanned"]);
  });
});

describe("a piece that was cut", () => {
  it("is cut again where it broke, with a reason: it waits, is planned anew, and its job bears both", async () => {
    const shop = await aShop([TOP], 2);
    const plan = await cutOnce(shop);
    const piece = await first(shop);
    expect(piece).toMatchObject({ state: "cut", plan: null, recuts: 0 });
    expect((await move(shop, piece, "waiting")).code).toBe("invalidInput: reason");
    expect((await move(shop, piece, "dropped", "Why")).code).toBe("wrongState");
    expect((await save(shop, piece, { length: 1 })).code).toBe("wrongState");
    const again = (await move(shop, piece, "waiting", "It broke at the sink")).given.data;
    expect(again).toMatchObject({ state: "waiting", recuts: 1, reason: "It broke at the sink" });
    const larger = (await save(shop, again, { length: 1300, label: "Long top" })).given.data;
    // What was cut was cut as it was.
    const { workspaceId } = shop;
    const done = await the.given(the.owner, "cutPlans.view", { workspaceId, uid: plan.uid });
    expect(done).toMatchObject({ state: "cut", outdated: false, ordered: [{ length: 1200, width: 600 }] });
    const second = await cutOnce(shop);
    expect(await first(shop)).toMatchObject({ ...larger, state: "cut", recuts: 1, version: expect.any(Number) });
    const costs = await db().select().from(jobCosts).where(eq(jobCosts.workspaceId, workspaceId));
    expect(new Set(costs.map(({ planId }) => planId))).toEqual(new Set([plan.uid, second.uid]));
    expect((await move(shop, await first(shop), "waiting", "Once more")).given.data).toMatchObject({ recuts: 2, reason: "Once more" });
    const told = (await timeline(shop)).filter(({ kind }: { kind: string }) => kind === "piece");
    expect(told).toMatchObject([
      { turn: "recut", label: "Long top", reason: "Once more" },
      { turn: "recut", reason: "It broke at the sink" },
    ]);
  });
});
