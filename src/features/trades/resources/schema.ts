import { z } from "zod";
import { CLOCK_CHANGE_MS } from "@/lib/days";
import { DAY_MS } from "@/lib/durations";
import { ABSENCE_KINDS, RESOURCE_COLORS, RESOURCE_KINDS } from "@/lib/enums/trades";
import { id, nameField } from "@/lib/fields";
import { rowVersion } from "@/lib/inputs";
import { DAY_MINUTES } from "@/lib/working-time";
import { newOrInPlace, workspaceInput } from "@/lib/workspace-input";
import { isPlannable, plannedDay, plannedInstant } from "../schema";
import { inOrder, LONGEST_ABSENCE_DAYS, MOST_HOLIDAYS, MOST_RANGES, MOST_RESOURCES, RESOURCE } from "./rules";

const minute = z.int().min(0).max(DAY_MINUTES);
const range = z.strictObject({ from: minute, to: minute });

/** Monday to Sunday; the ranges of a day in their order, one after the other. */
export const weekHours = z.array(z.array(range).max(MOST_RANGES).refine(inOrder, "hourOrder")).length(7);

const holiday = z.strictObject({ day: plannedDay, name: nameField(RESOURCE.holiday).pipe(z.string().min(1)) });

export const scheduleFields = z.strictObject({
  hours: weekHours,
  holidays: z
    .array(holiday)
    .max(MOST_HOLIDAYS)
    .refine((all) => new Set(all.map(({ day }) => day)).size === all.length, "dayTwice"),
});
export type ScheduleFields = z.infer<typeof scheduleFields>;

/** 0 where nobody has said anything yet. */
export const scheduleSaveInput = workspaceInput.extend({ version: z.int().min(0), ...scheduleFields.shape });
export type ScheduleSaveInput = z.infer<typeof scheduleSaveInput>;

const resourceFields = z.strictObject({
  name: nameField(RESOURCE.name).pipe(z.string().min(1)),
  color: z.enum(RESOURCE_COLORS),
  /** Of a person: whoever of the workspace it is. */
  memberUid: id.nullable().default(null),
  /** Null: as the shop has them. */
  hours: weekHours.nullable().default(null),
  /** Of a team: who is in it. */
  members: z.array(id).max(MOST_RESOURCES).default([]),
  retired: z.boolean().default(false),
});

/** What it is stays: a person is no vehicle. With the uid of one, and the version that was seen, it takes the place of what stands there. */
export const resourceSaveInput = newOrInPlace(
  workspaceInput.extend({ uid: id.optional(), version: rowVersion.optional(), kind: z.enum(RESOURCE_KINDS), ...resourceFields.shape }),
);
export type ResourceSaveInput = z.infer<typeof resourceSaveInput>;

export const resourceInput = workspaceInput.extend({ uid: id });
export type ResourceInput = z.infer<typeof resourceInput>;

/** A while, from an instant up to another one. */
export const whileFields = {
  startsAt: plannedInstant,
  endsAt: plannedInstant,
};
export const endsLater = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }): boolean => Date.parse(startsAt) < Date.parse(endsAt);
/** Days by the shop's clocks, which may be put back meanwhile. */
export const lasts = (days: number) => (given: { startsAt: string; endsAt: string }) =>
  Date.parse(given.endsAt) - Date.parse(given.startsAt) <= days * DAY_MS + CLOCK_CHANGE_MS;

export const absenceSaveInput = newOrInPlace(
  workspaceInput.extend({
    uid: id.optional(),
    version: rowVersion.optional(),
    resourceUid: id,
    kind: z.enum(ABSENCE_KINDS),
    ...whileFields,
  }),
)
  .refine(endsLater, { path: ["endsAt"], message: "timeOrder" })
  .refine(lasts(LONGEST_ABSENCE_DAYS), { path: ["endsAt"], message: "bookingLength" });
export type AbsenceSaveInput = z.infer<typeof absenceSaveInput>;

export const absenceDeleteInput = workspaceInput.extend({ uid: id, version: rowVersion });
export type AbsenceDeleteInput = z.infer<typeof absenceDeleteInput>;

/** What is filled in of a resource. */
export const resourceForm = resourceFields.extend({ kind: z.enum(RESOURCE_KINDS) });

/** What a field for a date and a time holds: 2026-01-31T14:30, by the clocks of the shop. */
export const shownField = z
  .string()
  .refine((text) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) && isPlannable(text), { message: "date", abort: true });

/** What a form for a while holds, and which instants that is; in its order they are compared, as clocks may show an hour twice. */
type WhileOf = (shown: { from: string; to: string }) => { startsAt: Date; endsAt: Date };
export const endsLaterBy = (whileOf: WhileOf) => (shown: { from: string; to: string }) => {
  const { startsAt, endsAt } = whileOf(shown);
  return startsAt < endsAt;
};

/** What is filled in of an absence. */
export const absenceForm = (whileOf: WhileOf) =>
  z
    .strictObject({ resourceUid: id, kind: z.enum(ABSENCE_KINDS), from: shownField, to: shownField })
    .refine(endsLaterBy(whileOf), { path: ["to"], message: "timeOrder" });
