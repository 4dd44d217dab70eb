import { z } from "zod";
import { instant } from "@/lib/dto-fields";
import { BOOKING_STATES } from "@/lib/enums/trades";
import { absencesDto } from "../resources/dto";

export const bookingDto = z.object({
  uid: z.uuid(),
  title: z.string(),
  note: z.string(),
  state: z.enum(BOOKING_STATES),
  startsAt: instant,
  endsAt: instant,
  version: z.int(),
  resources: z.array(z.uuid()),
  job: z.object({ uid: z.uuid(), number: z.int(), title: z.string() }).nullable().meta({ description: "Null where it is for no job." }),
  address: z.string().meta({ description: "Where that job's work is done, empty where nobody said." }),
});

export const scheduleDto = z.object({ bookings: z.array(bookingDto), absences: absencesDto });

/** Null where there is none within the time that is looked at. */
export const freeDto = z.object({ startsAt: instant, endsAt: instant }).nullable();

export const jobScheduleDto = z.object({
  bookings: z.array(bookingDto.extend({ names: z.array(z.string()).meta({ description: "Who or what comes, by name." }) })),
});
