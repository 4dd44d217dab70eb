"use client";

import { ArrowDownTrayIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ProgressRange } from "@/lib/enums/practice";
import { toApiError, trpc } from "@/trpc/client";
import { Button } from "@/ui/button";
import { saveFile } from "@/ui/save-file";
import { notify } from "@/ui/toast";
import { browserZone } from "../../hooks/zone";

/** The report of a range as a PDF in the reader's language. */
export function ReportButton({ range }: { range: ProgressRange }) {
  const t = useTranslations("practice.report");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(await utils.client.practice.report.query({ range, timeZone: browserZone() }));
    } catch (error) {
      notify("error", toApiError(error).message ?? common("offline"));
    }
    setBusy(false);
  };
  return (
    <Button look="outline" busy={busy} icon={<ArrowDownTrayIcon className="size-5" />} onClick={() => void save()}>
      {t("download")}
    </Button>
  );
}
