"use client";

import { ClipboardDocumentListIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { CARE_LOG } from "@/features/forum/hrefs";
import { AUDIT_ACTIONS } from "@/lib/enums/service";
import { api, trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { usePages } from "@/trpc/use-pages";
import { ButtonLink } from "@/ui/button";
import { Notice, PageHeading } from "@/ui/card";
import { DataTable } from "@/ui/table/data-table";
import { browserZone } from "@/ui/time-zones";
import { useAddress } from "@/ui/use-address";
import type { AuditFilters } from "../schema";
import { AuditExport } from "./audit-export";
import { AuditFilterFields } from "./audit-filters";
import { useAuditColumns } from "./use-audit-columns";

function filtersOf(params: URLSearchParams): AuditFilters {
  const get = (name: string) => params.get(name) || undefined;
  const days = { from: get("from"), to: get("to") };
  return {
    actorId: get("actor"),
    action: AUDIT_ACTIONS.find((action) => action === params.get("action")),
    subjectId: get("subject"),
    target: get("target"),
    ...days,
    ...((days.from || days.to) && { timeZone: browserZone() }),
  };
}

/** What those who run the service did. Nothing of it ever changes. */
export function AuditPage() {
  const t = useTranslations("admin.audit");
  const admin = useTranslations("admin");
  const { params } = useAddress();
  const filters = filtersOf(params);
  const columns = useAuditColumns();
  const query = usePages(trpc.admin.audit.list, filters, api.admin.audit.list.query);
  if (isMissing(query)) return <Refused query={query} title={admin("superOnly")} />;
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} action={<AuditExport filters={filters} />} />
      <DataTable
        name="audit"
        caption={t("title")}
        columns={columns}
        rows={query.data?.pages.flatMap(({ data }) => data) ?? []}
        rowId={({ uid }) => uid}
        loading={query.isPending}
        empty={<Notice icon={<ClipboardDocumentListIcon />} title={t("empty")} text={t("emptyText")} />}
        filters={<AuditFilterFields filters={filters} />}
        more={{ hasMore: query.hasNextPage, loading: query.isFetchingNextPage, onMore: () => void query.fetchNextPage() }}
      />
      <p className="mt-6 flex flex-wrap items-center gap-3 text-ink-soft">
        {t("moderation")}
        <ButtonLink look="outline" size="sm" href={CARE_LOG}>
          {t("moderationLog")}
        </ButtonLink>
      </p>
    </>
  );
}
