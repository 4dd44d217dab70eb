"use client";

import { CheckCircleIcon, ChevronRightIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { INBOX_PAGE } from "@/features/support/inbox/hrefs";
import { useFormat } from "@/i18n/use-format";
import type { RouterOutputs } from "@/trpc/client";
import { Card } from "@/ui/card";

type Waiting = RouterOutputs["admin"]["home"]["waiting"]["data"];

/** Where each of it is dealt with. What broke comes first, then what somebody asked for. */
const PLACES: { kind: keyof Waiting; href: string; broken?: boolean }[] = [
  { kind: "jobs", href: "/dashboard/admin/operations", broken: true },
  { kind: "events", href: "/dashboard/admin/operations?tab=events", broken: true },
  { kind: "mails", href: "/dashboard/admin/operations?tab=mails", broken: true },
  { kind: "erasures", href: "/dashboard/admin/operations?tab=erasures", broken: true },
  { kind: "inbox", href: INBOX_PAGE },
  { kind: "reports", href: "/dashboard/admin/community" },
  { kind: "cases", href: "/dashboard/admin/peer-review" },
  { kind: "unreviewed", href: "/dashboard/admin/peer-review?tab=waiting" },
  { kind: "proposals", href: "/dashboard/admin/community?tab=proposals" },
];

/** All that waits for a person, each with the way there. */
export function WhatWaits({ waiting }: { waiting: Waiting | undefined }) {
  const t = useTranslations("admin.home");
  const format = useFormat();
  const some = PLACES.filter(({ kind }) => waiting && waiting[kind] > 0);
  return (
    <section aria-labelledby="waiting" aria-busy={!waiting || undefined}>
      <h2 id="waiting" className="mb-4 text-lg font-semibold">
        {t("waiting")}
      </h2>
      {waiting ? null : <div className="h-20 animate-pulse rounded-box bg-sunken" />}
      {waiting && some.length === 0 ? (
        <Card className="flex items-center gap-3 p-5 font-medium">
          <CheckCircleIcon className="size-6 shrink-0 text-success" aria-hidden="true" />
          {t("nothingWaits")}
        </Card>
      ) : null}
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {some.map(({ kind, href, broken }) => (
          <li key={kind}>
            <Link
              href={href}
              className={clsx(
                "flex min-h-20 items-center gap-4 rounded-box border bg-surface px-5 py-4 shadow-card transition-colors hover:bg-sunken",
                broken ? "border-danger/50" : "border-line",
              )}
            >
              <span className={clsx("tabular text-2xl font-bold", broken && "text-danger")}>{format.number(waiting?.[kind] ?? 0)}</span>
              <span className="min-w-0 grow font-medium">{t(`waits.${kind}`, { count: waiting?.[kind] ?? 0 })}</span>
              <ChevronRightIcon className="size-5 shrink-0 text-ink-soft rtl:-scale-x-100" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
