"use client";

import { CheckCircleIcon, CloudArrowUpIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { Button, ButtonLink } from "@/ui/button";
import { Alert, Badge } from "@/ui/card";
import { passFocusOn } from "@/ui/pass-focus-on";
import { NEEDS_ROOM, retryUploads } from "../hooks/upload-queue";
import { type UploadStatus, useUploads } from "../state";

/** How far a take is on its way to the server; it is safe on the device meanwhile. What becomes of it is told, and not each step. */
export function UploadProgress({ uid, stored = false }: { uid: string; stored?: boolean }) {
  const t = useTranslations("practice.upload");
  const review = useTranslations("practice.review");
  const format = useFormat();
  const status = useUploads((uploads) => uploads[uid]);
  const problem = stored ? undefined : status?.problem;
  const sending = !stored && status && !problem;
  return (
    <div className={clsx(problem && "grid w-full justify-items-start gap-3")}>
      <div role="status">
        {stored ? (
          <Badge tone="success" icon={<CheckCircleIcon />}>
            {review("stored")}
          </Badge>
        ) : problem ? (
          <Alert tone="warning">
            {problem.code === "missing" || problem.code === "notFound" ? t(problem.code) : (problem.message ?? t("waiting"))}
          </Alert>
        ) : sending ? null : (
          <Badge tone="info" icon={<CloudArrowUpIcon />}>
            {t("queued")}
          </Badge>
        )}
      </div>
      {sending ? (
        <Badge tone="info" icon={<CloudArrowUpIcon />}>
          {t("sending", { share: format.percent(status.progress) })}
        </Badge>
      ) : null}
      {problem && !problem.final ? <WayOn code={problem.code} busy={status?.trying === true} /> : null}
    </div>
  );
}

function WayOn({ code, busy }: { code: NonNullable<UploadStatus["problem"]>["code"]; busy: boolean }) {
  const t = useTranslations("practice.upload");
  const limits = useTranslations("subscription.limits");
  return (
    <div className="flex flex-wrap gap-2">
      <Button ref={passFocusOn} size="sm" look="outline" busy={busy} onClick={retryUploads}>
        {t("retry")}
      </Button>
      {NEEDS_ROOM.includes(code) ? (
        <ButtonLink href="/dashboard/subscription" size="sm" look="outline">
          {limits("plans")}
        </ButtonLink>
      ) : null}
    </div>
  );
}
