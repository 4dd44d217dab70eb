import { RESERVATION_STATES, type ReservationState } from "@/lib/enums/trades-stock";
import { lifecycle } from "@/lib/lifecycle";
import { ONE } from "@/lib/pricing/amounts";

/** Characters at most. */
export const STOCK = { code: 40, name: 120, bin: 40, note: 300 } as const;

/** Items that are counted in one call, and that a sheet shows. */
export const MOST_COUNTED = 200;
/** Reservations of one job that are shown. */
export const MOST_RESERVED = 200;

/** What was put aside is taken or let go, once. */
export const reservationSteps = lifecycle<ReservationState, "member">(RESERVATION_STATES, [
  { from: "open", to: "issued", by: "member" },
  { from: "open", to: "released", by: "member" },
]);

interface Levels {
  onHand: number;
  reserved: number;
}

/** How much there is that nobody has spoken for; in thousandths. */
export const freeOf = ({ onHand, reserved }: Levels): number => onHand - reserved;

/** Whether it is time to buy: no more of it is free than what somebody wants to have left. Of what was never asked to be watched it is not. */
export const isLow = (item: Levels & { reorderAt: number; retired: boolean }): boolean =>
  !item.retired && item.reorderAt > 0 && freeOf(item) <= item.reorderAt;

/** A quantity as people say it: 2500 thousandths are 2.5. */
export const unitsOf = (quantity: number): number => quantity / ONE;
