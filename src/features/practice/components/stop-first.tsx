"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";

interface StopFirstProps {
  open: boolean;
  onClose: () => void;
  onStop: () => void;
}

/** Whoever is about to leave while their answer is recorded stops it first; it is recorded on meanwhile. */
export function StopFirst({ open, onClose, onStop }: StopFirstProps) {
  const t = useTranslations("practice.recording");
  const stop = () => {
    onClose();
    onStop();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("leaveTitle")}
      footer={
        <DialogActions onCancel={onClose} cancelLabel={t("goOn")} onClick={stop}>
          {t("stop")}
        </DialogActions>
      }
    >
      {t("leaveText")}
    </Dialog>
  );
}
