import type { Transaction } from "@/server/db/client";
import { wasDone } from "../log/queries";

/** What a mail brought, as the log names it, and when it was sent last. */
interface Mailed {
  workspaceId: string;
  target: { kind: "quote" | "invoice"; id: string };
  sentAt: Date | null;
}

/** How the log knows one sending of a document from the next. */
export const sendingOf = (sentAt: Date) => ({ sentAt: sentAt.toISOString() });

/** Whether the mail that brought a document last reached nobody. */
export const wasUnsent = async (tx: Transaction, { workspaceId, target, sentAt }: Mailed): Promise<boolean> =>
  sentAt !== null && (await wasDone(tx, workspaceId, "mail.unsent", target, { after: sendingOf(sentAt) }));
