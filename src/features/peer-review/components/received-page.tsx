"use client";

import { EyeSlashIcon, InboxIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Player } from "@/features/practice/components/player";
import { TakeSound } from "@/features/practice/delivery/components/later";
import { useDelivery } from "@/features/practice/delivery/hooks/use-delivery";
import type { RecordingKind } from "@/lib/enums/practice";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { BackLink } from "@/ui/back-link";
import { ButtonLink } from "@/ui/button";
import { Card, Notice } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { REVIEWS } from "../hrefs";
import { jumpTo } from "./pin-list";
import { ReceivedReview } from "./received-review";
import { RequestState } from "./request-state";
import { ScaleComparison } from "./scale-comparison";
import { WithdrawButton } from "./withdraw-button";

type Received = RouterOutputs["peerReview"]["requests"]["get"]["data"];

/** What peers said of one own take. */
export function ReceivedPage({ uid }: { uid: string }) {
  const t = useTranslations("peerReview.received");
  const query = trpc.peerReview.requests.get.useQuery({ uid });
  return (
    <div className="mx-auto grid max-w-3xl grid-cols-1 gap-6">
      <div>
        <BackLink href={REVIEWS} text={t("all")} />
        {query.data ? (
          <>
            <p className="text-sm text-ink-soft">{query.data.data.category}</p>
            <h1 className="mt-1 text-2xl font-bold lg:text-[1.75rem]">{query.data.data.question}</h1>
          </>
        ) : null}
      </div>
      {isMissing(query) ? <Missing query={query} title={t("missing")} /> : null}
      {query.data ? <Loaded received={query.data.data} /> : query.isError ? null : <LoadingList />}
    </div>
  );
}

/** Nothing of one's own stands at this address; or it did not come. */
export function Missing({ query, title }: { query: { error: unknown; refetch: () => unknown }; title: string }) {
  const { code } = toApiError(query.error);
  const missing = code === "notFound" || code === "invalidInput";
  return missing ? <Notice level={1} tone="danger" title={title} /> : <LoadFailed query={query} />;
}

function Loaded({ received }: { received: Received }) {
  const t = useTranslations("peerReview.received");
  const { uid, answer_id, state, withdrawnFor, received: count, unread, own, ratedAgain, peers, reviews } = received;
  // Of a take that was deleted there is nothing left to open, to rate, or to wait for.
  const deleted = withdrawnFor === "deleted";
  const hidden = received.hidden && (state === "open" || count > 0);
  const utils = trpc.useUtils();
  const { mutate: see } = trpc.peerReview.requests.seen.useMutation({
    onSuccess: () => Promise.all([utils.peerReview.overview.invalidate(), utils.peerReview.requests.list.invalidate()]),
  });
  const shown = !received.hidden && unread > 0;
  // One that moderators removed has no ratings any more.
  const counted = reviews.filter(({ ratings }) => ratings !== null).length;
  useEffect(() => {
    if (shown) see({ uid });
  }, [shown, uid, see]);
  return (
    <>
      <Card className="grid gap-4 p-5 sm:p-8">
        <RequestState request={received} />
        <div className="flex flex-wrap gap-3">
          {deleted ? null : (
            <ButtonLink look="outline" href={`/dashboard/answers/detail?answer=${answer_id}`}>
              {t("answer")}
            </ButtonLink>
          )}
          <WithdrawButton request={received} />
        </div>
      </Card>
      {hidden ? (
        <Notice icon={<EyeSlashIcon />} title={t("hidden")} text={t("hiddenText")}>
          <ButtonLink href={`/dashboard/answers/detail?answer=${answer_id}`}>{t("rate")}</ButtonLink>
        </Notice>
      ) : reviews.length === 0 && state === "open" ? (
        <Notice icon={<InboxIcon />} title={t("none")} text={t("noneText")} />
      ) : null}
      {own && peers ? (
        <Card className="p-5 sm:p-8">
          <h2 className="text-lg font-semibold">{t("compare")}</h2>
          <p className="mt-1 text-ink-soft">{t("compareLead", { count: counted })}</p>
          {ratedAgain ? <p className="mt-1 text-ink-soft">{t("compareFirst")}</p> : null}
          <ScaleComparison own={own} peers={peers} count={counted} />
        </Card>
      ) : null}
      {reviews.length > 0 ? <Reviews received={received} /> : null}
    </>
  );
}

/** As high as the take will be (browsers' own controls for sound have 54 pixels): what was said of it stands below, and may be read already. */
const ComingTake = ({ kind, hasPins }: { kind: RecordingKind; hasPins: boolean }) => (
  <Card className="grid animate-pulse gap-5 p-5 sm:p-8">
    <div className={clsx("rounded-box bg-sunken", kind === "video" ? "aspect-video" : "h-[54px]")} />
    <div className={clsx("h-20 rounded-box bg-sunken sm:h-24", hasPins && "mt-8")} />
  </Card>
);

/** The take once more, with all that was said of it at its place. */
function Reviews({ received }: { received: Received }) {
  const t = useTranslations("peerReview.received");
  const { answer_id, question, question_id, reviews } = received;
  const answer = trpc.practice.answer.useQuery({ uid: answer_id }, { staleTime: 10 * 60_000, refetchOnWindowFocus: false });
  const recording = answer.data?.data.recording ?? null;
  const link = answer.data?.data.media?.link ?? undefined;
  const [media, setMedia] = useState<HTMLMediaElement | null>(null);
  const sound = useDelivery({
    uid: answer_id,
    recording: link,
    bytes: recording?.size ?? 0,
    stored: link !== undefined,
    renew: answer.refetch,
  });
  const durationMs = (sound.step === "done" ? sound.delivery.durationMs : recording?.duration_ms) ?? 0;
  const pins = reviews.flatMap(({ uid, letter, comments }) =>
    comments
      .map(({ second, text }, at) => ({
        id: `${uid}-${at}`,
        atMs: second * 1000,
        text,
        label: t("pin", { name: letter, text }),
        sign: letter,
        onSelect: () => jumpTo(media, second),
      }))
      // Of one that moderators took out only its place is left.
      .filter(({ text }) => text !== ""),
  );
  return (
    <>
      {link && recording ? (
        <Card className="grid gap-5 p-5 sm:p-8">
          <Player
            src={link}
            kind={recording.kind}
            type={recording.type}
            label={question}
            onExpired={() => void answer.refetch()}
            onMedia={setMedia}
          />
          <TakeSound state={sound} media={media} durationMs={durationMs} pins={pins} />
        </Card>
      ) : answer.isLoading && received.recording ? (
        <ComingTake kind={received.recording.kind} hasPins={pins.length > 0} />
      ) : isMissing(answer) && received.recording ? (
        <LoadFailed query={answer} />
      ) : null}
      {reviews.map((review) => (
        <ReceivedReview key={review.uid} review={review} request={received.uid} questionId={question_id} media={media} />
      ))}
    </>
  );
}
