"use client";

import { PencilSquareIcon, PlusIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { api, toApiError, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Button, IconButton } from "@/ui/button";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { Section } from "@/ui/editing/parts";
import { Joined } from "@/ui/joined";
import { Pagination, pageOf } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import { useAddress } from "@/ui/use-address";
import { useWithinPages } from "@/ui/use-within-pages";
import type { Workspace } from "../../components/workspace-frame";
import { planHref } from "../../hrefs";
import type { CostDto } from "../dto";
import { BudgetTable } from "./budget-table";
import { CostDialog } from "./cost-dialog";

/** What a job has cost against what was quoted: for those who manage the workspace. */
export function JobCosts({ workspace, jobUid }: { workspace: Workspace; jobUid: string }) {
  const t = useTranslations("trades.costs");
  const { params, href, replace } = useAddress();
  const page = pageOf(params, "costs");
  const [editing, setEditing] = useState<CostDto | "new">();
  const about = { workspaceId: workspace.uid, jobUid };
  const query = trpc.trades.costs.list.useQuery({ ...about, page }, { placeholderData: keepPreviousData });
  useWithinPages(query, page, (to) => replace({ costs: to }));
  if (isMissing(query)) return <LoadFailed query={query} />;
  return (
    <Section
      title={t("title")}
      action={
        <Button look="outline" icon={<PlusIcon className="size-5" />} onClick={() => setEditing("new")}>
          {t("add")}
        </Button>
      }
    >
      <div className="grid gap-5">
        <BudgetTable workspace={workspace} jobUid={jobUid} />
        {query.data ? null : <LoadingList />}
        {query.data?.data.length === 0 ? <p className="text-ink-soft">{t("none")}</p> : null}
        {query.data && query.data.data.length > 0 ? (
          <ul className="divide-y divide-line border-t border-line">
            {query.data.data.map((cost) => (
              <CostRow key={cost.uid} workspace={workspace} cost={cost} onEdit={() => setEditing(cost)} />
            ))}
          </ul>
        ) : null}
        <Pagination page={page} total={query.data?.meta.total ?? 0} href={(to) => href({ costs: to })} />
      </div>
      {editing ? (
        <CostDialog
          key={editing === "new" ? "new" : editing.uid}
          workspace={workspace}
          jobUid={jobUid}
          cost={editing === "new" ? null : editing}
          onClose={() => setEditing(undefined)}
        />
      ) : null}
    </Section>
  );
}

function CostRow({ workspace, cost, onEdit }: { workspace: Workspace; cost: CostDto; onEdit: () => void }) {
  const t = useTranslations("trades.costs");
  const kinds = useTranslations("trades.costs.kinds");
  const common = useTranslations("common");
  const format = useFormat();
  const utils = trpc.useUtils();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const remove = async (version: number) => {
    setBusy(true);
    try {
      await api.trades.costs.delete.mutate({ workspaceId: workspace.uid, uid: cost.uid, version });
      notify("success", t("deleted"));
      await utils.trades.invalidate();
    } catch (error) {
      const { code, message } = toApiError(error);
      setProblem(code === "conflict" ? t("conflict") : (message ?? common("offline")));
      setBusy(false);
    }
  };
  const hours = cost.kind === "labour" ? t("hours", { count: cost.quantity / 1000 }) : null;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium wrap-anywhere">
          <bdi>{cost.text}</bdi>
        </p>
        <p className="text-sm text-ink-soft">
          <Joined>
            {kinds(cost.kind)}
            {format.day(cost.day)}
            {hours}
            {cost.plan ? (
              <Link href={planHref(workspace.uid, cost.plan.uid)} className="rounded-sm text-primary-text underline underline-offset-4">
                {t("ofPlan", { number: format.reference(cost.plan.number) })}
              </Link>
            ) : null}
          </Joined>
        </p>
      </div>
      <span className="font-semibold tabular">{format.money(cost.amount, workspace.currency)}</span>
      {cost.source === "hand" ? (
        <span className="-me-2 flex">
          <IconButton label={t("editNamed", { text: cost.text })} onClick={onEdit}>
            <PencilSquareIcon />
          </IconButton>
          <ConfirmDelete
            name={cost.text}
            text={t("deleteText")}
            problem={problem}
            busy={busy}
            version={cost.version}
            onDelete={(version) => void remove(version)}
            onReset={() => setProblem(undefined)}
          />
        </span>
      ) : null}
    </li>
  );
}
