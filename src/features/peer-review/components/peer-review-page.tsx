"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { PageHeading } from "@/ui/card";
import { lazyPart, NothingMissing } from "@/ui/lazy-part";
import { Reveal } from "@/ui/reveal";
import { AssignmentPage } from "./assignment-page";
import { GivePanel } from "./give-panel";
import { GivenList } from "./given-list";
import { GivenPage } from "./given-page";
import { ReceivedPage } from "./received-page";
import { RequestList } from "./request-list";

const CalibrationCards = lazyPart(() => import("./calibration-card").then((part) => part.CalibrationCards), { missing: NothingMissing });

/** Giving reviews, getting them, and what came of those that one gave; the address says which of them is open. */
export function PeerReviewPage() {
  const t = useTranslations("peerReview.page");
  const params = useSearchParams();
  const request = params.get("request");
  const assignment = params.get("assignment");
  const given = params.get("given");
  if (request) return <ReceivedPage key={request} uid={request} />;
  if (assignment) return <AssignmentPage key={assignment} uid={assignment} />;
  if (given) return <GivenPage key={given} uid={given} />;
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} />
      <Lists />
    </>
  );
}

function Lists() {
  const overview = trpc.peerReview.overview.useQuery();
  return (
    <div className="grid items-start gap-8">
      <GivePanel />
      <Reveal until={!overview.isLoading} className="grid items-start gap-8">
        <RequestList />
        <GivenList />
        <CalibrationCards />
      </Reveal>
    </div>
  );
}
