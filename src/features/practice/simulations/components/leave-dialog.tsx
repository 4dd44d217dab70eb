"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";

/** Leaving asks once: what is left unasked stays so. */
export function LeaveDialog({ open, onClose, onLeave }: { open: boolean; onClose: () => void; onLeave: () => void }) {
  const t = useTranslations("practice.simulation.run");
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("leaveTitle")}
      footer={
        <DialogActions onCancel={onClose} cancelLabel={t("stay")} look="danger" onClick={onLeave}>
          {t("leave")}
        </DialogActions>
      }
    >
      {t("leaveText")}
    </Dialog>
  );
}
