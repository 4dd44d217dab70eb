"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { Section } from "@/ui/editing/parts";
import type { Workspace } from "../../components/workspace-frame";
import { slabHref } from "../../hrefs";
import type { Plan } from "./plan-page";
import { SheetDrawing } from "./sheet-drawing";
import { useAreas } from "./use-areas";

export type SheetOfPlan = Plan["cutSheets"][number];

interface SheetCardProps {
  workspace: Workspace;
  plan: Plan;
  sheet: SheetOfPlan;
  at: number;
}

/** One slab as it is to be cut: drawn to scale, and the same as a table. On paper each has a page of its own. */
export function SheetCard({ workspace, plan, sheet, at }: SheetCardProps) {
  const t = useTranslations("trades.plans");
  const format = useFormat();
  const { area, size } = useAreas();
  const { slab, figures, parts, cuts } = sheet;
  const pieces = new Map(plan.ordered.map((piece) => [piece.uid, piece]));
  return (
    <div className="cut-sheet min-w-0">
      <Section
        title={t("sheet", { at: at + 1, of: plan.cutSheets.length, serial: slab.serial })}
        lead={t(slab.remnant ? "remnantFacts" : "slabFacts", { size: size(slab), bin: slab.bin || "–" })}
        action={
          <Link
            href={slabHref(workspace.uid, slab.uid)}
            className="flex min-h-11 items-center font-medium text-primary-text hover:underline print:hidden"
          >
            {t("toSlab")}
          </Link>
        }
      >
        <SheetDrawing plan={plan} sheet={sheet} pieces={pieces} />
        <p className="mt-3 text-sm text-ink-soft tabular">
          {t("sheetFigures", {
            yield: format.percent(figures.yield),
            remnants: area(figures.remnants),
            waste: area(figures.waste),
            cuts: cuts.length,
          })}
        </p>
        <details className="mt-4 print:hidden">
          <summary className="flex min-h-11 cursor-pointer items-center font-medium text-primary-text">{t("asTable")}</summary>
          <div className="overflow-x-auto">
            <table className="w-full text-start text-sm">
              <caption className="sr-only">{t("asTable")}</caption>
              <thead>
                <tr className="border-b border-line text-ink-soft">
                  {(["part", "sizeTitle", "place"] as const).map((head) => (
                    <th key={head} scope="col" className="py-2 pe-4 text-start font-medium">
                      {t(head)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="tabular">
                {parts.map((part) => {
                  const piece = part.is === "piece" ? pieces.get(part.pieceUid) : undefined;
                  return (
                    <tr key={`${part.rect.x} ${part.rect.y}`} className="border-b border-line">
                      <th scope="row" className="py-2 pe-4 text-start font-medium wrap-anywhere">
                        {piece ? (
                          <bdi>
                            #{format.reference(piece.job.number)} {piece.label}
                          </bdi>
                        ) : (
                          t(`kinds.${part.is}`)
                        )}
                      </th>
                      <td className="py-2 pe-4">{size(part.rect)}</td>
                      <td className="py-2">{t("at", { x: format.number(part.rect.x), y: format.number(part.rect.y) })}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
          <h3 className="mt-4 mb-1 font-semibold">{t("cuttingOrder")}</h3>
          <ol className="list-decimal ps-6 text-sm tabular">
            {cuts.map(({ axis, at: place, from, to }) => (
              <li key={`${axis} ${place} ${from}`} className="py-0.5">
                {t(axis === "x" ? "cutAcross" : "cutAlong", {
                  at: format.number(place),
                  from: format.number(from),
                  to: format.number(to),
                })}
              </li>
            ))}
          </ol>
        </details>
      </Section>
    </div>
  );
}
