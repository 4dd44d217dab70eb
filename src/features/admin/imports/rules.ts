import { AppError } from "@/lib/app-error";
import type { Role } from "@/lib/enums/account";
import { IMPORT_STATES, type ImportKind, type ImportState } from "@/lib/enums/imports";
import { lifecycle } from "@/lib/lifecycle";

/** Every step of a file on its way in: whoever sent it takes some, the job that reads and applies it the others. */
export const fileImport = lifecycle<ImportState, "sender" | "job">(IMPORT_STATES, [
  { from: "uploading", to: "waiting", by: "sender" },
  { from: "waiting", to: "checking", by: "job" },
  { from: "checking", to: "checked", by: "job" },
  { from: "checking", to: "refused", by: "job" },
  { from: "checked", to: "ordered", by: "sender" },
  // Compared anew with content that has changed.
  { from: "checked", to: "waiting", by: "sender" },
  { from: "refused", to: "waiting", by: "sender" },
  { from: "ordered", to: "applying", by: "job" },
  { from: "applying", to: "applied", by: "job" },
  { from: "applying", to: "refused", by: "job" },
]);

/** The job that reads and applies files. */
export const IMPORT_JOB = "admin.imports";

/** What goes on by itself. */
export const isBusy = (state: ImportState): boolean => ["waiting", "checking", "ordered", "applying"].includes(state);

/** What super admins alone look after goes in and out through them alone. */
const SUPER_KINDS: readonly ImportKind[] = ["universities"];

/** @throws AppError forbidden */
export function requireKind({ role }: { role: Role }, kind: ImportKind): void {
  if (SUPER_KINDS.includes(kind) && role !== "super_admin") throw new AppError("forbidden");
}
