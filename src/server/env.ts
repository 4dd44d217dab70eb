import { randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { z } from "zod";
import { areOrigins, isSafeAddress, partsOf, withoutSlash } from "./origins";
import type { Secrets } from "./secrets";
import { TELEMETRY_HINTS, telemetrySettings } from "./telemetry/settings";
import { isVapidPair, newVapidKeys, type VapidKeys } from "./vapid";
import { scannerAddress } from "./vendors/malware";

/** A start that cannot succeed, told in one sentence; the process exits with code 1. */
export class StartError extends Error {}

const flag = z.stringbool({ truthy: ["1", "true", "yes", "on"], falsy: ["0", "false", "no", "off"] });

const schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  APP_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  SECRET: z.string().min(32).optional(),
  SECRET_PREVIOUS: z.string().min(32).optional(),
  ACCESS_TOKEN_HOURS: z.coerce
    .number()
    .positive()
    .max(24 * 90)
    .default(12),
  UPLOADTHING_TOKEN: z.string().min(1).optional(),
  CLAMAV: z
    .string()
    .refine((text) => scannerAddress(text) !== undefined)
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s<>@]@[^\s<>@]+>?$/)
    .optional(),
  SESSION_REFETCH_SECONDS: z.coerce.number().int().min(0).max(86_400).default(0),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  LINKEDIN_CLIENT_ID: z.string().min(1).optional(),
  LINKEDIN_CLIENT_SECRET: z.string().min(1).optional(),
  GITHUB_CLIENT_ID: z.string().min(1).optional(),
  GITHUB_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_NAME: z.string().min(1).max(40).default("OpenID Connect"),
  DEMO: flag.optional(),
  ADMIN_SECOND_FACTOR: flag.optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/)
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/)
    .optional(),
  DEMO_PAYMENTS: flag.optional(),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/)
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/)
    .optional(),
  PUSH_SERVICES: z.string().refine(areOrigins).optional(),
  PUSH_PROVIDER_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isSafeAddress)
    .optional(),
  PUSH_PROVIDER_APP_ID: z.string().min(1).optional(),
  PUSH_PROVIDER_KEY: z.string().min(1).regex(/^\S+$/).optional(),
  JOBS: z.enum(["inline", "off"]).default("inline"),
  TRUST_PROXY: flag.default(false),
  RATE_LIMITS: flag.default(true),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  ...telemetrySettings,
});

export type Settings = z.infer<typeof schema>;

/** Secrets that a first start makes and the data folder keeps. */
interface KeptSecrets {
  secret: string;
  databasePassword: string;
  storageKey: string;
  /** Signs what the embedded emulator of Stripe sends. */
  demoPaymentsKey: string;
  demoPasswords: Record<string, string>;
  vapid: VapidKeys;
}

export interface Env extends Settings {
  dataDir: string;
  /** For access tokens, links, next-auth's cookies and what is sealed in the database. */
  secrets: Secrets;
  kept: KeptSecrets;
  /** The address people use, without a slash at the end. */
  publicUrl: string;
  /** Whether demo logins are made: by default only beside the embedded database. */
  demo: boolean;
  /** Whether whoever runs the service needs a second factor to do so: by default wherever there are no demo logins. */
  adminSecondFactor: boolean;
  /** Who takes the money: an account at Stripe, an emulator in which no money moves, or nobody. */
  payments: "stripe" | "demo" | "off";
  /** The server's name before push services, with where to reach its operator. */
  vapid: VapidKeys & { subject: string };
  /** Push services beside those of the browsers, as origins. */
  pushServices: string[];
}

/** What a wrong value should have been, per variable: the sentence a person reads when the start refuses. */
const HINTS: Record<keyof Settings, string> = {
  NODE_ENV: "development, production or test",
  PORT: "a whole number from 0 to 65535",
  HOST: "an address of this machine such as 127.0.0.1",
  APP_URL: "a full address such as https://parley.example",
  DATA_DIR: "a folder",
  DATABASE_URL: "an address such as postgres://user:password@host:5432/name",
  DATABASE_POOL: "a whole number from 2 to 200",
  SECRET: "at least 32 characters",
  SECRET_PREVIOUS: "the SECRET of before, at least 32 characters",
  ACCESS_TOKEN_HOURS: "a number of hours above 0, at most 2160",
  UPLOADTHING_TOKEN: "the token of an UploadThing account",
  CLAMAV: "where clamd listens, such as tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl",
  SMTP_URL: "an address such as smtps://user:password@host:465",
  MAIL_FROM: "a sender such as Parley <hello@parley.example>",
  SESSION_REFETCH_SECONDS: "a whole number of seconds, 0 for never",
  GOOGLE_CLIENT_ID: "the client id that Google gave",
  GOOGLE_CLIENT_SECRET: "the client secret that Google gave",
  LINKEDIN_CLIENT_ID: "the client id that LinkedIn gave",
  LINKEDIN_CLIENT_SECRET: "the client secret that LinkedIn gave",
  GITHUB_CLIENT_ID: "the client id that GitHub gave",
  GITHUB_CLIENT_SECRET: "the client secret that GitHub gave",
  OIDC_ISSUER: "the address of an OpenID Connect provider",
  OIDC_CLIENT_ID: "the client id that the OpenID Connect provider gave",
  OIDC_CLIENT_SECRET: "the client secret that the OpenID Connect provider gave",
  OIDC_NAME: "the provider's name as people know it, at most 40 characters",
  DEMO: "on or off",
  ADMIN_SECOND_FACTOR: "on or off",
  STRIPE_SECRET_KEY: "a secret key of a Stripe account, sk_…",
  STRIPE_WEBHOOK_SECRET: "the signing secret of the webhook at Stripe, whsec_…",
  DEMO_PAYMENTS: "on or off",
  VAPID_PUBLIC_KEY: "a public VAPID key, 87 characters of base64url",
  VAPID_PRIVATE_KEY: "the private key that belongs to VAPID_PUBLIC_KEY, 43 characters of base64url",
  VAPID_SUBJECT: "an address such as mailto:you@parley.example or https://parley.example",
  PUSH_SERVICES: "origins such as https://push.example, parted by commas; http only on this machine",
  PUSH_PROVIDER_URL: "an https address such as https://onesignal.com/api/v1",
  PUSH_PROVIDER_APP_ID: "the id of the app at the notification provider",
  PUSH_PROVIDER_KEY: "the key that the notification provider gave",
  JOBS: "inline or off",
  TRUST_PROXY: "on or off",
  RATE_LIMITS: "on or off",
  LOG_LEVEL: "trace, debug, info, warn, error, fatal or silent",
  ...TELEMETRY_HINTS,
};

/** A variable that is set to nothing, as compose files do, is one that is not set. */
export function readSettings(source: NodeJS.ProcessEnv): Settings {
  const parsed = schema.safeParse(Object.fromEntries(Object.entries(source).filter(([, value]) => value !== "")));
  if (parsed.success) return whole(parsed.data);
  const name = String(parsed.error.issues[0]?.path[0]) as keyof Settings;
  throw new StartError(`The environment variable ${name} is wrong: it must be ${HINTS[name]}.`);
}

/** What makes sense only together: half of it is a mistake, not a provider without a button. */
const TOGETHER: (keyof Settings)[][] = [
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["LINKEDIN_CLIENT_ID", "LINKEDIN_CLIENT_SECRET"],
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY"],
  ["PUSH_PROVIDER_URL", "PUSH_PROVIDER_APP_ID", "PUSH_PROVIDER_KEY"],
];

function whole(settings: Settings): Settings {
  for (const names of TOGETHER) {
    const missing = names.filter((name) => settings[name] === undefined);
    if (missing.length > 0 && missing.length < names.length)
      throw new StartError(`The environment variable ${missing[0]} is missing: ${names.join(", ")} go together.`);
  }
  return settings;
}

/**
 * Payments of a demo are for trying the product out: beside a real key they would be a second truth, and where an operator
 * says "production" anybody could have a paid plan for nothing. There, only the explicit switch brings them.
 */
function paymentsOf(settings: Settings, demo: boolean, declaredProduction: boolean): Env["payments"] {
  if (settings.STRIPE_SECRET_KEY) {
    if (settings.DEMO_PAYMENTS) throw new StartError("DEMO_PAYMENTS is on beside a STRIPE_SECRET_KEY: take one of them away.");
    return "stripe";
  }
  return (settings.DEMO_PAYMENTS ?? (demo && !declaredProduction)) ? "demo" : "off";
}

export interface StartFacts {
  /** The operator set NODE_ENV=production; the start command sets it by itself as well, for the pages. */
  declaredProduction?: boolean;
}

export function readEnv(source: NodeJS.ProcessEnv, { declaredProduction = false }: StartFacts = {}): Env {
  const settings = readSettings(source);
  const demo = settings.DEMO ?? settings.DATABASE_URL === undefined;
  const payments = paymentsOf(settings, demo, declaredProduction);
  const dataDir = path.resolve(settings.DATA_DIR);
  prepareDataDir(dataDir);
  const kept = keepSecrets(dataDir);
  const publicUrl = withoutSlash(settings.APP_URL ?? `http://localhost:${settings.PORT}`);
  return {
    ...settings,
    dataDir,
    kept,
    secrets: [settings.SECRET ?? kept.secret, ...(settings.SECRET_PREVIOUS ? [settings.SECRET_PREVIOUS] : [])],
    publicUrl,
    demo,
    adminSecondFactor: settings.ADMIN_SECOND_FACTOR ?? !demo,
    payments,
    vapid: vapidOf(settings, kept.vapid, publicUrl),
    pushServices: settings.PUSH_SERVICES ? partsOf(settings.PUSH_SERVICES) : [],
  };
}

function vapidOf(settings: Settings, kept: VapidKeys, publicUrl: string): Env["vapid"] {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = settings;
  const keys = publicKey && privateKey ? { publicKey, privateKey } : kept;
  if (!isVapidPair(keys)) throw new StartError("VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not a pair: make them anew together.");
  const { protocol, hostname } = new URL(publicUrl);
  return { ...keys, subject: settings.VAPID_SUBJECT ?? (protocol === "https:" ? publicUrl : `mailto:no-reply@${hostname}`) };
}

function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    // An existing folder on a read-only disk passes the check above as root: only a write tells.
    const probe = path.join(dataDir, ".write-probe");
    writeFileSync(probe, "");
  } catch (cause) {
    throw new StartError(`The data folder ${dataDir} cannot be written: give DATA_DIR a folder that you own.`, { cause });
  }
}

/** The app's own keys, in the data folder. */
export const SECRETS = "secrets.json";

function keepSecrets(dataDir: string): KeptSecrets {
  const file = path.join(dataDir, SECRETS);
  const known = existsSync(file);
  const stored: Partial<KeptSecrets> = known ? parseSecrets(file) : {};
  const kept: KeptSecrets = {
    secret: stored.secret ?? randomBytes(48).toString("base64url"),
    databasePassword: stored.databasePassword ?? randomBytes(24).toString("hex"),
    storageKey: stored.storageKey ?? `sk_${randomBytes(32).toString("hex")}`,
    demoPaymentsKey: stored.demoPaymentsKey ?? randomBytes(24).toString("hex"),
    demoPasswords: stored.demoPasswords ?? {
      candidate: readablePassword(),
      admin: readablePassword(),
      super_admin: readablePassword(),
    },
    vapid: stored.vapid ?? newVapidKeys(),
  };
  if (JSON.stringify(kept) === JSON.stringify(stored)) {
    chmodSync(file, 0o600);
    return kept;
  }
  // Whole or not at all: a half-written file would lose the only copy. Of two first starts the one that links first decides.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flush: true });
  try {
    // Asked above and not again: a file that appeared meanwhile is the other start's, and stays.
    if (known) renameSync(draft, file);
    else linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return keepSecrets(dataDir);
  } finally {
    rmSync(draft, { force: true });
  }
  return kept;
}

function parseSecrets(file: string): Partial<KeptSecrets> {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new StartError(
      `The file ${file} is damaged: restore it from a backup; without it, signed links and the embedded database cannot be opened.`,
      { cause },
    );
  }
}

/** 80 bits in four groups that can be typed from a terminal: letters and digits that look like no other. */
function readablePassword(): string {
  const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
  const letters = Array.from(randomBytes(16), (byte) => alphabet[byte % alphabet.length]);
  return [0, 4, 8, 12].map((at) => letters.slice(at, at + 4).join("")).join("-");
}
