"use client";

import { BuildingStorefrontIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, isNowhere, LoadFailed } from "@/trpc/load-failed";
import { BackLink } from "@/ui/back-link";
import { ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { showWithin } from "@/ui/show-within";
import { LoadingList } from "@/ui/spinner";
import { TRADES, WORKSPACE_TABS, type WorkspaceTab, workspaceHref } from "../hrefs";
import { manages } from "../rules";

export type Workspace = RouterOutputs["trades"]["workspace"]["view"]["data"];

/** Parts that hold nothing for those who do not manage the workspace. */
const MANAGED: readonly WorkspaceTab[] = ["quotes", "invoices"];

/** A page of the workspace that the address names: its name, its parts, and what the page is about. */
export function WorkspaceFrame({ tab, children }: { tab: WorkspaceTab; children: (workspace: Workspace) => ReactNode }) {
  const t = useTranslations("trades");
  const workspaceId = useSearchParams().get("workspace") ?? "";
  const query = trpc.trades.workspace.view.useQuery({ workspaceId });
  const tabs = useRef<HTMLElement>(null);
  const shown = query.data !== undefined;
  // Where there is little room the part that one is in may lie outside of it.
  useEffect(() => {
    if (shown) showWithin(tabs.current, tabs.current?.querySelector(`[data-tab=${tab}]`));
  }, [tab, shown]);
  // Who is not in it any more sees nothing of it, whatever was loaded before.
  if (isNowhere(query))
    return (
      <Notice level={1} icon={<BuildingStorefrontIcon />} title={t("gone")}>
        <ButtonLink href={TRADES}>{t("all")}</ButtonLink>
      </Notice>
    );
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  const workspace = query.data.data;
  return (
    <>
      <div className="print:hidden">
        <BackLink href={TRADES} text={t("all")} />
      </div>
      <h1 className="mb-4 text-2xl font-bold wrap-anywhere print:hidden lg:text-[1.75rem]">
        <bdi>{workspace.name}</bdi>
      </h1>
      <nav ref={tabs} aria-label={t("tabs.label")} className="mb-6 flex gap-1 overflow-x-auto border-b border-line print:hidden">
        {WORKSPACE_TABS.filter((one) => one === tab || manages(workspace.role) || !MANAGED.includes(one)).map((one) => (
          <Link
            key={one}
            data-tab={one}
            href={workspaceHref(workspace.uid, one)}
            aria-current={one === tab ? "page" : undefined}
            className={clsx(
              "-mb-px flex min-h-11 items-center border-b-2 px-3 font-medium whitespace-nowrap -outline-offset-2 transition-colors",
              one === tab ? "border-primary text-primary-text" : "border-transparent text-ink-soft hover:text-ink",
            )}
          >
            {t(`tabs.${one}`)}
          </Link>
        ))}
      </nav>
      {children(workspace)}
    </>
  );
}
