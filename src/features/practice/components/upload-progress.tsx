"use client";

import { CloudArrowUpIcon, ExclamationTriangleIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { Button } from "@/ui/button";
import { Badge } from "@/ui/card";
import { retryUploads } from "../hooks/upload-queue";
import { useUploads } from "../state";

/** How far a take is on its way to the server; it is safe on the device meanwhile. */
export function UploadProgress({ uid }: { uid: string }) {
  const t = useTranslations("practice.upload");
  const format = useFormat();
  const status = useUploads((uploads) => uploads[uid]);
  if (status?.problem) {
    return (
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone="warning" icon={<ExclamationTriangleIcon />}>
          {status.problem.code === "missing" || status.problem.code === "notFound"
            ? t(status.problem.code)
            : (status.problem.message ?? t("waiting"))}
        </Badge>
        {status.problem.final ? null : (
          <Button size="sm" look="outline" onClick={retryUploads}>
            {t("retry")}
          </Button>
        )}
      </span>
    );
  }
  return (
    <Badge tone="info" icon={<CloudArrowUpIcon />}>
      {status ? t("sending", { share: format.percent(status.progress) }) : t("queued")}
    </Badge>
  );
}
