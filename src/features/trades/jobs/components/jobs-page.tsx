"use client";

import { PlusIcon, ScaleIcon, TableCellsIcon, ViewColumnsIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/ui/button";
import { Choices } from "@/ui/choice";
import { lazyPart } from "@/ui/lazy-part";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import { type Workspace, WorkspaceFrame } from "../../components/workspace-frame";
import { jobHref, marginsHref } from "../../hrefs";
import { manages } from "../../rules";

function Waiting() {
  return <LoadingList />;
}
const JobBoard = lazyPart(() => import("./job-board").then((part) => part.JobBoard), { waiting: Waiting });
const JobTable = lazyPart(() => import("./job-table").then((part) => part.JobTable), { waiting: Waiting });

const VIEWS = ["board", "table"] as const;

export function JobsPage() {
  return <WorkspaceFrame tab="jobs">{(workspace) => <Jobs workspace={workspace} />}</WorkspaceFrame>;
}

/** A shop's work, as a board or as a table: which one stands in the address. */
function Jobs({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.jobs");
  const margins = useTranslations("trades.costs.margins");
  const { params, replace } = useAddress();
  const view = VIEWS.find((one) => one === params.get("view")) ?? "board";
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
        <Choices
          label={t("view")}
          hideLabel
          value={view}
          choices={[
            { value: "board", label: t("board"), icon: <ViewColumnsIcon /> },
            { value: "table", label: t("table"), icon: <TableCellsIcon /> },
          ]}
          onChange={(next) => replace({ view: next === "board" ? undefined : next })}
        />
        {manages(workspace.role) ? (
          <div className="flex flex-wrap gap-2">
            <ButtonLink href={marginsHref(workspace.uid)} look="outline" icon={<ScaleIcon className="size-5" />}>
              {margins("link")}
            </ButtonLink>
            <ButtonLink href={jobHref(workspace.uid)} icon={<PlusIcon className="size-5" />}>
              {t("new")}
            </ButtonLink>
          </div>
        ) : null}
      </div>
      {view === "board" ? <JobBoard workspace={workspace} /> : <JobTable workspace={workspace} />}
    </>
  );
}
