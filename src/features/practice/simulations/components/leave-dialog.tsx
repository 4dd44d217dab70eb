"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";

/** Leaving asks once: what is left unasked stays so. */
export function LeaveDialog({ open, onClose, onLeave }: { open: boolean; onClose: () => void; onLeave: () => void }) {
  const t = useTranslations("practice.simulation.run");
  const common = useTranslations("common");
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("leaveTitle")}
      closeLabel={common("close")}
      footer={
        <>
          <Button look="outline" onClick={onClose}>
            {t("stay")}
          </Button>
          <Button look="danger" onClick={onLeave}>
            {t("leave")}
          </Button>
        </>
      }
    >
      {t("leaveText")}
    </Dialog>
  );
}
