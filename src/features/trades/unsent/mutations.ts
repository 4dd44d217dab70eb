import type { Transaction } from "@/server/db/client";
import { jobInvoices, quotes } from "@/server/db/schema";
import { rowIn, withLockedWorkspace } from "@/server/db/workspace";
import type { UnsentMail } from "@/server/mail/outbox";
import { publishToWorkspace } from "../events";
import { invoiceHref, quoteHref } from "../hrefs";
import { recordEvent } from "../log/mutations";
import { notifyManagers } from "../notices/mutations";
import { sendingOf } from "./queries";

/** What the mails of a shop bring, as a notice calls it. */
const DOCUMENTS = { quote_sent: "quote", invoice_sent: "invoice", credit_sent: "credit" } as const;
const isOfShop = (template: string): template is keyof typeof DOCUMENTS => Object.hasOwn(DOCUMENTS, template);

/** Those who manage a shop learn that what it mailed never reached its customer: there it says that it was sent. Of other mails nobody is told. */
export async function notifyOfUnsent(tx: Transaction, { template, recipient, values }: UnsentMail): Promise<void> {
  const { workspaceId, documentId, number, kind, sending } = values;
  if (!isOfShop(template) || typeof workspaceId !== "string" || typeof documentId !== "string") return;
  const document = template === "quote_sent" && kind === "variation" ? kind : DOCUMENTS[template];
  const href = template === "quote_sent" ? quoteHref(workspaceId, { uid: documentId }) : invoiceHref(workspaceId, documentId);
  await withLockedWorkspace(tx, workspaceId, "key share", async (inner, outside) => {
    await noteUnsent(inner, {
      workspaceId,
      documentId,
      sentAt: String(sending),
      table: template === "quote_sent" ? quotes : jobInvoices,
    });
    await notifyManagers(inner, outside, {
      workspaceId,
      actorId: "",
      author: "",
      kind: "trades_mail_unsent",
      values: { document, number: String(number), email: recipient },
      href,
    });
  });
}

interface Unsent {
  workspaceId: string;
  documentId: string;
  /** When it was sent, as its mail says. */
  sentAt: string;
  table: typeof quotes | typeof jobInvoices;
}

/** So that it stands at the document, too, as long as it was not sent again since. It is noted in the name of whoever wrote it. */
async function noteUnsent(tx: Transaction, { workspaceId, documentId, sentAt, table }: Unsent): Promise<void> {
  const [sent] = await tx
    .select({ sentAt: table.sentAt, actorId: table.authorId })
    .from(table)
    .where(rowIn(table, workspaceId, documentId));
  if (!sent?.sentAt || sendingOf(sent.sentAt).sentAt !== sentAt) return;
  const target = { kind: table === quotes ? ("quote" as const) : ("invoice" as const), id: documentId };
  await recordEvent(tx, { workspaceId, actorId: sent.actorId }, { action: "mail.unsent", target, after: sendingOf(sent.sentAt) });
  await publishToWorkspace(tx, workspaceId);
}
