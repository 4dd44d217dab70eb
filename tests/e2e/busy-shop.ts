import type { Browser } from "@playwright/test";
import { plainPdf } from "#tests/factories/pdf";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { waitingFor } from "./cutting-actions";
import { type Account, expect, newAccount } from "./fixtures";
import { anOverdueInvoice, severalInvoices } from "./invoice-actions";
import { TEXTS } from "./languages";
import { LOOKS, type Look, openAs } from "./looks";
import { linkFromMail } from "./mails";
import { severalPrices } from "./pricing-actions";
import { severalQuotes } from "./quote-actions";
import { aCustomer, aSchedule, aStock, aWorkspace, severalForms, severalJobs, severalTasks } from "./trades-actions";

const T = "/api/user/personalization/trades";

/** A shop in which everything is that one can do something about, and somebody who works there but does not manage it. */
export async function aBusyShop(app: RunningApp, boss: Account) {
  const shop = await aWorkspace(app, boss);
  const post = async (path: string, body: object) =>
    (await callApi(app.url, boss.token, `${T}/${path}`, { workspaceId: shop, ...body })).data;
  const customer = await aCustomer(app, boss, shop);
  await post("customer/save", { name: "مطابخ نغوين", sites: [{ name: "Villa", address: "12 Lê Lợi\nHuế" }] });
  const job = await severalJobs(app, boss, shop, customer);
  await severalTasks(app, boss, shop, job);
  const { minh } = await aSchedule(app, boss, shop);
  await post("resource/feed/open", { uid: minh });
  const prices = await severalPrices(app, boss, shop);
  const forms = await severalForms(app, boss, shop, job);
  await waitingFor(app, boss, { workspaceId: shop, customerUid: customer, jobUid: job });
  const stock = await aStock(app, boss, shop, job);
  const quotes = await severalQuotes(app, boss, shop, customer);
  const { uid: lacking } = await post("invoice/draft", { jobUid: job, kind: "final" });
  const overdue = await anOverdueInvoice(app, boss, shop, job);
  const invoices = await severalInvoices(app, boss, shop, job);

  const member = await newAccount(app.url);
  await post("invite/send", { email: member.email, role: "member" });
  const link = await linkFromMail(app, member.email, TEXTS.en.mails.workspace_invite.subject);
  await callApi(app.url, member.token, `${T}/invite/accept`, { token: new URL(link).hash.slice(1) });
  return { shop, customer, job, prices, forms, stock, quotes, invoices: { ...invoices, overdue, lacking: lacking as string }, member };
}

export type Shop = Awaited<ReturnType<typeof aBusyShop>>;

/** Adds a document to a customer, as one does it. */
export async function addDocument(browser: Browser, address: string, boss: Account): Promise<void> {
  const page = await openAs(browser, address, LOOKS[0] as Look, boss);
  const file = { name: "plan.pdf", mimeType: "application/pdf", buffer: plainPdf(1) };
  await page.locator("#documents input[type=file]").first().setInputFiles(file);
  await expect(page.locator("#documents").getByRole("button", { name: file.name })).toHaveCount(3);
  await page.context().close();
}
