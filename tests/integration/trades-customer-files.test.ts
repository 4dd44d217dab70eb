import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { callProcedure } from "#tests/factories/permissions/calls";
import { A_CUSTOMER, giveTrades, SHOP } from "#tests/factories/trades";
import { MOST_FILE_BYTES } from "@/features/trades/rules";
import { customers, workspaceEvents } from "@/server/db/schema";

const harness = useHarness();
const db = () => harness().app.services.db;
let owner: Awaited<ReturnType<typeof registerUser>>;
beforeEach(async () => {
  owner = await registerUser(harness());
  await giveTrades(db(), [owner.user.uid]);
});

const ask = (procedure: string, input: unknown) => callProcedure(harness(), owner.token, `trades.${procedure}`, input);
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked at
const given = async (procedure: string, input: unknown): Promise<any> => {
  const heard = await ask(procedure, input);
  if (heard.code) throw new Error(heard.text);
  return heard.given.data;
};
const aShop = async (): Promise<string> => (await given("workspace.create", SHOP)).uid;
const check = (workspaceId: string, text: string) => given("customerFiles.check", { workspaceId, text });
const take = async (workspaceId: string, text: string) =>
  given("customerFiles.take", { workspaceId, text, seen: (await check(workspaceId, text)).seen });
const whole = async (workspaceId: string, search: string) => {
  const { given: list } = await ask("customers.list", { workspaceId, search });
  return given("customers.view", { workspaceId, uid: list.data[0].uid });
};

const FILE = [
  "name;contact;role;email;phone;site;address;access;notes",
  'Lan Kitchens;Lan;Owner;LAN@example.com;+84 90;Villa;"12 Lê Lợi\nHuế";Code 4711;Pays late.',
  "Lan Kitchens;Minh;;;;Show room;;;",
  "مطابخ النيل;;;;;;;;",
].join("\r\n");

describe("customers from a file", () => {
  it("are compared first, then taken over with contacts and sites, and found", async () => {
    const workspaceId = await aShop();
    const plan = await check(workspaceId, FILE);
    expect(plan).toMatchObject({ problem: null, counts: { new: 2, changed: 0, same: 0, wrong: 0 } });
    expect(plan.rows[0]).toMatchObject({ line: 2, name: "Lan Kitchens", kind: "new", problems: [] });
    expect(await db().select().from(customers).where(eq(customers.workspaceId, workspaceId))).toEqual([]);
    expect(await take(workspaceId, FILE)).toEqual({ added: 2, changed: 0 });
    expect(await whole(workspaceId, "hue minh")).toMatchObject({
      name: "Lan Kitchens",
      version: 1,
      notes: "Pays late.",
      contacts: [
        { name: "Lan", role: "Owner", email: "lan@example.com", phone: "+84 90" },
        { name: "Minh", role: "", email: "", phone: "" },
      ],
      sites: [
        { name: "Villa", address: "12 Lê Lợi\nHuế", access: "Code 4711" },
        { name: "Show room", address: "", access: "" },
      ],
    });
    expect((await whole(workspaceId, "النيل")).contacts).toEqual([]);
    // The same once more does nothing, and is not noted.
    expect((await check(workspaceId, FILE)).counts).toEqual({ new: 0, changed: 0, same: 2, wrong: 0 });
    expect(await take(workspaceId, FILE)).toEqual({ added: 0, changed: 0 });
    const events = await db().select().from(workspaceEvents).where(eq(workspaceEvents.workspaceId, workspaceId));
    expect(events.filter(({ action }) => action === "customer.import")).toMatchObject([{ after: { added: 2, changed: 0 } }]);
  });

  it("add to what is there, and take nothing away", async () => {
    const workspaceId = await aShop();
    const before = await given("customers.save", { workspaceId, ...A_CUSTOMER });
    const text = "name,contact,phone,site,access\nNGUYỄN kitchens,lan nguyễn,+84 1,Villa,\nNguyễn Kitchens,Hoa,,Yard,Ring\n";
    const plan = await check(workspaceId, text);
    expect(plan.counts).toEqual({ new: 0, changed: 1, same: 0, wrong: 0 });
    expect(plan.rows[0].changes).toEqual([
      { column: "phone", of: "Lan Nguyễn", before: "+84 90 123 45 67", after: "+84 1" },
      { column: "contact", of: "", before: "", after: "Hoa" },
      { column: "site", of: "", before: "", after: "Yard" },
      { column: "access", of: "Yard", before: "", after: "Ring" },
    ]);
    expect(await take(workspaceId, text)).toEqual({ added: 0, changed: 1 });
    const after = await given("customers.view", { workspaceId, uid: before.uid });
    expect(after).toEqual({
      ...before,
      version: 2,
      contacts: [
        { ...before.contacts[0], phone: "+84 1" },
        { uid: expect.any(String), name: "Hoa", role: "", email: "", phone: "" },
      ],
      sites: [before.sites[0], { uid: expect.any(String), name: "Yard", address: "", access: "Ring" }],
    });
  });

  it("come back as the same from a file that was saved, also two of one name, and what spreadsheets take for a formula", async () => {
    const workspaceId = await aShop();
    const contacts = [
      { name: "=cmd()", phone: "+84 90", role: "-1" },
      { name: "Lan", email: "one@example.com" },
      { name: "Lan", email: "two@example.com" },
    ];
    await given("customers.save", { workspaceId, ...A_CUSTOMER, contacts, notes: 'She said "no";\nthen yes' });
    await given("customers.save", { workspaceId, name: "@home" });
    const { text } = await given("customerFiles.export", { workspaceId });
    expect(text).not.toMatch(/(^|[,\n])[=+@-]/);
    expect((await check(workspaceId, text)).counts).toEqual({ new: 0, changed: 0, same: 2, wrong: 0 });
    const path = `/api/user/personalization/trades/customerfile/get?workspaceId=${workspaceId}`;
    const { body } = await harness().call("GET", path, { token: owner.token, headers: { "accept-language": "vi" } });
    expect(body.data.text).toContain("name;contact;role;");
    expect((await check(workspaceId, body.data.text)).counts).toEqual({ new: 0, changed: 0, same: 2, wrong: 0 });
    const other = await aShop();
    expect(await take(other, text)).toEqual({ added: 2, changed: 0 });
    expect((await given("customerFiles.export", { workspaceId: other })).text).toBe(text);
  });

  it("are told line by line where something is wrong, and then none is taken over", async () => {
    const workspaceId = await aShop();
    const text = ["name,contact,email,phone", "Right,Lan,lan@example.com,", "Wrong,Minh,no address,", "Lost,,,+84 90", ",Nobody,,"].join(
      "\n",
    );
    const plan = await check(workspaceId, text);
    expect(plan.counts).toEqual({ new: 1, changed: 0, same: 0, wrong: 3 });
    expect(plan.rows.slice(1).map(({ problems }: { problems: unknown }) => problems)).toMatchObject([
      [{ line: 3, column: "email", key: "email" }],
      [{ line: 4, column: "contact", key: "required" }],
      [{ line: 5, column: "name" }],
    ]);
    expect((await ask("customerFiles.take", { workspaceId, text, seen: plan.seen })).code).toBe("wrongState");
    expect(await db().select().from(customers).where(eq(customers.workspaceId, workspaceId))).toEqual([]);
    // Two that are there already and have one name: nobody knows which is meant.
    await db()
      .insert(customers)
      .values([1, 2].map(() => ({ id: uuidv7(), workspaceId, name: "Twin" })));
    expect((await check(workspaceId, "name\ntwin\n")).rows).toMatchObject([
      { kind: "wrong", problems: [{ column: "name", key: "namesakes" }] },
    ]);
  });

  it("are compared anew where somebody has changed one meanwhile", async () => {
    const workspaceId = await aShop();
    const { uid } = await given("customers.save", { workspaceId, ...A_CUSTOMER });
    const text = "name,notes\nNguyễn Kitchens,Likes granite.\n";
    const { seen } = await check(workspaceId, text);
    await given("customers.save", { workspaceId, ...A_CUSTOMER, uid, version: 1, notes: "Pays now." });
    const late = await harness().call("POST", "/api/user/personalization/trades/customerfile/take", {
      token: owner.token,
      body: { workspaceId, text, seen },
    });
    expect(late.status).toBe(409);
    expect(late.body.current.rows[0].changes).toEqual([{ column: "notes", of: "", before: "Pays now.", after: "Likes granite." }]);
    expect((await given("customers.view", { workspaceId, uid })).notes).toBe("Pays now.");
  });

  it("are made once where one file is taken over twice at once", async () => {
    const workspaceId = await aShop();
    const { seen } = await check(workspaceId, FILE);
    const both = await Promise.all([1, 2].map(() => ask("customerFiles.take", { workspaceId, text: FILE, seen })));
    expect(both.map(({ code }) => code).toSorted()).toEqual(["conflict", undefined]);
    expect(await db().select().from(customers).where(eq(customers.workspaceId, workspaceId))).toHaveLength(2);
  });

  it.each([
    ["", "empty"],
    ["name\n", "empty"],
    ["contact\nLan\n", "columns"],
    ["name,name\nLan,Lan\n", "columns"],
    ["name,price\nLan,12\n", "columns"],
    [`${Array(10_000).fill("name").join(",")}\n`, "columns"],
    ['name\n"never closed\n', "quotes"],
    [`name\n${"x\n".repeat(2001)}`, "tooManyRows"],
    [`name\n${"x".repeat(200_000)}\n`, "rowTooLong"],
  ])("are none in %j: %s", async (text, problem) => {
    const workspaceId = await aShop();
    expect(await check(workspaceId, text)).toMatchObject({ problem: { is: problem }, rows: [] });
  });

  it("come in a file as large as the page sends it", async () => {
    const workspaceId = await aShop();
    const rows = Array.from({ length: 1500 }, (_, at) => `"رخام ${at}",${"ملاحظة ".repeat(8)}`);
    let text = `name,notes\n${rows.join("\n")}\n`;
    const sent = () => Buffer.byteLength(JSON.stringify(text));
    text += `Last,${"x".repeat(MOST_FILE_BYTES - sent() - 10)}\n`;
    expect(sent()).toBeGreaterThan(MOST_FILE_BYTES - 20);
    expect(sent()).toBeLessThanOrEqual(MOST_FILE_BYTES);
    expect((await check(workspaceId, text)).counts).toMatchObject({ new: 1500, wrong: 1 });
  });

  it("come in no file that takes more bytes than the page sends, however few its letters are", async () => {
    const workspaceId = await aShop();
    const text = `name\n${"é".repeat(128_000)}\n`;
    expect(text.length).toBeLessThan(MOST_FILE_BYTES);
    expect((await ask("customerFiles.check", { workspaceId, text })).code).toBe("invalidInput: text");
  });

  it("stand behind the contacts and sites that were there, also where these came with another customer", async () => {
    const workspaceId = await aShop();
    const save = (name: string, fields: object) => given("customers.save", { ...A_CUSTOMER, workspaceId, name, ...fields });
    const [kept, other] = [await save("Lan", { contacts: [], sites: [] }), await save("Minh", {})];
    await given("customers.merge", { workspaceId, uid: kept.uid, version: 1, otherUid: other.uid, otherVersion: 1 });
    await take(workspaceId, "name,contact,site\nLan,Hoa,Office\n");
    expect(await whole(workspaceId, "hoa")).toMatchObject({
      contacts: [{ name: A_CUSTOMER.contacts[0]?.name }, { name: "Hoa" }],
      sites: [{ name: A_CUSTOMER.sites[0]?.name }, { name: "Office" }],
    });
  });

  it("lose signs that no database keeps, and are read with the mark of their letters", async () => {
    const workspaceId = await aShop();
    expect(await take(workspaceId, "\uFEFFName,Notes\nLan\u0000,a\u0000b\n")).toEqual({ added: 1, changed: 0 });
    expect(await whole(workspaceId, "lan")).toMatchObject({ name: "Lan", notes: "ab" });
  });

  it("are found again by names that are kept without unseen signs, and whose letters JavaScript and the database make small differently", async () => {
    const workspaceId = await aShop();
    const text = [
      "name,contact,phone,site,address",
      "Lan\u200b Kit\u00adchens,Mi\u200bnh,1,Vil\u00adla,Huế",
      "İstanbul Mermer,İnci,2,,",
      "ΟΔΟΣ,ΝΙΚΟΣ,3,,",
    ].join("\n");
    expect(await take(workspaceId, text)).toEqual({ added: 3, changed: 0 });
    expect(await whole(workspaceId, "lan kitchens")).toMatchObject({ contacts: [{ name: "Minh" }], sites: [{ name: "Villa" }] });
    expect((await check(workspaceId, text)).counts).toEqual({ new: 0, changed: 0, same: 3, wrong: 0 });
    expect(await take(workspaceId, text)).toEqual({ added: 0, changed: 0 });
    expect((await check(workspaceId, (await given("customerFiles.export", { workspaceId })).text)).counts).toMatchObject({
      new: 0,
      same: 3,
    });
    // What the database takes for one name is one customer, in one file, too.
    const twice = "name,phone,contact\nΟΔΟΣ,4,ΝΙΚΟΣ\nοδοσ,5,Eleni\n";
    expect(await take(workspaceId, twice)).toEqual({ added: 0, changed: 1 });
    expect((await whole(workspaceId, "eleni")).contacts).toMatchObject([{ phone: "4" }, { name: "Eleni", phone: "5" }]);
  });

  it("come two thousand at a time", async () => {
    const workspaceId = await aShop();
    const row = (at: number) => `Customer ${at},Contact ${at},Site ${at},Street ${at}`;
    const text = `name,contact,site,address\n${Array.from({ length: 2000 }, (_, at) => row(at)).join("\n")}\n`;
    expect(await take(workspaceId, text)).toEqual({ added: 2000, changed: 0 });
    expect((await check(workspaceId, text)).counts).toMatchObject({ same: 2000, changed: 0 });
    expect((await whole(workspaceId, "1999")).sites).toMatchObject([{ address: "Street 1999" }]);
  });
});
