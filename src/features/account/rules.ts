import { DAY_MS } from "@/lib/durations";
import { ACCOUNT_STATES, type AccountState } from "@/lib/enums/account";
import { lifecycle, type Step } from "@/lib/lifecycle";

/** Failures in a row after which an account is locked, and for how long. */
export const MAX_LOGIN_FAILURES = 5;
export const LOCK_MINUTES = 15;

/** How long mailed links work. */
export const VERIFY_LINK_HOURS = 24;
export const RESET_LINK_HOURS = 1;
/** Mails of one purpose that one address gets within an hour, whoever asks for them. */
export const MAILS_PER_HOUR = 5;

/** Between asking for an account's end and its end there is a way back. */
export const DELETION_GRACE_DAYS = 14;
export const EXPORT_LINK_HOURS = 48;

export const RECOVERY_CODES = 10;

/** What is told to go with an account, in the order of how much people would miss it. */
export const HOLDINGS = [
  "workspaces",
  "subscriptions",
  "answers",
  "recordings",
  "simulations",
  "interviews",
  "shareLinks",
  "bookmarks",
  "passkeys",
  "invoices",
  "sessions",
  "conversations",
  "communityMessages",
  "reviewRequests",
  "reviewsGiven",
] as const;

export interface LoginRecord {
  failures: number;
  lockedUntil: Date | null;
}

/** Whole seconds until a lock ends; 0 when nothing is locked. */
export function lockSeconds(record: LoginRecord | undefined, now: Date): number {
  if (!record?.lockedUntil) return 0;
  return Math.max(0, Math.ceil((record.lockedUntil.getTime() - now.getTime()) / 1000));
}

/** Who takes a step of an account's life: its owner, an admin, or the server by a rule or the clock. */
type By = "owner" | "admin" | "server";

const step = (from: AccountState, to: AccountState, by: By): Step<AccountState, By> => ({ from, to, by });

/**
 * An account's life. Whoever asked for its end is past being locked, not past being suspended: asking is no shelter. An erased
 * one never returns.
 */
export const account = lifecycle<AccountState, By>(ACCOUNT_STATES, [
  step("unverified", "active", "owner"),
  step("unverified", "locked", "server"),
  step("unverified", "suspended", "admin"),
  step("unverified", "pending_deletion", "owner"),
  step("active", "locked", "server"),
  step("active", "suspended", "admin"),
  step("active", "pending_deletion", "owner"),
  step("locked", "active", "server"),
  step("locked", "unverified", "server"),
  step("locked", "suspended", "admin"),
  step("locked", "pending_deletion", "owner"),
  step("suspended", "active", "admin"),
  step("suspended", "unverified", "admin"),
  step("suspended", "locked", "admin"),
  step("pending_deletion", "active", "owner"),
  step("pending_deletion", "unverified", "owner"),
  step("pending_deletion", "locked", "owner"),
  step("pending_deletion", "suspended", "admin"),
  step("suspended", "pending_deletion", "admin"),
  step("pending_deletion", "erased", "server"),
  // A suspension does not keep what its owner had asked to be erased.
  step("suspended", "erased", "server"),
]);

export interface AccountFacts {
  emailVerifiedAt: Date | null;
  lockedUntil: Date | null;
  suspendedAt: Date | null;
  deletionRequestedAt: Date | null;
  erasedAt: Date | null;
}

/** The state that an account's facts amount to: what is most final counts. */
export function accountState(facts: AccountFacts, now: Date): AccountState {
  if (facts.erasedAt) return "erased";
  if (facts.suspendedAt) return "suspended";
  if (facts.deletionRequestedAt) return "pending_deletion";
  if (facts.lockedUntil && facts.lockedUntil > now) return "locked";
  return facts.emailVerifiedAt ? "active" : "unverified";
}

/** When an account whose end was asked for will be erased. */
export const erasureDue = (requestedAt: Date): Date => new Date(requestedAt.getTime() + DELETION_GRACE_DAYS * DAY_MS);

/** What of an account lets its owner in. One way must remain. */
export interface WaysIn {
  hasPassword: boolean;
  passkeys: number;
  thirdParties: number;
}

export const waysLeft = ({ hasPassword, passkeys, thirdParties }: WaysIn): number => Number(hasPassword) + passkeys + thirdParties;

/** What a login page may be told to explain: a key below `auth.problems`. */
export type LoginProblem =
  | "sessionRequired"
  | "denied"
  | "failed"
  | "notLinked"
  | "configuration"
  | "linkExpired"
  | "credentials"
  | "mail"
  | "other";

/**
 * next-auth's codes, those it puts into the address of its error page (https://next-auth.js.org/configuration/pages) and
 * those it logs (https://next-auth.js.org/errors), with what they mean to a person.
 */
const LOGIN_PROBLEMS: Record<string, LoginProblem> = {
  SessionRequired: "sessionRequired",
  AccessDenied: "denied",
  Signin: "failed",
  OAuthSignin: "failed",
  OAuthCallback: "failed",
  OAuthCreateAccount: "failed",
  Callback: "failed",
  OAuthAccountNotLinked: "notLinked",
  CredentialsSignin: "credentials",
  Verification: "linkExpired",
  EmailSignin: "mail",
  EmailCreateAccount: "mail",
  Configuration: "configuration",
  MISSING_NEXTAUTH_API_ROUTE_ERROR: "configuration",
  NO_SECRET: "configuration",
  CREDENTIALS_HANDLER_ERROR: "configuration",
  EMAIL_REQUIRES_ADAPTER_ERROR: "configuration",
  MISSING_ADAPTER_METHODS_ERROR: "configuration",
  CALLBACK_CREDENTIALS_JWT_ERROR: "configuration",
  INVALID_CALLBACK_URL_ERROR: "configuration",
};

/** What is to be explained for an `error` of the address; null without one. */
export function loginProblem(code: string | null): LoginProblem | null {
  if (!code) return null;
  return Object.hasOwn(LOGIN_PROBLEMS, code) ? (LOGIN_PROBLEMS[code] ?? "other") : "other";
}
