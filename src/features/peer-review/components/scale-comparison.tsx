"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { RATING_SCALES, type RatingScale } from "@/lib/enums/practice";

/** What peers gave on one scale: the middle, and how far apart they are. */
export interface PeerScale {
  median: number;
  min: number;
  max: number;
  /** Between these lies the middle half. */
  q1: number;
  q3: number;
}

interface ScaleComparisonProps {
  own: Record<RatingScale, number>;
  peers: Record<RatingScale, PeerScale>;
  /** How many rated. */
  count: number;
}

/** Where a score from 1 to 5 stands on a line, from its start. */
const at = (score: number): string => `${((score - 1) / 4) * 100}%`;

/** One's own rating beside the peers' on each scale: a picture for the eye, and the table that says the same. */
export function ScaleComparison({ own, peers, count }: ScaleComparisonProps) {
  const t = useTranslations("peerReview.comparison");
  const scales = useTranslations("practice.rating.scale");
  const format = useFormat();
  return (
    <>
      <div aria-hidden="true" className="mt-5 grid gap-4">
        {RATING_SCALES.map((scale) => {
          const { median, min, max, q1, q3 } = peers[scale];
          return (
            <div key={scale} className="grid gap-1 sm:grid-cols-[12rem_minmax(0,1fr)] sm:items-center sm:gap-6">
              <p className="text-sm font-medium">{scales(scale)}</p>
              <div className="relative mx-3 h-8">
                <div className="absolute inset-x-0 top-1/2 h-px bg-line-strong/60" />
                {[1, 2, 3, 4, 5].map((score) => (
                  <span
                    key={score}
                    style={{ insetInlineStart: at(score) }}
                    className="absolute top-1/2 h-2 w-px -translate-y-1/2 bg-line-strong/60"
                  />
                ))}
                <span
                  style={{ insetInlineStart: at(min), width: `${((max - min) / 4) * 100}%` }}
                  className="absolute top-1/2 h-1.5 -translate-y-1/2 rounded-full bg-info-soft ring-1 ring-info/40"
                />
                <span
                  style={{ insetInlineStart: at(q1), width: `${((q3 - q1) / 4) * 100}%` }}
                  className="absolute top-1/2 h-4 -translate-y-1/2 rounded-sm bg-info/35"
                />
                <Mark place={median} className="h-7 w-1.5 rounded-full bg-info" />
                <Mark place={own[scale]} className="size-3.5 rotate-45 rounded-[2px] border-2 border-surface bg-ink" />
              </div>
            </div>
          );
        })}
        <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm text-ink-soft">
          <li className="flex items-center gap-2">
            <span className="size-3 rotate-45 rounded-[2px] bg-ink" />
            {t("own")}
          </li>
          <li className="flex items-center gap-2">
            <span className="h-5 w-1.5 rounded-full bg-info" />
            {t("median")}
          </li>
          <li className="flex items-center gap-2">
            <span className="h-3 w-6 rounded-sm bg-info/35" />
            {t("half")}
          </li>
          <li className="flex items-center gap-2">
            <span className="h-1.5 w-6 rounded-full bg-info-soft ring-1 ring-info/40" />
            {t("spread")}
          </li>
        </ul>
      </div>
      <div className="mt-5 overflow-x-auto">
        <table className="tabular w-full text-start">
          <caption className="sr-only">{t("table", { count })}</caption>
          <thead className="text-sm text-ink-soft">
            <tr>
              <th scope="col" className="py-1 text-start font-medium">
                {t("scale")}
              </th>
              {(["own", "median", "range"] as const).map((column) => (
                <th key={column} scope="col" className="py-1 ps-3 text-end font-medium">
                  {t(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {RATING_SCALES.map((scale) => {
              const { median, min, max } = peers[scale];
              return (
                <tr key={scale} className="border-t border-line">
                  <th scope="row" className="py-1.5 text-start font-semibold">
                    {scales(scale)}
                  </th>
                  <td className="py-1.5 ps-3 text-end">{format.number(own[scale])}</td>
                  <td className="py-1.5 ps-3 text-end">{format.number(median)}</td>
                  <td className="py-1.5 ps-3 text-end">
                    {min === max ? format.number(min) : t("fromTo", { min: format.number(min), max: format.number(max) })}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** A sign in the middle of its place, in whichever direction the line runs. */
function Mark({ place, className }: { place: number; className: string }) {
  return (
    <span style={{ insetInlineStart: at(place) }} className="absolute inset-y-0 grid w-0 place-items-center">
      <span className={clsx("shrink-0", className)} />
    </span>
  );
}
