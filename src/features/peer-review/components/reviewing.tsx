"use client";

import { FlagIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { type RefObject, useRef, useState } from "react";
import { coverage } from "@/features/learning/rules";
import { Player } from "@/features/practice/components/player";
import { focusScale, ScaleFields } from "@/features/practice/components/scale-fields";
import { TakeSound } from "@/features/practice/delivery/components/later";
import { useDelivery } from "@/features/practice/delivery/hooks/use-delivery";
import type { Ratings } from "@/features/practice/schema";
import { useFormat } from "@/i18n/use-format";
import { RATING_SCALES, type RatingScale } from "@/lib/enums/practice";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert, Badge, Card } from "@/ui/card";
import { TextArea } from "@/ui/field";
import { PhaseFocus } from "@/ui/phase-focus";
import { prefersReducedMotion } from "@/ui/reduced-motion";
import { notify } from "@/ui/toast";
import { useRouter } from "@/ui/use-router";
import { type ReviewDraft, sentForm } from "../hooks/kept-draft";
import { useHeard } from "../hooks/use-heard";
import { useReviewDraft } from "../hooks/use-review-draft";
import { givenHref, REVIEWS } from "../hrefs";
import { careOf, isNameless, MAX_TEXT } from "../rules";
import { CareHints } from "./care-hints";
import { LeaseLine } from "./lease-line";
import { jumpTo } from "./pin-list";
import { PinNotes } from "./pin-notes";
import { RatingLine } from "./rating-line";
import { ReportDialog } from "./report-dialog";
import { SendDialog } from "./send-dialog";

export type Assignment = RouterOutputs["peerReview"]["assignments"]["get"]["data"];
/** One whose recording is there to be played. */
export type LentAssignment = Assignment & { recording: NonNullable<Assignment["recording"]> & { link: string } };

/** Bytes that a second of it has, about: how large it is as a whole is not told. */
const LIKELY_BYTES = { audio: 12_000, video: 162_000 } as const;

const isWhole = (ratings: Partial<Ratings>): ratings is Ratings => RATING_SCALES.every((scale) => ratings[scale] !== undefined);

interface ReviewingProps {
  assignment: LentAssignment;
  /** Holds what has been written, for the time after its end. */
  words: RefObject<ReviewDraft | undefined>;
  onExpired: () => void;
}

/** Somebody's answer, and the review that one writes of it. Whatever is entered is kept until it is sent or given back. */
export function Reviewing({ assignment, words, onExpired }: ReviewingProps) {
  const { uid, question, category, language, recording, stage, firstRatings, leaseEndsAt } = assignment;
  const t = useTranslations("peerReview.reviewing");
  const common = useTranslations("common");
  const validation = useTranslations("validation");
  const format = useFormat();
  const router = useRouter();
  const utils = trpc.useUtils();
  const { draft, status, change, write, hear, finish } = useReviewDraft(assignment, words, onExpired);
  const [media, setMedia] = useState<HTMLMediaElement | null>(null);
  const sound = useDelivery({
    uid,
    recording: recording.link,
    bytes: (LIKELY_BYTES[recording.kind] * recording.duration_ms) / 1000,
    stored: false,
    renew: onExpired,
  });
  const durationMs = sound.step === "done" ? sound.delivery.durationMs : recording.duration_ms;
  useHeard(media, durationMs / 1000, (played, goesOn) => hear(played, durationMs / 1000, goesOn));
  const [left, setLeft] = useState<RatingScale[]>([]);
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState<"send" | "report">();
  const texts = useRef<HTMLDivElement>(null);
  const voiceOnly = stage === "voice";

  const missing = careOf({ ...sentForm(draft), durationMs: recording.duration_ms });
  const renew = () => void utils.peerReview.invalidate();
  const first = trpc.peerReview.assignments.saveFirst.useMutation({
    onSuccess: (answer) => {
      utils.peerReview.assignments.get.setData({ uid }, answer);
      window.scrollTo({ top: 0, behavior: prefersReducedMotion() ? "auto" : "smooth" });
    },
  });
  const send = trpc.peerReview.reviews.save.useMutation({
    onSuccess: ({ data }) => {
      finish();
      notify("success", t("sent"));
      router.replace(givenHref(data.uid));
      renew();
    },
  });
  const report = trpc.peerReview.assignments.report.useMutation();
  const gone = (said: string) => {
    finish();
    notify("success", said);
    router.replace(REVIEWS);
    renew();
  };

  const rated = (): boolean => {
    const without = RATING_SCALES.filter((scale) => draft.ratings[scale] === undefined);
    setLeft(without);
    const [scale] = without;
    if (scale) focusScale(scale);
    return scale === undefined;
  };
  const submit = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!rated() || !isWhole(draft.ratings)) return;
    if (voiceOnly) return first.mutate({ uid, ratings: draft.ratings });
    setAsked(true);
    if (missing.length === 0) return setOpen("send");
    // The first field that needs a little more; where something was not heard or said, the list says so.
    const field = missing.includes("good") ? 0 : missing.includes("suggestion") ? 1 : undefined;
    if (field === undefined) media?.focus();
    else texts.current?.querySelectorAll("textarea")[field]?.focus();
  };

  return (
    <PhaseFocus label={t("title")}>
      <header>
        <div className="flex flex-wrap gap-2">
          <Badge tone="primary">{category}</Badge>
          <Badge>{format.language(language)}</Badge>
        </div>
        <h1 className="mt-3 text-2xl font-bold lg:text-[1.75rem]">{question}</h1>
        <p className="mt-2 text-ink-soft">{t("lead")}</p>
      </header>
      <LeaseLine assignmentId={uid} endsAt={leaseEndsAt} onReleased={() => gone(t("released"))} />
      {stage === "whole" ? null : <Alert tone="info">{t(`stage.${stage}`)}</Alert>}
      <Card className="grid gap-5 p-5 sm:p-8">
        <Player
          key={stage}
          lent
          src={recording.link}
          kind={recording.kind}
          type={recording.type}
          label={question}
          onExpired={onExpired}
          onMedia={setMedia}
        />
        <TakeSound
          state={sound}
          media={media}
          durationMs={durationMs}
          pins={draft.pins.map(({ id, second, text }) => ({
            id,
            atMs: second * 1000,
            label: text,
            sign: "●",
            onSelect: () => jumpTo(media, second),
          }))}
        />
        <PinNotes media={media} pins={draft.pins} writing={draft.writing} onPins={(pins) => change({ pins })} onWriting={write} />
      </Card>
      <Card className="p-5 sm:p-8">
        <h2 className="text-lg font-semibold">{t(voiceOnly ? "rateVoice" : "rate")}</h2>
        <p className="mt-1 mb-6 text-ink-soft">{t("rateLead")}</p>
        {firstRatings ? <RatingLine label={t("byVoice")} ratings={firstRatings} /> : null}
        <form noValidate className="grid gap-6" onSubmit={submit}>
          <ScaleFields
            ratings={draft.ratings}
            missing={left}
            onChange={(scale, score) => {
              change({ ratings: { ...draft.ratings, [scale]: score } });
              setLeft(left.filter((other) => other !== scale));
            }}
          />
          {voiceOnly ? null : (
            <>
              <div ref={texts} className="grid gap-6">
                <TextArea
                  label={t("good")}
                  error={isNameless(draft.good) ? undefined : validation("ways")}
                  help={t("goodHelp")}
                  rows={3}
                  maxLength={MAX_TEXT}
                  value={draft.good}
                  onChange={({ target }) => change({ good: target.value })}
                />
                <TextArea
                  label={t("suggestion")}
                  error={isNameless(draft.suggestion) ? undefined : validation("ways")}
                  help={t("suggestionHelp")}
                  rows={3}
                  maxLength={MAX_TEXT}
                  value={draft.suggestion}
                  onChange={({ target }) => change({ suggestion: target.value })}
                />
              </div>
              <CareHints missing={missing} heard={coverage(draft.heard, durationMs / 1000)} asked={asked} />
            </>
          )}
          {first.isError ? <Alert tone="danger">{toApiError(first.error).message ?? common("offlineKept")}</Alert> : null}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <Button type="submit" size="lg" busy={first.isPending}>
              {t(voiceOnly ? "toVideo" : "submit")}
            </Button>
            <Button look="ghost" icon={<FlagIcon className="size-5" />} onClick={() => setOpen("report")}>
              {t("report")}
            </Button>
            <span className={status === "kept" || status === "refused" ? "text-sm text-warning" : "text-sm text-ink-soft"}>
              {t(`status.${status}`)}
            </span>
          </div>
        </form>
      </Card>
      {open === "send" && isWhole(draft.ratings) ? (
        <SendDialog
          draft={draft}
          ratings={draft.ratings}
          busy={send.isPending}
          problem={send.isError ? (toApiError(send.error).message ?? common("offlineKept")) : undefined}
          onSend={(ratings) => {
            const { ratings: _, ...said } = sentForm(draft);
            send.mutate({ assignmentId: uid, ...said, ...ratings });
          }}
          onClose={() => {
            setOpen(undefined);
            send.reset();
          }}
        />
      ) : null}
      {open === "report" ? (
        <ReportDialog
          uid={uid}
          about="recording"
          onSend={async (entered) => {
            await report.mutateAsync(entered);
            finish();
            router.replace(REVIEWS);
            renew();
          }}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </PhaseFocus>
  );
}
