"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { ButtonLink } from "@/ui/button";
import { useObjectUrl } from "@/ui/hooks";
import { Player } from "../../components/player";
import { RatingForm } from "../../components/rating-form";
import { UploadProgress } from "../../components/upload-progress";
import { DeliveryCard, TakeSound } from "../../delivery/components/later";
import { useDelivery } from "../../delivery/hooks/use-delivery";
import { type DeviceTake, readFile, recordOf } from "../../hooks/take-store";
import type { Place } from "./report-place";

interface ReportTakeProps {
  place: Place & { question: NonNullable<Place["question"]> };
  onDevice: DeviceTake | undefined;
  onRated: () => void;
}

/** The answer of one place: from this device while it is here, else from the server; then the rating and how it was spoken. */
export function ReportTake({ place: { question, take }, onDevice, onRated }: ReportTakeProps) {
  const t = useTranslations("practice.simulation.report");
  const uid = take?.uid ?? onDevice?.uid ?? "";
  const stored = take?.stored === true;
  const answer = trpc.practice.answer.useQuery({ uid }, { enabled: stored, staleTime: 10 * 60_000, refetchOnWindowFocus: false });
  const file = useDeviceFile(stored ? undefined : onDevice?.uid);
  const local = useObjectUrl(file);
  const link = answer.data?.data.media?.link ?? undefined;
  const src = link ?? local;
  const kind = take?.kind ?? onDevice?.kind ?? "audio";
  const delivery = useDelivery({
    uid,
    recording: link ?? file,
    bytes: take?.sizeBytes ?? onDevice?.size ?? 0,
    stored: stored && link !== undefined,
    renew: () => (stored ? answer.refetch() : undefined),
  });
  const [playing, setPlaying] = useState<HTMLMediaElement | null>(null);
  const record = onDevice ? recordOf(onDevice) : { uid, question_id: question.uid };
  return (
    <div className="grid gap-6 border-t border-line p-4 sm:p-5">
      {src ? (
        <div className="grid gap-5">
          <Player
            src={src}
            kind={kind}
            type={answer.data?.data.recording?.type ?? onDevice?.type}
            label={question.text}
            onExpired={stored ? () => void answer.refetch() : undefined}
            onMedia={setPlaying}
          />
          <TakeSound state={delivery} media={playing} durationMs={take?.durationMs ?? onDevice?.durationMs ?? 0} />
        </div>
      ) : null}
      {!src && isMissing(answer) ? <LoadFailed query={answer} /> : null}
      {!src && !stored && !onDevice ? <p className="text-ink-soft">{t("elsewhere")}</p> : null}
      {onDevice ? <UploadProgress uid={onDevice.uid} /> : null}
      <RatingForm key={uid} record={record} {...(take ? { saved: take } : {})} onSaved={onRated} />
      {delivery.step === "done" ? <DeliveryCard {...delivery} media={playing} /> : null}
      {take ? (
        <ButtonLink href={`/dashboard/answers/detail?answer=${uid}`} look="outline" className="justify-self-start">
          {t("open")}
        </ButtonLink>
      ) : null}
    </div>
  );
}

/** The finished file of a take that is on this device. */
function useDeviceFile(uid: string | undefined): Blob | undefined {
  const [file, setFile] = useState<Blob>();
  useEffect(() => {
    if (!uid) return;
    let live = true;
    void readFile(uid).then(
      (found) => live && setFile(found),
      () => {},
    );
    return () => {
      live = false;
    };
  }, [uid]);
  return file;
}
