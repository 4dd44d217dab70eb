"use client";

import { ArrowUturnLeftIcon, TrashIcon } from "@heroicons/react/24/outline";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { api, trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { Spinner } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import { useKeepAccount } from "../../hooks/use-keep-account";
import { useSession } from "../../hooks/use-session";
import { ProofDeclined, withProof } from "../../hooks/with-proof";
import { erasureDue } from "../../rules";
import { Holdings } from "./holdings";
import { SettingsCard } from "./settings-card";

const ICON = "size-5 rtl:-scale-x-100";

/** The account's end: what it means, the request, and until it happens the way back. */
export function DeletionCard() {
  const t = useTranslations("account.deletion");
  const banner = useTranslations("account.banner");
  const format = useFormat();
  const { user } = useSession();
  const [asking, setAsking] = useState(false);
  const refresh = useRefresh();
  const onError = useOnError();
  const request = useMutation({
    mutationFn: () => withProof(() => api.account.deletion.request.mutate()),
    onSuccess: async ({ data }) => {
      await refresh();
      if (data.erasedOn) notify("success", t("requested", { date: format.date(data.erasedOn) }));
    },
    onError,
  });
  const cancel = useKeepAccount();
  const erasedOn = user?.erasedOn;
  const busy = request.isPending || cancel.isPending;
  // What is under way stands on the button to its end: a way back that shows works.
  const ending = cancel.isPending || (!request.isPending && erasedOn !== undefined && erasedOn !== null);
  const act = () => {
    if (busy) return;
    if (ending) cancel.mutate();
    else setAsking(true);
  };
  const confirm = () => {
    // Closed first: the proof of identity asks in a dialog of its own.
    setAsking(false);
    request.mutate();
  };
  return (
    <SettingsCard title={t("title")} lead={t("lead")}>
      {erasedOn ? (
        <div className="mb-5">
          <Alert tone="warning">{t("pending", { date: format.date(erasedOn) })}</Alert>
        </div>
      ) : null}
      {/* One button in all states, and never disabled: closing dialogs give the focus back to it. */}
      <Button
        look={ending ? "primary" : "danger"}
        icon={busy ? <Spinner className="size-5" /> : ending ? <ArrowUturnLeftIcon className={ICON} /> : <TrashIcon className={ICON} />}
        aria-busy={busy || undefined}
        onClick={act}
      >
        {ending ? banner("keep") : t("start")}
      </Button>
      <DeletionDialog open={asking} onClose={() => setAsking(false)} onConfirm={confirm} />
    </SettingsCard>
  );
}

function useRefresh(): () => Promise<unknown> {
  const utils = trpc.useUtils();
  return () => Promise.all([utils.account.me.invalidate(), utils.account.profile.invalidate()]);
}

function useOnError(): (error: unknown) => void {
  const showError = useErrorToast();
  const refresh = useRefresh();
  return (error) => {
    if (error instanceof ProofDeclined) return;
    showError(error);
    // Another device may have asked, or come back, before.
    void refresh();
  };
}

function DeletionDialog({ open, onClose, onConfirm }: { open: boolean; onClose: () => void; onConfirm: () => void }) {
  const t = useTranslations("account.deletion");
  const format = useFormat();
  const held = trpc.subscription.active.useQuery(undefined, { enabled: open, staleTime: 60_000 }).data?.data;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("confirmTitle")}
      footer={
        <DialogActions onCancel={onClose} look="danger" onClick={onConfirm}>
          {t("confirm")}
        </DialogActions>
      }
    >
      <p>{t("goes", { date: format.date(erasureDue(new Date()).toISOString()) })}</p>
      <Holdings />
      {held ? <p className="mt-4">{t("notRenewed")}</p> : null}
      <p className={held ? "mt-2" : "mt-4"}>{t("shareStops")}</p>
      <p className="mt-2">{t("exportFirst")}</p>
    </Dialog>
  );
}
