"use client";

import { keepPreviousData } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { ENTRY_STATES } from "@/lib/enums/trades-forms";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { ContentChoice } from "@/ui/editing/content-filters";
import { NothingFits } from "@/ui/editing/nothing-fits";
import { Pagination, pageOf } from "@/ui/pagination";
import type { Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { useAddress } from "@/ui/use-address";
import { type Workspace, WorkspaceFrame } from "../../components/workspace-frame";
import { entryHref, jobHref } from "../../hrefs";
import type { EntryBriefDto } from "../dto";
import { EntryState } from "./entry-state";
import { StartForm } from "./start-form";

export function EntriesPage() {
  return <WorkspaceFrame tab="forms">{(workspace) => <Entries workspace={workspace} />}</WorkspaceFrame>;
}

const LINK = "rounded-sm text-primary-text underline-offset-4 hover:underline";

/** All that was filled in, the latest first; what narrows it stands in the address. */
function Entries({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.entries");
  const trades = useTranslations("trades");
  const format = useFormat();
  const { params, href } = useAddress();
  const page = pageOf(params);
  const open = trpc.trades.forms.open.useQuery({ workspaceId: workspace.uid });
  const forms = open.data?.data.forms ?? [];
  const state = ENTRY_STATES.find((one) => one === params.get("state"));
  const formUid = forms.find(({ uid }) => uid === params.get("form"))?.uid;
  const query = trpc.trades.entries.list.useQuery(
    { workspaceId: workspace.uid, page, state, formUid },
    { placeholderData: keepPreviousData },
  );
  // Which form the address asks for is one of them.
  if (isMissing(open)) return <LoadFailed query={open} />;
  const columns: Column<EntryBriefDto>[] = [
    {
      id: "form",
      header: t("form"),
      fixed: true,
      cell: ({ uid, form }) => (
        <Link href={entryHref(workspace.uid, uid)} className={LINK}>
          <bdi>{form.name}</bdi>
        </Link>
      ),
      text: ({ form }) => form.name,
    },
    {
      id: "state",
      header: t("state"),
      cell: ({ state: now }) => <EntryState state={now} />,
      text: ({ state: now }) => t(`states.${now}`),
    },
    {
      id: "job",
      header: t("job"),
      cell: ({ job }) =>
        job ? (
          <Link href={jobHref(workspace.uid, { uid: job.uid })} className={LINK}>
            <bdi>#{format.reference(job.number)}</bdi> <bdi>{job.title}</bdi>
          </Link>
        ) : null,
      text: ({ job }) => (job ? `${job.number} ${job.title}` : ""),
    },
    { id: "by", header: t("by"), cell: ({ by }) => <bdi>{by ?? trades("left")}</bdi>, text: ({ by }) => by ?? trades("left") },
    {
      id: "at",
      header: t("at"),
      cell: ({ submittedAt, createdAt }) => format.dateTime(submittedAt ?? createdAt),
      text: ({ submittedAt, createdAt }) => submittedAt ?? createdAt,
    },
  ];
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-bold">{t("title")}</h2>
        <StartForm workspace={workspace} />
      </div>
      <DataTable
        name="entries"
        caption={t("title")}
        columns={columns}
        rows={query.data?.data ?? []}
        rowId={({ uid }) => uid}
        total={query.data?.meta.total}
        loading={query.isPending || query.isPlaceholderData}
        failed={isMissing(query) ? <LoadFailed query={query} /> : null}
        filters={
          <div className="grid w-full items-end gap-x-4 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
            <ContentChoice
              name="form"
              label={t("form")}
              choices={forms.map(({ uid }) => uid)}
              words={(uid) => forms.find((form) => form.uid === uid)?.name ?? ""}
            />
            <ContentChoice name="state" label={t("state")} choices={ENTRY_STATES} words={(one) => t(`states.${one}`)} />
          </div>
        }
        empty={<NothingFits filters={["form", "state"]} />}
      />
      <Pagination page={page} total={query.data?.meta.total ?? 0} href={(to) => href({ page: to })} />
    </>
  );
}
