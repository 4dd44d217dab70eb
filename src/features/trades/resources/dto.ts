import { z } from "zod";
import { ABSENCE_KINDS, RESOURCE_COLORS, RESOURCE_KINDS } from "@/lib/enums/trades";

const weekHours = z.array(z.array(z.object({ from: z.int(), to: z.int() })));

export const scheduleSettingsDto = z.object({
  hours: weekHours,
  holidays: z.array(z.object({ day: z.string(), name: z.string() })),
  /** 0 where nobody has said anything yet: then they are the usual ones. */
  version: z.int(),
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
  /** Where calendars read its bookings, null where nowhere: for those who manage the workspace, and for whose time it is. */
  feed: z.string().nullable().optional(),
});

export const resourcesDto = z.array(resourceDto);

const absenceDto = z.object({
  uid: z.uuid(),
  resourceUid: z.uuid(),
  startsAt: z.string(),
  endsAt: z.string(),
  version: z.int(),
  /** For those alone who manage the workspace: why somebody is away is theirs. */
  kind: z.enum(ABSENCE_KINDS).optional(),
});

/** Once it is kept: what whoever is away is booked for meanwhile, from now on, and when that first begins. */
export const absenceSavedDto = absenceDto.extend({ meets: z.object({ bookings: z.int(), first: z.string().nullable() }) });

export const absencesDto = z.array(absenceDto);
export const goneDto = z.object({ deleted: z.literal(true) });
