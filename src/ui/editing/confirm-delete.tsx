"use client";

import { TrashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { IconButton } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { notify } from "@/ui/toast";

interface ConfirmDeleteProps<Version> {
  name: string;
  /** It says what it is, as "the draft of …": quotes are for what was named by somebody. */
  phrase?: boolean;
  text: string;
  /** Why it was refused, if it was. */
  problem: string | undefined;
  busy: boolean;
  /** Of what is there now. What has become of it since it was asked about is not what was meant. */
  version?: Version;
  /** @param version as it was when it was asked about */
  onDelete: (version: Version) => void;
  /** The dialog was opened or left: what was refused before counts no more. */
  onReset: () => void;
}

export function ConfirmDelete<Version = undefined>(props: ConfirmDeleteProps<Version>) {
  const { name, phrase = false, text, problem, busy, onDelete, onReset } = props;
  // Where nobody names one, nobody is told one.
  const version = props.version as Version;
  const t = useTranslations("editing.delete");
  const [asking, setAsking] = useState(false);
  const [seen, setSeen] = useState(version);
  const show = (open: boolean) => {
    // Of one that is under way its end is still to be heard.
    if (!busy) onReset();
    if (open) setSeen(version);
    setAsking(open);
  };
  useEffect(() => {
    // The dialog was left meanwhile.
    if (!problem || asking) return;
    notify("error", problem);
    onReset();
  }, [problem, asking, onReset]);
  return (
    <>
      <IconButton label={t("label", { name })} onClick={() => show(true)}>
        <TrashIcon />
      </IconButton>
      <Dialog
        open={asking}
        onClose={() => show(false)}
        title={t(phrase ? "titleOf" : "title", { name })}
        footer={
          <DialogActions onCancel={() => show(false)} look="danger" busy={busy} onClick={() => onDelete(seen)}>
            {t("now")}
          </DialogActions>
        }
      >
        <div className="grid gap-4">
          <p>{text}</p>
          {problem ? <Alert tone="danger">{problem}</Alert> : null}
        </div>
      </Dialog>
    </>
  );
}
