"use client";

import { ArrowDownTrayIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ProgressRange } from "@/lib/enums/practice";
import { trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { saveFile } from "@/ui/save-file";
import { browserZone } from "@/ui/time-zones";

/** The report of a range as a PDF in the reader's language. */
export function ReportButton({ range }: { range: ProgressRange }) {
  const t = useTranslations("practice.report");
  const showError = useErrorToast();
  const utils = trpc.useUtils();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(await utils.client.practice.report.query({ range, timeZone: browserZone() }));
    } catch (error) {
      showError(error);
    }
    setBusy(false);
  };
  return (
    <Button look="outline" busy={busy} icon={<ArrowDownTrayIcon className="size-5" />} onClick={() => void save()}>
      {t("download")}
    </Button>
  );
}
