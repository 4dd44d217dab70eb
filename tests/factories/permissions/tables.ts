import { accountTable } from "./account";
import { adminTable } from "./admin";
import { bankTable } from "./bank";
import { forumTable } from "./forum";
import { forumCareTable } from "./forum-care";
import { learningTable } from "./learning";
import { operationsTable } from "./operations";
import { peerReviewTable } from "./peer-review";
import { peopleTable } from "./people";
import { practiceTable } from "./practice";
import { serviceTable } from "./service";
import { subscriptionTable } from "./subscription";
import { supportTable } from "./support";
import { tradesTable } from "./trades";
import { tradesCustomerFilesTable } from "./trades-customer-files";
import { tradesCuttingTable } from "./trades-cutting";
import { tradesFormsTable } from "./trades-forms";
import { tradesInvoicesTable } from "./trades-invoices";
import { tradesJobsTable } from "./trades-jobs";
import { tradesNotesTable } from "./trades-notes";
import { tradesPricingTable } from "./trades-pricing";
import { tradesQuotesTable } from "./trades-quotes";
import { tradesScheduleTable } from "./trades-schedule";
import { tradesStockTable } from "./trades-stock";
import { tradesTasksTable } from "./trades-tasks";
import { tradesTemplatesTable } from "./trades-templates";
import { viewingsTable } from "./viewings";
import { waysInTable } from "./ways-in";

/** What people have to themselves, and what stands there for all of them. */
export const OWN_TABLES = [accountTable, waysInTable, practiceTable, learningTable, subscriptionTable];

/** What people share with one another, or with the team. */
export const SHARED_TABLES = [
  forumTable,
  forumCareTable,
  peerReviewTable,
  supportTable,
  adminTable,
  bankTable,
  operationsTable,
  peopleTable,
  serviceTable,
  tradesTable,
  tradesCustomerFilesTable,
  tradesJobsTable,
  tradesTasksTable,
  tradesTemplatesTable,
  tradesScheduleTable,
  tradesNotesTable,
  tradesFormsTable,
  tradesPricingTable,
  tradesQuotesTable,
  tradesInvoicesTable,
  tradesStockTable,
  tradesCuttingTable,
  viewingsTable,
];

export const TABLES = [...OWN_TABLES, ...SHARED_TABLES];
export const rowsOf = (tables: typeof TABLES) => tables.flatMap((table) => Object.entries(table));
