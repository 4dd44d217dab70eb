import { sql } from "drizzle-orm";
import { z } from "zod";
import { day, instant } from "@/lib/dto-fields";
import { EXPORT_STATES, PROVIDERS, ROLES, SESSION_METHODS } from "@/lib/enums/account";
import { LOCALES } from "@/lib/locales";
import { withoutFactor } from "@/server/auth";
import { users } from "@/server/db/schema";

export const userDto = z.object({
  uid: z.uuid(),
  email: z.string(),
  username: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(ROLES),
  needsFactor: z
    .boolean()
    .meta({ description: "Somebody who runs the service and may do so only once their account has a second factor." }),
  language: z.enum(LOCALES),
  emailVerified: z.boolean(),
  avatar: z.string().nullable().meta({ description: "The picture's address on this host; null without one." }),
  erasedOn: instant.nullable().meta({ description: "When the account will be erased; null unless its owner asked for that." }),
});
export type UserDto = z.infer<typeof userDto>;

export const accountDto = z.object({
  accessToken: z.string().meta({ description: "Goes with later calls, as `Authorization: Bearer <accessToken>`." }),
  user: userDto,
});
export const existenceDto = z.object({ emailExists: z.boolean(), usernameExists: z.boolean() });

/** The columns of a user that their owner sees. */
export const userColumns = {
  uid: users.id,
  email: users.email,
  username: users.username,
  firstName: users.firstName,
  lastName: users.lastName,
  role: users.role,
  withoutFactor: withoutFactor("users"),
  language: users.language,
  emailVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
  avatarId: users.avatarId,
  deletionRequestedAt: users.deletionRequestedAt,
};

export const profileDto = userDto.extend({
  profession: z.string(),
  timeZone: z.string().nullable(),
  interviewDate: day.nullable(),
  createdAt: instant,
  pendingEmail: z.string().nullable().meta({ description: "The address that waits to be confirmed." }),
});

export const profileColumns = {
  ...userColumns,
  profession: users.profession,
  timeZone: users.timeZone,
  interviewDate: users.interviewDate,
  createdAt: users.createdAt,
};

/** What the login page may offer, and how the session client shall behave. */
export const signInOptionsDto = z.object({
  providers: z.array(z.object({ provider: z.enum(PROVIDERS), name: z.string() })),
  sessionRefetchSeconds: z.int().meta({ description: "0: never by the clock alone." }),
});

export const sessionDto = z.object({
  uid: z.uuid(),
  current: z.boolean(),
  method: z.enum(SESSION_METHODS),
  browser: z.string().meta({ description: "As the browser names itself; empty when it does not." }),
  system: z.string(),
  kind: z.enum(["desktop", "mobile", "tablet", "other"]),
  createdAt: instant,
  lastSeenAt: instant,
});

const passkeyDto = z.object({
  id: z.string(),
  name: z.string(),
  backedUp: z.boolean(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});

export const securityDto = z.object({
  hasPassword: z.boolean(),
  totp: z.boolean(),
  recoveryCodesLeft: z.int(),
  passkeys: z.array(passkeyDto),
  thirdParties: z.array(z.object({ provider: z.enum(PROVIDERS), name: z.string(), linked: z.boolean(), email: z.string() })),
});

/** WebAuthn's options as the browser takes them (PublicKeyCredential…OptionsJSON); their form is the standard's. */
export const challengeDto = z.object({ challengeId: z.uuid(), options: z.record(z.string(), z.unknown()) });

export const totpSetupDto = z.object({
  secret: z.string(),
  uri: z.string().meta({ description: "What an authenticator app reads from a QR code: an `otpauth:` address." }),
});
export const recoveryCodesDto = z.object({ recoveryCodes: z.array(z.string()) });

export const exportDto = z.object({
  uid: z.uuid(),
  state: z.enum(EXPORT_STATES),
  progress: z.int().meta({ description: "0 to 100." }),
  sizeBytes: z.int().nullable(),
  requestedAt: instant,
  expiresAt: instant.nullable(),
});

export const holdingsDto = z.record(z.string(), z.int());
