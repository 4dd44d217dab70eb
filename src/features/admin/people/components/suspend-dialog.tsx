"use client";

import { useTranslations } from "next-intl";
import { z } from "zod";
import { hashOf } from "@/lib/hash";
import { ReasonDialog } from "../../components/reason-dialog";
import { MAX_REASON } from "../rules";
import { reason } from "../schema";

interface SuspendDialogProps {
  uids: string[];
  /** Whom it is about, in words. */
  title: string;
  /** Closes it. Rejects where it was not done: then the dialog stays, with why not. */
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

const form = z.object({ reason });

/** Asks why, before somebody is kept out: they read it when they try to log in, and it is mailed to them. */
export function SuspendDialog({ uids, ...rest }: SuspendDialogProps) {
  const t = useTranslations("admin.people.suspend");
  return (
    <ReasonDialog
      {...rest}
      draft={`people.suspend.${hashOf(uids.toSorted().join())}`}
      text={t("text")}
      label={t("reason")}
      help={t("help")}
      schema={form}
      max={MAX_REASON}
      confirm={t("confirm")}
      danger
    />
  );
}
