"use client";

import { ArrowPathIcon, CheckCircleIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { trpc } from "@/trpc/client";
import { Button, ButtonLink } from "@/ui/button";
import { Badge, Card } from "@/ui/card";
import { useObjectUrl, useShortcuts } from "@/ui/hooks";
import { type DeviceTake, readFile, recordOf } from "../hooks/take-store";
import { useDeviceTakes } from "../hooks/use-device-takes";
import { Guidance } from "./guidance";
import { Player } from "./player";
import { RatingForm } from "./rating-form";
import { UploadProgress } from "./upload-progress";

/** Right after the take: it plays from the device while it is sent, and is rated while it is fresh. */
export function TakeReview({ take, guidance, onRetake }: { take: DeviceTake; guidance: string[]; onRetake: () => void }) {
  const t = useTranslations("practice.review");
  const [file, setFile] = useState<Blob>();
  const url = useObjectUrl(file);
  // "Saved" is said only once the device is known to have let go of it.
  const takes = useDeviceTakes();
  const stored = takes?.every(({ uid }) => uid !== take.uid) ?? false;
  const utils = trpc.useUtils();
  const mayRetake = take.mode === "practice";
  useEffect(() => {
    // Read at once: when the server has the take, the device lets go of it, but this page still plays it.
    void readFile(take.uid).then(setFile);
  }, [take.uid]);
  useShortcuts(mayRetake ? [["KeyR", onRetake]] : []);

  return (
    <>
      <Card className="grid gap-5 p-5 sm:p-8">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg font-semibold">{t("title")}</h2>
          {stored ? (
            <Badge tone="success" icon={<CheckCircleIcon />}>
              {t("stored")}
            </Badge>
          ) : (
            <UploadProgress uid={take.uid} />
          )}
        </div>
        {url ? <Player src={url} kind={take.kind} label={take.question.text} /> : null}
        <div className="flex flex-wrap gap-3">
          {mayRetake ? (
            <Button look="outline" icon={<ArrowPathIcon className="size-5" />} onClick={onRetake}>
              {t("retake")}
            </Button>
          ) : null}
          <ButtonLink look="ghost" href="/dashboard/practice">
            {t("another")}
          </ButtonLink>
        </div>
        {mayRetake ? <p className="text-sm text-ink-soft">{t("retakeHelp")}</p> : null}
      </Card>
      <RatingForm record={recordOf(take)} onSaved={() => void utils.practice.answers.invalidate()} />
      <Guidance points={guidance} open />
      <ButtonLink href={`/dashboard/answers/detail?answer=${take.uid}`} look="outline" className="justify-self-start">
        {t("open")}
      </ButtonLink>
    </>
  );
}
