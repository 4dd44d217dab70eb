import { z } from "zod";
import { ROLES } from "@/lib/enums/account";
import { PEOPLE_ORDERS } from "@/lib/enums/service";
import { PLANS } from "@/lib/enums/subscription";
import { calendarDay, id, textField } from "@/lib/fields";
import { timeZoneField } from "@/lib/inputs";
import { LOCALES } from "@/lib/locales";
import { LISTED_STATES, MAX_REASON } from "./rules";

/** People and entries of their histories that come at a time. */
export const PEOPLE = 30;
/** People that one call acts on. */
const MOST_AT_ONCE = 500;

export const peopleInput = z.object({
  /** Beginnings of names, of the username, and of the parts of the address. */
  search: z.string().trim().max(100).optional(),
  state: z.enum(LISTED_STATES).optional(),
  role: z.enum(ROLES).optional(),
  plan: z.enum(PLANS).optional(),
  language: z.enum(LOCALES).optional(),
  /** Days of registration, the first and the last that count. */
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  /** Whose clocks say when a day begins; those of UTC without. */
  timeZone: timeZoneField,
  order: z.enum(PEOPLE_ORDERS).default("registered"),
  descending: z.boolean().default(true),
  /** From where the last answer ended (`meta.next`). */
  before: z.string().max(1000).optional(),
});
export type PeopleInput = z.infer<typeof peopleInput>;

export const personInput = z.strictObject({ uid: id });
export const historyInput = z.object({ uid: id, before: z.string().max(200).optional() });
export type HistoryInput = z.infer<typeof historyInput>;

/** Why somebody is kept out: they read it. */
export const reason = textField(MAX_REASON).pipe(z.string().min(1));
const uids = z.array(id).min(1).max(MOST_AT_ONCE);

export const suspendInput = z.strictObject({ uids, reason });
export type SuspendInput = z.infer<typeof suspendInput>;
export const restoreInput = z.strictObject({ uids });
export type RestoreInput = z.infer<typeof restoreInput>;
/** @property from what they may do as whoever changes it has seen it */
export const roleInput = z.strictObject({ uid: id, role: z.enum(ROLES), from: z.enum(ROLES).optional() });
export type RoleInput = z.infer<typeof roleInput>;
