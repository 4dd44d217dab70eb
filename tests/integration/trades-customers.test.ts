import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { callProcedure } from "#tests/factories/permissions/calls";
import { aPrice } from "#tests/factories/pricing";
import { A_CUSTOMER, giveTrades, putIn, SHOP } from "#tests/factories/trades";
import { customerSites, customers, customerTerms, workspaceEvents } from "@/server/db/schema";

const harness = useHarness();
const db = () => harness().app.services.db;
type Person = Awaited<ReturnType<typeof registerUser>>;

const ask = (person: Person, procedure: string, input: unknown) =>
  callProcedure(harness(), person.token, `trades.customers.${procedure}`, input);
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked at
const given = async (call: ReturnType<typeof ask>): Promise<any> => {
  const heard = await call;
  if (!heard.given) throw new Error(heard.text);
  return heard.given;
};
const code = async (call: ReturnType<typeof ask>) => (await call).code;

let owner: Person;
let member: Person;
beforeAll(async () => {
  [owner, member] = await Promise.all([registerUser(harness()), registerUser(harness())]);
  await giveTrades(db(), [owner.user.uid]);
});

/** A shop of its own for each test. */
async function aShop(): Promise<string> {
  const { given: made } = await callProcedure(harness(), owner.token, "trades.workspace.create", SHOP);
  await putIn(db(), made.data.uid, member.user.uid);
  return made.data.uid;
}

const keep = async (workspaceId: string, fields: object = {}) =>
  (await given(ask(owner, "save", { workspaceId, ...A_CUSTOMER, ...fields }))).data;
const found = async (workspaceId: string, search: string) =>
  (await given(ask(owner, "list", { workspaceId, search }))).data.map(({ name }: { name: string }) => name);

describe("a customer", () => {
  it("is kept with contacts and sites, and shown in the list by the first of each", async () => {
    const workspaceId = await aShop();
    const kept = await keep(workspaceId);
    expect(kept).toEqual({
      uid: expect.any(String),
      version: 1,
      name: A_CUSTOMER.name,
      notes: A_CUSTOMER.notes,
      priceListUid: null,
      contacts: [{ uid: expect.any(String), ...A_CUSTOMER.contacts[0] }],
      sites: [{ uid: expect.any(String), ...A_CUSTOMER.sites[0] }],
    });
    expect((await given(ask(owner, "view", { workspaceId, uid: kept.uid }))).data).toEqual(kept);
    expect(await given(ask(owner, "list", { workspaceId }))).toEqual({
      data: [
        {
          uid: kept.uid,
          name: A_CUSTOMER.name,
          version: 1,
          contact: { name: "Lan Nguyễn", phone: "+84 90 123 45 67" },
          address: "12 Lê Lợi\nHuế",
          sites: 1,
        },
      ],
      meta: { total: 1 },
    });
  });

  it("shows its notes to those alone who manage the workspace", async () => {
    const workspaceId = await aShop();
    const { uid } = await keep(workspaceId);
    const { given: seen, text } = await ask(member, "view", { workspaceId, uid });
    expect(seen.data).toMatchObject({ name: A_CUSTOMER.name, sites: [{ access: "Code 4711" }] });
    expect(text).not.toContain("notes");
    expect(text).not.toContain(A_CUSTOMER.notes);
    expect(await code(ask(member, "save", { workspaceId, ...A_CUSTOMER }))).toBe("forbidden");
  });

  it("has a price list of its own, which a member hears nothing of, and whose prices hold for it", async () => {
    const workspaceId = await aShop();
    const prices = async (procedure: string, input: object = {}) =>
      (await given(callProcedure(harness(), owner.token, `trades.${procedure}`, { workspaceId, ...input }))).data;
    const [usual, trade] = [await aPrice(prices, "Retail"), await aPrice(prices, "Trade")];
    for (const { uid, version } of [usual, trade]) await prices("prices.publish", { uid, version, validFrom: "2020-01-01" });
    const { uid } = await keep(workspaceId);
    expect(await prices("prices.holding", { customerUid: uid })).toMatchObject({ uid: usual.uid });
    const kept = await keep(workspaceId, { uid, version: 1, priceListUid: trade.list.uid });
    expect(kept.priceListUid).toBe(trade.list.uid);
    expect(await prices("prices.holding", { customerUid: uid })).toMatchObject({ uid: trade.uid });
    const { given: seen, text } = await ask(member, "view", { workspaceId, uid });
    expect(seen.data.name).toBe(A_CUSTOMER.name);
    expect(text).not.toContain("priceList");
    expect(text).not.toContain(trade.list.uid);
    // Neither what is not there nor another shop's.
    const elsewhere = await aShop();
    const late = { workspaceId: elsewhere, ...A_CUSTOMER, priceListUid: trade.list.uid };
    expect(await ask(owner, "save", late)).toMatchObject({ code: "invalidInput: priceListUid" });
    // A file says nothing of it, and leaves it as it is.
    const file = { workspaceId, text: `name,notes\n${A_CUSTOMER.name},Pays at once.` };
    const { data: plan } = await given(callProcedure(harness(), owner.token, "trades.customerFiles.check", file));
    await given(callProcedure(harness(), owner.token, "trades.customerFiles.take", { ...file, seen: plan.seen }));
    expect((await given(ask(owner, "view", { workspaceId, uid }))).data).toMatchObject({
      notes: "Pays at once.",
      priceListUid: trade.list.uid,
    });
  });

  it("keeps the ids of contacts and sites that stay, in the order that they are given", async () => {
    const workspaceId = await aShop();
    const before = await keep(workspaceId, { sites: [{ name: "One" }, { name: "Two" }] });
    const [one, two] = before.sites;
    const fields = { uid: before.uid, version: 1, contacts: [], sites: [{ name: "New" }, { ...two, access: "Ring twice" }] };
    const after = await keep(workspaceId, fields);
    expect(after.version).toBe(2);
    expect(after.sites).toEqual([
      { uid: expect.any(String), name: "New", address: "", access: "" },
      { ...two, access: "Ring twice" },
    ]);
    expect(after.contacts).toEqual([]);
    expect(after.sites.map(({ uid }: { uid: string }) => uid)).not.toContain(one.uid);
    const other = await keep(workspaceId);
    // Another customer's site is not moved by naming it.
    const stolen = { uid: other.uid, version: 1, sites: [{ ...two }] };
    const { sites } = await keep(workspaceId, stolen);
    expect(sites).toEqual([{ ...two, uid: expect.any(String), access: two.access }]);
    expect(sites[0].uid).not.toBe(two.uid);
    const [still] = await db().select().from(customerSites).where(eq(customerSites.id, two.uid));
    expect(still?.customerId).toBe(before.uid);
  });

  it("answers a change of what was changed meanwhile with all of it as it is now", async () => {
    const workspaceId = await aShop();
    const { uid } = await keep(workspaceId);
    const save = (name: string) => ({ workspaceId, ...A_CUSTOMER, uid, version: 1, name });
    expect(await code(ask(owner, "save", save("First")))).toBeUndefined();
    const path = "/api/user/personalization/trades/customer/save";
    const late = await harness().call("POST", path, { token: owner.token, body: save("Second") });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ code: "conflict", current: { uid, name: "First", version: 2, contacts: [{ name: "Lan Nguyễn" }] } });
    expect(await code(ask(owner, "delete", { workspaceId, uid, version: 1 }))).toBe("conflict");
    expect(await code(ask(owner, "save", { workspaceId, ...A_CUSTOMER, uid }))).toBe("invalidInput: version");
  });

  it("is made once for a call that is sent again", async () => {
    const workspaceId = await aShop();
    const make = () =>
      harness().call("POST", "/api/user/personalization/trades/customer/save", {
        token: owner.token,
        body: { workspaceId, ...A_CUSTOMER },
        headers: { "idempotency-key": workspaceId },
      });
    await Promise.all([make(), make()]);
    expect((await given(ask(owner, "list", { workspaceId }))).meta.total).toBe(1);
  });

  it("goes with contacts, sites and words", async () => {
    const workspaceId = await aShop();
    const { uid } = await keep(workspaceId);
    expect(await code(ask(owner, "delete", { workspaceId, uid, version: 1 }))).toBeUndefined();
    expect(await db().select().from(customerSites).where(eq(customerSites.customerId, uid))).toEqual([]);
    expect(await db().select().from(customerTerms).where(eq(customerTerms.customerId, uid))).toEqual([]);
    expect(await code(ask(owner, "view", { workspaceId, uid }))).toBe("notFound");
  });

  it("leaves in the log what was done, and nothing of whom", async () => {
    const workspaceId = await aShop();
    const { uid } = await keep(workspaceId);
    await keep(workspaceId, { uid, version: 1, name: "Renamed" });
    const events = await db()
      .select()
      .from(workspaceEvents)
      .where(eq(workspaceEvents.workspaceId, workspaceId))
      .orderBy(workspaceEvents.at);
    expect(events.slice(1).map(({ action, after }) => [action, after])).toEqual([
      ["customer.add", null],
      // Contacts and sites were given without their ids: they are others.
      ["customer.edit", { fields: ["name", "contacts", "sites"] }],
    ]);
    for (const secret of ["Nguyễn", "Lan", "4711", "Renamed"]) expect(JSON.stringify(events)).not.toContain(secret);
  });
});

describe("a search", () => {
  it("finds by name, contact, number and address, whatever marks are typed, and by all of its words", async () => {
    const workspaceId = await aShop();
    await keep(workspaceId);
    await keep(workspaceId, { name: "مطابخ النيل", contacts: [], sites: [{ name: "الفيلا", address: "شارع النيل" }] });
    await keep(workspaceId, { name: "石材之家", contacts: [], sites: [] });
    expect(await found(workspaceId, "nguyen")).toEqual([A_CUSTOMER.name]);
    expect(await found(workspaceId, "kitch lan")).toEqual([A_CUSTOMER.name]);
    expect(await found(workspaceId, "lan nobody")).toEqual([]);
    expect(await found(workspaceId, "84901234567")).toEqual([A_CUSTOMER.name]);
    expect(await found(workspaceId, "le loi hue")).toEqual([A_CUSTOMER.name]);
    expect(await found(workspaceId, "النيل")).toEqual(["مطابخ النيل"]);
    expect(await found(workspaceId, "石材")).toEqual(["石材之家"]);
    expect(await found(workspaceId, "!!!")).toEqual([]);
    // Notes and ways in are not searched: they show to fewer.
    expect(await found(workspaceId, "4711")).toEqual([]);
    expect(await found(workspaceId, "late")).toEqual([]);
  });

  it("shows ten a page by name, and counts all", async () => {
    const workspaceId = await aShop();
    await db()
      .insert(customers)
      .values(Array.from({ length: 12 }, (_, at) => ({ id: uuidv7(), workspaceId, name: `Customer ${String.fromCharCode(76 - at)}` })));
    const first = await given(ask(owner, "list", { workspaceId }));
    const second = await given(ask(owner, "list", { workspaceId, page: 2 }));
    const names = [...first.data, ...second.data].map(({ name }: { name: string }) => name);
    expect([first.data.length, second.data.length, first.meta.total]).toEqual([10, 2, 12]);
    expect(names).toEqual(names.toSorted());
  });
});

describe("merging", () => {
  it("makes one of two, with what both had", async () => {
    const workspaceId = await aShop();
    const [kept, other] = [await keep(workspaceId), await keep(workspaceId, { name: "Nguyen Ltd", notes: "Likes granite." })];
    const pair = { workspaceId, uid: kept.uid, version: 1, otherUid: other.uid, otherVersion: 1 };
    const { data: one } = await given(ask(owner, "merge", pair));
    expect(one).toEqual({
      ...kept,
      version: 2,
      notes: "Pays late.\n\nLikes granite.",
      contacts: [...kept.contacts, ...other.contacts],
      sites: [...kept.sites, ...other.sites],
    });
    expect((await given(ask(owner, "list", { workspaceId }))).meta.total).toBe(1);
    // The answer was lost on its way: asked again it is done, once.
    expect((await given(ask(owner, "merge", pair))).data).toEqual(one);
    expect((await given(ask(owner, "merge", { ...pair, version: 2 }))).data).toEqual(one);
    const third = await keep(workspaceId, { name: "A third" });
    expect(await code(ask(owner, "merge", { ...pair, uid: third.uid }))).toBe("notFound");
    expect(await code(ask(owner, "merge", { ...pair, version: 2, otherUid: uuidv7() }))).toBe("notFound");
  });

  it("puts what comes behind what is there, each time", async () => {
    const workspaceId = await aShop();
    const named = (...names: string[]) =>
      keep(workspaceId, { contacts: names.map((name) => ({ name })), sites: names.map((name) => ({ name, address: name })) });
    const [kept, second, third] = [await named("A"), await named("B", "C"), await named("D")];
    for (const [at, other] of [second, third].entries())
      await given(ask(owner, "merge", { workspaceId, uid: kept.uid, version: at + 1, otherUid: other.uid, otherVersion: 1 }));
    const { data: one } = await given(ask(owner, "view", { workspaceId, uid: kept.uid }));
    for (const parts of [one.contacts, one.sites]) expect(parts.map(({ name }: { name: string }) => name)).toEqual(["A", "B", "C", "D"]);
  });

  it("keeps the first one's price list, or else takes the other's", async () => {
    const workspaceId = await aShop();
    const lists: { uid: string; name: string }[] = [];
    for (const name of ["Retail", "Trade"]) {
      const made = await given(callProcedure(harness(), owner.token, "trades.prices.saveList", { workspaceId, name }));
      lists.push(...made.data.lists.filter((one: { name: string }) => one.name === name));
    }
    const withList = (at?: number) => keep(workspaceId, { priceListUid: at === undefined ? null : lists[at]?.uid });
    const [none, first, second] = [await withList(), await withList(0), await withList(1)];
    const taken = await given(ask(owner, "merge", { workspaceId, uid: none.uid, version: 1, otherUid: first.uid, otherVersion: 1 }));
    expect(taken.data.priceListUid).toBe(lists[0]?.uid);
    const kept = await given(ask(owner, "merge", { workspaceId, uid: second.uid, version: 1, otherUid: none.uid, otherVersion: 2 }));
    expect(kept.data.priceListUid).toBe(lists[1]?.uid);
  });

  it("is refused of one with itself, of what was changed meanwhile, and of too much", async () => {
    const workspaceId = await aShop();
    const many = Array.from({ length: 11 }, (_, at) => ({ name: `Contact ${at}` }));
    const [kept, other] = [await keep(workspaceId, { contacts: many }), await keep(workspaceId, { contacts: many })];
    const pair = { workspaceId, uid: kept.uid, version: 1, otherUid: other.uid, otherVersion: 1 };
    expect(await code(ask(owner, "merge", { ...pair, otherUid: kept.uid }))).toBe("wrongState");
    expect(await code(ask(owner, "merge", { ...pair, otherVersion: 2 }))).toBe("conflict");
    expect(await code(ask(owner, "merge", pair))).toBe("mergeTooLarge");
    // Two whose notes do not find room in one lose nothing of them; with a letter less they do.
    const [long, short] = [await keep(workspaceId, { notes: "x".repeat(3990) }), await keep(workspaceId, { notes: "y".repeat(9) })];
    const noted = { workspaceId, uid: long.uid, version: 1, otherUid: short.uid, otherVersion: 1 };
    const refused = await ask(owner, "merge", noted);
    expect(refused.code).toBe("mergeTooLarge");
    expect(refused.text).toContain("notes");
    expect((await given(ask(owner, "list", { workspaceId }))).meta.total).toBe(4);
    await given(ask(owner, "save", { ...A_CUSTOMER, workspaceId, uid: short.uid, version: 1, notes: "y".repeat(8) }));
    const { data: one } = await given(ask(owner, "merge", { ...noted, otherVersion: 2 }));
    expect(one.notes).toHaveLength(4000);
  });
});
