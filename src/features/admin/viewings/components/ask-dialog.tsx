"use client";

import { useTranslations } from "next-intl";
import { z } from "zod";
import { MAX_REASON } from "@/features/account/viewings/rules";
import { trpc } from "@/trpc/client";
import { notify } from "@/ui/toast";
import { ReasonDialog } from "../../components/reason-dialog";
import { viewingReason } from "../schema";

const form = z.object({ reason: viewingReason });

/** Asks why, before somebody is asked for a look at their account: they read it, and decide. */
export function AskDialog({ uid, name, onClose }: { uid: string; name: string; onClose: () => void }) {
  const t = useTranslations("admin.viewings");
  const { admin } = trpc.useUtils();
  const ask = trpc.admin.viewings.ask.useMutation();
  const confirm = async (reason: string) => {
    await ask.mutateAsync({ uid, reason });
    notify("success", t("asked"));
    onClose();
    await Promise.all([admin.viewings.invalidate(), admin.people.history.invalidate()]);
  };
  return (
    <ReasonDialog
      draft={`viewing.${uid}`}
      title={t("ask.title", { name })}
      text={t("ask.text")}
      label={t("ask.reason")}
      help={t("ask.help")}
      schema={form}
      max={MAX_REASON}
      confirm={t("ask.confirm")}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
