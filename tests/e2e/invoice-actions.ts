import { randomUUID } from "node:crypto";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { databaseOf } from "./database";
import type { Account } from "./fixtures";
import { aBoss, aCustomer, aJob, aWorkspace, TRADES } from "./trades-actions";

const T = "/api/user/personalization/trades";

export const invoicesOf = (workspaceId: string): string => `${TRADES}/invoices?workspace=${workspaceId}`;
export const invoiceOf = (workspaceId: string, uid: string): string => `${TRADES}/invoices/invoice?workspace=${workspaceId}&uid=${uid}`;
export const statementOf = (workspaceId: string, customerUid: string, from: string, to: string): string =>
  `${TRADES}/invoices/statement?workspace=${workspaceId}&customer=${customerUid}&from=${from}&to=${to}`;

const posting =
  (app: RunningApp, { token }: Account, workspaceId: string) =>
  async (path: string, body: object) =>
    (await callApi(app.url, token, `${T}/${path}`, { workspaceId, ...body })).data;

/** Says who sells, without which nothing is issued; a deposit is 30 %, and there are two weeks to pay. */
export async function aSeller(app: RunningApp, account: Account, workspaceId: string): Promise<void> {
  const { data } = await callApi(app.url, account.token, `${T}/pricing/get?workspaceId=${workspaceId}`);
  const seller = {
    ...data.seller,
    name: "Marble & Quartz",
    street: "12 Lê Lợi",
    city: "Huế",
    country: "VN",
    taxNumber: "0301234567",
    registration: "4102012345",
  };
  await posting(app, account, workspaceId)("pricing/save", { ...data, seller, deposit: 3000, paymentDays: 14 });
}

/** A quote of 10,000,000 and a tax of 10 % that the customer has taken: its job is won. */
export async function anAcceptedQuote(
  app: RunningApp,
  account: Account,
  { workspaceId, ...about }: { workspaceId: string; customerUid: string; jobUid: string; title: string },
): Promise<void> {
  const post = posting(app, account, workspaceId);
  await post("tax/save", { name: "VAT", rate: 1000, category: "S" });
  const line = { kind: "item", text: "Bench, granite", unit: "piece", quantity: 1000, price: 10_000_000, cost: 4_000_000 };
  const quote = await post("quote/save", { ...about, language: "en", validUntil: "2099-12-31", lines: [line] });
  const sent = await post("quote/send", { uid: quote.uid, version: quote.version, email: "lan@nguyen-kitchens.example.com" });
  await post("quote/answer", { uid: sent.uid, version: sent.version, accepted: true, name: "Lan Nguyễn" });
}

/** A shop that may issue invoices, with a job that its customer has said yes to. */
export async function aWonJob(app: RunningApp) {
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const about = { workspaceId: shop, customerUid: await aCustomer(app, boss, shop), title: "Villa bench" };
  const jobUid = await aJob(app, boss, about);
  await aSeller(app, boss, shop);
  await anAcceptedQuote(app, boss, { ...about, jobUid });
  return { boss, shop, jobUid, customerUid: about.customerUid };
}

const TAX = { name: "VAT", rate: 1000, category: "S" };
const LINES = [
  {
    text: "Deposit for the kitchen with the island, the window sills and the splashback behind the stove",
    quantity: 1000,
    price: 12_345_678,
  },
  { text: "عتبات النوافذ من الرخام الأبيض", quantity: 7500, price: 300_000, discount: 500 },
  { text: "Less what was agreed upon by telephone", quantity: -1000, price: 250_000 },
].map((line) => ({ unit: "piece", discount: 0, tax: TAX, ...line }));
const BUYER = {
  name: "Nguyễn Kitchens, Joinery and Interiors Limited",
  ...{ street: "12 Lê Lợi", postcode: "49000", city: "Huế", country: "VN", taxNumber: "0301234568", reference: "PO-2026/0017" },
  email: "lan.with-a-rather-long-address@nguyen-kitchens.example.com",
};

/** Invoices of a job as there are in a shop: one that was paid in part and of which something is about to be credited, and a draft. */
export async function severalInvoices(app: RunningApp, account: Account, workspaceId: string, jobUid: string) {
  const post = posting(app, account, workspaceId);
  await aSeller(app, account, workspaceId);
  const written = async (kind: string, fields: object) => {
    const { uid, version, title } = await post("invoice/draft", { jobUid, kind, rate: 3000 });
    const content = { title, language: "en", days: 14, buyer: BUYER, lines: LINES, notes: "Thank you.\nشكرًا لكم." };
    return post("invoice/save", { uid, version, ...content, ...fields });
  };
  const { uid, version } = await written("deposit", {});
  const { issuedOn } = await post("invoice/issue", { uid, version });
  const pay = (amount: number, method: string, reference: string) =>
    post("payment/save", { uid, key: randomUUID(), amount, paidOn: issuedOn, method, reference });
  await pay(5_000_000, "transfer", "VCB 0071000 / Nguyen Kitchens / deposit for the kitchen with the island");
  const { payments } = await pay(500_000, "cash", "");
  const [wrong] = payments.filter(({ amount }: { amount: number }) => amount === 500_000);
  const paid = await post("payment/reverse", { uid, paymentUid: wrong.uid });
  await post("invoice/credit", { uid, version: paid.version });
  const draft = await written("progress", { language: "ar", discount: { is: "rate", rate: 250 } });
  return { issued: uid as string, draft: draft.uid as string };
}

/**
 * An invoice of a buyer about whom little is known, whose due day is long past: it is issued by the API, and its days are moved back by hand
 * in the database, which otherwise keeps what was issued as it is.
 */
export async function anOverdueInvoice(app: RunningApp, account: Account, workspaceId: string, jobUid: string): Promise<string> {
  const post = posting(app, account, workspaceId);
  const { uid, version, title } = await post("invoice/draft", { jobUid, kind: "progress", rate: 1000 });
  const content = { title, language: "en", days: 14, buyer: { name: BUYER.name }, lines: LINES };
  const written = await post("invoice/save", { uid, version, ...content });
  await post("invoice/issue", { uid, version: written.version });
  const sql = await databaseOf(app);
  await sql.begin(async (tx) => {
    await tx`alter table job_invoices disable trigger job_invoices_issued`;
    await tx`update job_invoices set issued_on = '2026-01-05', due_on = '2026-01-19' where id = ${uid}`;
    await tx`alter table job_invoices enable trigger job_invoices_issued`;
  });
  await sql.end();
  return uid;
}
