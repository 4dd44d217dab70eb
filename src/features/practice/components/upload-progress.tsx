"use client";

import { CloudArrowUpIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { Button, ButtonLink } from "@/ui/button";
import { Alert, Badge } from "@/ui/card";
import { NEEDS_ROOM, retryUploads } from "../hooks/upload-queue";
import { useUploads } from "../state";

/** How far a take is on its way to the server; it is safe on the device meanwhile. */
export function UploadProgress({ uid }: { uid: string }) {
  const t = useTranslations("practice.upload");
  const limits = useTranslations("subscription.limits");
  const format = useFormat();
  const status = useUploads((uploads) => uploads[uid]);
  if (status?.problem) {
    const { code, message, final } = status.problem;
    return (
      <div className="grid w-full justify-items-start gap-3">
        <Alert tone="warning">{code === "missing" || code === "notFound" ? t(code) : (message ?? t("waiting"))}</Alert>
        {final ? null : (
          <div className="flex flex-wrap gap-2">
            <Button size="sm" look="outline" onClick={retryUploads}>
              {t("retry")}
            </Button>
            {NEEDS_ROOM.includes(code) ? (
              <ButtonLink href="/dashboard/subscription" size="sm" look="outline">
                {limits("plans")}
              </ButtonLink>
            ) : null}
          </div>
        )}
      </div>
    );
  }
  return (
    <Badge tone="info" icon={<CloudArrowUpIcon />}>
      {status ? t("sending", { share: format.percent(status.progress) }) : t("queued")}
    </Badge>
  );
}
