"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RATING_SCALES, type RatingScale } from "@/lib/enums/practice";
import { trpc } from "@/trpc/client";
import { Card } from "@/ui/card";
import { SelectField } from "@/ui/field";
import { CalibrationChart, type CalibrationPoint } from "./calibration-chart";

type Scores = Record<RatingScale, number>;
interface Compared extends Pick<CalibrationPoint, "id" | "title" | "at"> {
  own: Scores;
  others: Scores;
}

const FRESH = { staleTime: 5 * 60_000 } as const;

/** How one's ratings stand to those of others, over time: of one's own takes, and of those that one reviewed. Nothing before there is enough to tell. */
export function CalibrationCards() {
  const own = trpc.peerReview.insights.calibration.useQuery(undefined, FRESH).data?.data;
  const given = trpc.peerReview.insights.reviewing.useQuery(undefined, FRESH).data?.data;
  return (
    <>
      {own?.enough ? (
        <CalibrationCard
          of="takes"
          points={own.points.map(({ answer_id, question, peers, ...rest }) => ({ ...rest, id: answer_id, title: question, others: peers }))}
        />
      ) : null}
      {given?.enough ? (
        <CalibrationCard of="reviews" points={given.points.map(({ uid, question, ...rest }) => ({ ...rest, id: uid, title: question }))} />
      ) : null}
    </>
  );
}

function CalibrationCard({ of, points }: { of: "takes" | "reviews"; points: readonly Compared[] }) {
  const t = useTranslations("peerReview.calibration");
  const scales = useTranslations("practice.rating.scale");
  const [scale, setScale] = useState<RatingScale>("rating_overall");
  return (
    <Card className="p-5 sm:p-8">
      <h2 className="text-lg font-semibold">{t(`title.${of}`)}</h2>
      <p className="mt-1 mb-4 max-w-2xl text-ink-soft">{t(`lead.${of}`)}</p>
      <div className="max-w-xs">
        <SelectField label={t("scale")} value={scale} onChange={({ target }) => setScale(target.value as RatingScale)}>
          {RATING_SCALES.map((one) => (
            <option key={one} value={one}>
              {scales(one)}
            </option>
          ))}
        </SelectField>
      </div>
      <CalibrationChart points={points.map(({ own, others, ...rest }) => ({ ...rest, own: own[scale], peers: others[scale] }))} />
    </Card>
  );
}
