"use client";

import { useSearchParams } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { PracticeSession } from "@/features/practice/components/practice-session";
import { rememberRetake } from "../hooks/retakes";
import { AskCard } from "./ask-card";
import { RetakeGoal } from "./retake-goal";

/** Practising a question, with what peers have to do with it: the suggestion that is tried, and asking them about the new take. */
export function ReviewedSession({ credit }: { credit?: ReactNode }) {
  const reviewId = useSearchParams().get("retakeOf");
  return (
    <PracticeSession
      credit={
        <>
          {credit}
          <RetakeGoal />
        </>
      }
      after={({ uid, stored }) => (
        <>
          {reviewId ? <Retake answerId={uid} reviewId={reviewId} /> : null}
          {stored ? <AskCard answerId={uid} /> : null}
        </>
      )}
    />
  );
}

/** Keeps which suggestion a take tries until the server has both. */
function Retake({ answerId, reviewId }: { answerId: string; reviewId: string }) {
  useEffect(() => rememberRetake(answerId, reviewId), [answerId, reviewId]);
  return null;
}
