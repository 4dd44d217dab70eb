"use client";

import { useTranslations } from "next-intl";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { notify } from "@/ui/toast";

export type Booking = RouterOutputs["trades"]["schedule"]["view"]["data"]["bookings"][number];
export type Move = Pick<Booking, "startsAt" | "endsAt" | "resources">;

/** Moves a booking at once where it was put; where that is refused it springs back, and why is told. */
export function useMove(input: { workspaceId: string; from: string; days: number }) {
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const show = (booking: Booking) =>
    utils.trades.schedule.view.setData(
      input,
      (before) =>
        before && { data: { ...before.data, bookings: before.data.bookings.map((one) => (one.uid === booking.uid ? booking : one)) } },
    );
  const save = trpc.trades.schedule.save.useMutation({
    onSuccess: ({ data }) => void show(data),
    onSettled: () => utils.trades.schedule.view.invalidate(),
  });
  return (booking: Booking, to: Move) => {
    const same = booking.startsAt === to.startsAt && booking.endsAt === to.endsAt && booking.resources.join() === to.resources.join();
    if (same || save.isPending) return;
    const { uid, version, title, note, state, job } = booking;
    show({ ...booking, ...to });
    save.mutate(
      { workspaceId: input.workspaceId, uid, version, title, note, state, jobUid: job?.uid ?? null, ...to },
      {
        onError: (error) => {
          show(booking);
          notify("error", toApiError(error).message ?? common("offline"));
        },
      },
    );
  };
}
