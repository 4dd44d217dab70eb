import type { LinkPurpose } from "@/lib/enums/account";
import type { Secrets } from "../secrets";
import { signedToken } from "../signed-tokens";

/** Which page opens a mailed link; the token is in the fragment, which no server and no log ever sees. */
const LINK_PAGES: Record<LinkPurpose, string> = {
  verify_email: "/verify-email",
  change_email: "/verify-email",
  // Outside /auth, which the signed-in never see: they ask for this link in their settings.
  reset_password: "/reset-password",
};

/** What the token of a guest's link is made for. */
export const GUEST_PURPOSE = "guest_conversation";

/** Where somebody chooses what they are told. */
export const NOTIFICATION_SETTINGS = "/dashboard/settings/account?section=notifications";

/** What the token of an invitation to a workspace is made for. */
export const INVITE_PURPOSE = "workspace_invite";

/** What the token of a quote's link is made for. */
export const QUOTE_PURPOSE = "trades_quote";

/** What opens a quote: the workspace, without which no row of trades is seen, and a token that is derived and never stored. */
export const quoteToken = (secrets: Secrets, workspaceId: string, linkId: string): string =>
  `${workspaceId}.${signedToken(secrets, QUOTE_PURPOSE, linkId)}`;

interface Surroundings {
  publicUrl: string;
  secrets: Secrets;
}

type Values = Record<string, string | number>;

const mailedLink =
  (purpose: LinkPurpose) =>
  ({ publicUrl, secrets }: Surroundings, { linkId }: Values): string =>
    `${publicUrl}${LINK_PAGES[purpose]}#${signedToken(secrets, purpose, String(linkId))}`;

/** A guest's way to what they wrote and what was answered: whoever holds the link reads mail at the address. */
const guestConversation = ({ publicUrl, secrets }: Surroundings, { conversationId }: Values): string =>
  `${publicUrl}/contact/conversation#${signedToken(secrets, GUEST_PURPOSE, String(conversationId))}`;

/** The way into a workspace: whoever holds the link reads mail at the address that was invited. */
const invitation = ({ publicUrl, secrets }: Surroundings, { inviteId }: Values): string =>
  `${publicUrl}/invitation#${signedToken(secrets, INVITE_PURPOSE, String(inviteId))}`;

/** Where a shop's customer reads what is offered: whoever holds the link reads mail at the address that it was sent to. */
const offer = ({ publicUrl, secrets }: Surroundings, { workspaceId, linkId }: Values): string =>
  `${publicUrl}/quote#${quoteToken(secrets, String(workspaceId), String(linkId))}`;

const page =
  (path: string) =>
  ({ publicUrl }: Surroundings): string =>
    publicUrl + path;

/** To where what is told leads. */
const told = ({ publicUrl }: Surroundings, { href }: Values): string => publicUrl + String(href);

/**
 * Every mail there is, and where its button leads; its words are `mails.<template>` in the catalogues. Mails to an address
 * that nobody has confirmed yet carry nothing that a stranger could have typed: no names, no texts.
 */
export const TEMPLATES = {
  verify_email: mailedLink("verify_email"),
  change_email: mailedLink("change_email"),
  reset_password: mailedLink("reset_password"),
  email_change_asked: page("/dashboard/settings/account?section=security"),
  email_changed: null,
  password_changed: page("/dashboard/settings/account?section=devices"),
  factors_changed: page("/dashboard/settings/account?section=security"),
  // Who is kept out can write by the public form.
  account_suspended: page("/contact"),
  account_restored: page("/auth/login"),
  new_device: page("/dashboard/settings/account?section=devices"),
  recording_played: page("/dashboard/settings/account?section=data"),
  export_ready: page("/dashboard/settings/account?section=data"),
  receipt: page("/dashboard/subscription#invoices"),
  payment_failed: page("/dashboard/subscription"),
  subscription_ending: page("/dashboard/subscription"),
  subscription_on_hold: page("/dashboard/subscription"),
  subscription_ended: page("/dashboard/subscription"),
  contact_received: guestConversation,
  contact_answered: guestConversation,
  contact_solved: guestConversation,
  notification: told,
  notification_digest: page("/dashboard/notifications"),
  workspace_invite: invitation,
  quote_sent: offer,
  quote_accepted: offer,
  // The document itself goes with them.
  invoice_sent: null,
  credit_sent: null,
  deletion_requested: page("/dashboard/settings/account?section=data"),
  erased: null,
} satisfies Record<string, ((around: Surroundings, values: Values) => string) | null>;

export type MailTemplate = keyof typeof TEMPLATES;

/** Mails that somebody sends to an address, whether or not an account has it: they are theirs, and no account's. */
export const TO_ANYBODY: readonly MailTemplate[] = [
  "contact_received",
  "contact_answered",
  "contact_solved",
  "workspace_invite",
  "quote_sent",
  "quote_accepted",
  "invoice_sent",
  "credit_sent",
];

/**
 * Mails to an account's address that stay with it when the account gets another: links that open nothing at the new one, and warnings, which
 * whoever reads there may have to hear of before somebody else took the account.
 */
export const TO_ADDRESS: readonly MailTemplate[] = [
  "verify_email",
  "change_email",
  "reset_password",
  "email_change_asked",
  "email_changed",
  "password_changed",
  "factors_changed",
  "new_device",
  "erased",
];

export const isMailTemplate = (name: string): name is MailTemplate => Object.hasOwn(TEMPLATES, name);
