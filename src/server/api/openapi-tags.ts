import type { OpenAPIObject } from "trpc-to-openapi";

/** What the parts of the API are for. A tag without a line here has no place in the document; a test finds it. */
const TAGS: Record<string, string> = {
  Account: "Logging in, registering, and what an account says of its owner.",
  "Account security": "Passwords, second factors, passkeys, third parties and signed-in devices.",
  "Account data": "A copy of everything, and the end of an account.",
  Notifications: "What somebody is told, where, and how often.",
  Practice: "Questions, takes, ratings, plans, simulations and progress.",
  "Peer review": "Asking for a review, writing one, and reading what others wrote.",
  Learning: "Videos, tutorials, programmes and universities.",
  Community: "Rooms, topics and messages.",
  Support: "The FAQ, and talking to the team.",
  Files: "How recordings, pictures and documents are sent.",
  Subscription: "Plans, payments and receipts.",
  "Demo payments": "Payments in which no money moves, where there is no account at Stripe.",
  Service: "What the service says of itself.",
  Trades: "Workspaces of shops: customers, jobs, schedule, stock, quotes and invoices.",
  Administration: "What those who run the service see and do.",
  "Administration, operations": "Jobs, events and mails that failed.",
  "People, administration": "Accounts, as those who run the service see them.",
  "Question bank, editing": "Questions and their categories.",
  "Learning, editing": "What the learning area shows.",
  "Community, administration": "Reports, decisions and members.",
  "Community, rooms": "The rooms themselves.",
  "Support, administration": "The team's side of conversations.",
  "Support, editing": "The FAQ and ready answers.",
  "Peer review, administration": "Reports of reviews.",
  "Subscription, administration": "Refunds, and plans free of charge.",
};

/** The tags that operations have, in the order above. */
export function tagsOf(paths: NonNullable<OpenAPIObject["paths"]>): { name: string; description: string }[] {
  const operations = Object.values(paths).flatMap((item) => [item.get, item.post]);
  const used = new Set(operations.flatMap((operation) => operation?.tags ?? []));
  return Object.entries(TAGS).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : []));
}
