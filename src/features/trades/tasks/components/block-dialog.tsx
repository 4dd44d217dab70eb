"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextArea } from "@/ui/field";
import { TASK } from "../rules";

/** What stands in a task's way. */
export function BlockDialog({ title, onClose, onBlock }: { title: string; onClose: () => void; onBlock: (reason: string) => void }) {
  const t = useTranslations("trades.tasks");
  const common = useTranslations("common");
  const validation = useTranslations("validation");
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  return (
    <Dialog open onClose={onClose} title={t("blockTitle", { title })} closeLabel={common("close")}>
      <form
        noValidate
        className="grid gap-5 text-ink"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = reason.trim();
          setMissing(typed === "");
          if (typed) onBlock(typed);
        }}
      >
        <TextArea
          label={t("blockReason")}
          maxLength={TASK.blockedFor}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={missing ? validation("required") : undefined}
        />
        <DialogActions onCancel={onClose} type="submit">
          {t("doings.block")}
        </DialogActions>
      </form>
    </Dialog>
  );
}
