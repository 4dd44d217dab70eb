"use client";

import { ClockIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { serverNow } from "@/trpc/token";
import { BackLink } from "@/ui/back-link";
import { ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import type { ReviewDraft } from "../hooks/kept-draft";
import { REVIEWS } from "../hrefs";
import { Missing } from "./received-page";
import { type Assignment, type LentAssignment, Reviewing } from "./reviewing";
import { UnsentWords } from "./unsent-words";

/** A recording that can be heard, and reviewed. */
const isHere = (assignment: Assignment): assignment is LentAssignment =>
  assignment.state === "leased" && assignment.recording !== null && assignment.recording.link !== null;

/** The review that one is writing, as long as the recording is kept for one. */
export function AssignmentPage({ uid }: { uid: string }) {
  const t = useTranslations("peerReview.assignment");
  // The address of the recording ends; a page that is looked at again gets a new one only where the player asks for it.
  const query = trpc.peerReview.assignments.get.useQuery({ uid }, { staleTime: 10 * 60_000, refetchOnWindowFocus: false });
  const assignment = query.data?.data;
  const { refetch } = query;
  // What was last written on this page: where the recording is taken back, nobody else has it any more.
  const words = useRef<ReviewDraft>(undefined);
  const endsAt = assignment?.state === "leased" ? assignment.leaseEndsAt : undefined;
  // Where its time ends while somebody looks, that shows.
  useEffect(() => {
    if (!endsAt) return;
    const timer = setTimeout(() => void refetch(), Math.max(0, Date.parse(endsAt) - serverNow()) + 1_000);
    return () => clearTimeout(timer);
  }, [endsAt, refetch]);
  return (
    <div className="mx-auto max-w-3xl">
      <BackLink href={REVIEWS} text={t("all")} />
      {isMissing(query) ? <Missing query={query} title={t("missing")} /> : null}
      {!assignment && !query.isError ? <LoadingList /> : null}
      {assignment && !isHere(assignment) ? <Ended assignment={assignment} words={words.current} /> : null}
      {assignment && isHere(assignment) ? (
        <Reviewing key={uid} assignment={assignment} words={words} onExpired={() => void refetch()} />
      ) : null}
    </div>
  );
}

/** That it cannot be reviewed any more, and what was written until then. */
function Ended({ assignment: { draftId, state, draft }, words }: { assignment: Assignment; words: ReviewDraft | undefined }) {
  const t = useTranslations("peerReview.assignment");
  const lease = useTranslations("peerReview.lease");
  const how = state === "submitted" || state === "released" ? state : "expired";
  return (
    <div className="grid gap-6">
      <Notice
        level={1}
        icon={<ClockIcon />}
        title={t(`ended.${how}`)}
        text={how === "submitted" ? t("endedText") : how === "released" ? t("releasedText") : lease("over")}
      >
        <ButtonLink href={REVIEWS}>{t("next")}</ButtonLink>
      </Notice>
      {how === "submitted" ? null : <UnsentWords draftId={draftId} words={words} kept={draft} />}
    </div>
  );
}
