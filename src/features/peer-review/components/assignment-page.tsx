"use client";

import { ClockIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { trpc } from "@/trpc/client";
import { BackLink } from "@/ui/back-link";
import { ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { REVIEWS } from "./places";
import { Missing } from "./received-page";
import { type Assignment, type LentAssignment, Reviewing } from "./reviewing";

/** A recording that can be heard, and reviewed. */
const isHere = (assignment: Assignment): assignment is LentAssignment =>
  assignment.state === "leased" && assignment.recording !== null && assignment.recording.link !== null;

/** The review that one is writing, as long as the recording is kept for one. */
export function AssignmentPage({ uid }: { uid: string }) {
  const t = useTranslations("peerReview.assignment");
  const common = useTranslations("common");
  const lease = useTranslations("peerReview.lease");
  // The address of the recording ends; a page that is looked at again gets a new one only where the player asks for it.
  const query = trpc.peerReview.assignments.get.useQuery({ uid }, { staleTime: 10 * 60_000, refetchOnWindowFocus: false });
  const assignment = query.data?.data;
  const { refetch } = query;
  const endsAt = assignment?.state === "leased" ? assignment.leaseEndsAt : undefined;
  // Where its time ends while somebody looks, that shows.
  useEffect(() => {
    if (!endsAt) return;
    const timer = setTimeout(() => void refetch(), Math.max(0, Date.parse(endsAt) - Date.now()) + 1_000);
    return () => clearTimeout(timer);
  }, [endsAt, refetch]);
  return (
    <div className="mx-auto max-w-3xl">
      <BackLink href={REVIEWS} text={t("all")} />
      {query.isError && !assignment ? <Missing query={query} title={t("missing")} /> : null}
      {!assignment && !query.isError ? <LoadingList label={common("loading")} /> : null}
      {assignment && !isHere(assignment) ? (
        <Notice
          level={1}
          icon={<ClockIcon />}
          title={t(`ended.${assignment.state === "submitted" || assignment.state === "released" ? assignment.state : "expired"}`)}
          text={assignment.state === "submitted" || assignment.state === "released" ? t("endedText") : lease("over")}
        >
          <ButtonLink href={REVIEWS}>{t("next")}</ButtonLink>
        </Notice>
      ) : null}
      {assignment && isHere(assignment) ? <Reviewing key={uid} assignment={assignment} onExpired={() => void refetch()} /> : null}
    </div>
  );
}
