"use client";

import { DndContext, type DragEndEvent, DragOverlay, MouseSensor, TouchSensor, useDroppable, useSensor, useSensors } from "@dnd-kit/core";
import { WrenchIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import type { JobState } from "@/lib/enums/trades";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Notice } from "@/ui/card";
import { SILENT } from "@/ui/editing/drag";
import { SelectField } from "@/ui/field";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import type { Workspace } from "../../components/workspace-frame";
import { workspaceHref } from "../../hrefs";
import type { BoardDto, JobRowDto } from "../dto";
import { useJobWords } from "../hooks/use-job-words";
import { useMoving } from "../hooks/use-moving";
import { BOARD_STATES, mayMove } from "../rules";
import { DraggedCard, JobCard } from "./job-card";

/** What is to be done, in columns by where it stands. Where there is little room one column shows. */
export function JobBoard({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.jobs");
  const format = useFormat();
  const wordOf = useJobWords(workspace.uid);
  const { params, replace } = useAddress();
  const query = trpc.trades.jobs.board.useQuery({ workspaceId: workspace.uid });
  const { begin, dialog } = useMoving(workspace);
  const [dragged, setDragged] = useState<JobRowDto>();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A finger that stays takes the card; one that moves at once scrolls.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );
  const id = useId();
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  const { columns } = query.data.data;
  if (columns.every(({ total }) => total === 0)) return <Notice icon={<WrenchIcon />} title={t("none")} text={t("noneText")} />;
  const shown = BOARD_STATES.find((state) => state === params.get("state")) ?? columns.find(({ total }) => total > 0)?.state;
  const drop = ({ over }: DragEndEvent) => {
    setDragged(undefined);
    const to = over?.id as JobState | undefined;
    if (dragged && to && mayMove(dragged, to, workspace.role)) begin(dragged, to);
  };
  return (
    <DndContext
      id={id}
      sensors={sensors}
      accessibility={SILENT}
      onDragStart={({ active }) => setDragged(active.data.current as JobRowDto)}
      onDragCancel={() => setDragged(undefined)}
      onDragEnd={drop}
    >
      <div tabIndex={-1} className="@container">
        <div className="mb-4 @3xl:hidden">
          <SelectField label={t("state")} value={shown} onChange={({ target }) => replace({ state: target.value })}>
            {columns.map(({ state, total }) => (
              <option key={state} value={state}>
                {format.joined([wordOf(state), format.number(total)])}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="@3xl:flex @3xl:gap-3 @3xl:overflow-x-auto @3xl:pb-3">
          {columns.map((column) => (
            <BoardColumn
              key={column.state}
              workspace={workspace}
              column={column}
              shown={column.state === shown}
              dragged={dragged}
              onMove={begin}
            />
          ))}
        </div>
      </div>
      <DragOverlay dropAnimation={null}>{dragged ? <DraggedCard workspace={workspace} job={dragged} /> : null}</DragOverlay>
      {dialog}
    </DndContext>
  );
}

interface ColumnProps {
  workspace: Workspace;
  column: BoardDto["columns"][number];
  /** Where one column shows, whether it is this one. */
  shown: boolean;
  dragged: JobRowDto | undefined;
  onMove: (job: JobRowDto, to: JobState) => void;
}

function BoardColumn({ workspace, column: { state, total, jobs }, shown, dragged, onMove }: ColumnProps) {
  const t = useTranslations("trades.jobs");
  const format = useFormat();
  const wordOf = useJobWords(workspace.uid);
  const headingId = useId();
  const takes = dragged !== undefined && mayMove(dragged, state, workspace.role);
  const { setNodeRef, isOver } = useDroppable({ id: state, disabled: !takes });
  return (
    <section
      ref={setNodeRef}
      aria-labelledby={headingId}
      className={clsx(
        "@3xl:flex @3xl:min-h-72 @3xl:w-60 @3xl:shrink-0 @3xl:flex-col @3xl:rounded-box @3xl:bg-sunken @3xl:p-2 @3xl:transition-shadow",
        !shown && "hidden",
        takes && "@3xl:ring-2 @3xl:ring-primary/50 @3xl:ring-inset",
        isOver && "@3xl:bg-primary-soft",
        dragged && !takes && dragged.state !== state && "opacity-60",
      )}
    >
      <h2
        id={headingId}
        className="sr-only items-center justify-between gap-2 font-semibold @3xl:not-sr-only @3xl:flex @3xl:px-2 @3xl:pt-1 @3xl:pb-2"
      >
        <bdi className="min-w-0 wrap-anywhere">{wordOf(state)}</bdi>
        <span className="text-sm font-medium text-ink-soft">{format.number(total)}</span>
      </h2>
      {jobs.length === 0 ? <p className="px-2 py-6 text-center text-sm text-ink-soft">{t("emptyColumn")}</p> : null}
      <ul className="grid gap-2">
        {jobs.map((job) => (
          <JobCard key={job.uid} workspace={workspace} job={job} onMove={(to) => onMove(job, to)} />
        ))}
      </ul>
      {total > jobs.length ? (
        <Link
          href={`${workspaceHref(workspace.uid, "jobs")}&view=table&state=${state}`}
          className="flex min-h-11 items-center justify-center rounded-box text-sm font-medium text-primary-text underline-offset-4 hover:underline"
        >
          {t("moreInTable", { count: total - jobs.length })}
        </Link>
      ) : null}
    </section>
  );
}
