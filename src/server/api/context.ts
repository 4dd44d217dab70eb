import { AppError } from "@/lib/app-error";
import type { Role } from "@/lib/enums/account";
import type { Locale } from "@/lib/locales";
import type { AccessTokens } from "../access-tokens";
import type { Actor } from "../auth";
import type { Database, Transaction } from "../db/client";
import type { Env } from "../env";
import type { RateLimits } from "../http/rate-limits";
import type { JobQueue } from "../jobs/queue";
import type { Log } from "../log";
import type { News, UnsentMail } from "../mail/outbox";
import type { PersonalData } from "../personal-data";
import type { Realtime } from "../realtime";
import type { Settings } from "../settings";
import type { Telemetry } from "../telemetry/telemetry";
import type { IdentityProofs } from "../vendors/identities";
import type { MailTransport } from "../vendors/mail";
import type { Players } from "../vendors/players";
import type { PushSender } from "../vendors/push";
import type { Payments } from "../vendors/stripe/payments";
import type { FileStore } from "../vendors/uploadthing/file-store";

/** What lives as long as the process: made once at start and handed to every call. Vendors arrive only through here. */
export interface Services {
  env: Env;
  db: Database;
  tokens: AccessTokens;
  files: FileStore;
  jobs: JobQueue;
  limits: RateLimits;
  mail: MailTransport;
  realtime: Realtime;
  /** What may be changed while the service runs. */
  settings: Settings;
  identities: IdentityProofs;
  payments: Payments;
  push: PushSender;
  /** The operator's notification provider; null where there is none. */
  players: Players | null;
  /** What each feature holds of a person. */
  personalData: PersonalData[];
  /** What is left of a mail of news when it goes out; null where nothing is. */
  latestNews: (services: Pick<Services, "db" | "env">, news: News, locale: Locale) => Promise<News | null>;
  /** Tells those whom it concerns that a mail with a document reached nobody, in the transaction that gives it up. */
  notifyOfUnsent: (tx: Transaction, mail: UnsentMail) => Promise<void>;
  log: Log;
  telemetry: Telemetry;
}

/** One call's surroundings. */
export interface Context extends Services {
  locale: Locale;
  requestId: string;
  /** The peer's address; a proxy's word counts only when TRUST_PROXY is on. */
  address: string;
  userAgent: string;
  idempotencyKey: string | undefined;
  /** Keys of earlier calls of this kind whose answers never came. */
  unanswered: readonly string[];
  /** What the answer's headers say besides: filled in by the call. */
  answerHeaders: Record<string, string>;
  /** Holds at most a third party's proof; it never says who is signed in. */
  cookies: string;
  /** The call's connection has gone: what streams stops. */
  signal?: AbortSignal;
  /** Null without a bearer header. */
  actor: Actor | null;
  /** Why a bearer header that was sent gave no actor: told only by procedures that need one. */
  authError: AppError | null;
}

/** The context of a call on whose behalf an actor is known to be signed in. */
export type UserContext = Context & { actor: Actor };

/** @throws AppError secondFactorMissing | forbidden unless they may do what one of these roles may */
export function requireRole({ role, lacksFactor }: Actor, roles: readonly Role[]): void {
  if (roles.includes(role)) return;
  throw new AppError(lacksFactor ? "secondFactorMissing" : "forbidden");
}

export function requireActor(ctx: Context): Actor {
  if (ctx.actor) return ctx.actor;
  throw ctx.authError ?? new AppError("unauthorized");
}
