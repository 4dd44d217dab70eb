import { z } from "zod";
import { day, instant } from "@/lib/dto-fields";
import { ABSENCE_KINDS, RESOURCE_COLORS, RESOURCE_KINDS } from "@/lib/enums/trades";

const weekHours = z
  .array(z.array(z.object({ from: z.int(), to: z.int() })))
  .meta({ description: "Monday to Sunday; the ranges of each in their order, in minutes of the day." });

export const scheduleSettingsDto = z.object({
  hours: weekHours,
  holidays: z.array(z.object({ day, name: z.string() })),
  version: z.int().meta({ description: "0 where nobody has said anything yet: then they are the usual ones." }),
});

export const resourceDto = z.object({
  uid: z.uuid(),
  kind: z.enum(RESOURCE_KINDS),
  name: z.string(),
  color: z.enum(RESOURCE_COLORS),
  memberUid: z.uuid().nullable(),
  hours: weekHours.nullable(),
  members: z.array(z.uuid()),
  retired: z.boolean(),
  version: z.int(),
  feed: z.string().nullable().optional().meta({
    description: "Where calendars read its bookings, null where nowhere: for those who manage the workspace, and for whose time it is.",
  }),
});

export const resourcesDto = z.array(resourceDto);

const absenceDto = z.object({
  uid: z.uuid(),
  resourceUid: z.uuid(),
  startsAt: instant,
  endsAt: instant,
  version: z.int(),
  kind: z.enum(ABSENCE_KINDS).optional().meta({ description: "For those alone who manage the workspace: why somebody is away is theirs." }),
});

/** Once it is kept. */
export const absenceSavedDto = absenceDto.extend({
  meets: z.object({
    bookings: z.int().meta({ description: "What whoever is away is booked for meanwhile, from now on." }),
    first: instant.nullable().meta({ description: "When that first begins." }),
  }),
});

export const absencesDto = z.array(absenceDto);
export const goneDto = z.object({ deleted: z.literal(true) });
