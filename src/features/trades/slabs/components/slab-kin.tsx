"use client";

import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Section } from "@/ui/editing/parts";
import type { Workspace } from "../../components/workspace-frame";
import { slabHref } from "../../hrefs";
import { useSizes } from "../hooks/use-sizes";
import { SlabStateBadge } from "./slab-state";

type Kin = RouterOutputs["trades"]["slabs"]["kin"]["data"];

/** What a slab was cut of, and what was cut of it. Nothing where it is alone. */
export function SlabKin({ workspace, uid }: { workspace: Workspace; uid: string }) {
  const t = useTranslations("trades.slabs");
  const query = trpc.trades.slabs.kin.useQuery({ workspaceId: workspace.uid, uid });
  if (isMissing(query)) return <LoadFailed query={query} />;
  const all = query.data?.data ?? [];
  const root = all.find(({ parentUid }) => parentUid === null);
  if (all.length < 2 || !root) return null;
  return (
    <Section title={t("kin")} lead={t("kinLead")}>
      <ul>
        <Branch workspace={workspace} slab={root} all={all} current={uid} />
      </ul>
    </Section>
  );
}

interface BranchProps {
  workspace: Workspace;
  slab: Kin[number];
  all: Kin;
  current: string;
}

function Branch({ workspace, slab, all, current }: BranchProps) {
  const { sides } = useSizes();
  const children = all.filter(({ parentUid }) => parentUid === slab.uid);
  const here = slab.uid === current;
  return (
    <li>
      <div className={clsx("flex flex-wrap items-center gap-x-3 gap-y-1 rounded-box py-1", here && "bg-primary-soft px-3")}>
        <Link
          href={slabHref(workspace.uid, slab.uid)}
          aria-current={here ? "page" : undefined}
          className="inline-flex min-h-9 items-center rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
        >
          <bdi>{slab.serial}</bdi>
        </Link>
        <span className="text-sm text-ink-soft">{sides(slab)}</span>
        <SlabStateBadge state={slab.state} />
      </div>
      {children.length > 0 ? (
        <ul className="ms-2 border-s-2 border-line ps-3 sm:ms-3 sm:ps-4">
          {children.map((child) => (
            <Branch key={child.uid} workspace={workspace} slab={child} all={all} current={current} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}
