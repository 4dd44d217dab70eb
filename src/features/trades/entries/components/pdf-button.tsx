"use client";

import { ArrowDownTrayIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { toApiError, trpc } from "@/trpc/client";
import { Button } from "@/ui/button";
import { saveFile } from "@/ui/save-file";
import { notify } from "@/ui/toast";

/** What was handed in as a PDF in the reader's language. */
export function PdfButton({ workspaceId, uid }: { workspaceId: string; uid: string }) {
  const t = useTranslations("trades.entries");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(await utils.client.trades.entries.pdf.query({ workspaceId, uid }));
    } catch (error) {
      notify("error", toApiError(error).message ?? common("offline"));
    }
    setBusy(false);
  };
  return (
    <Button look="outline" busy={busy} icon={<ArrowDownTrayIcon className="size-5" />} onClick={() => void save()}>
      {t("pdf")}
    </Button>
  );
}
