"use client";

import { keepPreviousData } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import type { JobState } from "@/lib/enums/trades";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Section } from "@/ui/editing/parts";
import { Pagination, pageOf } from "@/ui/pagination";
import { useAddress } from "@/ui/use-address";
import type { Workspace } from "../../components/workspace-frame";
import { useAreas } from "../../cut-plans/components/use-areas";
import { hasEnded } from "../../cut-plans/rules";
import { planHref } from "../../hrefs";
import { manages } from "../../rules";
import type { PieceDto } from "../dto";
import { useMovingPiece } from "../hooks/use-moving-piece";
import { PieceDialog } from "./piece-dialog";
import { PieceMenu } from "./piece-menu";
import { PieceStateBadge } from "./piece-state";

/** What is cut for a job, piece by piece. Nothing where nothing is. */
export function JobPieces({ workspace, job }: { workspace: Workspace; job: { uid: string; state: JobState } }) {
  const t = useTranslations("trades.pieces");
  const { params, href } = useAddress();
  const page = pageOf(params, "pieces");
  const [editing, setEditing] = useState<PieceDto>();
  const { begin, dialog } = useMovingPiece(workspace);
  const query = trpc.trades.pieces.list.useQuery(
    { workspaceId: workspace.uid, jobUid: job.uid, page },
    { placeholderData: keepPreviousData },
  );
  if (isMissing(query)) return <LoadFailed query={query} />;
  const { data: pieces = [], meta } = query.data ?? {};
  if (!meta || meta.total === 0) return null;
  const changes = manages(workspace.role) && !hasEnded(job.state);
  return (
    <Section title={t("title")}>
      <div className="grid gap-5">
        <ul className="divide-y divide-line">
          {pieces.map((piece) => (
            <PieceRow
              key={piece.uid}
              workspace={workspace}
              piece={piece}
              menu={changes ? <PieceMenu piece={piece} onEdit={() => setEditing(piece)} onMove={(to) => begin(piece, to)} /> : null}
            />
          ))}
        </ul>
        <Pagination page={page} total={meta.total} href={(to) => href({ pieces: to })} />
      </div>
      {editing ? <PieceDialog key={editing.uid} workspace={workspace} piece={editing} onClose={() => setEditing(undefined)} /> : null}
      {dialog}
    </Section>
  );
}

function PieceRow({ workspace, piece, menu }: { workspace: Workspace; piece: PieceDto; menu: ReactNode }) {
  const t = useTranslations("trades.pieces");
  const plans = useTranslations("trades.plans");
  const format = useFormat();
  const { size } = useAreas();
  const { label, material, state, plan, recuts, reason } = piece;
  return (
    <li className="flex items-start gap-x-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          {label ? <bdi className="min-w-0 font-medium wrap-anywhere">{label}</bdi> : null}
          <span className={label ? "tabular" : "font-medium tabular"}>{size(piece)}</span>
          <PieceStateBadge state={state} />
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-ink-soft">
          {material ? <bdi className="wrap-anywhere">{material.name}</bdi> : null}
          {plan ? (
            <Link
              href={planHref(workspace.uid, plan.uid)}
              className="rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
            >
              {plans("numbered", { number: format.reference(plan.number) })}
            </Link>
          ) : null}
          {recuts > 0 ? <span>{t("recuts", { count: recuts })}</span> : null}
        </p>
        {reason ? (
          <p dir="auto" className="mt-1 border-s-2 border-line ps-3 text-sm whitespace-pre-line wrap-anywhere">
            {reason}
          </p>
        ) : null}
      </div>
      {menu}
    </li>
  );
}
