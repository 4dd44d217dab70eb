"use client";

import { ArrowDownTrayIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { saveFile } from "@/ui/save-file";

/** What was handed in as a PDF in the reader's language. */
export function PdfButton({ workspaceId, uid }: { workspaceId: string; uid: string }) {
  const t = useTranslations("trades.entries");
  const showError = useErrorToast();
  const utils = trpc.useUtils();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(await utils.client.trades.entries.pdf.query({ workspaceId, uid }));
    } catch (error) {
      showError(error);
    }
    setBusy(false);
  };
  return (
    <Button look="outline" busy={busy} icon={<ArrowDownTrayIcon className="size-5" />} onClick={() => void save()}>
      {t("pdf")}
    </Button>
  );
}
