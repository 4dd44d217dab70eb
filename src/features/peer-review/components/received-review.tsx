"use client";

import { HandThumbDownIcon, HandThumbUpIcon, HeartIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { serverNow } from "@/trpc/token";
import { useErrorToast } from "@/trpc/use-error";
import { Button, ButtonLink } from "@/ui/button";
import { Alert, Badge, Card } from "@/ui/card";
import { passFocusOn } from "@/ui/pass-focus-on";
import { review as life } from "../rules";
import { DisputeDialog } from "./dispute-dialog";
import { PinList } from "./pin-list";
import { RatingLine } from "./rating-line";
import { ReportDialog } from "./report-dialog";

type Review = RouterOutputs["peerReview"]["requests"]["get"]["data"]["reviews"][number];

interface ReceivedReviewProps {
  review: Review;
  /** Of the request that it answers. */
  request: string;
  questionId: string;
  media: HTMLMediaElement | null;
}

/** One review of an own take: what was good, the suggestion, the places, and what its reader makes of it. */
export function ReceivedReview({ review, request, questionId, media }: ReceivedReviewProps) {
  const { uid, letter, state, ratings, good, suggestion, comments, helpful, thankedAt, retake, createdAt } = review;
  const decision = review.case?.outcome ? { outcome: review.case.outcome, reason: review.case.reason } : null;
  // Of a comment that moderators took out only its place is left.
  const said = comments.filter(({ text }) => text !== "");
  // What is not decent can be reported at any time, what is not fair for two weeks.
  const mayReport = review.case === null && life.can(state, "disputed", "author");
  const mayDispute = mayReport && Date.parse(review.disputeUntil) > serverNow();
  const t = useTranslations("peerReview.review");
  const showError = useErrorToast();
  const format = useFormat();
  const id = useId();
  const utils = trpc.useUtils();
  const [asking, setAsking] = useState<"report" | "dispute">();
  const options = {
    onSuccess: () => utils.peerReview.invalidate(),
    onError: showError,
  };
  const thank = trpc.peerReview.reviews.thank.useMutation(options);
  const mark = trpc.peerReview.reviews.helpful.useMutation(options);
  const report = trpc.peerReview.reviews.report.useMutation();
  return (
    <Card className="p-5 sm:p-8">
      <article aria-labelledby={id} className="grid grid-cols-1 gap-5">
        <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <h2 id={id} className="text-lg font-semibold">
            {t("by", { name: letter })}
          </h2>
          <time dateTime={createdAt} className="text-sm text-ink-soft">
            {format.date(createdAt)}
          </time>
          {state === "disputed" ? <Badge tone="warning">{t("disputed")}</Badge> : null}
        </header>
        {decision ? (
          <Alert tone="info" title={t(`decision.${decision.outcome}`)}>
            <span className="break-words whitespace-pre-line" dir="auto">
              {decision.reason}
            </span>
          </Alert>
        ) : null}
        {state !== "removed" ? (
          <>
            {ratings ? <RatingLine label={t("ratings")} ratings={ratings} /> : null}
            <Said title={t("good")} text={good} />
            {suggestion ? (
              <div className="grid gap-3 rounded-box bg-primary-soft/50 p-4">
                <Said title={t("suggestion")} text={suggestion} />
                <ButtonLink
                  size="sm"
                  className="justify-self-start"
                  href={`/dashboard/practice/session?question=${questionId}&request=${request}&retakeOf=${uid}`}
                >
                  {t("retake")}
                </ButtonLink>
                {retake ? (
                  <Link
                    href={`/dashboard/answers/detail?answer=${retake}`}
                    className="justify-self-start rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
                  >
                    {t("retaken")}
                  </Link>
                ) : null}
              </div>
            ) : null}
            {said.length > 0 ? (
              <div>
                <h3 className="font-semibold">{t("comments")}</h3>
                <PinList pins={said.map((comment, at) => ({ ...comment, id: String(at) }))} media={media} />
              </div>
            ) : null}
            <footer className="flex flex-wrap items-center gap-2 border-t border-line pt-4">
              <span tabIndex={-1} className="rounded-full empty:hidden">
                {thankedAt ? (
                  <Badge tone="success" icon={<HeartIcon />}>
                    {t("thanked")}
                  </Badge>
                ) : state === "published" ? (
                  <Button
                    ref={passFocusOn}
                    size="sm"
                    icon={<HeartIcon className="size-4" />}
                    busy={thank.isPending}
                    onClick={() => thank.mutate({ uid })}
                  >
                    {t("thank")}
                  </Button>
                ) : null}
              </span>
              <fieldset className="flex items-center gap-2">
                <legend className="float-start me-2 text-sm text-ink-soft">{t("helpful")}</legend>
                {([true, false] as const).map((value) => (
                  <Button
                    key={String(value)}
                    size="sm"
                    look="outline"
                    aria-pressed={helpful === value}
                    className="aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary-text"
                    icon={value ? <HandThumbUpIcon className="size-4" /> : <HandThumbDownIcon className="size-4" />}
                    onClick={() => mark.mutate({ uid, helpful: helpful === value ? null : value })}
                  >
                    {t(value ? "yes" : "no")}
                  </Button>
                ))}
              </fieldset>
              <span className="grow" />
              {mayDispute ? (
                <Button size="sm" look="ghost" onClick={() => setAsking("dispute")}>
                  {t("dispute")}
                </Button>
              ) : null}
              {mayReport ? (
                <Button size="sm" look="ghost" onClick={() => setAsking("report")}>
                  {t("report")}
                </Button>
              ) : null}
            </footer>
          </>
        ) : null}
      </article>
      {asking === "dispute" ? <DisputeDialog uid={uid} onClose={() => setAsking(undefined)} /> : null}
      {asking === "report" ? (
        <ReportDialog
          uid={uid}
          about="review"
          onSend={async (entered) => {
            await report.mutateAsync(entered);
            await utils.peerReview.invalidate();
          }}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
    </Card>
  );
}

/** Something that somebody wrote, below what it is. */
export function Said({ title, text, level = 3 }: { title: string; text: string; level?: 2 | 3 }) {
  if (!text) return null;
  const Heading = `h${level}` as const;
  return (
    <div>
      <Heading className="font-semibold">{title}</Heading>
      <p className="mt-1 break-words whitespace-pre-line" dir="auto">
        {text}
      </p>
    </div>
  );
}
