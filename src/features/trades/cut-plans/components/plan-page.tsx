"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, isNowhere, LoadFailed } from "@/trpc/load-failed";
import { BackLink } from "@/ui/back-link";
import { ButtonLink } from "@/ui/button";
import { Alert, Notice } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import type { Workspace } from "../../components/workspace-frame";
import { stockHref } from "../../hrefs";
import { StockFrame } from "../../stock/components/stock-frame";
import { PieceLabels } from "./piece-labels";
import { PlanActs } from "./plan-acts";
import { PlanFigures } from "./plan-figures";
import { PlanProgress } from "./plan-progress";
import { PlanStateBadge } from "./plan-state";
import { SheetCard } from "./sheet-card";
import { Unplaced } from "./unplaced";

export type Plan = RouterOutputs["trades"]["cutPlans"]["view"]["data"];

/** How often a plan in the making is asked how far it is. */
const ASK_EVERY_MS = 1500;

export function PlanPage() {
  const uid = useSearchParams().get("uid") ?? "";
  return <StockFrame page="plans">{(workspace) => <Existing key={uid} workspace={workspace} uid={uid} />}</StockFrame>;
}

function Existing({ workspace, uid }: { workspace: Workspace; uid: string }) {
  const t = useTranslations("trades.plans");
  const format = useFormat();
  const query = trpc.trades.cutPlans.view.useQuery(
    { workspaceId: workspace.uid, uid },
    { refetchInterval: ({ state }) => (state.data?.data.state === "planning" ? ASK_EVERY_MS : false) },
  );
  if (isNowhere(query))
    return (
      <Notice tone="danger" title={t("gone")}>
        <ButtonLink href={stockHref(workspace.uid, "plans")} look="outline">
          {t("all")}
        </ButtonLink>
      </Notice>
    );
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  const plan = query.data.data;
  const drawn = plan.cutSheets.length > 0;
  return (
    <>
      <div className="print:hidden">
        <BackLink href={stockHref(workspace.uid, "plans")} text={t("all")} />
      </div>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <h2 className="text-xl font-bold">{t("numbered", { number: format.reference(plan.number) })}</h2>
            <PlanStateBadge state={plan.state} />
          </div>
          <p className="mt-1 text-ink-soft">{format.joined([plan.material.name, format.dateTime(plan.createdAt), plan.by ?? ""])}</p>
        </div>
        <PlanActs workspace={workspace} plan={plan} />
      </div>
      <div className="grid gap-6">
        {plan.state === "planning" ? <PlanProgress workspace={workspace} plan={plan} /> : null}
        {plan.outdated ? <Alert tone="warning">{t("outdated")}</Alert> : null}
        {plan.state === "discarded" && !drawn ? <Alert tone="info">{t("nothingKept")}</Alert> : null}
        {plan.unplaced.length > 0 ? <Unplaced plan={plan} /> : null}
        {drawn ? <PlanFigures workspace={workspace} plan={plan} /> : null}
        {plan.cutSheets.map((sheet, at) => (
          <SheetCard key={sheet.slab.uid} workspace={workspace} plan={plan} sheet={sheet} at={at} />
        ))}
        {drawn ? <PieceLabels plan={plan} /> : null}
      </div>
    </>
  );
}
