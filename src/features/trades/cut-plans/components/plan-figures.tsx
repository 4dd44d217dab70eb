"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import { Section } from "@/ui/editing/parts";
import type { Workspace } from "../../components/workspace-frame";
import { jobHref } from "../../hrefs";
import type { Plan } from "./plan-page";
import { useAreas } from "./use-areas";

const PARTS = ["pieces", "remnants", "waste", "kerf", "trim"] as const;
const TINTS: Record<(typeof PARTS)[number], string> = {
  pieces: "bg-primary",
  remnants: "bg-success",
  waste: "bg-warning",
  kerf: "bg-ink-soft",
  trim: "bg-line-strong",
};

/** How well the slabs are used, and who pays for them, in words. */
export function PlanFigures({ workspace, plan }: { workspace: Workspace; plan: Plan }) {
  const t = useTranslations("trades.plans");
  const format = useFormat();
  const { area } = useAreas();
  const { total } = plan;
  const money = (amount: number) => format.money(amount, workspace.currency);
  const share = (part: number) => format.percent(total.area > 0 ? part / total.area : 0);
  return (
    <div className="print:hidden">
      <Section title={t("figures")}>
        <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
          <Figure name={t("yield")}>{format.percent(total.yield)}</Figure>
          <Figure name={t("opened")}>{format.number(total.opened)}</Figure>
          {total.cost === undefined ? null : <Figure name={t("cost")}>{money(total.cost)}</Figure>}
          {total.remnantValue === undefined ? null : <Figure name={t("remnantValue")}>{money(total.remnantValue)}</Figure>}
        </dl>
        <div className="mt-5 flex h-4 overflow-hidden rounded-full" aria-hidden="true" dir="ltr">
          {PARTS.map((part) => (
            <span key={part} className={TINTS[part]} style={{ width: `${(100 * total[part]) / Math.max(1, total.area)}%` }} />
          ))}
        </div>
        <ul className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {PARTS.map((part) => (
            <li key={part} className="flex items-start gap-2">
              <span className={`mt-1.5 size-3 shrink-0 rounded-full ${TINTS[part]}`} aria-hidden="true" />
              <span>
                <span className="font-medium">{t(`parts.${part}`)}</span>{" "}
                <span className="tabular">
                  {area(total[part])} ({share(total[part])})
                </span>
                <span className="block text-sm text-ink-soft">{t(`explained.${part}`)}</span>
              </span>
            </li>
          ))}
        </ul>
        <h3 className="mt-6 mb-2 font-semibold">{t("forJobs")}</h3>
        <ul className="divide-y divide-line">
          {plan.jobs.map(({ uid, number, title, pieces, cost }) => (
            <li key={uid} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2.5">
              <Link href={jobHref(workspace.uid, { uid })} className="font-medium wrap-anywhere text-primary-text hover:underline">
                <bdi>#{format.reference(number)}</bdi> <bdi>{title}</bdi>
              </Link>
              <span className="text-ink-soft tabular">
                {format.joined([t("pieceCount", { count: pieces }), cost === undefined ? "" : money(cost)])}
              </span>
            </li>
          ))}
        </ul>
        {total.cost === undefined ? null : <p className="mt-3 text-sm text-ink-soft">{t("costExplained")}</p>}
      </Section>
    </div>
  );
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-ink-soft">{name}</dt>
    <dd className="text-xl font-bold tabular">{children}</dd>
  </div>
);
