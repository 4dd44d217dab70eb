import { randomUUID } from "node:crypto";
import type { Harness } from "#tests/config/harness";
import type { Shop } from "#tests/factories/isolation/shop";
import { callProcedure } from "#tests/factories/permissions/calls";
import { aLine, aQuote } from "#tests/factories/quotes";

type Ask = Shop["ask"];

/** A job that a customer agreed to, by a quote of one line and with a tax of ten percent on it, unless something else is given. */
export async function agreedJob(ask: Ask, given: object = {}): Promise<string> {
  const { taxes } = await ask("pricing.taxes", {});
  if (taxes.length === 0) await ask("pricing.saveTax", { name: "GST", rate: 1000, category: "S", usual: true });
  const { uid, version } = await aQuote(ask, { pieces: [], lines: [aLine({ price: 1_000_000 })], ...given });
  const sent = await ask("quotes.send", { uid, version, email: "lan@example.com" });
  const taken = await ask("quotes.answer", { uid, version: sent.version, accepted: true, name: "Lan" });
  return taken.job.uid;
}

/** A draft of an invoice for all of such a job, or for a part of it. */
export const aDraft = async (ask: Ask, given: object = {}) =>
  ask("invoices.draft", { jobUid: await agreedJob(ask), kind: "final", ...given });

/** The same, issued. */
export async function issued(ask: Ask, given: object = {}) {
  const { uid, version } = await aDraft(ask, given);
  return ask("invoices.issue", { uid, version });
}

/** What came in on a day that has gone. */
export const aPayment = (given: object = {}) => ({
  key: randomUUID(),
  amount: 100_000,
  paidOn: "2026-01-31",
  method: "transfer",
  ...given,
});

/** What a draft holds, as it is sent to be saved. */
export function fieldsOf(draft: {
  title: string;
  language: string;
  notes: string;
  days: number;
  buyer: object;
  lines: { kind: string; code: string; text: string; unit: string; quantity: number; price: number; discount: number; tax: object }[];
  how: { discount: object };
}) {
  const { title, language, notes, days, buyer, how } = draft;
  const lines = draft.lines.map(({ kind, code, text, unit, quantity, price, discount, tax }) => ({
    ...{ kind, code, text, unit, quantity, price, discount, tax },
  }));
  return { title, language, notes, days, buyer, lines, discount: how.discount };
}

/** What a shop's owner asks of invoices and of what belongs to them: in the test's own shop, unless another is given. */
export function invoicingIn(harness: () => Harness, shop: () => Shop) {
  const call = (procedure: string, input: object, of = shop()) =>
    callProcedure(harness(), of.owner.token, `trades.${procedure}`, { workspaceId: of.workspaceId, ...input });
  /** Why it was refused, and for which field. */
  const code = async (procedure: string, input: object, of = shop()) => (await call(procedure, input, of)).code;
  return { call, code };
}
