import { z } from "zod";
import { areOrigins, isSafeAddress, isWholeSite } from "./origins";
import { StartError } from "./start-error";
import { TELEMETRY_HINTS, telemetrySettings } from "./telemetry/settings";
import { scannerAddress } from "./vendors/malware";
import { isUploadToken } from "./vendors/uploadthing/token";

const flag = z.stringbool({ truthy: ["1", "true", "yes", "on"], falsy: ["0", "false", "no", "off"] });

/** Those that are taken as they are: a key that is trimmed is another one, and what it sealed would stay shut. */
const KEYS: readonly string[] = ["SECRET", "SECRET_PREVIOUS", "STORAGE_KEY", "STORAGE_KEY_PREVIOUS"];
const key = z
  .string()
  .min(32)
  .refine((text) => text === text.trim());
/** One with white space around it may have been in use: here it is still taken. */
const previousKey = z.string().min(32);

const schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  // Browsers give microphone and camera to encrypted pages only, and tokens do not travel openly.
  APP_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isSafeAddress)
    .refine(isWholeSite)
    .optional(),
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  SECRET: key.optional(),
  SECRET_PREVIOUS: previousKey.optional(),
  STORAGE_KEY: key.optional(),
  STORAGE_KEY_PREVIOUS: previousKey.optional(),
  ACCESS_TOKEN_HOURS: z.coerce
    .number()
    .positive()
    .max(24 * 90)
    .default(12),
  UPLOADTHING_TOKEN: z.string().refine(isUploadToken).optional(),
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
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .refine(isSafeAddress)
    .optional(),
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

/** What the environment says, each variable checked by itself. */
export type Variables = z.infer<typeof schema>;

/** What a wrong value should have been, per variable: the sentence a person reads when the start refuses. */
const HINTS: Record<keyof Variables, string> = {
  NODE_ENV: "development, production or test",
  PORT: "a whole number from 0 to 65535",
  HOST: "an address of this machine such as 127.0.0.1",
  APP_URL: "a full address such as https://parley.example, with nothing behind the host and port; http only on this machine",
  DATA_DIR: "a folder",
  DATABASE_URL: "an address such as postgres://user:password@host:5432/name",
  DATABASE_POOL: "a whole number from 2 to 200",
  SECRET: "at least 32 characters, without white space around them; one that had some until now goes into SECRET_PREVIOUS",
  SECRET_PREVIOUS: "the SECRET of before, at least 32 characters",
  STORAGE_KEY: "at least 32 characters, without white space around them; one that had some until now goes into STORAGE_KEY_PREVIOUS",
  STORAGE_KEY_PREVIOUS: "the STORAGE_KEY of before, at least 32 characters",
  ACCESS_TOKEN_HOURS: "a number of hours above 0, at most 2160",
  UPLOADTHING_TOKEN: "the token of an UploadThing account, as its dashboard shows it",
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
  OIDC_ISSUER: "the https address of an OpenID Connect provider; http only on this machine",
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

/** A variable that is set to nothing, as compose files do, is one that is not set; the white space around another one is not of it. */
export function readVariables(source: NodeJS.ProcessEnv): Variables {
  const given = Object.entries(source).map(([name, value]) => [name, KEYS.includes(name) ? value : value?.trim()] as const);
  const parsed = schema.safeParse(Object.fromEntries(given.filter(([, value]) => value !== "")));
  if (parsed.success) return whole(parsed.data);
  const name = String(parsed.error.issues[0]?.path[0]) as keyof Variables;
  throw new StartError(`The environment variable ${name} is wrong: it must be ${HINTS[name]}.`);
}

/** What makes sense only together: half of it is a mistake, not a provider without a button. */
const TOGETHER: (keyof Variables)[][] = [
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["LINKEDIN_CLIENT_ID", "LINKEDIN_CLIENT_SECRET"],
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY"],
  ["PUSH_PROVIDER_URL", "PUSH_PROVIDER_APP_ID", "PUSH_PROVIDER_KEY"],
];

function whole(variables: Variables): Variables {
  for (const names of TOGETHER) {
    const missing = names.filter((name) => variables[name] === undefined);
    if (missing.length > 0 && missing.length < names.length)
      throw new StartError(`The environment variable ${missing[0]} is missing: ${names.join(", ")} go together.`);
  }
  return variables;
}
