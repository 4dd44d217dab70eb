import type { Calendar, Interval } from "@/lib/working-time";
import type { RouterOutputs } from "@/trpc/client";
import type { Workspace } from "../../components/workspace-frame";
import type { Resource } from "../../resources/components/resource-list";
import type { Booking, Move } from "../hooks/use-move";
import type { useShopTime } from "../hooks/use-shop-time";

export type Absence = RouterOutputs["trades"]["schedule"]["view"]["data"]["absences"][number];

/** What each way of showing the schedule is given. */
export interface BoardProps {
  workspace: Workspace;
  rows: Resource[];
  bookings: Booking[];
  absences: Absence[];
  calendarOf: (resource: Resource) => Calendar;
  clock: ReturnType<typeof useShopTime>;
  mayChange: boolean;
  onOpen: (booking: Booking) => void;
  /** @param day undefined where it is the one that shows */
  onNew: (resource: string, day?: string) => void;
  onMove: (booking: Booking, to: Move) => void;
}

interface Times {
  startsAt: string;
  endsAt: string;
}

export const intervalOf = ({ startsAt, endsAt }: Times): Interval => ({ start: Date.parse(startsAt), end: Date.parse(endsAt) });
export const asTimes = ({ start, end }: Interval): Times => ({
  startsAt: new Date(start).toISOString(),
  endsAt: new Date(end).toISOString(),
});
