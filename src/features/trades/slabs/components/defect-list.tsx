"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { useSizes } from "../hooks/use-sizes";
import type { DefectFields } from "../schema";

/** What is the matter with a slab, in words, by the numbers that its drawing has. */
export function DefectList({ defects }: { defects: readonly DefectFields[] }) {
  const t = useTranslations("trades.slabs");
  const format = useFormat();
  const { sides } = useSizes();
  if (defects.length === 0) return <p className="text-ink-soft">{t("noDefects")}</p>;
  return (
    <ol className="grid gap-2">
      {defects.map((defect, at) => (
        <li key={`${defect.x} ${defect.y} ${defect.length} ${defect.width} ${defect.note}`} className="flex gap-3">
          <span className="grid size-7 shrink-0 place-items-center rounded-full bg-danger-soft text-sm font-semibold text-danger">
            {format.number(at + 1)}
          </span>
          <div className="min-w-0">
            {defect.note ? (
              <p className="font-medium wrap-anywhere">
                <bdi>{defect.note}</bdi>
              </p>
            ) : null}
            <p className="text-sm text-ink-soft">
              {format.joined([sides(defect), t("at", { x: format.number(defect.x), y: format.number(defect.y) })])}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
