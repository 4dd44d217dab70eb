"use client";

import { useRef } from "react";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";

export type Booking = RouterOutputs["trades"]["schedule"]["view"]["data"]["bookings"][number];
export type Move = Pick<Booking, "startsAt" | "endsAt" | "resources">;

/**
 * Moves a booking at once where it was put; where that is refused it springs back, and why is told. Several can be on their way: those
 * of one booking go one after the other, because each says which version it saw.
 */
export function useMove(input: { workspaceId: string; from: string; days: number }) {
  const showError = useErrorToast();
  const utils = trpc.useUtils();
  const save = trpc.trades.schedule.save.useMutation();
  /** The latest move of each booking, with the booking as the server keeps it then; nothing where it was refused. */
  const latest = useRef(new Map<string, Promise<Booking | undefined>>());
  const underWay = useRef(0);
  const show = (booking: Booking) =>
    utils.trades.schedule.view.setData(
      input,
      (before) =>
        before && { data: { ...before.data, bookings: before.data.bookings.map((one) => (one.uid === booking.uid ? booking : one)) } },
    );
  const send = async ({ uid, version, title, note, state, job }: Booking, to: Move, before: Promise<Booking | undefined> | undefined) => {
    // One that was taken by the mouse before the last move had arrived is of an older version.
    const seen = Math.max((await before)?.version ?? 0, version);
    try {
      const about = { workspaceId: input.workspaceId, uid, version: seen, title, note, state, jobUid: job?.uid ?? null };
      return (await save.mutateAsync({ ...about, ...to })).data;
    } catch (error) {
      showError(error);
      return undefined;
    }
  };
  return (booking: Booking, to: Move) => {
    if (booking.startsAt === to.startsAt && booking.endsAt === to.endsAt && booking.resources.join() === to.resources.join()) return;
    const { uid } = booking;
    show({ ...booking, ...to });
    const move = send(booking, to, latest.current.get(uid));
    latest.current.set(uid, move);
    underWay.current++;
    void move.then((kept) => {
      underWay.current--;
      // Where it was put again meanwhile it stands there.
      if (latest.current.get(uid) === move) show(kept ?? booking);
      if (underWay.current === 0) void utils.trades.schedule.view.invalidate();
    });
  };
}
