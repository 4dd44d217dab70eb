"use client";

import { useDraggable } from "@dnd-kit/core";
import clsx from "clsx";
import Link from "next/link";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import type { JobState } from "@/lib/enums/trades";
import type { Workspace } from "../../components/workspace-frame";
import { jobHref } from "../../hrefs";
import type { JobRowDto } from "../dto";
import { movesOf } from "../rules";
import { DueDay } from "./due-day";
import { MovesMenu } from "./moves-menu";

const CARD = "rounded-box border border-line bg-surface p-3 shadow-card";

/** A job on the board: a pointer drags it by any part of it, everybody else has the menu. */
export function JobCard({ workspace, job, onMove }: { workspace: Workspace; job: JobRowDto; onMove: (to: JobState) => void }) {
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: job.uid,
    data: job,
    disabled: movesOf(job, workspace.role).length === 0,
  });
  return (
    <li ref={setNodeRef} {...listeners} className={clsx(CARD, "@3xl:cursor-grab", isDragging && "opacity-40")}>
      <Face workspace={workspace} job={job}>
        <MovesMenu workspace={workspace} job={job} onMove={onMove} />
      </Face>
    </li>
  );
}

/** The same under the pointer. */
export const DraggedCard = ({ workspace, job }: { workspace: Workspace; job: JobRowDto }) => (
  <div className={clsx(CARD, "cursor-grabbing shadow-float")}>
    <Face workspace={workspace} job={job} />
  </div>
);

function Face({ workspace, job, children }: { workspace: Workspace; job: JobRowDto; children?: ReactNode }) {
  const format = useFormat();
  return (
    <>
      <div className="flex items-start justify-between gap-2">
        <h3 className="min-w-0 font-semibold wrap-anywhere">
          {/* A browser would drag the link's address instead. */}
          <Link
            href={jobHref(workspace.uid, { uid: job.uid })}
            draggable={false}
            className="rounded-sm text-ink underline-offset-4 hover:underline"
          >
            <bdi className="text-ink-soft">#{format.reference(job.number)}</bdi> <bdi>{job.title}</bdi>
          </Link>
        </h3>
        {children}
      </div>
      <p className="mt-1 text-sm text-ink-soft wrap-anywhere">
        <bdi>{job.customer.name}</bdi>
      </p>
      {job.dueOn ? (
        <p className="mt-1 text-sm text-ink-soft">
          <DueDay workspace={workspace} job={job} />
        </p>
      ) : null}
    </>
  );
}
