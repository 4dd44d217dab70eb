import { z } from "zod";
import { BOOKING_STATES } from "@/lib/enums/trades";
import { id, nameField, textField } from "@/lib/fields";
import { rowVersion } from "@/lib/inputs";
import { DAY_MINUTES } from "@/lib/working-time";
import { newOrInPlace, workspaceInput } from "@/lib/workspace-input";
import { endsLater, endsLaterBy, lasts, shownField, whileFields } from "../resources/schema";
import { plannedDay, plannedInstant } from "../schema";
import { BOOKING, GRID_MINUTES, LONGEST_BOOKING_DAYS, MOST_BOOKED, MOST_DAYS } from "./rules";

const named = z.array(id).min(1).max(MOST_BOOKED);

/** Days of the shop's calendar. */
export const scheduleInput = workspaceInput.extend({ from: plannedDay, days: z.int().min(1).max(MOST_DAYS).default(7) });
export type ScheduleInput = z.infer<typeof scheduleInput>;

/** With the uid of a booking, and the version that was seen, it takes the place of what stands there. */
export const bookingSaveInput = newOrInPlace(
  workspaceInput.extend({
    uid: id.optional(),
    version: rowVersion.optional(),
    title: nameField(BOOKING.title).pipe(z.string().min(1)),
    jobUid: id.nullable().default(null),
    note: textField(BOOKING.note).default(""),
    state: z.enum(BOOKING_STATES),
    ...whileFields,
    /** Of a team, each of those in it is booked. */
    resources: named,
    /** Also where somebody does not work then. */
    anyway: z.boolean().default(false),
  }),
)
  .refine(endsLater, { path: ["endsAt"], message: "timeOrder" })
  .refine(lasts(LONGEST_BOOKING_DAYS), { path: ["endsAt"], message: "bookingLength" });
export type BookingSaveInput = z.infer<typeof bookingSaveInput>;

export const bookingDeleteInput = workspaceInput.extend({ uid: id, version: rowVersion });
export type BookingDeleteInput = z.infer<typeof bookingDeleteInput>;

export const nextFreeInput = workspaceInput.extend({
  resources: named,
  minutes: z.int().min(GRID_MINUTES).max(DAY_MINUTES),
  from: plannedInstant,
  /** A booking that is about to be moved: its own time is free for it. */
  bookingUid: id.optional(),
});
export type NextFreeInput = z.infer<typeof nextFreeInput>;

/** What is filled in of a booking; times by the clocks of the shop. */
export const bookingForm = (whileOf: Parameters<typeof endsLaterBy>[0]) =>
  z
    .strictObject({
      title: nameField(BOOKING.title).pipe(z.string().min(1)),
      jobUid: id.nullable(),
      note: textField(BOOKING.note),
      state: z.enum(BOOKING_STATES),
      from: shownField,
      to: shownField,
      resources: named,
    })
    .refine(endsLaterBy(whileOf), { path: ["to"], message: "timeOrder" });

export const jobScheduleInput = workspaceInput.extend({ jobUid: id });
