"use client";

import { ArrowDownTrayIcon, ArrowPathIcon, ArrowsRightLeftIcon, TrashIcon } from "@heroicons/react/24/outline";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type MouseEvent, type ReactNode, useEffect, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { useErrorMessage, useErrorToast } from "@/trpc/use-error";
import { Button, ButtonLink } from "@/ui/button";
import { Alert, Card, Notice } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { lazyPart, NothingMissing } from "@/ui/lazy-part";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import { useRouter } from "@/ui/use-router";
import { DeliveryCard, loadDelivery, TakeSound } from "../delivery/components/later";
import { useDelivery } from "../delivery/hooks/use-delivery";
import { removeTake } from "../hooks/take-store";
import { AgainNote } from "../plan/components/again-note";
import { toRanges } from "../star/components/tones";
import { forgetWritten, useStar } from "../star/hooks/use-star";
import { compareHref } from "../takes/hrefs";
import { DeviceTakes } from "./device-takes";
import { Guidance } from "./guidance";
import { Player } from "./player";
import { RatingForm } from "./rating-form";
import { SharePanel } from "./share-panel";
import { StateBadge } from "./state-badge";

const StarKeys = lazyPart(() => import("../star/components/star-keys").then((part) => part.StarKeys), {
  // As high as it will be: two rows of buttons on a phone, one on a desk.
  waiting: () => <div className="h-[12.75rem] sm:h-[8.5rem]" />,
  missing: NothingMissing,
});
const StarCard = lazyPart(() => import("../star/components/star-card").then((part) => part.StarCard), { missing: NothingMissing });

/** The address of a recording plays for a quarter of an hour: after so long another one is asked for. */
const FRESH_MS = 10 * 60_000;

type Answer = RouterOutputs["practice"]["answer"]["data"];

interface Slots {
  /** Where else the answer can be played. */
  shares?: ReactNode;
  /** What peers say of it. */
  reviews?: ReactNode;
}

export function AnswerDetail({ shares, reviews }: Slots) {
  const t = useTranslations("practice.detail");
  const common = useTranslations("common");
  const uid = useSearchParams().get("answer") ?? "";
  // The address of the recording ends; an answer that is looked at again gets a new one.
  const answer = trpc.practice.answer.useQuery({ uid }, { enabled: uid !== "", staleTime: FRESH_MS, refetchOnWindowFocus: false });
  // A refetch that fails leaves what is there.
  if (uid === "" || isMissing(answer)) {
    const { code, message } = toApiError(answer.error);
    const missing = uid === "" || code === "notFound" || code === "invalidInput";
    return (
      <>
        <DeviceTakes />
        <Notice level={1} tone="danger" title={missing ? t("missing") : (message ?? common("offline"))}>
          {missing ? null : <Button onClick={() => void answer.refetch()}>{common("retry")}</Button>}
          <ButtonLink href="/dashboard/answers" look="outline">
            {t("all")}
          </ButtonLink>
        </Notice>
      </>
    );
  }
  if (!answer.data) return <LoadingList />;
  return <Loaded key={uid} answer={answer.data.data} shares={shares} reviews={reviews} onExpired={answer.refetch} />;
}

function Loaded({ answer, shares, reviews, onExpired }: Slots & { answer: Answer; onExpired: () => unknown }) {
  const t = useTranslations("practice.detail");
  const format = useFormat();
  const utils = trpc.useUtils();
  const { recording, media } = answer;
  const [playing, setPlaying] = useState<HTMLMediaElement | null>(null);
  useEffect(loadDelivery, []);
  const link = media?.link ?? undefined;
  const stored = link !== undefined && recording !== null;
  const delivery = useDelivery({ uid: answer.uid, recording: link, bytes: recording?.size ?? 0, stored, renew: onExpired });
  const durationMs = (delivery.step === "done" ? delivery.delivery.durationMs : recording?.duration_ms) ?? 0;
  const star = useStar({ uid: answer.uid, stored, durationMs });
  const refresh = () => {
    void utils.practice.answers.invalidate();
    void utils.practice.answer.invalidate({ uid: answer.uid });
  };
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <header>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <StateBadge state={answer.state} />
          <span className="text-sm text-ink-soft">{answer.category}</span>
          <span className="text-sm text-ink-soft">{format.dateTime(answer.recorded_at)}</span>
        </div>
        <h1 className="mt-3 text-2xl font-bold lg:text-[1.75rem]">{answer.question}</h1>
      </header>
      <DeviceTakes />
      <Card className="grid gap-5 p-5 sm:p-8" data-shortcuts>
        {link && recording ? (
          <>
            <Player
              src={link}
              kind={recording.kind}
              type={recording.type}
              label={answer.question}
              onExpired={() => void onExpired()}
              onMedia={setPlaying}
            />
            <TakeSound state={delivery} media={playing} durationMs={durationMs} ranges={toRanges(star.marks)} />
            {star.unread ? <LoadFailed query={star.unread} /> : <StarKeys star={star} media={playing} />}
          </>
        ) : (
          <p className="text-ink-soft">{t(recording ? "notYet" : "noRecording")}</p>
        )}
        {recording ? (
          <p className="text-sm text-ink-soft">
            {t("facts", {
              length: format.clock(recording.duration_ms),
              planned: format.minutes(answer.answer_time),
              size: format.size(recording.size),
            })}
            {recording.overrun_ms >= 1_000 ? ` ${t("overrun", { time: format.clock(recording.overrun_ms) })}` : ""}
          </p>
        ) : null}
        <div className="flex flex-wrap gap-3">
          <ButtonLink
            look="outline"
            href={`/dashboard/practice/session?question=${answer.question_id}`}
            icon={<ArrowPathIcon className="size-5" />}
          >
            {t("again")}
          </ButtonLink>
          <ButtonLink
            look="outline"
            href={compareHref({ question: answer.question_id, second: answer.uid })}
            icon={<ArrowsRightLeftIcon className="size-5" />}
          >
            {t("compare")}
          </ButtonLink>
          {media?.link ? <Download uid={answer.uid} link={media.link} name={media.name} /> : null}
          <DeleteAnswer uid={answer.uid} />
        </div>
      </Card>
      {delivery.step === "done" ? <DeliveryCard {...delivery} media={playing} /> : null}
      {stored ? <StarCard star={star} media={playing} /> : null}
      <RatingForm record={{ uid: answer.uid, question_id: answer.question_id }} saved={answer} onSaved={refresh} />
      {reviews}
      <AgainNote questionId={answer.question_id} />
      <SharePanel
        uid={answer.uid}
        state={answer.state}
        rated={answer.rate_your_self !== null}
        link={answer.share_link}
        onChanged={refresh}
      />
      {shares}
      <Guidance points={answer.guidance} />
    </div>
  );
}

/** A recording to be kept elsewhere. Its address ends after a while: one that is too old by then is asked for anew. */
function Download({ uid, link, name }: { uid: string; link: string; name: string }) {
  const t = useTranslations("practice.detail");
  const showError = useErrorToast();
  const utils = trpc.useUtils();
  const save = async (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    try {
      const { data } = await utils.practice.answer.fetch({ uid }, { staleTime: FRESH_MS });
      const href = data.media?.link;
      if (href) Object.assign(document.createElement("a"), { href, download: name }).click();
    } catch (error) {
      showError(error);
    }
  };
  return (
    <a
      href={link}
      download={name}
      onClick={(event) => void save(event)}
      className="inline-flex min-h-11 items-center justify-center gap-2 rounded-box border border-line-strong/60 bg-surface px-4 font-semibold hover:border-line-strong hover:bg-sunken"
    >
      <ArrowDownTrayIcon className="size-5" />
      {t("download")}
    </a>
  );
}

function DeleteAnswer({ uid }: { uid: string }) {
  const t = useTranslations("practice.detail");
  const errorMessage = useErrorMessage();
  const router = useRouter();
  const utils = trpc.useUtils();
  const [asking, setAsking] = useState(false);
  const remove = trpc.practice.deleteAnswer.useMutation({
    onSuccess: async () => {
      forgetWritten(uid);
      await removeTake(uid).catch(() => {});
      notify("success", t("deleted"));
      router.replace("/dashboard/answers");
      void utils.practice.answers.invalidate();
      void utils.practice.plan.invalidate();
      // There is room again for what waits on this device.
      void utils.subscription.usage.invalidate();
    },
  });
  const show = (open: boolean) => {
    remove.reset();
    setAsking(open);
  };
  return (
    <>
      <Button look="danger" icon={<TrashIcon className="size-5" />} onClick={() => show(true)}>
        {t("delete")}
      </Button>
      <Dialog
        open={asking}
        onClose={() => show(false)}
        title={t("deleteTitle")}
        footer={
          <DialogActions onCancel={() => show(false)} look="danger" busy={remove.isPending} onClick={() => remove.mutate({ uid })}>
            {t("deleteNow")}
          </DialogActions>
        }
      >
        <div className="grid gap-4">
          <p>{t("deleteText")}</p>
          {remove.error ? <Alert tone="danger">{errorMessage(remove.error)}</Alert> : null}
        </div>
      </Dialog>
    </>
  );
}
