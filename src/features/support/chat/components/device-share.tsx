"use client";

import { ComputerDesktopIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import type { DeviceReport } from "@/lib/device-report";
import { trpc } from "@/trpc/client";
import { useErrorMessage, useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { notify } from "@/ui/toast";
import { makeDeviceReport } from "../hooks/device-report";
import { DeviceFacts } from "./device-facts";

/** Lets support see details of this device: first they are shown, then they are shared, and they can be taken back. */
export function DeviceShare({ conversationId, sharedAt }: { conversationId: string; sharedAt: string | null }) {
  const t = useTranslations("support.device");
  const common = useTranslations("common");
  const showError = useErrorToast();
  const errorMessage = useErrorMessage();
  const { userId } = useSession();
  const utils = trpc.useUtils();
  const [report, setReport] = useState<DeviceReport>();
  const share = trpc.support.chat.shareReport.useMutation({
    onSuccess: ({ data }) => {
      setReport(undefined);
      void utils.support.chat.get.invalidate({ conversationId });
      notify("success", data.report ? t("shared") : t("takenBack"));
    },
    onError: (error, { report: shown }) => {
      // Where it is shown the dialog says why, and stays.
      if (!shown) showError(error);
    },
  });
  const [making, setMaking] = useState(false);
  const open = async () => {
    if (!userId) return;
    share.reset();
    setMaking(true);
    // What reads the browser's name comes only now, and may not come.
    await makeDeviceReport(userId).then(setReport, () => notify("error", common("offline")));
    setMaking(false);
  };
  return (
    <>
      <Button
        look="outline"
        size="sm"
        icon={<ComputerDesktopIcon className="size-5" />}
        busy={making || (share.isPending && !report)}
        onClick={() => (sharedAt ? share.mutate({ conversationId, report: null }) : void open())}
      >
        <span className="max-sm:sr-only">{sharedAt ? t("takeBack") : t("share")}</span>
      </Button>
      <Dialog
        open={report !== undefined}
        onClose={() => setReport(undefined)}
        title={t("title")}
        footer={
          <DialogActions
            onCancel={() => setReport(undefined)}
            busy={share.isPending}
            onClick={() => report && share.mutate({ conversationId, report })}
          >
            {t("confirm")}
          </DialogActions>
        }
      >
        <p className="mb-4">{t("lead")}</p>
        {report ? <DeviceFacts report={report} /> : null}
        <p className="mt-4 text-sm">{t("uploads")}</p>
        {report && share.error ? (
          <div className="mt-4">
            <Alert tone="danger">{errorMessage(share.error)}</Alert>
          </div>
        ) : null}
      </Dialog>
    </>
  );
}
