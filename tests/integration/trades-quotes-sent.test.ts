import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { aShop as newShop, type Shop } from "#tests/factories/isolation/shop";
import { mailsTo } from "#tests/factories/mails";
import { pagesOf } from "#tests/factories/pdf";
import { callProcedure } from "#tests/factories/permissions/calls";
import { aLine, aQuote, quoteFields } from "#tests/factories/quotes";
import { quotingIn } from "#tests/factories/quoting";
import { A_CUSTOMER, putIn, SHOP } from "#tests/factories/trades";
import { dayIn } from "@/lib/days";
import { idempotencyKeys, jobs, outboxMails, quotes, users } from "@/server/db/schema";
import { withWorkspace } from "@/server/db/workspace";

const harness = useHarness();
const db = () => harness().app.services.db;
let shop: Shop;
beforeAll(async () => {
  shop = await newShop(harness());
});

const { call, code, held, sent } = quotingIn(harness, () => shop);

describe("what was sent", () => {
  it("is found by its number, and by words of its title and of its customer's name, whatever their marks and digits", async () => {
    const { uid, number } = await aQuote(shop.ask, { title: "Đá granit, chœur de Sankt Æsk, Weiße ٤٥" });
    const found = async (search: string) =>
      (await call("quotes.list", { workspaceId: shop.workspaceId, search })).given.data.some((row: { uid: string }) => row.uid === uid);
    const letters = ["chœur", "CHOEUR", "æsk", "aesk", "weiße", "WEISSE", "٤٥", "۴۵", "weisse 45"];
    const eastern = new Intl.NumberFormat("ar-EG").format(number);
    for (const search of [`#${number}`, eastern, `#${eastern}`, "da GRANIT", "granit nguyen", ...letters])
      expect([search, await found(search)]).toEqual([search, true]);
    for (const search of ["%", "％", "zzz", String(number + 100_000)]) expect([search, await found(search)]).toEqual([search, false]);
  });

  it("reaches the customer by a mail whose link opens it, without what it costs or what the shop notes", async () => {
    const { token } = await sent({ notes: "Haggles", title: "For mail" });
    const mails = await mailsTo(harness(), "lan@example.com");
    expect(mails.filter(({ text }) => text?.includes(`/quote#${token}`))).toHaveLength(1);
    const offer = await callProcedure(harness(), undefined, "trades.quoteLinks.open", { token });
    expect(offer.given.data).toMatchObject({
      state: "open",
      kind: "quote",
      title: "For mail",
      customer: "Nguyễn Kitchens",
      totals: { total: 96_000 },
    });
    expect(offer.text).not.toMatch(/"cost"|"margin"|Haggles|"notes"|belowFloor/);
  });

  it("is handed over where the customer reads no mail: nothing is mailed, and its link opens it all the same", async () => {
    const { uid, version } = await aQuote(shop.ask, { title: "On paper" });
    const mailed = async () => (await db().select().from(outboxMails)).length;
    const before = await mailed();
    const given = await shop.ask("quotes.send", { uid, version, email: null });
    expect(given).toMatchObject({ state: "sent", sentTo: null, sentAt: expect.any(String), link: expect.any(String) });
    expect(await mailed()).toBe(before);
    // Asked for again it is as it was; a mail would be something else, and that neither is meant is no wish at all.
    expect(await code("quotes.send", { uid, version })).toBe("invalidInput");
    expect(await shop.ask("quotes.send", { uid, version, email: null })).toEqual(given);
    expect(await code("quotes.send", { uid, version, email: "lan@example.com" })).toBe("conflict");
    const token = String(given.link).split("#")[1] ?? "";
    expect(await held("open", { token })).toMatchObject({ state: "open", title: "On paper" });
    expect(await held("accept", { token, name: "Lan" })).toMatchObject({ state: "accepted" });
    const { job } = await shop.ask("quotes.view", { uid });
    const { data: story } = (await call("jobs.timeline", { workspaceId: shop.workspaceId, uid: job.uid })).given;
    const acts = story.filter(({ kind }: { kind: string }) => kind === "quote").map(({ act }: { act: string }) => act);
    expect(acts).toEqual(["accepted", "handedOver", "added"]);
  });

  it("by whoever has not confirmed their own address can be handed over, and not mailed", async () => {
    const { uid, version } = await aQuote(shop.ask);
    const own = eq(users.id, shop.owner.user.uid);
    const [was] = await db().select({ at: users.emailVerifiedAt }).from(users).where(own);
    await db().update(users).set({ emailVerifiedAt: null }).where(own);
    try {
      expect(await code("quotes.send", { uid, version, email: "lan@example.com" })).toBe("emailUnconfirmed");
      expect(await code("quotes.send", { uid, version, email: null })).toBeUndefined();
    } finally {
      await db()
        .update(users)
        .set({ emailVerifiedAt: was?.at ?? new Date() })
        .where(own);
    }
  });

  it("stays as it is, whoever writes the rows", async () => {
    const { quote } = await sent();
    expect(await code("quotes.save", { ...(await quoteFields(shop.ask)), uid: quote.uid, version: quote.version })).toBe("wrongState");
    expect(await code("quotes.delete", { uid: quote.uid, version: quote.version })).toBe("wrongState");
    const change = withWorkspace(db(), shop.workspaceId, (tx) => tx.update(quotes).set({ total: 1 }).where(eq(quotes.id, quote.uid)));
    await expect(change).rejects.toMatchObject({ cause: { constraint_name: "quotes_sent" } });
  });

  it("names whom and where it was offered for, and on which day, as it was then: also where the shop writes down others", async () => {
    const own = await newShop(harness());
    const draft = await aQuote(own.ask);
    const quote = await own.ask("quotes.send", { uid: draft.uid, version: draft.version, email: null });
    const token = String(quote.link).split("#")[1] ?? "";
    const seen = async () => {
      const { customer, site } = await held("open", { token });
      const files = [
        await call("quotes.pdf", { workspaceId: own.workspaceId, uid: quote.uid }, own.owner.token),
        await callProcedure(harness(), undefined, "trades.quoteLinks.pdf", { token }),
      ];
      return { customer, site, pages: await Promise.all(files.map(({ given }) => pagesOf(Buffer.from(given.content, "base64")))) };
    };
    const before = await seen();
    const { uid, version, contacts, sites, notes } = await own.ask("customers.view", { uid: quote.customer.uid });
    const moved = sites.map((site: object) => ({ ...site, address: "99 Other Road" }));
    const renamed = await own.ask("customers.save", { uid, version, name: "Somebody else", notes, contacts, sites: moved });
    const other = await own.ask("customers.save", { ...A_CUSTOMER, name: "Yet another" });
    await own.ask("customers.merge", { uid: other.uid, version: other.version, otherUid: uid, otherVersion: renamed.version });
    // It is always another day at one of the two.
    const away = ["Pacific/Pago_Pago", "Pacific/Kiritimati"];
    const timeZone = away.find((zone) => dayIn(new Date(), zone) !== dayIn(new Date(), SHOP.timeZone));
    await own.ask("workspace.save", { ...SHOP, version: 1, timeZone });
    expect(await seen()).toEqual(before);
    expect(before.customer).toBe(A_CUSTOMER.name);
    // The next revision is for whoever they are now.
    const { version: now } = await own.ask("quotes.view", { uid: quote.uid });
    const next = await own.ask("quotes.revise", { uid: quote.uid, version: now });
    const again = await own.ask("quotes.send", { uid: next.uid, version: next.version, email: null });
    const opened = await held("open", { token: String(again.link).split("#")[1] ?? "" });
    expect(opened).toMatchObject({ customer: "Yet another", site: "99 Other Road" });
  });

  it("is replaced by its next revision: the old link says so, and one number is taken once", async () => {
    const { quote, token } = await sent({ title: "First" });
    const draft = await shop.ask("quotes.revise", { uid: quote.uid, version: quote.version });
    expect(draft).toMatchObject({ number: quote.number, revision: 2, state: "draft", title: "First", link: null });
    // Until the next one is sent, the customer can still take the first.
    expect(await held("open", { token })).toMatchObject({ state: "open" });
    const next = await shop.ask("quotes.send", { uid: draft.uid, version: draft.version, email: "lan@example.com" });
    expect(await held("open", { token })).toMatchObject({ state: "replaced" });
    expect(await held("accept", { token, name: "Lan" })).toMatchObject({ code: "quoteClosed" });
    expect(next.revisions).toMatchObject([
      { revision: 2, state: "sent" },
      { revision: 1, state: "superseded" },
    ]);
  });

  it("that went to the wrong address is read there no longer once its next revision went to another", async () => {
    const { quote, token } = await sent({ title: "To somebody else" });
    const draft = await shop.ask("quotes.revise", { uid: quote.uid, version: quote.version });
    const next = await shop.ask("quotes.send", { uid: draft.uid, version: draft.version, email: "right@example.com" });
    expect(await held("open", { token })).toMatchObject({ code: "linkInvalid" });
    expect(await held("pdf", { token })).toMatchObject({ code: "linkInvalid" });
    expect(await held("open", { token: String(next.link).split("#")[1] ?? "" })).toMatchObject({ state: "open" });
    expect(await shop.ask("quotes.view", { uid: quote.uid })).toMatchObject({ state: "superseded", link: null });
  });

  it("is revised once under a key, also where the draft was sent before the answer is asked for again", async () => {
    const { quote } = await sent();
    const seen = { workspaceId: shop.workspaceId, uid: quote.uid, version: quote.version };
    const key = randomUUID();
    const revise = () => callProcedure(harness(), shop.owner.token, "trades.quotes.revise", seen, key);
    const first = await revise();
    const { uid, version } = first.given.data;
    await shop.ask("quotes.send", { uid, version, email: "lan@example.com" });
    expect((await revise()).text).toBe(first.text);
    // As where the process died before it had kept the answer.
    await db().delete(idempotencyKeys).where(eq(idempotencyKeys.key, key));
    expect((await revise()).given.data).toMatchObject({ uid, revision: 2, state: "sent" });
  });

  it("is read by its own link alone", async () => {
    const { token } = await sent();
    const [workspace = "", key = ""] = token.split(".");
    const other = await newShop(harness());
    for (const wrong of ["", "x", key, `${workspace}.`, `${other.workspaceId}.${key}`, `${workspace}.${key.slice(0, -2)}AA`, `${token}.x`])
      expect(await held("open", { token: wrong })).toMatchObject({ code: "linkInvalid" });
  });

  it("goes once for whoever asks twice; what else is asked of it meanwhile is told", async () => {
    const { uid, version } = await aQuote(shop.ask, { title: "Asked for twice" });
    const to = `${randomUUID()}@example.com`;
    const first = await shop.ask("quotes.send", { uid, version, email: to });
    // Pressed again by a page that has heard of nothing, and by one that has.
    for (const seen of [version, first.version]) expect(await shop.ask("quotes.send", { uid, version: seen, email: to })).toEqual(first);
    expect(await mailsTo(harness(), to)).toHaveLength(1);
    expect(await code("quotes.send", { uid, version, email: "other@example.com" })).toBe("conflict");
    // Somebody else was quicker.
    await shop.ask("quotes.answer", { uid, version: first.version, accepted: false, reason: "Too late" });
    for (const seen of [version, first.version]) expect(await code("quotes.send", { uid, version: seen, email: to })).toBe("conflict");
    expect(await mailsTo(harness(), to)).toHaveLength(1);
  });

  it.each([
    ["without a line", { pieces: [], lines: [] }, "invalidInput"],
    ["once its last day is over", { validUntil: "2020-01-01" }, "invalidInput"],
  ])("is not sent %s", async (_, given, refused) => {
    const { uid, version } = await aQuote(shop.ask, given);
    expect(await code("quotes.send", { uid, version, email: "lan@example.com" })).toBe(refused);
  });

  it("is of its job's customer alone: the job stays theirs from the first draft on, and for somebody else's nothing is sent", async () => {
    const fields = await quoteFields(shop.ask);
    const job = await shop.ask("jobs.save", { title: "Enquiry", customerUid: fields.customerUid });
    const { uid, version } = await shop.ask("quotes.save", { ...fields, jobUid: job.uid });
    const { uid: other } = await shop.ask("customers.save", { name: "Builder" });
    const moved = { uid: job.uid, version: job.version, title: "Enquiry", customerUid: other };
    expect((await call("jobs.save", { workspaceId: shop.workspaceId, ...moved })).code).toBe("invalidInput: customerUid");
    expect(await shop.ask("jobs.view", { uid: job.uid })).toMatchObject({ customer: { uid: fields.customerUid }, version: job.version });
    // As it could be done before that was refused.
    await db().update(jobs).set({ customerId: other }).where(eq(jobs.id, job.uid));
    const email = `${randomUUID()}@example.com`;
    for (const to of [email, null]) {
      const { code: refused } = await call("quotes.send", { workspaceId: shop.workspaceId, uid, version, email: to });
      expect(refused).toBe("invalidInput: jobUid");
    }
    expect(await mailsTo(harness(), email)).toEqual([]);
    expect(await shop.ask("quotes.view", { uid })).toMatchObject({ state: "draft", version, sentAt: null });
    expect((await shop.ask("jobs.view", { uid: job.uid })).state).toBe("enquiry");
    // The way back to whom everything of it is for is open.
    await shop.ask("jobs.save", { ...moved, customerUid: fields.customerUid });
    await shop.ask("quotes.send", { uid, version, email });
    expect(await mailsTo(harness(), email)).toHaveLength(1);
  });

  it("is sent while somebody saves it: one of the two comes first, and neither stands in the other's way", async () => {
    const base = await quoteFields(shop.ask);
    const { uid: jobUid } = await shop.ask("jobs.save", { title: "Bench", customerUid: base.customerUid });
    for (let round = 0; round < 10; round++) {
      const fields = { ...base, kind: "variation", jobUid, title: "More" };
      const { uid, version } = await shop.ask("quotes.save", fields);
      const heard = await Promise.all([
        call("quotes.save", { workspaceId: shop.workspaceId, ...fields, uid, version, title: "More of it" }),
        call("quotes.send", { workspaceId: shop.workspaceId, uid, version, email: null }),
      ]);
      expect(heard.map(({ code: said }) => said ?? "done").filter((said) => said === "done")).toHaveLength(1);
      expect(heard.map(({ code: said }) => said)).not.toContain("unavailable");
    }
  });

  it("is not sent with a tax that has changed since it was saved: it is kept with today's, shown once, and goes as that", async () => {
    const own = await newShop(harness());
    const saveTax = async (given: object) => (await own.ask("pricing.saveTax", { name: "VAT", category: "S", ...given })).taxes[0];
    const before = await saveTax({ rate: 1900 });
    const lines = [aLine({ price: 100_000 }), aLine({ price: 200_000, taxUid: before.uid })];
    const draft = await aQuote(own.ask, { lines });
    expect(draft.totals).toMatchObject({ net: 306_000, tax: 58_140 });
    const email = `${randomUUID()}@example.com`;
    const send = (seen: { version: number }, about = { uid: draft.uid, email }) =>
      call("quotes.send", { workspaceId: own.workspaceId, version: seen.version, ...about }, own.owner.token);

    const { uid, version } = before;
    await saveTax({ uid, version, rate: 2000 });
    const refused = await send(draft);
    const now = JSON.parse(refused.text).error.json.data.current;
    expect(refused.code).toBe("previewOutdated");
    expect(now).toMatchObject({ state: "draft", version: draft.version + 1, totals: { net: 306_000, tax: 61_200 }, sentAt: null });
    // Its prices are those of its version of them.
    expect(now.lines.map(({ price }: { price: number }) => price)).toEqual([2500, 100_000, 200_000]);
    expect(await own.ask("quotes.view", { uid: draft.uid })).toMatchObject({ version: now.version, total: 367_200 });
    // Who has not seen that is told it, and nothing has gone.
    expect((await send(draft)).code).toBe("conflict");
    expect(await mailsTo(harness(), email)).toEqual([]);
    const { given } = await send(now);
    expect(given.data).toMatchObject({ state: "sent", total: 367_200 });
    expect(await mailsTo(harness(), email)).toHaveLength(1);

    // The next revision has today's tax; that one is called otherwise holds nothing up.
    await saveTax({ uid, version: version + 1, rate: 2100 });
    const next = await own.ask("quotes.revise", { uid: draft.uid, version: given.data.version });
    expect(next.totals).toMatchObject({ net: 306_000, tax: 64_260 });
    expect(next.total).toBe(370_260);
    await saveTax({ uid, version: version + 2, rate: 2100, name: "Value added tax" });
    expect((await send(next, { uid: next.uid, email })).given.data).toMatchObject({ state: "sent", total: 370_260 });
    expect(await own.ask("quotes.view", { uid: draft.uid })).toMatchObject({ state: "superseded", total: 367_200 });
  });

  it("gives no more away than a manager may; the owner may", async () => {
    const manager = await registerUser(harness());
    await putIn(db(), shop.workspaceId, manager.user.uid, "manager");
    const { uid, version } = await aQuote(shop.ask, { lines: [aLine({ discount: 2000 })], pieces: [] });
    expect(await code("quotes.send", { uid, version, email: "lan@example.com" }, manager.token)).toBe("discountTooLarge");
    expect(await code("quotes.send", { uid, version, email: "lan@example.com" })).toBeUndefined();
  });

  it("gives no more away than a manager may by what the customer can choose, nor by what a line takes back", async () => {
    const manager = await registerUser(harness());
    await putIn(db(), shop.workspaceId, manager.user.uid, "manager");
    const send = ({ uid, version }: { uid: string; version: number }) => code("quotes.send", { uid, version, email: null }, manager.token);
    const [small, back] = [aLine({ price: 100 }), aLine({ quantity: -1000, price: 900_000 })];
    const whole = aLine({ price: 1_000_000 });
    for (const lines of [
      [small, aLine({ price: 1_000_000, discount: 9000, optional: true })],
      [whole, back],
    ]) {
      const quote = await aQuote(shop.ask, { lines, pieces: [] });
      expect(quote.givenAway).toBeGreaterThan(1000);
      expect(await send(quote)).toBe("discountTooLarge");
      const seen = await call("quotes.view", { workspaceId: shop.workspaceId, uid: quote.uid }, manager.token);
      expect(seen.given.data).toMatchObject({ state: "draft", overLimit: true });
    }
    expect(
      await send(await aQuote(shop.ask, { lines: [small, { ...whole, discount: 1000, optional: true }], pieces: [] })),
    ).toBeUndefined();
  });

  it("that changes a job may take out of it what it was sold for, and no more: as prices are written, without their tax", async () => {
    const taxed = await newShop(harness());
    await taxed.ask("pricing.saveTax", { name: "VAT", rate: 1900, category: "S", usual: true });
    const manager = await registerUser(harness());
    await putIn(db(), taxed.workspaceId, manager.user.uid, "manager");
    const { uid, version } = await aQuote(taxed.ask, { lines: [aLine({ price: 1_000_000 })], pieces: [] });
    const quote = await taxed.ask("quotes.send", { uid, version, email: null });
    expect(quote.totals).toMatchObject({ net: 1_000_000, total: 1_190_000 });
    const { job } = await taxed.ask("quotes.answer", { uid, version: quote.version, accepted: true, name: "Lan" });
    const taking = async (price: number) => {
      const about = { kind: "variation", jobUid: job.uid, customerUid: quote.customer.uid, siteUid: null, pieces: [] };
      const lines = [aLine({ price: 2_000_000 }), aLine({ quantity: -1000, price })];
      const variation = await aQuote(taxed.ask, { ...about, lines });
      const fields = { workspaceId: taxed.workspaceId, uid: variation.uid, version: variation.version, email: null };
      return (await call("quotes.send", fields, manager.token)).code;
    };
    expect(await taking(1_000_001)).toBe("discountTooLarge");
    expect(await taking(1_000_000)).toBeUndefined();
  });

  it("that changes a job takes back what was sold at the rate at which it was sold, and adds at today's", async () => {
    const own = await newShop(harness());
    const saveTax = async (given: object) => (await own.ask("pricing.saveTax", { name: "VAT", category: "S", ...given })).taxes[0];
    const tax = await saveTax({ rate: 1900 });
    const { uid, version } = await aQuote(own.ask, { lines: [aLine({ price: 1_000_000 })], pieces: [] });
    const quote = await own.ask("quotes.send", { uid, version, email: null });
    const { job } = await own.ask("quotes.answer", { uid, version: quote.version, accepted: true, name: "Lan" });
    const about = { kind: "variation", jobUid: job.uid, customerUid: quote.customer.uid, siteUid: null, pieces: [] };
    const lines = [aLine({ price: 100_000 }), aLine({ quantity: -1000, price: 50_000 })];
    const draft = await aQuote(own.ask, { ...about, lines });
    await saveTax({ uid: tax.uid, version: tax.version, rate: 2000 });
    const fields = { workspaceId: own.workspaceId, uid: draft.uid, version: draft.version, email: null };
    const refused = await call("quotes.send", fields, own.owner.token);
    expect(refused.code).toBe("previewOutdated");
    const now = JSON.parse(refused.text).error.json.data.current;
    expect(now.lines.map((line: { tax: { rate: number } }) => line.tax.rate)).toEqual([2000, 1900]);
    expect(now.totals).toMatchObject({ net: 50_000, tax: 20_000 - 9_500 });
  });
});
