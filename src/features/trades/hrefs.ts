/** Where one's workspaces are listed. */
export const TRADES = "/dashboard/trades";
export const WORKSPACE_NEW = `${TRADES}/new`;

/** The parts of a workspace, each a page of its own. */
export const WORKSPACE_TABS = [
  "home",
  "day",
  "jobs",
  "tasks",
  "schedule",
  "quotes",
  "invoices",
  "stock",
  "forms",
  "customers",
  "members",
  "settings",
] as const;
export type WorkspaceTab = (typeof WORKSPACE_TABS)[number];

const PAGES: Record<WorkspaceTab, string> = {
  home: "workspace",
  day: "day",
  jobs: "jobs",
  tasks: "tasks",
  schedule: "schedule",
  quotes: "quotes",
  invoices: "invoices",
  stock: "stock",
  forms: "forms",
  customers: "customers",
  members: "members",
  settings: "settings",
};

/** What the address of every page of a workspace has, whichever it is. */
export const inWorkspaceHref = (uid: string): string => `?workspace=${uid}`;

export const workspaceHref = (uid: string, tab: WorkspaceTab = "home"): string => `${TRADES}/${PAGES[tab]}${inWorkspaceHref(uid)}`;

/** One customer; without an id a new one. */
export const customerHref = (workspace: string, uid?: string): string =>
  `${TRADES}/customers/customer?workspace=${workspace}${uid ? `&uid=${uid}` : ""}`;

/** Where customers come from a file. */
export const customersImportHref = (workspace: string): string => `${TRADES}/customers/import?workspace=${workspace}`;

/** One job; without an id a new one, which may be for a customer who is known already. */
export const jobHref = (workspace: string, { uid, customer }: { uid?: string; customer?: string } = {}): string =>
  `${TRADES}/jobs/job?workspace=${workspace}${uid ? `&uid=${uid}` : ""}${customer ? `&customer=${customer}` : ""}`;

/** One quote; without an id a new one, which may be for a job or a customer that is known already. */
export const quoteHref = (workspace: string, about: { uid?: string; customer?: string; job?: string } = {}): string => {
  const more = Object.entries(about).map(([name, value]) => `&${name}=${value}`);
  return `${TRADES}/quotes/quote?workspace=${workspace}${more.join("")}`;
};

/** One invoice or credit. */
export const invoiceHref = (workspace: string, uid: string): string => `${TRADES}/invoices/invoice?workspace=${workspace}&uid=${uid}`;

/** What a customer owed, and what came to it and off it. */
export const statementHref = (workspace: string, customer: string): string =>
  `${TRADES}/invoices/statement?workspace=${workspace}&customer=${customer}`;

/** What a shop sets up, each a page of its own; the first holds for the whole workspace. */
export const SETTINGS_PAGES = ["general", "job-settings", "tasks-list", "templates", "forms", "scheduler", "pricing-setup"] as const;
export type SettingsPage = (typeof SETTINGS_PAGES)[number];

export const settingsHref = (workspace: string, page: SettingsPage = "general"): string =>
  page === "general" ? workspaceHref(workspace, "settings") : `/dashboard/settings/${page}?workspace=${workspace}`;

/** One version of a price list. */
export const pricesHref = (workspace: string, uid: string): string =>
  `/dashboard/settings/pricing-setup/prices?workspace=${workspace}&uid=${uid}`;

/** A form that was filled in, or is being. */
export const entryHref = (workspace: string, uid: string): string => `${TRADES}/forms/entry?workspace=${workspace}&uid=${uid}`;

/** A form that was begun on this device and is not with the server yet: on the page that opens without a network. */
export const begunHref = (workspace: string, uid: string): string => `${workspaceHref(workspace, "day")}&entry=${uid}`;

/** A form as it is being built; without an id all of them. */
export const formHref = (workspace: string, uid?: string): string => `${settingsHref(workspace, "forms")}${uid ? `&uid=${uid}` : ""}`;

/** What a shop has, each a page of its own. */
export const STOCK_PAGES = ["slabs", "plans", "items", "materials", "count"] as const;
export type StockPage = (typeof STOCK_PAGES)[number];

export const stockHref = (workspace: string, page: StockPage = "slabs"): string =>
  page === "slabs" ? workspaceHref(workspace, "stock") : `${TRADES}/stock/${page}?workspace=${workspace}`;

/** One item of the stock. */
export const itemHref = (workspace: string, uid: string): string => `${TRADES}/stock/item?workspace=${workspace}&uid=${uid}`;

/** Labels of these slabs, to be printed. */
export const labelsHref = (workspace: string, slabs: readonly string[]): string =>
  `${TRADES}/stock/labels?workspace=${workspace}&slabs=${slabs.join(",")}`;

/** One slab; without an id a new one. Its label leads there. */
export const slabHref = (workspace: string, uid?: string): string =>
  `${TRADES}/stock/slab?workspace=${workspace}${uid ? `&uid=${uid}` : ""}`;

/** One cut plan. */
export const planHref = (workspace: string, uid: string): string => `${TRADES}/stock/plans/plan?workspace=${workspace}&uid=${uid}`;

/** Where one is begun. */
export const planNewHref = (workspace: string): string => `${TRADES}/stock/plans/new?workspace=${workspace}`;

/** What remains of what jobs bring in. */
export const marginsHref = (workspace: string): string => `${TRADES}/costs?workspace=${workspace}`;
