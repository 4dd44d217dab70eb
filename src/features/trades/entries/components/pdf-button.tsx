"use client";

import { ArrowDownTrayIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { api } from "@/trpc/client";
import { useSaveFile } from "@/trpc/use-save-file";
import { Button } from "@/ui/button";

/** What was handed in as a PDF in the reader's language. */
export function PdfButton({ workspaceId, uid }: { workspaceId: string; uid: string }) {
  const t = useTranslations("trades.entries");
  const { save, busy } = useSaveFile(() => api.trades.entries.pdf.query({ workspaceId, uid }));
  return (
    <Button look="outline" busy={busy} icon={<ArrowDownTrayIcon className="size-5" />} onClick={() => void save()}>
      {t("pdf")}
    </Button>
  );
}
