import { z } from "zod";
import { sessionDto } from "@/features/account/dto";
import { instant } from "@/lib/dto-fields";
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
  registeredAt: instant,
  seenAt: instant.meta({ description: "Within an hour." }),
});

export const peopleDto = z.object({ data: z.array(rowDto), meta: z.object({ next: z.string().nullable() }) });

export const personDto = rowDto.extend({
  timeZone: z.string().nullable(),
  emailVerifiedAt: instant.nullable(),
  suspension: z.object({ since: instant, reason: z.string() }).nullable(),
  lockedUntil: instant.nullable(),
  erasedOn: instant.nullable().meta({ description: "When the account will be erased; null unless its owner asked for that." }),
  sessions: z
    .array(sessionDto.omit({ current: true }).extend({ endedAt: instant.nullable() }))
    .meta({ description: "Logins, the newest first; those that are not over are devices that are signed in. No addresses." }),
  factors: z
    .object({
      password: z.boolean(),
      totp: z.boolean(),
      recoveryCodes: z.int(),
      passkeys: z.int(),
      thirdParties: z.array(z.enum(PROVIDERS)),
    })
    .meta({ description: "Which there are, and never what they are." }),
  holdings: z
    .record(z.enum(NUMBERS), z.int())
    .meta({ description: "How much is held of them, by the names that the account's own page has for it." }),
  storedBytes: z.number(),
  conversations: z
    .array(z.object({ uid: z.uuid(), subject: z.string(), state: z.enum(CONVERSATION_STATES), movedAt: instant }))
    .meta({ description: "Talks with support, the last ones first." }),
  acts: z.array(z.enum(PEOPLE_ACTS)).meta({ description: "What the caller may do about this account now." }),
  history: z.boolean().meta({ description: "Whether the caller reads what was done about them." }),
});

const fields = z.record(z.string(), z.unknown()).nullable();

export const historyDto = z.object({
  data: z.array(
    z.object({
      uid: z.uuid(),
      action: z.enum(AUDIT_ACTIONS),
      at: instant,
      by: z.object({ uid: z.uuid(), name: z.string() }).nullable().meta({ description: "Who did it; null for the service itself." }),
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
    reason: z.string().meta({ description: "Why they are kept out, or were." }),
  }),
);

export const endedDto = z.object({ ended: z.int() });
