import { z } from "zod";
import { BOOKING_STATES } from "@/lib/enums/trades";
import { absencesDto } from "../resources/dto";

export const bookingDto = z.object({
  uid: z.uuid(),
  title: z.string(),
  note: z.string(),
  state: z.enum(BOOKING_STATES),
  startsAt: z.string(),
  endsAt: z.string(),
  version: z.int(),
  resources: z.array(z.uuid()),
  /** Null where it is for no job. */
  job: z.object({ uid: z.uuid(), number: z.int(), title: z.string() }).nullable(),
  /** Where that job's work is done, empty where nobody said. */
  address: z.string(),
});

export const scheduleDto = z.object({ bookings: z.array(bookingDto), absences: absencesDto });

/** Null where there is none within the time that is looked at. */
export const freeDto = z.object({ startsAt: z.string(), endsAt: z.string() }).nullable();

/** Who or what comes, by name. */
export const jobScheduleDto = z.object({ bookings: z.array(bookingDto.extend({ names: z.array(z.string()) })) });
