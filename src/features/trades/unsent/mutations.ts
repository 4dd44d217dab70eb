import type { Transaction } from "@/server/db/workspace";
import { withWorkspace } from "@/server/db/workspace";
import type { UnsentMail } from "@/server/mail/outbox";
import { invoiceHref, quoteHref } from "../components/places";
import { tellManagers } from "../notices/mutations";

/** What the mails of a shop bring, as a notice calls it. */
const DOCUMENTS = { quote_sent: "quote", invoice_sent: "invoice", credit_sent: "credit" } as const;
const isOfShop = (template: string): template is keyof typeof DOCUMENTS => Object.hasOwn(DOCUMENTS, template);

/** Those who manage a shop learn that what it mailed never reached its customer: there it says that it was sent. Of other mails nobody is told. */
export async function tellUnsent(tx: Transaction, { template, recipient, values }: UnsentMail): Promise<void> {
  const { workspaceId, documentId, number, kind } = values;
  if (!isOfShop(template) || typeof workspaceId !== "string" || typeof documentId !== "string") return;
  const document = template === "quote_sent" && kind === "variation" ? kind : DOCUMENTS[template];
  const href = template === "quote_sent" ? quoteHref(workspaceId, { uid: documentId }) : invoiceHref(workspaceId, documentId);
  await withWorkspace(tx, workspaceId, (inner, outside) =>
    tellManagers(inner, outside, {
      workspaceId,
      actorId: "",
      author: "",
      kind: "trades_mail_unsent",
      values: { document, number: String(number), email: recipient },
      href,
    }),
  );
}
