"use client";

import { ArrowPathIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { trpc } from "@/trpc/client";
import { Button, ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { useObjectUrl, useShortcuts } from "@/ui/hooks";
import { DeliveryCard, TakeSound } from "../delivery/components/later";
import { useDelivery } from "../delivery/hooks/use-delivery";
import type { FinishedTake } from "../hooks/mend";
import { recordOf } from "../hooks/take-store";
import { useDeviceTakes } from "../hooks/use-device-takes";
import { AgainNote } from "../plan/components/again-note";
import { useUploads } from "../state";
import { Guidance } from "./guidance";
import { Player } from "./player";
import { RatingForm } from "./rating-form";
import { UploadProgress } from "./upload-progress";

interface TakeReviewProps {
  finished: FinishedTake;
  guidance: string[];
  onRetake: () => void;
  after?: AfterTake | undefined;
}

/** What else there is to do with a take, and whether the server has it. */
export type AfterTake = (take: { uid: string; stored: boolean }) => ReactNode;

/** Right after the take: it plays from the device while it is sent, and is rated while it is fresh. */
export function TakeReview({ finished, guidance, onRetake, after }: TakeReviewProps) {
  const t = useTranslations("practice.review");
  const { take, file } = finished;
  const url = useObjectUrl(file);
  // "Saved" is the server's word: told to this page by the upload, or asked for when another tab has sent the take.
  const told = useUploads((uploads) => uploads[take.uid]?.stored === true);
  const onDevice = useDeviceTakes();
  // Its file may have been mended since: what is said of it with a rating is what is sent.
  const live = onDevice?.find(({ uid }) => uid === take.uid);
  const gone = onDevice !== undefined && !live;
  const answer = trpc.practice.answer.useQuery({ uid: take.uid }, { enabled: gone && !told });
  const stored = told || Boolean(answer.data?.data.media);
  const record = stored ? { uid: take.uid, question_id: take.question.uid } : recordOf(live ?? take);
  const delivery = useDelivery({ uid: take.uid, recording: file, bytes: file.size, stored });
  const [playing, setPlaying] = useState<HTMLMediaElement | null>(null);
  const utils = trpc.useUtils();
  const mayRetake = take.mode === "practice";
  useShortcuts(mayRetake ? [["KeyR", onRetake]] : []);

  return (
    <>
      <Card className="grid gap-5 p-5 sm:p-8">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg font-semibold">{t("title")}</h2>
          <UploadProgress uid={take.uid} stored={stored} />
        </div>
        {url ? (
          <Player
            // What does not play from the device any more plays from the server, once that has it.
            src={answer.data?.data.media?.link ?? url}
            kind={take.kind}
            type={take.type}
            label={take.question.text}
            onExpired={stored ? () => void answer.refetch() : undefined}
            onMedia={setPlaying}
          />
        ) : null}
        <TakeSound state={delivery} media={playing} durationMs={take.durationMs} />
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
      <RatingForm record={record} onSaved={() => void utils.practice.answers.invalidate()} />
      <AgainNote questionId={take.question.uid} next />
      {/* Below: it comes while somebody rates already, and must not move that. */}
      {delivery.step === "done" ? <DeliveryCard {...delivery} media={playing} /> : null}
      {after?.({ uid: take.uid, stored })}
      <Guidance points={guidance} open />
      <ButtonLink href={`/dashboard/answers/detail?answer=${take.uid}`} look="outline" className="justify-self-start">
        {t("open")}
      </ButtonLink>
    </>
  );
}
