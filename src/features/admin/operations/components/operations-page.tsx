"use client";

import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { PageHeading } from "@/ui/card";
import { useAddress } from "@/ui/use-address";
import { FAILURES } from "../rules";
import { ErasureTable } from "./erasure-table";
import { EventTable } from "./event-table";
import { JobTable } from "./job-table";
import { MailTable } from "./mail-table";
import { StorageTable } from "./storage-table";

const TABS = [...FAILURES, "storage"] as const;
type Tab = (typeof TABS)[number];

const TABLES: Record<Tab, () => React.ReactNode> = {
  jobs: JobTable,
  events: EventTable,
  mails: MailTable,
  erasures: ErasureTable,
  storage: StorageTable,
};

/** What runs beside the pages: where it failed, and a way to have it tried again. */
export function OperationsPage() {
  const t = useTranslations("admin.operations");
  const format = useFormat();
  const { params } = useAddress();
  const tab = TABS.find((name) => name === params.get("tab")) ?? "jobs";
  const waiting = trpc.admin.home.waiting.useQuery();
  const counts: Partial<Record<Tab, number>> = waiting.data?.data ?? {};
  if (isMissing(waiting)) return <Refused query={waiting} />;
  const Table = TABLES[tab];
  return (
    <>
      <PageHeading title={t("title")} lead={t(`lead.${tab}`)} />
      <nav aria-label={t("tabs")} className="mb-6 flex gap-1 overflow-x-auto border-b border-line">
        {TABS.map((name) => (
          <Link
            key={name}
            href={name === "jobs" ? "/dashboard/admin/operations" : `/dashboard/admin/operations?tab=${name}`}
            aria-current={name === tab ? "page" : undefined}
            className={clsx(
              "-mb-px flex min-h-11 items-center gap-2 border-b-2 px-3 font-medium whitespace-nowrap -outline-offset-2 transition-colors",
              name === tab ? "border-primary text-primary-text" : "border-transparent text-ink-soft hover:text-ink",
            )}
          >
            {t(`tab.${name}`)}
            {counts[name] ? <span className="tabular">{format.number(counts[name])}</span> : null}
          </Link>
        ))}
      </nav>
      <Table key={tab} />
    </>
  );
}
