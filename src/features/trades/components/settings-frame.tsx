"use client";

import { LockClosedIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Notice } from "@/ui/card";
import { SETTINGS_PAGES, type SettingsPage, settingsHref } from "../hrefs";
import { manages } from "../rules";
import { type Workspace, WorkspaceFrame } from "./workspace-frame";

/** A page of what a shop sets up, beside its other ones. A member sees the first alone: the rest is for those who manage the workspace. */
export function SettingsFrame({ page, children }: { page: SettingsPage; children: (workspace: Workspace) => ReactNode }) {
  const t = useTranslations("trades.settings");
  return (
    <WorkspaceFrame tab="settings">
      {(workspace) => (
        <div className="grid items-start gap-6 lg:grid-cols-[12rem_minmax(0,1fr)]">
          {manages(workspace.role) ? (
            <nav aria-label={t("pages.label")} className="flex gap-2 overflow-x-auto lg:grid lg:gap-1">
              {SETTINGS_PAGES.map((one) => (
                <Link
                  key={one}
                  href={settingsHref(workspace.uid, one)}
                  aria-current={one === page ? "page" : undefined}
                  className={clsx(
                    "flex min-h-11 items-center rounded-lg px-3 font-medium whitespace-nowrap -outline-offset-2 transition-colors",
                    one === page ? "bg-primary-soft text-primary-text" : "text-ink-soft hover:bg-sunken hover:text-ink",
                  )}
                >
                  {t(`pages.${one}`)}
                </Link>
              ))}
            </nav>
          ) : null}
          <div className="min-w-0 lg:col-start-2">
            {page === "general" || manages(workspace.role) ? (
              children(workspace)
            ) : (
              <Notice icon={<LockClosedIcon />} title={t("managersOnly")} />
            )}
          </div>
        </div>
      )}
    </WorkspaceFrame>
  );
}
