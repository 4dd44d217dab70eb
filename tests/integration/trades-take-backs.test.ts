import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { aShop as newShop, type Shop } from "#tests/factories/isolation/shop";
import { callProcedure } from "#tests/factories/permissions/calls";
import { aLine, aPiece, aQuote, quoteFields } from "#tests/factories/quotes";
import { quotingIn } from "#tests/factories/quoting";
import { jobPieces, notifications, workspaceEvents } from "@/server/db/schema";
import { withWorkspace } from "@/server/db/workspace";

const harness = useHarness();
const db = () => harness().app.services.db;
let shop: Shop;
beforeAll(async () => {
  shop = await newShop(harness());
});

const { call, code, held, sent } = quotingIn(harness, () => shop);

describe("an acceptance that was written down by mistake", () => {
  const accept = async (given: object = {}, options: number[] = []) => {
    const { quote, token } = await sent(given);
    const taken = await shop.ask("quotes.answer", { uid: quote.uid, version: quote.version, accepted: true, name: "Lan", options });
    return { sent: quote, quote: taken, token, jobUid: taken.job.uid as string };
  };
  const back = ({ uid, version }: { uid: string; version: number }) => ({ uid, version, reason: "Another customer" });
  /** What a refusal says is done by it. */
  const usedBy = async (quote: { uid: string; version: number }) => {
    const { code: refused, text } = await call("quotes.takeBack", { workspaceId: shop.workspaceId, ...back(quote) });
    return [refused, text];
  };
  const piecesOf = (uid: string) =>
    withWorkspace(db(), shop.workspaceId, (tx) => tx.select().from(jobPieces).where(eq(jobPieces.quoteId, uid)));

  it("is taken back with its reason: open as it was sent, with what came with it gone and what people did since left", async () => {
    const { tasks: standards } = await shop.ask("standards.save", { title: "Template visit" });
    const standard = standards.find(({ title }: { title: string }) => title === "Template visit");
    const step = { standardUid: standard.uid, offsetDays: 1, waits: false };
    const { templates } = await shop.ask("templates.save", { name: "By mistake", steps: [step, step] });
    const template = templates.find(({ name }: { name: string }) => name === "By mistake");
    const lines = [aLine(), aLine({ text: "Upstand", optional: true, price: 40_000 })];
    const given = { templateUid: template.uid, pieces: [aPiece({ count: 2 })], lines };
    const { sent: before, quote, token, jobUid } = await accept(given, [2]);
    expect(quote).toMatchObject({ state: "converted", mayTakeBack: true });
    expect(quote.total).toBeGreaterThan(before.total);
    await shop.ask("tasks.save", { jobUid, title: "Call them" });
    const { tasks: made } = await shop.ask("tasks.ofJob", { jobUid });
    const visit = made.find(({ title }: { title: string }) => title === "Template visit");
    await shop.ask("notes.save", { taskUid: visit.uid, body: "Gate code 12" });
    expect(await code("quotes.takeBack", { uid: quote.uid, version: quote.version, reason: " " })).toBe("invalidInput");
    expect(await code("quotes.takeBack", { ...back(quote), version: quote.version - 1 })).toBe("conflict");

    const open = await shop.ask("quotes.takeBack", back(quote));
    expect(open).toMatchObject({
      state: "sent",
      total: before.total,
      mayTakeBack: false,
      answeredAt: null,
      answer: { reason: "Another customer" },
    });
    expect(open.lines.map(({ chosen }: { chosen: boolean }) => chosen)).toEqual(open.lines.map(() => false));
    expect(open.job).toMatchObject({ uid: jobUid, state: "quoted" });
    expect(await piecesOf(quote.uid)).toEqual([]);
    const { tasks: left } = await shop.ask("tasks.ofJob", { jobUid });
    expect(left.map(({ title }: { title: string }) => title)).toEqual(["Call them"]);
    const { data: story } = (await call("jobs.timeline", { workspaceId: shop.workspaceId, uid: jobUid })).given;
    expect(story).toContainEqual(expect.objectContaining({ kind: "quote", act: "takenBack", quoteUid: quote.uid }));
    expect(story).toContainEqual(expect.objectContaining({ kind: "note", body: "Gate code 12", on: null }));
    // Taken back once, and not by sending it anew.
    expect(await code("quotes.takeBack", back(open))).toBe("wrongState");

    // The customer reads it as it was, without the shop's reason, and takes it: of one job, with its pieces.
    const offer = await callProcedure(harness(), undefined, "trades.quoteLinks.open", { token });
    expect(offer.given.data).toMatchObject({ state: "open", signedBy: null });
    expect(offer.text).not.toContain("Another customer");
    expect(await held("accept", { token, name: "Lan" })).toMatchObject({ state: "accepted" });
    const now = await shop.ask("quotes.view", { uid: quote.uid });
    expect(now).toMatchObject({ state: "converted", mayTakeBack: false, job: { uid: jobUid, state: "won" } });
    expect(await piecesOf(quote.uid)).toHaveLength(2);
    // What the customer said themselves is not the shop's to take back.
    expect(await code("quotes.takeBack", back(now))).toBe("wrongState");
  });

  it("is not sent anew in its place", async () => {
    const { quote } = await accept();
    expect(await code("quotes.send", { uid: quote.uid, version: quote.version, email: "other@example.com" })).toBe("wrongState");
  });

  it("of a variation leaves the job where it stands, and what was agreed before", async () => {
    const { quote, jobUid } = await accept();
    const about = { kind: "variation", customerUid: quote.customer.uid, siteUid: null, jobUid };
    const more = await aQuote(shop.ask, about);
    expect(await usedBy(quote)).toEqual(["answerUsed", expect.stringContaining("a variation of the job is based on it")]);
    const change = await shop.ask("quotes.send", { uid: more.uid, version: more.version, email: "lan@example.com" });
    const taken = await shop.ask("quotes.answer", { uid: more.uid, version: change.version, accepted: true, name: "Lan" });
    expect(await shop.ask("quotes.takeBack", back(taken))).toMatchObject({ state: "sent", job: { uid: jobUid, state: "won" } });
    expect([await piecesOf(more.uid), (await piecesOf(quote.uid)).length]).toEqual([[], 1]);
  });

  it("stays where its job was invoiced since, also as a draft, until that is gone", async () => {
    const { quote, jobUid } = await accept();
    const draft = await shop.ask("invoices.draft", { jobUid, kind: "deposit", rate: 1000 });
    expect(await usedBy(quote)).toEqual(["answerUsed", expect.stringContaining("an invoice has been made since")]);
    await shop.ask("invoices.delete", { uid: draft.uid, version: draft.version });
    expect(await shop.ask("quotes.takeBack", back(quote))).toMatchObject({ state: "sent" });
  });

  it("does not stay for an invoice that was credited in full", async () => {
    const { quote, jobUid } = await accept();
    const draft = await shop.ask("invoices.draft", { jobUid, kind: "deposit", rate: 1000 });
    const issued = await shop.ask("invoices.issue", { uid: draft.uid, version: draft.version });
    expect((await usedBy(quote))[0]).toBe("answerUsed");
    const credit = await shop.ask("invoices.credit", { uid: issued.uid, version: issued.version });
    await shop.ask("invoices.issue", { uid: credit.uid, version: credit.version });
    expect(await shop.ask("quotes.takeBack", back(quote))).toMatchObject({ state: "sent" });
  });

  it("stays where pieces were measured again, until they are as they were ordered; what was dropped goes", async () => {
    const { quote, jobUid } = await accept({ pieces: [aPiece({ count: 2 })] });
    const pieces = async () => (await call("pieces.list", { workspaceId: shop.workspaceId, jobUid })).given.data;
    const [{ uid, version, label, length, width, grain }, other] = await pieces();
    const measured = await shop.ask("pieces.save", { uid, version, label, length: length - 3, width, grain });
    expect(await usedBy(quote)).toEqual(["answerUsed", expect.stringContaining("remeasured")]);
    expect(await piecesOf(quote.uid)).toHaveLength(2);
    await shop.ask("pieces.save", { uid, version: measured.version, label, length, width, grain });
    await shop.ask("pieces.move", { uid: other.uid, version: other.version, to: "dropped", reason: "They do without" });
    expect(await shop.ask("quotes.takeBack", back(quote))).toMatchObject({ state: "sent" });
    expect(await piecesOf(quote.uid)).toEqual([]);
  });

  it("that the customer confirms by their own link is theirs from then on", async () => {
    const lines = [aLine(), aLine({ text: "Upstand", optional: true, price: 40_000 })];
    const { quote, token } = await accept({ lines }, [2]);
    const strokes = [[[1, 1] as const, [2, 2] as const]];
    // What they take was not written down.
    expect(await held("accept", { token, name: "Lan", strokes, options: [] })).toMatchObject({ code: "quoteClosed" });
    expect(await held("accept", { token, name: "Lan", strokes, options: [2] })).toMatchObject({ state: "accepted" });
    const now = await shop.ask("quotes.view", { uid: quote.uid });
    expect(now).toMatchObject({ state: "converted", mayTakeBack: false, answer: { name: "Lan", strokes } });
    const told = await db().select().from(notifications).where(eq(notifications.kind, "trades_quote_accepted"));
    expect(told.filter(({ values }) => values.number === String(quote.number))).toHaveLength(1);
    expect(await code("quotes.takeBack", back(now))).toBe("wrongState");
    // Once more, it is as it was.
    expect(await held("accept", { token, name: "Lan", strokes, options: [2] })).toMatchObject({ state: "accepted" });
    expect((await shop.ask("quotes.view", { uid: quote.uid })).version).toBe(now.version);
  });

  it("leaves the next revision that somebody works on", async () => {
    const { quote, token } = await sent();
    const draft = await shop.ask("quotes.revise", { uid: quote.uid, version: quote.version });
    const taken = await shop.ask("quotes.answer", { uid: quote.uid, version: quote.version, accepted: true, name: "Lan", options: [] });
    expect(await code("quotes.send", { uid: draft.uid, version: draft.version, email: "lan@example.com" })).toBe("revisionTaken");
    await shop.ask("quotes.takeBack", back(taken));
    expect(await shop.ask("quotes.view", { uid: draft.uid })).toMatchObject({ state: "draft", revision: 2 });
    // What the customer themselves takes is not offered otherwise, and what somebody wrote of it stays to be read.
    await held("accept", { token, name: "Lan" });
    expect(await code("quotes.send", { uid: draft.uid, version: draft.version, email: "lan@example.com" })).toBe("revisionTaken");
    const more = { ...(await quoteFields(shop.ask)), uid: draft.uid, version: draft.version, title: "Worked on for an hour" };
    expect(await shop.ask("quotes.save", more)).toMatchObject({ state: "draft", title: "Worked on for an hour" });
  });

  it("leaves the next revision, too, once the customer signs it, and is shown with the time at which they did", async () => {
    const { quote, token } = await sent();
    const draft = await shop.ask("quotes.revise", { uid: quote.uid, version: quote.version });
    const taken = await shop.ask("quotes.answer", { uid: quote.uid, version: quote.version, accepted: true, name: "Lan", options: [] });
    const strokes = [[[1, 1] as const, [2, 2] as const]];
    const offer = await held("accept", { token, name: "Lan", strokes });
    expect(await shop.ask("quotes.view", { uid: draft.uid })).toMatchObject({ state: "draft", version: draft.version });
    const now = await shop.ask("quotes.view", { uid: quote.uid });
    expect(Date.parse(now.answeredAt)).toBeGreaterThan(Date.parse(taken.answeredAt));
    expect(offer.answeredAt).toBe(now.answeredAt);
  });

  it("stays the customer's own where their signature began before the shop had written it down", async () => {
    const { quote, token } = await accept();
    await held("accept", { token, name: "Lan" });
    await db()
      .update(workspaceEvents)
      .set({ at: sql`${workspaceEvents.at} - interval '1 minute'` })
      .where(and(eq(workspaceEvents.target, `quote:${quote.uid}`), sql`${workspaceEvents.after}->>'by' = 'customer'`));
    const now = await shop.ask("quotes.view", { uid: quote.uid });
    expect(now.mayTakeBack).toBe(false);
    expect(await code("quotes.takeBack", back(now))).toBe("wrongState");
    expect(await held("accept", { token, name: "Lan" })).toMatchObject({ state: "accepted" });
    expect((await shop.ask("quotes.view", { uid: quote.uid })).version).toBe(now.version);
  });

  it("is told in the job's history with the sum that it came to, whatever is taken of it afterwards", async () => {
    const lines = [aLine(), aLine({ text: "Upstand", optional: true, price: 40_000 })];
    const { sent: before, quote, token, jobUid } = await accept({ lines }, [2]);
    await shop.ask("quotes.takeBack", back(quote));
    await held("accept", { token, name: "Lan", options: [] });
    const { data: story } = (await call("jobs.timeline", { workspaceId: shop.workspaceId, uid: jobUid })).given;
    const told = story.filter(({ kind, act }: Record<string, string>) => kind === "quote" && (act === "accepted" || act === "takenBack"));
    expect(told.map(({ act, total }: Record<string, unknown>) => [act, total])).toEqual([
      ["accepted", before.total],
      ["takenBack", quote.total],
      ["accepted", quote.total],
    ]);
  });

  it("brings a job that is away back to where it is offered for", async () => {
    const { quote, jobUid } = await accept();
    const job = await shop.ask("jobs.view", { uid: jobUid });
    await shop.ask("jobs.move", { uid: jobUid, version: job.version, to: "on_hold", reason: "Wait" });
    await shop.ask("quotes.takeBack", back(quote));
    expect(await shop.ask("jobs.view", { uid: jobUid })).toMatchObject({ state: "on_hold", leftFrom: "quoted" });
  });

  it("stays where pieces of it are planned", async () => {
    const { quote } = await accept();
    const [piece] = await piecesOf(quote.uid);
    if (!piece) throw new Error("there is no piece");
    const move = (state: "planned" | "waiting") =>
      withWorkspace(db(), shop.workspaceId, (tx) => tx.update(jobPieces).set({ state }).where(eq(jobPieces.id, piece.id)));
    await move("planned");
    expect(await usedBy(quote)).toEqual(["answerUsed", expect.stringContaining("planned or cut")]);
    expect(await piecesOf(quote.uid)).toHaveLength(1);
    await move("waiting");
    expect(await shop.ask("quotes.takeBack", back(quote))).toMatchObject({ state: "sent" });
  });

  it("stays where people have already worked from it", async () => {
    const { templates } = await shop.ask("templates.list", {});
    const { uid: templateUid } = templates.find(({ name }: { name: string }) => name === "By mistake");
    const { quote, jobUid } = await accept({ templateUid });
    const { tasks: made } = await shop.ask("tasks.ofJob", { jobUid });
    const begin = { uid: made[0].uid, version: made[0].version, moveUid: randomUUID(), to: "in_progress" };
    await shop.ask("tasks.move", begin);
    expect(await usedBy(quote)).toEqual(["answerUsed", expect.stringContaining("people have already worked from it")]);

    const other = await accept();
    const job = await shop.ask("jobs.view", { uid: other.jobUid });
    await shop.ask("jobs.move", { uid: other.jobUid, version: job.version, to: "in_progress", reason: "" });
    expect((await usedBy(other.quote))[0]).toBe("answerUsed");
  });

  it("stays where its job was worked on since; moved there by mistake and back, or worked on before, the job does not keep it", async () => {
    const { quote, jobUid } = await accept();
    const move = async (to: string) => {
      const { version } = await shop.ask("jobs.view", { uid: jobUid });
      return shop.ask("jobs.move", { uid: jobUid, version, to, reason: "So it is" });
    };
    await move("in_progress");
    await move("on_hold");
    expect(await usedBy(quote)).toEqual(["answerUsed", expect.stringContaining("people have already worked from it")]);
    await move("in_progress");
    await move("won");
    const open = await shop.ask("quotes.takeBack", back(quote));
    expect(open).toMatchObject({ state: "sent", job: { state: "quoted" } });

    for (const to of ["won", "in_progress"]) await move(to);
    const taken = await shop.ask("quotes.answer", { uid: open.uid, version: open.version, accepted: true, name: "Lan", options: [] });
    await move("completed");
    expect((await usedBy(taken))[0]).toBe("answerUsed");
    await move("in_progress");
    expect(await shop.ask("quotes.takeBack", back(taken))).toMatchObject({ state: "sent", job: { state: "in_progress" } });
  });

  it("is taken back though the job goes on by another quote, which the customer took: with what came with it alone", async () => {
    const { quote: first, token } = await sent();
    await held("accept", { token, name: "Lan" });
    const { customer, job } = await shop.ask("quotes.view", { uid: first.uid });
    const offer = async (kind: string) => {
      const { uid, version } = await aQuote(shop.ask, { kind, customerUid: customer.uid, siteUid: null, jobUid: job.uid });
      return shop.ask("quotes.send", { uid, version, email: "lan@example.com" });
    };
    const accepted = async ({ uid, version }: { uid: string; version: number }) =>
      shop.ask("quotes.answer", { uid, version, accepted: true, name: "Lan" });
    const [more, other] = [await offer("variation"), await offer("quote")];
    await accepted(more);
    const mistaken = await accepted(other);
    expect(mistaken).toMatchObject({ state: "converted", mayTakeBack: true, job: { uid: job.uid } });
    await shop.ask("costs.save", { jobUid: job.uid, kind: "labour", text: "Template", day: "2026-01-02", quantity: 1000, amount: 5000 });
    const { version } = await shop.ask("jobs.view", { uid: job.uid });
    await shop.ask("jobs.move", { uid: job.uid, version, to: "in_progress", reason: "" });

    expect(await shop.ask("quotes.takeBack", back(mistaken))).toMatchObject({ state: "sent", job: { state: "in_progress" } });
    const left = await Promise.all([first, more, other].map(async ({ uid }) => (await piecesOf(uid)).length));
    expect(left).toEqual([1, 1, 0]);
    // What was worked by this one stays with it, whatever else the job goes by.
    const again = await accepted(await shop.ask("quotes.view", { uid: other.uid }));
    const [piece] = await piecesOf(other.uid);
    if (!piece) throw new Error("there is no piece");
    await withWorkspace(db(), shop.workspaceId, (tx) => tx.update(jobPieces).set({ state: "planned" }).where(eq(jobPieces.id, piece.id)));
    expect(await usedBy(again)).toEqual(["answerUsed", expect.stringContaining("planned or cut")]);
  });

  it("leaves the job won where another quote won it, or somebody had moved it there", async () => {
    const fields = await quoteFields(shop.ask);
    const job = await shop.ask("jobs.save", { title: "Won before", customerUid: fields.customerUid });
    const quoted = await shop.ask("jobs.move", { uid: job.uid, version: job.version, to: "quoted", reason: "" });
    await shop.ask("jobs.move", { uid: job.uid, version: quoted.version, to: "won", reason: "" });
    const { uid, version } = await shop.ask("quotes.save", { ...fields, jobUid: job.uid });
    const quote = await shop.ask("quotes.send", { uid, version, email: "lan@example.com" });
    const taken = await shop.ask("quotes.answer", { uid, version: quote.version, accepted: true, name: "Lan" });
    expect(await shop.ask("quotes.takeBack", back(taken))).toMatchObject({ state: "sent", job: { state: "won" } });

    const { quote: mistaken, jobUid } = await accept();
    const second = await aQuote(shop.ask, { customerUid: mistaken.customer.uid, siteUid: null, jobUid });
    const offered = await shop.ask("quotes.send", { uid: second.uid, version: second.version, email: "lan@example.com" });
    await shop.ask("quotes.answer", { uid: second.uid, version: offered.version, accepted: true, name: "Lan" });
    expect(await shop.ask("quotes.takeBack", back(mistaken))).toMatchObject({ state: "sent", job: { state: "won" } });
  });
});
