"use client";

import { ArrowPathIcon, HandThumbUpIcon, HeartIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { BackLink } from "@/ui/back-link";
import { Alert, Badge, Card } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { REVIEWS } from "../hrefs";
import { PinList } from "./pin-list";
import { RatingLine } from "./rating-line";
import { Missing } from "./received-page";
import { Said } from "./received-review";

type Given = RouterOutputs["peerReview"]["reviews"]["givenOne"]["data"];

/** A review that one has given, and what came of it. */
export function GivenPage({ uid }: { uid: string }) {
  const t = useTranslations("peerReview.given");
  const query = trpc.peerReview.reviews.givenOne.useQuery({ uid });
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <div>
        <BackLink href={REVIEWS} text={t("all")} />
        {query.data ? <h1 className="text-2xl font-bold lg:text-[1.75rem]">{query.data.data.question}</h1> : null}
      </div>
      {isMissing(query) ? <Missing query={query} title={t("missing")} /> : null}
      {query.data ? <Loaded given={query.data.data} /> : query.isError ? null : <LoadingList />}
    </div>
  );
}

function Loaded({ given }: { given: Given }) {
  const { ratings, good, suggestion, comments, decision, createdAt } = given;
  // Of a comment that moderators took out only its place is left.
  const said = comments.filter(({ text }) => text !== "");
  const t = useTranslations("peerReview.given");
  const review = useTranslations("peerReview.review");
  const format = useFormat();
  return (
    <Card className="grid gap-5 p-5 sm:p-8">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <time dateTime={createdAt} className="text-sm text-ink-soft">
          {t("sentAt", { date: format.date(createdAt) })}
        </time>
        <GivenSigns given={given} />
      </div>
      {decision ? (
        <Alert tone="info" title={review(`decision.${decision.outcome}`)}>
          <span className="break-words whitespace-pre-line" dir="auto">
            {decision.reason}
          </span>
        </Alert>
      ) : null}
      <RatingLine label={review("ratings")} ratings={ratings} />
      <Said level={2} title={review("good")} text={good} />
      <Said level={2} title={review("suggestion")} text={suggestion} />
      {said.length > 0 ? (
        <div>
          <h2 className="font-semibold">{review("comments")}</h2>
          <PinList pins={said.map((comment, at) => ({ ...comment, id: String(at) }))} media={null} />
        </div>
      ) : null}
      <p className="text-sm text-ink-soft">{t("gone")}</p>
    </Card>
  );
}

/** What its reader made of a review: thanks, a mark, another take. */
export function GivenSigns({ given }: { given: Pick<Given, "thankedAt" | "helpful" | "retake"> }) {
  const t = useTranslations("peerReview.given");
  return (
    <>
      {given.thankedAt ? (
        <Badge tone="success" icon={<HeartIcon />}>
          {t("thanked")}
        </Badge>
      ) : null}
      {given.helpful ? (
        <Badge tone="success" icon={<HandThumbUpIcon />}>
          {t("helpful")}
        </Badge>
      ) : null}
      {given.retake ? (
        <Badge tone="primary" icon={<ArrowPathIcon />}>
          {t("retake")}
        </Badge>
      ) : null}
    </>
  );
}
