import { z } from "zod";
import { sessionDto } from "@/features/account/dto";
import { ACCOUNT_STATES, PROVIDERS, ROLES } from "@/lib/enums/account";
import { AUDIT_ACTIONS, PEOPLE_ACTS } from "@/lib/enums/service";
import { PLANS } from "@/lib/enums/subscription";
import { CONVERSATION_STATES } from "@/lib/enums/support";
import { LOCALES } from "@/lib/locales";
import { NUMBERS } from "./rules";

/** What it takes to find somebody, and no more. */
const rowDto = z.object({
  uid: z.uuid(),
  name: z.string(),
  email: z.string(),
  username: z.string().nullable(),
  role: z.enum(ROLES),
  state: z.enum(ACCOUNT_STATES),
  plan: z.enum(PLANS),
  language: z.enum(LOCALES),
  registeredAt: z.string(),
  /** Within an hour. */
  seenAt: z.string(),
});

export const peopleDto = z.object({ data: z.array(rowDto), meta: z.object({ next: z.string().nullable() }) });

export const personDto = rowDto.extend({
  timeZone: z.string().nullable(),
  emailVerifiedAt: z.string().nullable(),
  suspension: z.object({ since: z.string(), reason: z.string() }).nullable(),
  lockedUntil: z.string().nullable(),
  /** When the account will be erased; null unless its owner asked for that. */
  erasedOn: z.string().nullable(),
  /** Logins, the newest first; those that are not over are devices that are signed in. No addresses. */
  sessions: z.array(sessionDto.omit({ current: true }).extend({ endedAt: z.string().nullable() })),
  /** Which there are, and never what they are. */
  factors: z.object({
    password: z.boolean(),
    totp: z.boolean(),
    recoveryCodes: z.int(),
    passkeys: z.int(),
    thirdParties: z.array(z.enum(PROVIDERS)),
  }),
  /** How much is held of them, by the names that the account's own page has for it. */
  holdings: z.record(z.enum(NUMBERS), z.int()),
  storedBytes: z.number(),
  /** Talks with support, the last ones first. */
  conversations: z.array(z.object({ uid: z.uuid(), subject: z.string(), state: z.enum(CONVERSATION_STATES), movedAt: z.string() })),
  /** What the caller may do about this account now. */
  acts: z.array(z.enum(PEOPLE_ACTS)),
  /** Whether the caller reads what was done about them. */
  history: z.boolean(),
});

const fields = z.record(z.string(), z.unknown()).nullable();

export const historyDto = z.object({
  data: z.array(
    z.object({
      uid: z.uuid(),
      action: z.enum(AUDIT_ACTIONS),
      at: z.string(),
      /** Who did it; null for the service itself. */
      by: z.object({ uid: z.uuid(), name: z.string() }).nullable(),
      reason: z.string(),
      before: fields,
      after: fields,
    }),
  ),
  meta: z.object({ next: z.string().nullable() }),
});

/** Those whom an act changed: others were in no state for it. */
export const turnedDto = z.array(
  z.object({
    uid: z.uuid(),
    state: z.enum(ACCOUNT_STATES),
    /** Why they are kept out, or were. */
    reason: z.string(),
  }),
);

export const endedDto = z.object({ ended: z.int() });
