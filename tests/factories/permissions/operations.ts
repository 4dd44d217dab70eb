import { row, type Table, TEAM } from "./table";

const NEVER = "0190a5f0-0000-7000-8000-000000000000";

export const operationsTable: Table = {
  "admin.home.waiting": row(TEAM),
  "admin.home.figure": row(TEAM, () => ({ figure: "takes" })),
  "admin.home.revenue": row(TEAM, () => ({})),
  "admin.home.health": row(TEAM),
  "admin.operations.jobs": row(TEAM),
  // No worker has begun here: the queue knows of no jobs yet.
  "admin.operations.run": row(TEAM, () => ({ names: ["practice.erase"] }), { admin: "notFound", superAdmin: "notFound" }),
  "admin.operations.events": row(TEAM),
  "admin.operations.retryEvents": row(TEAM, () => ({ uids: ["evt_none"] })),
  "admin.operations.mails": row(TEAM),
  "admin.operations.retryMails": row(TEAM, () => ({ uids: [NEVER] })),
  "admin.operations.erasures": row(TEAM),
  "admin.operations.storage": row(TEAM),
};
