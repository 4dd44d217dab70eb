"use client";

import { LightBulbIcon } from "@heroicons/react/24/outline";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";

/** The suggestion of the address, which the next take tries; nothing without one. */
export function RetakeGoal() {
  const t = useTranslations("peerReview.retake");
  const params = useSearchParams();
  const reviewId = params.get("retakeOf");
  const uid = params.get("request") ?? "";
  const query = trpc.peerReview.requests.get.useQuery(
    { uid },
    { enabled: reviewId !== null && uid !== "", retry: false, staleTime: 600_000 },
  );
  const suggestion = query.data?.data.reviews.find((review) => review.uid === reviewId)?.suggestion;
  if (!suggestion) return null;
  return (
    <div className="mt-4 flex gap-3 rounded-box bg-primary-soft p-4">
      <LightBulbIcon className="size-6 shrink-0 text-primary-text" aria-hidden="true" />
      <div className="min-w-0">
        <p className="font-semibold text-primary-text">{t("goal")}</p>
        <p className="mt-0.5 break-words whitespace-pre-line" dir="auto">
          {suggestion}
        </p>
      </div>
    </div>
  );
}
