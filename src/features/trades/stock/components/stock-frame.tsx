"use client";

import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type Workspace, WorkspaceFrame } from "../../components/workspace-frame";
import { STOCK_PAGES, type StockPage, stockHref } from "../../hrefs";
import { manages } from "../../rules";

/** A page of what a shop has, beside its other ones. Books are corrected by those who manage the workspace. */
export function StockFrame({ page, children }: { page: StockPage; children: (workspace: Workspace) => ReactNode }) {
  const t = useTranslations("trades.stock.pages");
  return (
    <WorkspaceFrame tab="stock">
      {(workspace) => (
        <>
          <nav aria-label={t("label")} className="mb-5 flex gap-2 overflow-x-auto print:hidden">
            {STOCK_PAGES.filter((one) => one !== "count" || manages(workspace.role)).map((one) => (
              <Link
                key={one}
                href={stockHref(workspace.uid, one)}
                aria-current={one === page ? "page" : undefined}
                className={clsx(
                  "flex min-h-11 items-center rounded-lg px-3 font-medium whitespace-nowrap -outline-offset-2 transition-colors",
                  one === page ? "bg-primary-soft text-primary-text" : "text-ink-soft hover:bg-sunken hover:text-ink",
                )}
              >
                {t(one)}
              </Link>
            ))}
          </nav>
          {children(workspace)}
        </>
      )}
    </WorkspaceFrame>
  );
}
