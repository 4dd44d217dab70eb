import { and, eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { statementsOf } from "#tests/factories/statements";
import { AN_ITEM, MONEY, storekeepers } from "#tests/factories/stock";
import { putIn } from "#tests/factories/trades";
import { notifyOfLowStock } from "@/features/trades/stock/mutations";
import { dayIn } from "@/lib/days";
import type { WorkspaceContext } from "@/server/api/workspace";
import { jobCosts, notifications, stockItems, stockMoves, stockReservations } from "@/server/db/schema";
import { withWorkspace } from "@/server/db/workspace";

const harness = useHarness();
const db = () => harness().app.services.db;
let the: Awaited<ReturnType<typeof storekeepers>>;
beforeAll(async () => {
  the = await storekeepers(harness());
});

/** An item of which there are so many, in thousandths, at a value. */
async function stocked(workspaceId: string, quantity: number, value: number, fields: object = {}): Promise<string> {
  const { uid } = await the.item(workspaceId, fields);
  if (quantity > 0) await the.given(the.owner, "stock.receive", { workspaceId, uid, quantity, value });
  return uid;
}
const levels = async (uid: string) => {
  const [row] = await db().select().from(stockItems).where(eq(stockItems.id, uid));
  return { onHand: row?.onHand, reserved: row?.reserved, value: row?.value };
};
/** What the moves of an item sum up to. */
const summed = async (uid: string) => {
  const [row] = await db().execute<{ quantity: string; reserved: string; value: string }>(sql`
    select coalesce(sum(quantity) filter (where move not in ('reserve', 'release')), 0) as quantity, coalesce(sum(value), 0) as value,
      coalesce(sum(quantity) filter (where move in ('reserve', 'release')), 0)
        + coalesce(sum(quantity) filter (where move = 'issue' and reservation_id is not null), 0) as reserved
    from stock_moves where item_id = ${uid}`);
  return { onHand: Number(row?.quantity), reserved: Number(row?.reserved), value: Number(row?.value) };
};

/** Calls as many at once as there are lines, until all were made. */
async function inLines<T>(calls: number, lines: number, call: (at: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  let next = 0;
  const line = async () => {
    while (next < calls) {
      const at = next++;
      answers[at] = await call(at);
    }
  };
  await Promise.all(Array.from({ length: lines }, line));
  return answers;
}

describe("an item", () => {
  it("is kept under a code of its own, found, changed and retired", async () => {
    const workspaceId = await the.aShop();
    const kept = await the.item(workspaceId);
    const nothing = { onHand: 0, reserved: 0, value: 0 };
    expect(kept).toEqual({ ...AN_ITEM, ...nothing, uid: expect.any(String), retired: false, version: 1 });
    const fields = { workspaceId, ...AN_ITEM };
    expect(await the.code(the.owner, "stock.save", { ...fields, code: "sink-45" })).toBe("invalidInput: code");
    await the.item(workspaceId, { code: "GLUE", name: "Keo dán đá ٥", unit: "kg" });
    const list = (input: object = {}) => the.given(the.member, "stock.list", { workspaceId, ...input });
    expect((await list()).map(({ code }: { code: string }) => code)).toEqual(["GLUE", "SINK-45"]);
    for (const search of ["keo da", "ĐÁ", "r-2 glue", "sink-٤٥", "keo ٥", "keo 5"]) expect(await list({ search })).toHaveLength(1);
    for (const search of ["%", "zzz"]) expect(await list({ search })).toHaveLength(0);
    await the.given(the.owner, "stock.receive", { workspaceId, uid: kept.uid, quantity: 1000, value: 7 });
    // What is on hand is no change of what it is: a form that is open meanwhile is not overtaken.
    const changed = { ...fields, uid: kept.uid, version: 1, retired: true };
    expect(await the.code(the.owner, "stock.save", { ...changed, unit: "m" })).toBe("wrongState");
    expect(await the.given(the.owner, "stock.save", changed)).toMatchObject({ retired: true, onHand: 1000, value: 7, version: 2 });
    expect(await the.code(the.owner, "stock.save", changed)).toBe("conflict");
    expect(await list()).toHaveLength(1);
    expect(await list({ retired: true })).toHaveLength(2);
    // It takes nothing new; what there is can be used up.
    const more = { workspaceId, uid: kept.uid, quantity: 1000 };
    expect(await the.code(the.owner, "stock.receive", { ...more, value: 1 })).toBe("wrongState");
    const aside = { workspaceId, itemUid: kept.uid, quantity: 1, note: "Show room" };
    expect(await the.code(the.owner, "reservations.save", aside)).toBe("wrongState");
    expect(await the.code(the.owner, "stock.lose", more)).toBeUndefined();
  });

  it("is low once no more is free than somebody wants to have", async () => {
    const workspaceId = await the.aShop();
    const uid = await stocked(workspaceId, 6000, 600);
    await stocked(workspaceId, 0, 0, { code: "A", reorderAt: 0 });
    const low = async () =>
      (await the.given(the.member, "stock.list", { workspaceId, low: true })).map(({ code }: { code: string }) => code);
    expect(await low()).toEqual([]);
    await the.given(the.member, "reservations.save", { workspaceId, itemUid: uid, quantity: 1000, note: "Show room" });
    expect(await low()).toEqual(["SINK-45"]);
  });

  it("that runs low is told to those who manage the shop, once each time, by whatever takes it there", async () => {
    const workspaceId = await the.aShop();
    const jobUid = await the.aJob(workspaceId);
    const uid = await stocked(workspaceId, 8000, 600);
    const told = async ({ user }: typeof the.owner) => {
      const rows = await db().select().from(notifications).where(eq(notifications.userId, user.uid));
      return rows.filter(({ kind, href }) => kind === "trades_stock_low" && href.includes(workspaceId));
    };
    const put = (fields: object) => the.given(the.member, "reservations.save", { workspaceId, itemUid: uid, jobUid, ...fields });
    await put({ quantity: 2000 });
    expect(await told(the.owner)).toEqual([]);
    // Two at once: each would leave more than five, both do not.
    const [one] = await Promise.all([put({ quantity: 500 }), put({ quantity: 500 })]);
    const [notice, ...more] = await told(the.owner);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ values: { item: "SINK-45 Sink 45" } });
    expect(notice?.href).toBe(`/dashboard/trades/stock/item?workspace=${workspaceId}&uid=${uid}`);
    // It is low already; what was put aside was no more free before it is taken.
    await the.given(the.member, "reservations.issue", { workspaceId, uid: one.uid, version: 1 });
    await the.given(the.member, "stock.issue", { workspaceId, uid, jobUid, quantity: 1000 });
    expect(await told(the.owner)).toHaveLength(1);
    await the.given(the.owner, "stock.receive", { workspaceId, uid, quantity: 2000, value: 1 });
    await the.given(the.member, "stock.issue", { workspaceId, uid, jobUid, quantity: 1000 });
    expect(await told(the.owner)).toHaveLength(2);
    await the.given(the.owner, "stock.receive", { workspaceId, uid, quantity: 2000, value: 1 });
    const { onHand } = await the.given(the.member, "stock.view", { workspaceId, uid });
    await the.given(the.owner, "counts.save", { workspaceId, items: [{ uid, counted: onHand - 2000, seen: onHand }] });
    // Whoever did it knows it.
    expect([(await told(the.owner)).length, await told(the.member)]).toEqual([2, []]);
  });

  it("with others by one count is told of with a notice of each, of its own page", async () => {
    const workspaceId = await the.aShop();
    const manager = await registerUser(harness());
    await putIn(db(), workspaceId, manager.user.uid, "manager");
    const uids = await Promise.all(["A", "B", "C"].map((named) => stocked(workspaceId, 8000, 600, { code: named })));
    await the.given(manager, "counts.save", { workspaceId, items: uids.map((uid) => ({ uid, counted: 1000, seen: 8000 })) });
    const rows = await db().select().from(notifications).where(eq(notifications.kind, "trades_stock_low"));
    const here = rows.filter(({ href }) => href.includes(workspaceId));
    expect(here.map(({ userId, values, href }) => [userId, values.item, href]).toSorted()).toEqual(
      ["A", "B", "C"].map((named, at) => [
        the.owner.user.uid,
        `${named} Sink 45`,
        `/dashboard/trades/stock/item?workspace=${workspaceId}&uid=${uids[at]}`,
      ]),
    );
    expect(here.every(({ values }) => values.namedId === manager.user.uid)).toBe(true);
  });

  it("is told of by as many statements as several are", async () => {
    const workspaceId = await the.aShop();
    const uids = await Promise.all(["A", "B", "C", "D"].map((named) => stocked(workspaceId, 4000, 600, { code: named })));
    const { uid: me } = the.member.user;
    const ctx = { member: { workspaceId }, actor: { id: me } } as WorkspaceContext;
    const told = async (some: string[]) => {
      const fell = new Map(some.map((uid) => [uid, 4000]));
      const statements = await statementsOf(harness(), (own) =>
        withWorkspace(own, workspaceId, (tx, outside) => notifyOfLowStock(tx, outside, ctx, fell)),
      );
      return statements.length;
    };
    const ofOne = await told(uids.slice(0, 1));
    expect(await told(uids)).toBe(ofOne);
    const rows = await db().select().from(notifications).where(eq(notifications.kind, "trades_stock_low"));
    expect(rows.filter(({ href }) => href.includes(workspaceId))).toHaveLength(5);
  });
});

describe("what is taken for a job", () => {
  it("is worth the average, and is the job's cost; what comes back is not", async () => {
    const workspaceId = await the.aShop();
    const jobUid = await the.aJob(workspaceId);
    const uid = await stocked(workspaceId, 2000, 100);
    await the.given(the.owner, "stock.receive", { workspaceId, uid, quantity: 1000, value: 105 });
    // 3 for 205: one is worth 68.33.
    const take = (quantity: number) => the.ask(the.member, "stock.issue", { workspaceId, uid, jobUid, quantity });
    expect((await take(1000)).code).toBeUndefined();
    expect(await levels(uid)).toEqual({ onHand: 2000, reserved: 0, value: 137 });
    const short = await take(2001);
    expect([short.code, short.text]).toEqual(["stockShort", expect.stringContaining("Only 2 of “Sink 45” available")]);
    await take(1000);
    // The last one takes what is left.
    await take(1000);
    expect(await levels(uid)).toEqual({ onHand: 0, reserved: 0, value: 0 });
    const back = (quantity: number, job = jobUid) =>
      the.ask(the.member, "stock.giveBack", { workspaceId, uid, jobUid: job, quantity, note: "Not needed" });
    expect((await back(3001)).code).toBe("invalidInput: quantity");
    expect((await back(1, await the.aJob(workspaceId, 8))).code).toBe("invalidInput: quantity");
    expect((await back(1000)).code).toBeUndefined();
    expect(await levels(uid)).toEqual({ onHand: 1000, reserved: 0, value: 68 });
    expect((await back(2000)).code).toBeUndefined();
    expect(await levels(uid)).toEqual({ onHand: 3000, reserved: 0, value: 205 });
    const costs = await db().select().from(jobCosts).where(eq(jobCosts.jobId, jobUid)).orderBy(jobCosts.id);
    expect(costs.map(({ amount }) => amount)).toEqual([68, 69, 68, -68, -137]);
    expect(costs.map(({ quantity }) => quantity)).toEqual([1000, 1000, 1000, -1000, -2000]);
    const today = dayIn(new Date(), "Asia/Ho_Chi_Minh");
    for (const cost of costs) expect(cost).toMatchObject({ kind: "material", source: "stock", text: "Sink 45", day: today });
    expect(await the.given(the.owner, "reservations.ofJob", { workspaceId, jobUid })).toEqual({ reservations: [], issued: [] });
    expect(await summed(uid)).toEqual(await levels(uid));
  });

  it("keeps its item's unit, in which it may be put back, until it is", async () => {
    const workspaceId = await the.aShop();
    const jobUid = await the.aJob(workspaceId);
    const uid = await stocked(workspaceId, 2500, 100, { unit: "litre" });
    const some = { workspaceId, uid, quantity: 2500 };
    const counted = { workspaceId, ...AN_ITEM, uid, version: 1, unit: "piece" };
    const isFixed = async () => (await the.given(the.member, "stock.view", { workspaceId, uid })).unitFixed;
    expect(await isFixed()).toBe(true);
    await the.given(the.member, "stock.issue", { ...some, jobUid });
    expect(await isFixed()).toBe(true);
    expect(await the.code(the.owner, "stock.save", counted)).toBe("wrongState");
    await the.given(the.member, "stock.giveBack", { ...some, jobUid, note: "Not needed" });
    await the.given(the.owner, "stock.lose", { ...some, note: "Dried up" });
    expect(await isFixed()).toBe(false);
    expect(await the.given(the.owner, "stock.save", counted)).toMatchObject({ unit: "piece", onHand: 0, version: 2 });
  });

  it("that was put aside is taken or let go, once", async () => {
    const workspaceId = await the.aShop();
    const jobUid = await the.aJob(workspaceId);
    const uid = await stocked(workspaceId, 5000, 501);
    const reserve = (fields: object) => the.ask(the.member, "reservations.save", { workspaceId, itemUid: uid, ...fields });
    expect((await reserve({ quantity: 1000 })).code).toBe("invalidInput: note");
    expect((await reserve({ quantity: 1000, jobUid: uuidv7() })).code).toBe("notFound");
    const first = (await reserve({ quantity: 2000, jobUid })).given.data;
    const second = (await reserve({ quantity: 3000, note: "Show room" })).given.data;
    expect(first).toMatchObject({ state: "open", job: { uid: jobUid, number: 7 }, item: { code: "SINK-45" }, quantity: 2000 });
    expect((await reserve({ quantity: 1, jobUid })).code).toBe("stockShort");
    expect((await the.ask(the.owner, "stock.lose", { workspaceId, uid, quantity: 1 })).code).toBe("stockShort");
    const { data, meta } = (await the.ask(the.member, "reservations.list", { workspaceId, itemUid: uid })).given;
    expect([data.map(({ uid: one }: { uid: string }) => one), meta.total]).toEqual([[second.uid, first.uid], 2]);
    const end = (how: "issue" | "release", of: { uid: string }, version = 1, fields: object = {}) =>
      the.ask(the.member, `reservations.${how}`, { workspaceId, uid: of.uid, version, ...fields });
    expect((await end("issue", first)).given.data).toMatchObject({ state: "issued", version: 2 });
    expect(await levels(uid)).toEqual({ onHand: 3000, reserved: 3000, value: 301 });
    expect((await end("issue", first)).code).toBe("conflict");
    for (const how of ["issue", "release"] as const) expect((await end(how, first, 2)).code).toBe("wrongState");
    // It is for no job: whoever takes it says for which.
    expect((await end("issue", second)).code).toBe("invalidInput: jobUid");
    expect((await end("release", second)).given.data).toMatchObject({ state: "released" });
    const third = (await reserve({ quantity: 1000, note: "Show room" })).given.data;
    expect((await end("issue", third, 1, { jobUid })).given.data).toMatchObject({ state: "issued", job: { uid: jobUid } });
    expect(await levels(uid)).toEqual({ onHand: 2000, reserved: 0, value: 201 });
    expect(await summed(uid)).toEqual(await levels(uid));
    const ofJob = (person: typeof the.owner) => the.given(person, "reservations.ofJob", { workspaceId, jobUid });
    expect(await ofJob(the.owner)).toMatchObject({ reservations: [], issued: [{ quantity: 3000, value: 300 }] });
    expect((await ofJob(the.member)).issued).toEqual([{ item: expect.objectContaining({ uid }), quantity: 3000 }]);
    const moves = (await the.ask(the.member, "stock.moves", { workspaceId, uid })).given.data;
    expect(moves.map(({ move }: { move: string }) => move)).toEqual([
      "issue",
      "reserve",
      "release",
      "issue",
      "reserve",
      "reserve",
      "receipt",
    ]);
    expect(moves[0]).toMatchObject({ job: { number: 7 }, by: "Ada Test", onHand: 2000 });
  });

  it("is made once by a call that is repeated", async () => {
    const workspaceId = await the.aShop();
    const jobUid = await the.aJob(workspaceId);
    const uid = await stocked(workspaceId, 5000, 500);
    const post = (path: string, body: object) =>
      harness().call("POST", `/api/user/personalization/trades/${path}`, {
        token: the.owner.token,
        headers: { "idempotency-key": `k-${path}` },
        body: { workspaceId, ...body },
      });
    for (const [path, body] of [
      ["stock/receive", { uid, quantity: 1000, value: 100 }],
      ["stock/issue", { uid, jobUid, quantity: 1000 }],
      ["stock/return", { uid, jobUid, quantity: 1000 }],
      ["stock/lose", { uid, quantity: 1000 }],
      ["reservation/save", { itemUid: uid, jobUid, quantity: 1000 }],
    ] as const) {
      const answers = await Promise.all([post(path, body), post(path, body)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
    // As after a crash: what the first call answered was not kept.
    await db().execute(sql`delete from idempotency_keys`);
    for (const path of ["stock/receive", "stock/lose"] as const)
      expect((await post(path, { uid, quantity: 1000, ...(path === "stock/receive" ? { value: 100 } : {}) })).status).toBe(200);
    expect(await levels(uid)).toEqual({ onHand: 5000, reserved: 1000, value: 500 });
  });
});

describe("many at once", () => {
  it("put aside what there is, and no more: 800 ask for one of 100", { timeout: 60_000 }, async () => {
    const workspaceId = await the.aShop();
    const jobUid = await the.aJob(workspaceId);
    const uid = await stocked(workspaceId, 100_000, 100_000);
    const codes = await inLines(800, 24, () =>
      the.code(the.member, "reservations.save", { workspaceId, itemUid: uid, jobUid, quantity: 1000 }),
    );
    expect(codes.filter((code) => code === undefined)).toHaveLength(100);
    expect(codes.filter((code) => code === "stockShort")).toHaveLength(700);
    expect(await levels(uid)).toEqual({ onHand: 100_000, reserved: 100_000, value: 100_000 });
    expect(await summed(uid)).toEqual(await levels(uid));
    const open = and(eq(stockReservations.itemId, uid), eq(stockReservations.state, "open"));
    expect(await db().$count(stockReservations, open)).toBe(100);
    // Neither was ever more spoken for than there was, on the way.
    const [worst] = await db()
      .select({ free: sql<number>`min(${stockMoves.onHand} - ${stockMoves.reserved})`.mapWith(Number) })
      .from(stockMoves)
      .where(eq(stockMoves.itemId, uid));
    expect(worst?.free).toBe(0);
  });

  it("take, put back, lose and buy, and no value is lost on the way", async () => {
    const workspaceId = await the.aShop();
    const jobUid = await the.aJob(workspaceId);
    const uid = await stocked(workspaceId, 20_000, 9_999);
    await inLines(120, 16, (at) => {
      const about = { workspaceId, uid, quantity: 700 + at * 13 };
      if (at % 4 === 0) return the.ask(the.owner, "stock.receive", { ...about, value: at * 7 });
      if (at % 4 === 1) return the.ask(the.owner, "stock.lose", about);
      return the.ask(the.member, at % 4 === 2 ? "stock.issue" : "stock.giveBack", { ...about, jobUid });
    });
    expect(await summed(uid)).toEqual(await levels(uid));
    const [cost] = await db()
      .select({ sum: sql`sum(${jobCosts.amount})`.mapWith(Number) })
      .from(jobCosts)
      .where(eq(jobCosts.jobId, jobUid));
    const [moved] = await db()
      .select({ sum: sql`-sum(${stockMoves.value})`.mapWith(Number) })
      .from(stockMoves)
      .where(and(eq(stockMoves.itemId, uid), eq(stockMoves.jobId, jobUid)));
    expect(cost?.sum).toBe(moved?.sum);
  });
});

describe("the average", () => {
  it("keeps every unit of money, whatever is done in whatever order", { timeout: 60_000 }, async () => {
    const workspaceId = await the.aShop();
    const jobUid = await the.aJob(workspaceId);
    const quantity = fc.integer({ min: 1, max: 9000 });
    const step = fc.oneof(
      fc.record({ what: fc.constant("receive" as const), quantity, value: fc.integer({ min: 0, max: 100_000 }) }),
      fc.record({ what: fc.constantFrom("issue" as const, "giveBack" as const, "lose" as const, "count" as const), quantity }),
    );
    let at = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
        const uid = await stocked(workspaceId, 0, 0, { code: `P-${at++}` });
        for (const { what, ...amounts } of steps) {
          const { onHand } = await levels(uid);
          if (what === "count")
            await the.ask(the.owner, "counts.save", { workspaceId, items: [{ uid, counted: amounts.quantity, seen: onHand }] });
          else {
            const job = what === "issue" || what === "giveBack" ? { jobUid } : {};
            await the.ask(the.owner, `stock.${what}`, { workspaceId, uid, ...job, ...amounts });
          }
          const now = await levels(uid);
          if (now.onHand === 0) expect(now.value).toBe(0);
        }
        expect(await summed(uid)).toEqual(await levels(uid));
      }),
      { numRuns: 12 },
    );
  });
});

describe("a count", () => {
  it("corrects several items at once, and their values by the average", async () => {
    const workspaceId = await the.aShop();
    const [less, more, same, none] = [
      await stocked(workspaceId, 3000, 100, { bin: "B" }),
      await stocked(workspaceId, 2000, 101, { code: "A", bin: "A" }),
      await stocked(workspaceId, 1000, 5, { code: "C", bin: "C" }),
      await stocked(workspaceId, 0, 0, { code: "D", bin: "D" }),
    ];
    const sheet = await the.given(the.owner, "counts.sheet", { workspaceId });
    expect(sheet.items.map(({ bin }: { bin: string }) => bin)).toEqual(["A", "B", "C", "D"]);
    const items = [
      { uid: less, counted: 1000, seen: 3000 },
      { uid: more, counted: 3000, seen: 2000 },
      { uid: same, counted: 1000, seen: 1000 },
      { uid: none, counted: 4000, seen: 0 },
    ];
    expect(await the.code(the.member, "counts.save", { workspaceId, items })).toBe("forbidden");
    await the.given(the.owner, "counts.save", { workspaceId, items, note: "Year's end" });
    expect(await levels(less)).toEqual({ onHand: 1000, reserved: 0, value: 33 });
    expect(await levels(more)).toEqual({ onHand: 3000, reserved: 0, value: 152 });
    expect(await levels(same)).toEqual({ onHand: 1000, reserved: 0, value: 5 });
    expect(await levels(none)).toEqual({ onHand: 4000, reserved: 0, value: 0 });
    for (const uid of [less, more, same, none]) expect(await summed(uid)).toEqual(await levels(uid));
    const [last] = (await the.ask(the.owner, "stock.moves", { workspaceId, uid: same })).given.data;
    expect(last).toMatchObject({ move: "count", quantity: 0, value: 0, note: "Year's end" });
  });

  it("by two people at once counts once; the other sees what is there now", async () => {
    const workspaceId = await the.aShop();
    const [uid, other] = [await stocked(workspaceId, 5000, 500), await stocked(workspaceId, 5000, 500, { code: "B" })];
    const count = (counted: number) =>
      the.ask(the.owner, "counts.save", {
        workspaceId,
        items: [
          { uid: other, counted, seen: 5000 },
          { uid, counted, seen: 5000 },
        ],
      });
    const answers = await Promise.all([count(4000), count(3000), count(2000)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual(["conflict", "conflict", undefined]);
    const winner = [4000, 3000, 2000][answers.findIndex(({ code }) => code === undefined)];
    for (const one of [uid, other]) expect((await levels(one)).onHand).toBe(winner);
    expect(answers.find(({ code }) => code === "conflict")?.text).toContain(`"onHand":${winner}`);
  });

  it("is refused as a whole where an item was moved since, is below what is put aside, or is not there", async () => {
    const workspaceId = await the.aShop();
    const [uid, other] = [await stocked(workspaceId, 5000, 500), await stocked(workspaceId, 5000, 500, { code: "B" })];
    await the.given(the.owner, "reservations.save", { workspaceId, itemUid: uid, quantity: 2000, note: "Show room" });
    const count = (...items: object[]) => the.ask(the.owner, "counts.save", { workspaceId, items });
    const right = { uid: other, counted: 4000, seen: 5000 };
    const short = await count(right, { uid, counted: 1999, seen: 5000 });
    expect([short.code, short.text]).toEqual(["stockSetAside", expect.stringContaining("2 of “Sink 45” are set aside")]);
    expect((await count(right, { uid, counted: 3000, seen: 4999 })).code).toBe("conflict");
    expect((await count(right, { uid: uuidv7(), counted: 1, seen: 1 })).code).toBe("notFound");
    expect((await count(right, right)).code).toBe("invalidInput: items");
    expect(await levels(other)).toMatchObject({ onHand: 5000 });
    expect((await count(right, { uid, counted: 2000, seen: 5000 })).code).toBeUndefined();
  });
});

describe("what a member reads of stock", () => {
  it("has no money in it, nor has what they are answered", async () => {
    const workspaceId = await the.aShop();
    const jobUid = await the.aJob(workspaceId);
    const uid = await stocked(workspaceId, 9000, 777_777);
    const asked: [string, object][] = [
      ["stock.issue", { uid, jobUid, quantity: 1000 }],
      ["stock.giveBack", { uid, jobUid, quantity: 500 }],
      ["reservations.save", { itemUid: uid, jobUid, quantity: 500 }],
      ["stock.issue", { uid, jobUid, quantity: 9_000_000 }],
      ["stock.list", {}],
      ["stock.view", { uid }],
      ["stock.moves", { uid }],
      ["reservations.list", { itemUid: uid }],
      ["reservations.ofJob", { jobUid }],
    ];
    for (const [procedure, input] of asked) {
      const { text } = await the.ask(the.member, procedure, { workspaceId, ...input });
      expect([procedure, MONEY.test(text), text.includes("777777")]).toEqual([procedure, false, false]);
    }
    for (const [procedure, input] of [
      ["stock.view", { uid }],
      ["stock.moves", { uid }],
      ["reservations.ofJob", { jobUid }],
    ] as const)
      expect((await the.ask(the.owner, procedure, { workspaceId, ...input })).text).toMatch(MONEY);
  });
});

describe("the log of stock", () => {
  it("is only added to", async () => {
    const workspaceId = await the.aShop();
    await stocked(workspaceId, 1000, 1);
    for (const statement of [sql`update stock_moves set value = 0`, sql`delete from stock_moves`]) {
      const asRole = db().transaction(async (tx) => {
        await tx.execute(sql`select set_config('parley.workspace', ${workspaceId}, true), set_config('role', 'parley_trades', true)`);
        await tx.execute(statement);
      });
      await expect(asRole).rejects.toMatchObject({ cause: { message: expect.stringContaining("permission denied") } });
    }
  });
});
