"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import type { Workspace } from "../../components/workspace-frame";
import { BudgetBadge } from "./budget-state";

/** Quoted against actual, by kinds, and how much of the budget is spent. */
export function BudgetTable({ workspace, jobUid }: { workspace: Workspace; jobUid: string }) {
  const t = useTranslations("trades.costs");
  const kinds = useTranslations("trades.costs.kinds");
  const format = useFormat();
  const query = trpc.trades.costs.budget.useQuery({ workspaceId: workspace.uid, jobUid });
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <div className="h-40 animate-pulse rounded-box bg-sunken" />;
  const budget = query.data.data;
  const money = (amount: number) => format.money(amount, workspace.currency);
  const over = (variance: number) => (variance > 0 ? "text-danger" : variance < 0 ? "text-success" : "text-ink-soft");
  const { quoted, actual } = budget;
  const rows = [
    ...budget.kinds.map((one) => ({ name: kinds(one.kind), ...one })),
    { name: t("total"), quoted, actual, variance: actual - quoted },
  ];
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <BudgetBadge state={budget.state} />
        {budget.spent === null ? null : <span>{t("spent", { share: format.percent(budget.spent / 10_000) })}</span>}
        {budget.margin === null ? null : <span>{t("marginNow", { share: format.percent(budget.margin / 10_000) })}</span>}
      </div>
      {/* A kind stands above its amounts, so that three of them have room side by side on a phone. */}
      <table className="w-full table-fixed text-sm tabular">
        <caption className="sr-only">{t("quotedActual")}</caption>
        <thead>
          <tr className="text-ink-soft">
            {(["quoted", "actual", "variance"] as const).map((head) => (
              <th key={head} scope="col" className="pb-1 text-start font-medium">
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        {rows.map(({ name, quoted, actual, variance }) => (
          <tbody key={name} className="border-t border-line last:font-semibold">
            <tr>
              <th scope="rowgroup" colSpan={3} className="pt-2 text-start font-medium">
                {name}
              </th>
            </tr>
            <tr>
              <td className="pb-2">{money(quoted)}</td>
              <td className="pb-2">{money(actual)}</td>
              <td className={`pb-2 ${over(variance)}`}>{money(variance)}</td>
            </tr>
          </tbody>
        ))}
      </table>
    </div>
  );
}
