"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { SettingValues } from "@/lib/settings";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { LoadingList } from "@/ui/spinner";

interface ImpactDialogProps {
  entitlements: SettingValues["entitlements"];
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Says how many people would have more than is allowed, and what that means for them, before anything counts. */
export function ImpactDialog({ entitlements, onConfirm, onClose }: ImpactDialogProps) {
  const t = useTranslations("admin.plans");
  const plans = useTranslations("subscription.plans");
  const [busy, setBusy] = useState(false);
  const query = trpc.admin.plans.impact.useQuery({ entitlements }, { gcTime: 0 });
  const touched = query.data?.data.filter(({ takes, storage }) => takes > 0 || storage > 0);
  const confirm = async () => {
    setBusy(true);
    await onConfirm();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("impactTitle")}
      footer={
        <DialogActions onCancel={onClose} busy={busy} disabled={!touched} onClick={() => void confirm()}>
          {t("confirm")}
        </DialogActions>
      }
    >
      {isMissing(query) ? <LoadFailed query={query} /> : null}
      {query.isLoading ? <LoadingList /> : null}
      {touched?.length === 0 ? <p>{t("impactNone")}</p> : null}
      <ul className="grid list-disc gap-2 ps-5">
        {touched?.flatMap(({ plan, takes, storage }) => [
          takes > 0 ? <li key={`${plan}-takes`}>{t("impactTakes", { plan: plans(plan), count: takes })}</li> : null,
          storage > 0 ? <li key={`${plan}-storage`}>{t("impactStorage", { plan: plans(plan), count: storage })}</li> : null,
        ])}
      </ul>
    </Dialog>
  );
}
