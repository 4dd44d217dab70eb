import { router } from "@/server/api/trpc";
import { costsRouter } from "./costs/router";
import { countsRouter } from "./counts/router";
import { customerFilesRouter } from "./customer-files/router";
import { customersRouter } from "./customers/router";
import { cutPlansRouter } from "./cut-plans/router";
import { entriesRouter } from "./entries/router";
import { filesRouter } from "./files/router";
import { formsRouter } from "./forms/router";
import { invitesRouter } from "./invites/router";
import { invoicesRouter } from "./invoices/router";
import { jobsRouter } from "./jobs/router";
import { materialsRouter } from "./materials/router";
import { membersRouter } from "./members/router";
import { notesRouter } from "./notes/router";
import { paymentsRouter } from "./payments/router";
import { piecesRouter } from "./pieces/router";
import { priceFilesRouter } from "./price-files/router";
import { pricesRouter } from "./prices/router";
import { pricingRouter } from "./pricing/router";
import { quoteLinksRouter } from "./quote-links/router";
import { quotesRouter } from "./quotes/router";
import { reservationsRouter } from "./reservations/router";
import { resourcesRouter } from "./resources/router";
import { scheduleRouter } from "./schedule/router";
import { slabsRouter } from "./slabs/router";
import { standardsRouter } from "./standards/router";
import { stockRouter } from "./stock/router";
import { tasksRouter } from "./tasks/router";
import { templatesRouter } from "./templates/router";
import { textsRouter } from "./texts/router";
import { workspaceRouter } from "./workspace/router";

export const tradesRouter = router({
  workspace: workspaceRouter,
  members: membersRouter,
  invites: invitesRouter,
  customers: customersRouter,
  customerFiles: customerFilesRouter,
  jobs: jobsRouter,
  tasks: tasksRouter,
  standards: standardsRouter,
  templates: templatesRouter,
  texts: textsRouter,
  resources: resourcesRouter,
  schedule: scheduleRouter,
  materials: materialsRouter,
  slabs: slabsRouter,
  stock: stockRouter,
  reservations: reservationsRouter,
  counts: countsRouter,
  files: filesRouter,
  notes: notesRouter,
  forms: formsRouter,
  entries: entriesRouter,
  pricing: pricingRouter,
  prices: pricesRouter,
  priceFiles: priceFilesRouter,
  quotes: quotesRouter,
  quoteLinks: quoteLinksRouter,
  invoices: invoicesRouter,
  payments: paymentsRouter,
  pieces: piecesRouter,
  cutPlans: cutPlansRouter,
  costs: costsRouter,
});
