"use client";

import { ArrowDownTrayIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import type { ProgressRange } from "@/lib/enums/practice";
import { api } from "@/trpc/client";
import { useSaveFile } from "@/trpc/use-save-file";
import { Button } from "@/ui/button";
import { browserZone } from "@/ui/time-zones";

/** The report of a range as a PDF in the reader's language. */
export function ReportButton({ range }: { range: ProgressRange }) {
  const t = useTranslations("practice.report");
  const { save, busy } = useSaveFile(() => api.practice.report.query({ range, timeZone: browserZone() }));
  return (
    <Button look="outline" busy={busy} icon={<ArrowDownTrayIcon className="size-5" />} onClick={() => void save()}>
      {t("download")}
    </Button>
  );
}
