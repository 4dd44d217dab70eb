import { waitingFor } from "./cutting-actions";
import { newAccount } from "./fixtures";
import { invoiceOf, invoicesOf, severalInvoices, statementOf } from "./invoice-actions";
import { walk } from "./page-walk";
import { pricesOf, pricingSetup, severalPrices } from "./pricing-actions";
import { aBoss, aCustomer, aSchedule, aStock, aWorkspace, severalForms, severalJobs, severalTasks, TRADES } from "./trades-actions";

walk("of trades", async (app) => {
  const people = { member: await newAccount(app.url), shopkeeper: await aBoss(app) };
  const shop = await aWorkspace(app, people.shopkeeper);
  const customer = await aCustomer(app, people.shopkeeper, shop);
  const job = await severalJobs(app, people.shopkeeper, shop, customer);
  await severalTasks(app, people.shopkeeper, shop, job);
  await aSchedule(app, people.shopkeeper, shop);
  const prices = await severalPrices(app, people.shopkeeper, shop);
  const forms = await severalForms(app, people.shopkeeper, shop, job);
  await waitingFor(app, people.shopkeeper, { workspaceId: shop, customerUid: customer, jobUid: job });
  const stock = await aStock(app, people.shopkeeper, shop, job);
  const invoices = await severalInvoices(app, people.shopkeeper, shop, job);
  const places = [
    { name: "trades", path: TRADES, who: "shopkeeper" },
    { name: "trades-new", path: `${TRADES}/new`, who: "shopkeeper" },
    { name: "trades-workspace", path: `${TRADES}/workspace?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-members", path: `${TRADES}/members?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-settings", path: `${TRADES}/settings?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-customers", path: `${TRADES}/customers?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-customer", path: `${TRADES}/customers/customer?workspace=${shop}&uid=${customer}`, who: "shopkeeper" },
    { name: "trades-customer-new", path: `${TRADES}/customers/customer?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-jobs", path: `${TRADES}/jobs?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-jobs-table", path: `${TRADES}/jobs?workspace=${shop}&view=table`, who: "shopkeeper" },
    { name: "trades-job", path: `${TRADES}/jobs/job?workspace=${shop}&uid=${job}`, who: "shopkeeper" },
    { name: "trades-job-new", path: `${TRADES}/jobs/job?workspace=${shop}&customer=${customer}`, who: "shopkeeper" },
    { name: "trades-job-settings", path: `/dashboard/settings/job-settings?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-day", path: `${TRADES}/day?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-tasks", path: `${TRADES}/tasks?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-tasks-list", path: `/dashboard/settings/tasks-list?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-schedule", path: `${TRADES}/schedule?workspace=${shop}&day=2038-03-02`, who: "shopkeeper" },
    { name: "trades-schedule-day", path: `${TRADES}/schedule?workspace=${shop}&day=2038-03-02&view=day`, who: "shopkeeper" },
    { name: "trades-scheduler", path: `/dashboard/settings/scheduler?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-slabs", path: `${TRADES}/stock?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-slab", path: `${TRADES}/stock/slab?workspace=${shop}&uid=${stock.slab}`, who: "shopkeeper" },
    { name: "trades-slab-family", path: `${TRADES}/stock/slab?workspace=${shop}&uid=${stock.broken}`, who: "shopkeeper" },
    { name: "trades-slab-new", path: `${TRADES}/stock/slab?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-slab-labels", path: `${TRADES}/stock/labels?workspace=${shop}&slabs=${stock.slab}`, who: "shopkeeper" },
    { name: "trades-materials", path: `${TRADES}/stock/materials?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-stock-items", path: `${TRADES}/stock/items?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-stock-item", path: `${TRADES}/stock/item?workspace=${shop}&uid=${stock.item}`, who: "shopkeeper" },
    { name: "trades-stock-count", path: `${TRADES}/stock/count?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-forms", path: `${TRADES}/forms?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-entry", path: `${TRADES}/forms/entry?workspace=${shop}&uid=${forms.entry}`, who: "shopkeeper" },
    { name: "trades-entry-draft", path: `${TRADES}/forms/entry?workspace=${shop}&uid=${forms.draft}`, who: "shopkeeper" },
    { name: "trades-form-settings", path: `/dashboard/settings/forms?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-form", path: `/dashboard/settings/forms?workspace=${shop}&uid=${forms.form}`, who: "shopkeeper" },
    { name: "trades-plans", path: `${TRADES}/stock/plans?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-plan-new", path: `${TRADES}/stock/plans/new?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-plan-missing", path: `${TRADES}/stock/plans/plan?workspace=${shop}&uid=x`, who: "shopkeeper" },
    { name: "trades-invoices", path: invoicesOf(shop), who: "shopkeeper" },
    { name: "trades-invoice-draft", path: invoiceOf(shop, invoices.draft), who: "shopkeeper" },
    { name: "trades-invoice", path: invoiceOf(shop, invoices.issued), who: "shopkeeper" },
    { name: "trades-invoice-missing", path: invoiceOf(shop, "x"), who: "shopkeeper" },
    { name: "trades-statement", path: statementOf(shop, customer, "2020-01-01", "2039-12-31"), who: "shopkeeper" },
    { name: "trades-margins", path: `${TRADES}/costs?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-templates", path: `/dashboard/settings/templates?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-pricing", path: pricingSetup(shop), who: "shopkeeper" },
    { name: "trades-prices", path: pricesOf(shop, prices.published), who: "shopkeeper" },
    { name: "trades-prices-draft", path: pricesOf(shop, prices.draft), who: "shopkeeper" },
    { name: "trades-prices-missing", path: pricesOf(shop, "x"), who: "shopkeeper" },
    { name: "trades-customer-files", path: `${TRADES}/customers/import?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-missing", path: `${TRADES}/workspace?workspace=x`, who: "shopkeeper" },
    { name: "trades-closed", path: TRADES, who: "member" },
    { name: "invitation-gone", path: `/invitation#${"A".repeat(43)}`, who: "member" },
    { name: "invitation-guest", path: `/invitation#${"A".repeat(43)}`, who: "guest" },
  ] as const;
  return { people, places };
});
