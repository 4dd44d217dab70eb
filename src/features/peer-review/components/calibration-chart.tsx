"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";

/** One take: one's own rating, and the middle of the peers'. */
export interface CalibrationPoint {
  id: string;
  /** What it was about. */
  title: string;
  at: string;
  own: number;
  peers: number;
}

/** The furthest that two ratings lie apart: 1 and 5. */
const FURTHEST = 4;

/** How far one's own ratings lie above or below those of peers, take by take: a picture, and the table that says the same. */
export function CalibrationChart({ points }: { points: readonly CalibrationPoint[] }) {
  const t = useTranslations("peerReview.calibration");
  const format = useFormat();
  const by = ({ own, peers }: CalibrationPoint) => own - peers;
  return (
    <>
      <div aria-hidden="true" className="mt-4">
        <div className="relative flex h-40 gap-1 rounded-box border border-line px-2">
          <span className="absolute inset-x-0 top-1/2 h-px bg-line-strong" />
          <span className="absolute start-2 top-1 text-xs text-ink-soft">{t("above")}</span>
          <span className="absolute start-2 bottom-1 text-xs text-ink-soft">{t("below")}</span>
          {points.map((point) => (
            <div key={point.id} className="relative h-full min-w-0 grow">
              <span
                style={{ height: `${Math.max(1.5, (Math.abs(by(point)) / FURTHEST) * 50)}%` }}
                className={clsx(
                  "absolute inset-x-0 mx-auto max-w-6",
                  by(point) < 0 ? "top-1/2 rounded-b-sm bg-info/70" : "bottom-1/2 rounded-t-sm",
                  by(point) > 0 && "bg-warning/70",
                  by(point) === 0 && "bg-success",
                )}
              />
            </div>
          ))}
        </div>
        <p className="mt-1 flex justify-between text-xs text-ink-soft">
          <span>{t("older")}</span>
          <span>{t("newer")}</span>
        </p>
      </div>
      <div className="mt-4 overflow-x-auto">
        <table className="tabular w-full text-start">
          <caption className="sr-only">{t("table")}</caption>
          <thead className="text-sm text-ink-soft">
            <tr>
              <th scope="col" className="py-1 text-start font-medium">
                {t("take")}
              </th>
              {(["own", "peers", "difference"] as const).map((column) => (
                <th key={column} scope="col" className="py-1 ps-3 text-end font-medium">
                  {t(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map((point) => (
              <tr key={point.id} className="border-t border-line">
                <th scope="row" className="min-w-40 py-1.5 text-start font-medium">
                  <span className="line-clamp-2">{point.title}</span>
                  <span className="block text-sm font-normal text-ink-soft">{format.date(point.at)}</span>
                </th>
                <td className="py-1.5 ps-3 text-end">{format.number(point.own)}</td>
                <td className="py-1.5 ps-3 text-end">{format.number(point.peers)}</td>
                <td className="py-1.5 ps-3 text-end">{format.signed(by(point))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
