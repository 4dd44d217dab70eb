"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { RATING_SCALES } from "@/lib/enums/practice";
import { Card } from "@/ui/card";
import type { Report } from "./simulation-report";

/** How one rated oneself, scale by scale, beside the simulations before. Nothing is counted for what was not rated. */
export function ReportMeans({ report: { means, earlier, places } }: { report: Report }) {
  const t = useTranslations("practice.simulation.report.means");
  const scales = useTranslations("practice.rating.scale");
  const format = useFormat();
  const rated = places.filter(({ take }) => take?.rate_your_self).length;
  return (
    <Card className="p-5 sm:p-8">
      <h2 id="report-means" tabIndex={-1} className="rounded text-lg font-semibold outline-offset-4">
        {t("title")}
      </h2>
      <p className="mt-1 text-ink-soft">{means ? t("of", { rated }) : t("none")}</p>
      {means ? (
        <>
          <table className="mt-4 w-full text-start">
            <thead className="text-sm text-ink-soft">
              <tr>
                <th scope="col" className="py-2 text-start font-medium">
                  {t("scale")}
                </th>
                <th scope="col" className="py-2 text-end font-medium">
                  {t("here")}
                </th>
                {earlier ? (
                  <th scope="col" className="py-2 ps-4 text-end font-medium">
                    {t("before")}
                  </th>
                ) : null}
              </tr>
            </thead>
            <tbody>
              {RATING_SCALES.map((scale) => (
                <tr key={scale} className="border-t border-line">
                  <th scope="row" className="py-2.5 pe-4 text-start font-medium">
                    {scales(scale)}
                  </th>
                  <td className="tabular py-2.5 text-end font-semibold">{format.tenths(means[scale])}</td>
                  {earlier ? <td className="tabular py-2.5 ps-4 text-end text-ink-soft">{format.tenths(earlier.means[scale])}</td> : null}
                </tr>
              ))}
            </tbody>
          </table>
          <p className="mt-3 text-sm text-ink-soft">{earlier ? t("earlier", { count: earlier.simulations }) : t("first")}</p>
        </>
      ) : null}
    </Card>
  );
}
