import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { CATALOGUES } from "#tests/factories/catalogues";
import { issued } from "#tests/factories/invoices";
import { aShop as newShop, type Shop } from "#tests/factories/isolation/shop";
import { mailsTo } from "#tests/factories/mails";
import { joined, pagesOf } from "#tests/factories/pdf";
import { callProcedure } from "#tests/factories/permissions/calls";
import { aLine, aPiece, aQuote, quoteFields } from "#tests/factories/quotes";
import { quotingIn } from "#tests/factories/quoting";
import { A_CUSTOMER, putIn, SHOP } from "#tests/factories/trades";
import { whileHeld } from "#tests/factories/waiting";
import { dayIn } from "@/lib/days";
import { idempotencyKeys, jobPieces, jobs, notifications, outboxMails, quotes, tasks, users } from "@/server/db/schema";
import { withWorkspace } from "@/server/db/workspace";

const harness = useHarness();
const db = () => harness().app.services.db;
let shop: Shop;
beforeAll(async () => {
  shop = await newShop(harness());
});

const { call, code, held, sent } = quotingIn(harness, () => shop);

describe("a draft", () => {
  it("has lines for its pieces with the prices of the list, and those written by hand; totals and margin follow", async () => {
    const quote = await aQuote(shop.ask, { pieces: [aPiece({ count: 2 })], discount: { is: "rate", rate: 1000 } });
    expect(quote).toMatchObject({ revision: 1, state: "draft", currency: "VND", link: null });
    expect(quote.lines).toMatchObject([
      // Two fronts of 2.4 m at 2,500.
      { source: "pieces", code: "EDGE-20", quantity: 4800, price: 2500, amounts: { gross: 12_000 } },
      { source: "hand", text: "Delivery", amounts: { gross: 90_000 } },
    ]);
    expect(quote.totals).toMatchObject({ lines: 102_000, discount: 10_200, net: 91_800, cost: 54_320 });
    expect(quote).toMatchObject({ margin: 4083, givenAway: 1000, belowFloor: false, overLimit: false });
  });

  it("is numbered without gaps, by whoever makes ones at once", async () => {
    const own = await newShop(harness());
    const fields = { workspaceId: own.workspaceId, ...(await quoteFields(own.ask)) };
    const made = await Promise.all(
      Array.from({ length: 10 }, () => callProcedure(harness(), own.owner.token, "trades.quotes.save", fields)),
    );
    expect(made.map(({ given }) => given.data.number).toSorted((a: number, b: number) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it("tells whoever saves what somebody else has changed meanwhile", async () => {
    const fields = await quoteFields(shop.ask);
    const { uid, version } = await shop.ask("quotes.save", fields);
    await shop.ask("quotes.save", { ...fields, uid, version, title: "Island" });
    const late = await call("quotes.save", { workspaceId: shop.workspaceId, ...fields, uid, version, title: "Bath" });
    expect(late.code).toBe("conflict");
    expect(late.text).toContain("Island");
  });

  it("of a variation stays of a job, whatever is said of its kind", async () => {
    const fields = await quoteFields(shop.ask);
    const { uid: jobUid } = await shop.ask("jobs.save", { title: "Bench", customerUid: fields.customerUid });
    const { uid, version } = await shop.ask("quotes.save", { ...fields, kind: "variation", jobUid });
    for (const kind of [undefined, "quote"])
      expect((await call("quotes.save", { workspaceId: shop.workspaceId, ...fields, uid, version, kind })).code).toBe(
        "invalidInput: jobUid",
      );
    expect(await shop.ask("quotes.save", { ...fields, uid, version, jobUid })).toMatchObject({ kind: "variation", job: { uid: jobUid } });
  });

  it.each([
    ["a code that the list does not have", { pieces: [aPiece({ code: "NONE" })] }],
    ["a piece of no length", { pieces: [aPiece({ length: 0 })] }],
    ["a customer's job that is another's", { jobUid: "0198c5d2-1111-7000-8000-000000000000" }],
    ["a variation of nothing", { kind: "variation" }],
    ["more off than there is", { lines: [aLine({ discount: 10_001 })] }],
    ["a line of nothing", { lines: [aLine({ text: " " })] }],
  ])("refuses %s", async (_, wrong) => expect(await code("quotes.save", await quoteFields(shop.ask, wrong))).toBe("invalidInput"));

  it("does not come to more than can be worked out, nor cost more, options among it: the list stays to be read", async () => {
    const most = { quantity: 10 ** 9, price: 10 ** 9 };
    const beyond = [
      [aLine({ ...most, price: 10 ** 10 })],
      [aLine({ ...most, cost: 10 ** 10 })],
      [aLine(most), aLine({ quantity: -1000, price: 1 })],
      [aLine(most), aLine({ optional: true, price: 1 })],
    ];
    for (const lines of beyond) {
      const fields = { workspaceId: shop.workspaceId, ...(await quoteFields(shop.ask, { pieces: [], lines })) };
      expect((await call("quotes.save", fields)).code).toBe("invalidInput: lines");
    }
    // The very most is, with a tax of as much again.
    const taxed = await newShop(harness());
    await taxed.ask("pricing.saveTax", { name: "VAT", rate: 10_000, category: "S", usual: true });
    expect(await aQuote(taxed.ask, { pieces: [], lines: [aLine(most)] })).toMatchObject({ totals: { total: 2 * 10 ** 15 } });
    for (const { workspaceId, owner } of [shop, taxed])
      expect((await call("quotes.list", { workspaceId }, owner.token)).code).toBeUndefined();
  });
});

describe("whom it is for", () => {
  it("stays while there is a quote, and takes it along where two customers become one", async () => {
    const { quote } = await sent();
    const { uid, version, contacts, sites, name, notes } = await shop.ask("customers.view", { uid: quote.customer.uid });
    expect(await code("customers.delete", { uid, version })).toBe("customerHasQuotes");
    const other = sites.filter((site: { uid: string }) => site.uid !== quote.site.uid);
    expect(await code("customers.save", { uid, version, name, notes, contacts, sites: other })).toBe("siteHasQuotes");
    const kept = await shop.ask("customers.save", A_CUSTOMER);
    await shop.ask("customers.merge", { uid: kept.uid, version: kept.version, otherUid: uid, otherVersion: version });
    expect(await shop.ask("quotes.view", { uid: quote.uid })).toMatchObject({ customer: { uid: kept.uid }, site: { uid: quote.site.uid } });
  });
});

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
});

describe("an answer", () => {
  it("that takes it makes one job with pieces and tasks, though fifty give it at once", async () => {
    const standard = await shop.ask("standards.save", { title: "Measure" });
    const { templates } = await shop.ask("templates.save", {
      name: "Bench",
      steps: [{ standardUid: standard.tasks[0].uid, offsetDays: 1, waits: false }],
    });
    const { quote, token } = await sent({
      title: "Fifty",
      templateUid: templates[0].uid,
      pieces: [aPiece({ count: 3 })],
      lines: [aLine(), aLine({ text: "Upstand", optional: true, price: 40_000 })],
    });
    const before = quote.totals.total;
    const answers = await Promise.all(Array.from({ length: 50 }, () => held("accept", { token, name: "Lan Nguyễn", options: [2] })));
    expect(new Set(answers.map((answer) => answer.state ?? answer.code))).toEqual(new Set(["accepted"]));
    const now = await shop.ask("quotes.view", { uid: quote.uid });
    expect(now).toMatchObject({ state: "converted", answer: { name: "Lan Nguyễn" }, job: { title: "Fifty", state: "won" } });
    expect(now.totals.total).toBe(before + 40_000);
    const found = await withWorkspace(db(), shop.workspaceId, async (tx) => ({
      jobs: await tx.select().from(jobs).where(eq(jobs.title, "Fifty")),
      pieces: await tx.select().from(jobPieces).where(eq(jobPieces.quoteId, quote.uid)),
      tasks: await tx
        .select()
        .from(tasks)
        .where(and(eq(tasks.jobId, now.job.uid), eq(tasks.title, "Measure"))),
    }));
    expect([found.jobs.length, found.pieces.length, found.tasks.length]).toEqual([1, 3, 1]);
    // The template may go: what was made by it stays.
    const [{ uid, version }] = templates;
    expect((await shop.ask("templates.delete", { uid, version })).templates).toEqual([]);
    expect(await shop.ask("quotes.view", { uid: quote.uid })).toMatchObject({ state: "converted", templateUid: null });
    expect(found.pieces[0]).toMatchObject({ length: 2400, width: 600, state: "waiting", jobId: now.job.uid });
  });

  it("to an enquiry brings that on, to quoted and then won", async () => {
    const fields = await quoteFields(shop.ask);
    const job = await shop.ask("jobs.save", { title: "Enquiry", customerUid: fields.customerUid });
    const { uid, version } = await shop.ask("quotes.save", { ...fields, jobUid: job.uid });
    const quote = await shop.ask("quotes.send", { uid, version, email: "lan@example.com" });
    const standing = await shop.ask("jobs.view", { uid: job.uid });
    expect(standing.state).toBe("quoted");
    // What one customer was offered is not accepted for another one's job.
    const { uid: other } = await shop.ask("customers.save", { name: "Builder" });
    const moved = { uid: job.uid, version: standing.version, title: "Enquiry", customerUid: other };
    expect(await code("jobs.save", moved)).toBe("invalidInput");
    expect(await shop.ask("jobs.save", { ...moved, title: "Bench", customerUid: fields.customerUid })).toMatchObject({ title: "Bench" });
    await shop.ask("quotes.answer", { uid, version: quote.version, accepted: true, name: "By phone" });
    expect((await shop.ask("jobs.view", { uid: job.uid })).state).toBe("won");
  });

  it("to a variation adds to its job, and leaves where that stands", async () => {
    const { quote, token } = await sent({ title: "Base" });
    await held("accept", { token, name: "Lan" });
    const { job, customer } = await shop.ask("quotes.view", { uid: quote.uid });
    const more = await aQuote(shop.ask, { kind: "variation", customerUid: customer.uid, siteUid: null, jobUid: job.uid, title: "More" });
    const change = await shop.ask("quotes.send", { uid: more.uid, version: more.version, email: "lan@example.com" });
    const accepted = await held("accept", { token: String(change.link).split("#")[1], name: "Lan" });
    expect(accepted).toMatchObject({ state: "accepted", kind: "variation" });
    expect(await shop.ask("quotes.view", { uid: more.uid })).toMatchObject({ state: "converted", job: { uid: job.uid, state: "won" } });
    const pieces = await withWorkspace(db(), shop.workspaceId, (tx) => tx.select().from(jobPieces).where(eq(jobPieces.jobId, job.uid)));
    expect(pieces).toHaveLength(2);
  });

  it("stands though its template's tasks have no room in the job, and those who manage the shop are told", async () => {
    const own = await newShop(harness());
    const { tasks: standards } = await own.ask("standards.save", { title: "Measure" });
    const step = { standardUid: standards[0].uid, offsetDays: 1, waits: false };
    const { templates } = await own.ask("templates.save", { name: "Long", steps: Array.from({ length: 100 }, () => step) });
    const fields = await quoteFields(own.ask);
    const { uid: jobUid } = await own.ask("jobs.save", { title: "Full", customerUid: fields.customerUid });
    for (let time = 0; time < 2; time++) await own.ask("templates.use", { uid: templates[0].uid, jobUid, startOn: "2026-05-04" });
    const { uid, version } = await own.ask("quotes.save", { ...fields, jobUid, templateUid: templates[0].uid });
    const { version: seen, link } = await own.ask("quotes.send", { uid, version, email: "lan@example.com" });
    // Whoever manages it can do something about it.
    const answer = { workspaceId: own.workspaceId, uid, version: seen, accepted: true, name: "Lan" };
    expect((await call("quotes.answer", answer, own.owner.token)).code).toMatch(/^invalidInput/);
    expect(await held("accept", { token: String(link).split("#")[1], name: "Lan" })).toMatchObject({ state: "accepted" });
    expect(await own.ask("quotes.view", { uid })).toMatchObject({ state: "converted", job: { uid: jobUid, state: "won" } });
    const told = await db().select().from(notifications).where(eq(notifications.userId, own.owner.user.uid));
    expect(told.map(({ kind }) => kind).toSorted()).toEqual(["trades_quote_accepted", "trades_tasks_missing"]);
  });

  it("that declines says why, and the shop can offer anew", async () => {
    const { quote, token } = await sent();
    expect(await held("decline", { token, reason: "" })).toMatchObject({ code: "invalidInput" });
    expect(await held("decline", { token, reason: "Too dear." })).toMatchObject({ state: "declined" });
    expect(await held("accept", { token, name: "Lan" })).toMatchObject({ code: "quoteClosed" });
    const now = await shop.ask("quotes.view", { uid: quote.uid });
    expect(now).toMatchObject({ state: "declined", answer: { reason: "Too dear." } });
    expect(await shop.ask("quotes.revise", { uid: now.uid, version: now.version })).toMatchObject({ revision: 2 });
  });

  it("comes while the next revision is being sent: one of them is told, and neither waits for the other for ever", async () => {
    const { quote, token } = await sent();
    const draft = await shop.ask("quotes.revise", { uid: quote.uid, version: quote.version });
    const [accepted, late] = await whileHeld<{ code: string | undefined }>(
      db(),
      (tx) => tx.select().from(quotes).where(eq(quotes.id, quote.uid)).for("update"),
      () => held("accept", { token, name: "Lan" }),
      async () => ({ code: await code("quotes.send", { uid: draft.uid, version: draft.version, email: "lan@example.com" }) }),
    );
    expect([accepted?.code, late?.code]).toEqual([undefined, "revisionTaken"]);
  });

  it("is written down once by whoever says it twice; another one meanwhile is told", async () => {
    const lines = [aLine(), aLine({ text: "Upstand", optional: true, price: 40_000 })];
    const { quote } = await sent({ title: "Said twice", pieces: [aPiece()], lines });
    const taken = { uid: quote.uid, accepted: true, name: "Lan", options: [2] };
    const first = await shop.ask("quotes.answer", { ...taken, version: quote.version });
    for (const version of [quote.version, first.version]) expect(await shop.ask("quotes.answer", { ...taken, version })).toEqual(first);
    const made = await withWorkspace(db(), shop.workspaceId, (tx) => tx.select().from(jobs).where(eq(jobs.title, "Said twice")));
    expect(made).toHaveLength(1);
    const others = [{ name: "Linh" }, { options: [] }, { accepted: false, reason: "No" }];
    for (const other of others) expect(await code("quotes.answer", { ...taken, ...other, version: quote.version })).toBe("conflict");

    const refused = await sent();
    const no = { uid: refused.quote.uid, version: refused.quote.version, accepted: false, reason: "Too dear" };
    const said = await shop.ask("quotes.answer", no);
    expect(await shop.ask("quotes.answer", no)).toEqual(said);
    expect(await code("quotes.answer", { ...no, reason: "Too late" })).toBe("conflict");
    // Offered anew since: what was said is of before.
    const draft = await shop.ask("quotes.revise", { uid: said.uid, version: said.version });
    await shop.ask("quotes.send", { uid: draft.uid, version: draft.version, email: "lan@example.com" });
    expect(await code("quotes.answer", no)).toBe("conflict");

    // Signed by the customer meanwhile.
    const signed = await sent();
    await held("accept", { token: signed.token, name: "Lan", strokes: [[[1, 1]]] });
    const { uid, version } = signed.quote;
    expect(await code("quotes.answer", { uid, version, accepted: true, name: "Lan" })).toBe("conflict");
  });

  it("comes too late once the last day is over by the shop's clocks", async () => {
    const { quote, token } = await sent();
    await db().execute(`alter table quotes disable trigger quotes_sent`);
    await db().update(quotes).set({ validUntil: "2020-01-01" }).where(eq(quotes.id, quote.uid));
    await db().execute(`alter table quotes enable trigger quotes_sent`);
    expect(await held("open", { token })).toMatchObject({ state: "expired" });
    expect(await held("accept", { token, name: "Lan" })).toMatchObject({ code: "quoteClosed" });
  });
});

describe("the document", () => {
  it.each(["en", "fr", "vi", "cn", "ar"] as const)("says in %s what is asked for, to whoever holds the link too", async (language) => {
    const { quote, token } = await sent({ language, title: "Sơn Trà 岩石 رخام", terms: "Half in advance." });
    const pdf = await call("quotes.pdf", { workspaceId: shop.workspaceId, uid: quote.uid });
    const text = (await pagesOf(Buffer.from(pdf.given.content, "base64"))).join("");
    for (const said of ["Nguyễn Kitchens", "Delivery", "Half in advance.", "岩石"]) expect(text).toContain(joined(said));
    const linked = await callProcedure(harness(), undefined, "trades.quoteLinks.pdf", { token });
    expect(linked.given.name).toBe(pdf.given.name);
  });

  it("says who took it, and what else has become of it: that is what its customer keeps", async () => {
    const document = async (token: string) => {
      const { given } = await callProcedure(harness(), undefined, "trades.quoteLinks.pdf", { token });
      return (await pagesOf(Buffer.from(given.content, "base64"))).join("");
    };
    const { acceptedBy, declined, replaced, expired } = CATALOGUES.en.trades.document.marks;
    const [by] = joined(acceptedBy.replace("{name}", "Lan Nguyen")).split("{day}");

    const signed = await sent({ language: "en" });
    const told = [by, declined, replaced, expired].map((text) => joined(text ?? ""));
    const before = await document(signed.token);
    expect(told.filter((text) => before.includes(text))).toEqual([]);
    await held("accept", { token: signed.token, name: "Lan Nguyen" });
    expect(await document(signed.token)).toContain(by);

    const refused = await sent({ language: "en" });
    await held("decline", { token: refused.token, reason: "Too dear" });
    expect(await document(refused.token)).toContain(joined(declined));
    const draft = await shop.ask("quotes.revise", {
      uid: refused.quote.uid,
      version: (await shop.ask("quotes.view", { uid: refused.quote.uid })).version,
    });
    await shop.ask("quotes.send", { uid: draft.uid, version: draft.version, email: "lan@example.com" });
    expect(await document(refused.token)).toContain(joined(replaced));

    const late = await sent({ language: "en" });
    await db().execute(`alter table quotes disable trigger quotes_sent`);
    await db().update(quotes).set({ validUntil: "2020-01-01" }).where(eq(quotes.id, late.quote.uid));
    await db().execute(`alter table quotes enable trigger quotes_sent`);
    expect(await document(late.token)).toContain(joined(expired));
  });

  it("names each piece, numbers every page, and says a long note once", async () => {
    const own = await newShop(harness());
    const { version, ...settings } = await own.ask("pricing.settings", {});
    const note = `${"All stone is checked before it leaves us. ".repeat(20)}Thank you.`;
    await own.ask("pricing.saveSettings", { version, ...settings, seller: { ...settings.seller, name: "Stone & Sons", note } });
    const pieces = Array.from({ length: 40 }, (_, at) => aPiece({ label: `Shelf no. ${at + 1}`, length: 1000 + at, count: 2 }));
    const quote = await aQuote(own.ask, { language: "en", pieces: [...pieces, aPiece({ label: "", edges: {} })] });
    const pdf = await call("quotes.pdf", { workspaceId: own.workspaceId, uid: quote.uid }, own.owner.token);
    const pages = await pagesOf(Buffer.from(pdf.given.content, "base64"));
    expect(pages.length).toBeGreaterThan(2);
    pages.forEach((page, at) => {
      expect(page).toContain(joined(`Page ${at + 1} of ${pages.length}`));
    });
    const text = pages.join("");
    pieces.forEach(({ label, length }) => {
      expect(text).toContain(joined(`${label} front: Pencil round`));
      expect(text).toContain(joined(`${length.toLocaleString("en")} × 600 mm 2 pieces`));
    });
    expect(text).toContain(joined("Piece 41 2,400 × 600 mm"));
    for (const once of ["Thank you.", "What Quantity Price Amount"]) expect(text.split(joined(once))).toHaveLength(2);
  });
});

describe("what people do at one moment", () => {
  let own: Shop;
  beforeAll(async () => {
    own = await newShop(harness());
  });
  const { held: asked } = quotingIn(harness, () => own);
  const ask = (procedure: string, input: object) =>
    callProcedure(harness(), own.owner.token, `trades.${procedure}`, { workspaceId: own.workspaceId, ...input });
  const ROUNDS = 12;
  /** What was answered, each time: nobody is told to ask later, because two waited for each other. */
  const atOnce = async (things: () => Promise<(() => Promise<{ code: string | undefined }>)[]>) => {
    for (let round = 0; round < ROUNDS; round++) {
      const heard = await Promise.all((await things()).map((thing) => thing()));
      const codes = heard.map(({ code: said }) => said?.split(":")[0]);
      expect(codes).not.toContain("unavailable");
      expect(codes.filter((said) => said === undefined).length).toBeGreaterThan(0);
    }
  };
  const sentTo = async (given: object) => {
    const { uid, version } = await aQuote(own.ask, given);
    const quote = await own.ask("quotes.send", { uid, version, email: "lan@example.com" });
    return { quote, token: String(quote.link).split("#")[1] ?? "" };
  };
  const mergingIn = async (uid: string) => {
    const { version: otherVersion } = await own.ask("customers.view", { uid });
    const kept = await own.ask("customers.save", A_CUSTOMER);
    return () => ask("customers.merge", { uid: kept.uid, version: kept.version, otherUid: uid, otherVersion });
  };

  it("to a job's quote and to its next revision, which is saved while the customer takes the one before, stands in nobody's way", () =>
    atOnce(async () => {
      const fields = await quoteFields(own.ask);
      const { uid: jobUid } = await own.ask("jobs.save", { title: "Bench", customerUid: fields.customerUid });
      const { quote, token } = await sentTo({ ...fields, jobUid });
      const next = await own.ask("quotes.revise", { uid: quote.uid, version: quote.version });
      return [
        () => ask("quotes.save", { ...fields, jobUid, uid: next.uid, version: next.version, title: "More" }),
        () => asked("accept", { token, name: "Lan" }),
      ];
    }));

  it("to a quote whose customer becomes part of another one is done before or after that", async () => {
    await atOnce(async () => {
      const { quote, token } = await sentTo({});
      return [() => asked("accept", { token, name: "Lan" }), await mergingIn(quote.customer.uid)];
    });
    await atOnce(async () => {
      const { quote } = await sentTo({});
      return [() => ask("quotes.revise", { uid: quote.uid, version: quote.version }), await mergingIn(quote.customer.uid)];
    });
    await atOnce(async () => {
      const { quote } = await sentTo({});
      const next = await own.ask("quotes.revise", { uid: quote.uid, version: quote.version });
      return [() => ask("quotes.send", { uid: next.uid, version: next.version, email: null }), await mergingIn(quote.customer.uid)];
    });
  });

  it("to an invoice whose customer becomes part of another one is done before or after that", () =>
    atOnce(async () => {
      const invoice = await issued(own.ask);
      const { customer } = await own.ask("jobs.view", { uid: invoice.job.uid });
      return [() => ask("invoices.credit", { uid: invoice.uid, version: invoice.version }), await mergingIn(customer.uid)];
    }));

  it("to a quote whose template goes is done before or after that", () =>
    atOnce(async () => {
      const { tasks: standards } = await own.ask("standards.save", { title: `Visit ${randomUUID()}` });
      const steps = [{ standardUid: standards.at(-1).uid, offsetDays: 0, waits: false }];
      const name = `Kitchen ${randomUUID()}`;
      const { templates } = await own.ask("templates.save", { name, steps });
      const template = templates.find((one: { name: string }) => one.name === name);
      const { quote } = await sentTo({ templateUid: template.uid });
      return [
        () => ask("quotes.revise", { uid: quote.uid, version: quote.version }),
        () => ask("templates.delete", { uid: template.uid, version: template.version }),
      ];
    }));
});
