"use client";

import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { useAsked } from "@/trpc/use-error";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import type { Booking } from "../hooks/use-move";

interface CancelBookingProps {
  workspace: Workspace;
  booking: Booking;
  onDone: () => void;
}

export function CancelBooking({ workspace, booking: { uid, version, title, job }, onDone }: CancelBookingProps) {
  const t = useTranslations("trades.schedule");
  const asked = useAsked();
  const utils = trpc.useUtils();
  const remove = trpc.trades.schedule.delete.useMutation({
    onSuccess: async () => {
      notify("success", t("cancelled", { title }));
      onDone();
      await utils.trades.schedule.invalidate();
    },
    onError: () => void utils.trades.schedule.invalidate(),
  });
  return (
    <ConfirmDelete
      name={title}
      text={t(job ? "cancelOfJob" : "cancelText")}
      version={version}
      onDelete={(seen) => remove.mutate({ workspaceId: workspace.uid, uid, version: seen })}
      {...asked(remove)}
    />
  );
}
