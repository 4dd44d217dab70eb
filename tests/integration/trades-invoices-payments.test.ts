import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { agreedJob, aPayment, fieldsOf, invoicingIn, issued } from "#tests/factories/invoices";
import { aShop as newShop, type Shop } from "#tests/factories/isolation/shop";
import { jobPayments } from "@/server/db/schema";
import { withWorkspace } from "@/server/db/workspace";

const harness = useHarness();
const db = () => harness().app.services.db;
let shop: Shop;
beforeAll(async () => {
  shop = await newShop(harness());
});

const { call, code } = invoicingIn(harness, () => shop);

describe("what is paid", () => {
  it("counts once under its key, in part and in full, and is taken back once", async () => {
    const { uid } = await issued(shop.ask);
    const payment = aPayment({ amount: 400_000, reference: "Bank 17" });
    const heard = await Promise.all(Array.from({ length: 8 }, () => call("payments.add", { uid, ...payment })));
    expect(heard.map(({ code: refused }) => refused)).toEqual(Array.from({ length: 8 }, () => undefined));
    const part = await shop.ask("invoices.view", { uid });
    expect(part).toMatchObject({ standing: "part_paid", paid: 400_000, balance: 700_000 });
    expect(part.payments).toMatchObject([{ kind: "payment", amount: 400_000, reference: "Bank 17", reversed: false }]);
    expect(await code("payments.add", { uid, ...payment, amount: 1 })).toBe("savedBefore");
    expect(await shop.ask("payments.add", { uid, ...aPayment({ amount: 700_000 }) })).toMatchObject({ standing: "paid", balance: 0 });
    const paymentUid = part.payments[0].uid;
    const backs = await Promise.all([1, 2, 3].map(() => shop.ask("payments.reverse", { uid, paymentUid })));
    for (const back of backs) expect(back).toMatchObject({ standing: "part_paid", paid: 700_000, balance: 400_000 });
    const { payments } = await shop.ask("invoices.view", { uid });
    expect(
      payments.map(({ kind, amount, reversed }: { kind: string; amount: number; reversed: boolean }) => [kind, amount, reversed]),
    ).toEqual(
      expect.arrayContaining([
        ["payment", 400_000, true],
        ["payment", 700_000, false],
        ["reversal", -400_000, false],
      ]),
    );
    expect(payments).toHaveLength(3);
  });

  it("is not said to be written where it was corrected since: what stands there is of the first try", async () => {
    const { uid } = await issued(shop.ask);
    const payment = aPayment({ reference: "Bank 17" });
    await shop.ask("payments.add", { uid, ...payment });
    for (const corrected of [{ paidOn: "2026-01-30" }, { method: "cash" }, { reference: "Bank 18" }])
      expect([corrected, await code("payments.add", { uid, ...payment, ...corrected })]).toEqual([corrected, "savedBefore"]);
    const { payments } = await shop.ask("payments.add", { uid, ...payment, reference: " Bank 17 " });
    expect(payments).toMatchObject([{ amount: 100_000, paidOn: "2026-01-31", method: "transfer", reference: "Bank 17" }]);
    expect(payments).toHaveLength(1);
  });

  it("is never more than is due, by however many at once, nor on a day to come", async () => {
    const { uid } = await issued(shop.ask);
    const heard = await Promise.all(Array.from({ length: 12 }, () => call("payments.add", { uid, ...aPayment({ amount: 300_000 }) })));
    expect(heard.filter(({ code: refused }) => refused === undefined)).toHaveLength(3);
    expect(await shop.ask("invoices.view", { uid })).toMatchObject({ paid: 900_000, balance: 200_000 });
    expect(await code("payments.add", { uid, ...aPayment({ amount: 1, paidOn: "2099-01-01" }) })).toBe("invalidInput: paidOn");
    expect(await code("payments.add", { uid, ...aPayment({ amount: 0 }) })).toBe("invalidInput: amount");
  });

  it("stays written, whoever writes the rows", async () => {
    const { uid } = await issued(shop.ask);
    const { payments } = await shop.ask("payments.add", { uid, ...aPayment() });
    const row = and(eq(jobPayments.workspaceId, shop.workspaceId), eq(jobPayments.id, payments[0].uid));
    for (const change of [
      () => withWorkspace(db(), shop.workspaceId, (tx) => tx.update(jobPayments).set({ amount: 1 }).where(row)),
      () => withWorkspace(db(), shop.workspaceId, (tx) => tx.delete(jobPayments).where(row)),
    ])
      await expect(change()).rejects.toMatchObject({ cause: { code: "42501" } });
  });
});

describe("a credit", () => {
  it("gives back what is left and no more; what was paid too much is paid back, and the statement says it all", async () => {
    const own = await newShop(harness());
    const invoice = await issued(own.ask);
    const paid = await own.ask("payments.add", { uid: invoice.uid, ...aPayment({ amount: 1_100_000, paidOn: invoice.issuedOn }) });
    expect(await code("payments.refund", { uid: invoice.uid, ...aPayment({ amount: 1 }) }, own)).toBe("invalidInput: amount");
    const draft = await own.ask("invoices.credit", { uid: invoice.uid, version: paid.version });
    // Asked for twice it is one draft.
    expect((await own.ask("invoices.credit", { uid: invoice.uid, version: paid.version })).uid).toBe(draft.uid);
    const [line] = fieldsOf(draft).lines;
    const part = await own.ask("invoices.save", {
      uid: draft.uid,
      version: draft.version,
      ...fieldsOf(draft),
      lines: [{ ...line, price: 200_000 }],
    });
    const credit = await own.ask("invoices.issue", { uid: draft.uid, version: part.version });
    expect(credit).toMatchObject({
      kind: "credit",
      standing: "paid",
      total: 220_000,
      balance: 0,
      creditOf: { uid: invoice.uid, number: invoice.number },
    });
    const owed = await own.ask("invoices.view", { uid: invoice.uid });
    expect(owed).toMatchObject({ standing: "paid", credited: 220_000, balance: -220_000, credits: [{ uid: credit.uid, total: 220_000 }] });
    const back = await own.ask("payments.refund", { uid: invoice.uid, ...aPayment({ amount: 220_000, paidOn: invoice.issuedOn }) });
    expect(back).toMatchObject({ standing: "paid", paid: 880_000, balance: 0 });

    // The rest, of which no more can be given back than is left.
    const rest = await own.ask("invoices.credit", { uid: invoice.uid, version: back.version });
    expect(rest.total).toBe(880_000);
    const [whole] = fieldsOf(rest).lines;
    const more = await own.ask("invoices.save", {
      uid: rest.uid,
      version: rest.version,
      ...fieldsOf(rest),
      lines: [{ ...whole, price: 900_000 }],
    });
    expect(await code("invoices.issue", { uid: rest.uid, version: more.version }, own)).toBe("invalidInput: lines");
    const right = await own.ask("invoices.save", { uid: rest.uid, version: more.version, ...fieldsOf(rest) });
    await own.ask("invoices.issue", { uid: rest.uid, version: right.version });
    expect(await own.ask("invoices.view", { uid: invoice.uid })).toMatchObject({
      standing: "credited",
      credited: 1_100_000,
      balance: -880_000,
    });

    const span = { customerUid: invoice.customer.uid, from: invoice.issuedOn, to: invoice.issuedOn };
    const statement = await own.ask("invoices.statement", span);
    expect(
      statement.entries.map(({ is, amount, balance }: { is: string; amount: number; balance: number }) => [is, amount, balance]),
    ).toEqual([
      ["invoice", 1_100_000, 1_100_000],
      ["credit", -220_000, 880_000],
      ["credit", -880_000, 0],
      ["payment", -1_100_000, -1_100_000],
      ["refund", 220_000, -880_000],
    ]);
    const later = await own.ask("invoices.statement", { ...span, from: "2098-01-01", to: "2099-12-31" });
    expect(later).toMatchObject({ opening: -880_000, closing: -880_000, entries: [] });
  });
});

describe("a credit with another tax than what it gives back of", () => {
  it("comes off what is left of that, and is asked for again with the rest of the job", async () => {
    const jobUid = await agreedJob(shop.ask);
    const draft = await shop.ask("invoices.draft", { jobUid, kind: "deposit" });
    const deposit = await shop.ask("invoices.issue", { uid: draft.uid, version: draft.version });
    const { uid, version, ...credit } = await shop.ask("invoices.credit", { uid: deposit.uid, version: deposit.version });
    const goodwill = { text: "Goodwill", unit: "piece", quantity: 1000, price: 30_000, tax: { name: "VAT", rate: 2000, category: "S" } };
    const saved = await shop.ask("invoices.save", { uid, version, ...fieldsOf(credit), lines: [goodwill] });
    expect(await shop.ask("invoices.issue", { uid, version: saved.version })).toMatchObject({ total: 36_000 });
    const now = await shop.ask("invoices.view", { uid: deposit.uid });
    expect(await shop.ask("invoices.credit", { uid: now.uid, version: now.version })).toMatchObject({ total: 330_000 - 36_000 });
    // With the deposit, less what was given back of it, it comes to what was agreed upon.
    expect(await shop.ask("invoices.draft", { jobUid, kind: "final" })).toMatchObject({ total: 1_100_000 - (330_000 - 36_000) });
  });
});

describe("a refund that was written by mistake", () => {
  it("is taken back once, and what was paid too much can be paid back again; all sums follow", async () => {
    const own = await newShop(harness());
    const { uid, issuedOn, job, customer, version } = await issued(own.ask);
    const paid = await own.ask("payments.add", { uid, ...aPayment({ amount: 1_100_000, paidOn: issuedOn }) });
    expect(paid.version).toBe(version + 1);
    const draft = await own.ask("invoices.credit", { uid, version: paid.version });
    const [line] = fieldsOf(draft).lines;
    const lines = [{ ...line, price: 200_000 }];
    const part = await own.ask("invoices.save", { uid: draft.uid, version: draft.version, ...fieldsOf(draft), lines });
    await own.ask("invoices.issue", { uid: draft.uid, version: part.version });
    const refund = aPayment({ amount: 220_000, paidOn: issuedOn, reference: "Till" });
    const { payments } = await own.ask("payments.refund", { uid, ...refund });
    const paymentUid = payments.find(({ kind }: { kind: string }) => kind === "refund").uid;
    // The payment itself stays as long as some of it counts as paid back.
    const first = payments.find(({ kind }: { kind: string }) => kind === "payment").uid;
    expect(await code("payments.reverse", { uid, paymentUid: first }, own)).toBe("wrongState");
    const backs = await Promise.all([1, 2, 3].map(() => own.ask("payments.reverse", { uid, paymentUid })));
    for (const back of backs) expect(back).toMatchObject({ standing: "paid", paid: 1_100_000, credited: 220_000, balance: -220_000 });
    const rows: { uid: string; kind: string; amount: number; reference: string; reversed: boolean }[] = backs[0].payments;
    const shown = rows.map(({ kind, amount, reference, reversed }) => [kind, amount, reference, reversed]);
    expect(shown).toHaveLength(3);
    expect(shown).toEqual(
      expect.arrayContaining([
        ["payment", 1_100_000, expect.any(String), false],
        ["refund", -220_000, "Till", true],
        ["refundReversal", 220_000, "Till", false],
      ]),
    );
    // What takes something back is not taken back itself.
    const back = rows.find(({ kind }) => kind === "refundReversal");
    expect(await code("payments.reverse", { uid, paymentUid: back?.uid }, own)).toBe("wrongState");
    const { data: story } = (await call("jobs.timeline", { uid: job.uid }, own)).given;
    expect(story[0]).toMatchObject({ kind: "invoice", act: "refundReversed", amount: 220_000 });

    const again = await own.ask("payments.refund", { uid, ...aPayment({ amount: 220_000, paidOn: issuedOn }) });
    expect(again).toMatchObject({ standing: "paid", paid: 880_000, balance: 0 });
    expect(await code("payments.refund", { uid, ...aPayment({ amount: 1 }) }, own)).toBe("invalidInput: amount");
    const { entries, closing } = await own.ask("invoices.statement", { customerUid: customer.uid, from: issuedOn, to: "2099-12-31" });
    expect(entries.map(({ is, amount }: { is: string; amount: number }) => [is, amount])).toEqual(
      expect.arrayContaining([
        ["refund", 220_000],
        ["refundReversal", -220_000],
      ]),
    );
    expect(closing).toBe(0);
    // With nothing paid back any more, the payment can be taken back as well.
    const second = again.payments.findLast(({ kind }: { kind: string }) => kind === "refund").uid;
    await own.ask("payments.reverse", { uid, paymentUid: second });
    expect(await own.ask("payments.reverse", { uid, paymentUid: first })).toMatchObject({ standing: "issued", paid: 0, balance: 880_000 });
  });
});
