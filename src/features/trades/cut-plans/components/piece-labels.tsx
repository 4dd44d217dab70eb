"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { Section } from "@/ui/editing/parts";
import { PartMissing } from "@/ui/lazy-part";
import { Code, useCodes } from "../../components/codes";
import type { Plan } from "./plan-page";
import { useAreas } from "./use-areas";

/** A label for each piece that is cut: scanned, it opens the job. Dark on white in every mode, as printers and cameras want it. */
export function PieceLabels({ plan }: { plan: Plan }) {
  const t = useTranslations("trades.plans");
  const format = useFormat();
  const { size } = useAreas();
  const draw = useCodes();
  const out = new Set(plan.unplaced);
  const labelled = plan.ordered.filter(({ uid }) => !out.has(uid));
  return (
    <div className="cut-labels">
      <Section title={t("labels")} lead={t("labelsLead")}>
        {draw === null ? (
          <div className="mb-3 print:hidden">
            <PartMissing />
          </div>
        ) : null}
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3 print:grid-cols-2">
          {labelled.map(({ uid, job, label, length, width, address }) => (
            <li key={uid} className="flex min-w-0 break-inside-avoid gap-3 rounded-box border border-line bg-white p-3 text-black">
              {draw ? (
                <Code modules={draw.code(address)} name={t("codeOf", { number: format.reference(job.number) })} className="size-24" />
              ) : null}
              <div className="min-w-0">
                <p className="text-xl font-bold">
                  <bdi>#{format.reference(job.number)}</bdi>
                </p>
                <p className="line-clamp-2 font-semibold wrap-anywhere">
                  <bdi>{label || job.title}</bdi>
                </p>
                <p className="tabular">
                  <bdi>{size({ length, width })}</bdi>
                </p>
                <p className="text-sm wrap-anywhere">
                  <bdi>{plan.material.name}</bdi>
                </p>
              </div>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
