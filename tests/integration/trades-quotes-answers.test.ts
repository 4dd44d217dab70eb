import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { aShop as newShop, type Shop } from "#tests/factories/isolation/shop";
import { aLine, aPiece, aQuote, quoteFields } from "#tests/factories/quotes";
import { quotingIn } from "#tests/factories/quoting";
import { whileHeld } from "#tests/factories/waiting";
import { jobPieces, jobs, notifications, quotes, tasks } from "@/server/db/schema";
import { withWorkspace } from "@/server/db/workspace";

const harness = useHarness();
const db = () => harness().app.services.db;
let shop: Shop;
beforeAll(async () => {
  shop = await newShop(harness());
});

const { call, code, held, sent } = quotingIn(harness, () => shop);

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
