"use client";

import { PlusIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { PLAN_STATES } from "@/lib/enums/trades-stock";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { ButtonLink } from "@/ui/button";
import { ContentChoice } from "@/ui/editing/content-filters";
import { NothingFits } from "@/ui/editing/nothing-fits";
import { Pagination, pageOf } from "@/ui/pagination";
import type { Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { useAddress } from "@/ui/use-address";
import type { Workspace } from "../../components/workspace-frame";
import { planHref, planNewHref } from "../../hrefs";
import { manages } from "../../rules";
import { StockFrame } from "../../stock/components/stock-frame";
import type { PlanRowDto } from "../dto";
import { PlanStateBadge } from "./plan-state";

export function PlansPage() {
  return <StockFrame page="plans">{(workspace) => <Plans workspace={workspace} />}</StockFrame>;
}

/** All cut plans, the latest first, ten at a time. */
function Plans({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.plans");
  const states = useTranslations("trades.plans.states");
  const format = useFormat();
  const { params, href } = useAddress();
  const page = pageOf(params);
  const state = PLAN_STATES.find((one) => one === params.get("state"));
  const query = trpc.trades.cutPlans.list.useQuery({ workspaceId: workspace.uid, page, state }, { placeholderData: keepPreviousData });
  const columns: Column<PlanRowDto>[] = [
    {
      id: "number",
      header: t("plan"),
      fixed: true,
      cell: ({ number }) => t("numbered", { number: format.reference(number) }),
      text: ({ number }) => number,
    },
    {
      id: "material",
      header: t("material"),
      cell: ({ material }) => <bdi className="wrap-anywhere">{material.name}</bdi>,
      text: ({ material }) => material.name,
    },
    { id: "state", header: t("state"), cell: (row) => <PlanStateBadge state={row.state} />, text: (row) => states(row.state) },
    { id: "pieces", header: t("pieces"), align: "end", cell: ({ pieces }) => format.number(pieces), text: ({ pieces }) => pieces },
    { id: "sheets", header: t("sheets"), align: "end", cell: ({ sheets }) => format.number(sheets), text: ({ sheets }) => sheets },
    { id: "made", header: t("made"), cell: ({ createdAt }) => format.dateTime(createdAt), text: ({ createdAt }) => createdAt },
    { id: "by", header: t("by"), hidden: true, cell: ({ by }) => <bdi>{by}</bdi>, text: ({ by }) => by },
  ];
  return (
    <>
      <div className="mb-5 flex flex-wrap items-start justify-between gap-4">
        <div>
          <h2 className="text-xl font-bold">{t("title")}</h2>
          <p className="mt-1 max-w-prose text-ink-soft">{t("lead")}</p>
        </div>
        {manages(workspace.role) ? (
          <ButtonLink href={planNewHref(workspace.uid)} icon={<PlusIcon className="size-5" />}>
            {t("new")}
          </ButtonLink>
        ) : null}
      </div>
      <DataTable
        name="cut-plans"
        caption={t("title")}
        columns={columns}
        rows={query.data?.data ?? []}
        rowId={({ uid }) => uid}
        total={query.data?.meta.total}
        href={({ uid }) => planHref(workspace.uid, uid)}
        loading={query.isPending || query.isPlaceholderData}
        failed={isMissing(query) ? <LoadFailed query={query} /> : null}
        filters={
          <div className="w-full sm:max-w-64">
            <ContentChoice name="state" label={t("state")} choices={PLAN_STATES} words={(one) => states(one)} />
          </div>
        }
        empty={<NothingFits filters={["state"]} />}
      />
      <Pagination page={page} total={query.data?.meta.total ?? 0} href={(to) => href({ page: to })} />
    </>
  );
}
