"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FIRST_PAGE } from "@/lib/constants";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Section } from "@/ui/editing/parts";
import { Pagination } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";
import { useWithinPages } from "@/ui/use-within-pages";
import type { Workspace } from "../../components/workspace-frame";
import type { StockItem } from "../../stock/components/items-page";
import { ReservationRows } from "./reservation-rows";

/** What is put aside of an item. */
export function ItemReservations({ workspace, item }: { workspace: Workspace; item: StockItem }) {
  const t = useTranslations("trades.stock");
  const [page, setPage] = useState(FIRST_PAGE);
  const query = trpc.trades.reservations.list.useQuery(
    { workspaceId: workspace.uid, itemUid: item.uid, page },
    { placeholderData: keepPreviousData },
  );
  useWithinPages(query, page, setPage);
  if (isMissing(query)) return <LoadFailed query={query} />;
  const total = query.data?.meta.total ?? 0;
  return (
    <Section title={t("reservations")}>
      {query.data ? null : <LoadingList />}
      {query.data && total === 0 ? <p className="text-ink-soft">{t("noReservations")}</p> : null}
      <ReservationRows workspace={workspace} reservations={query.data?.data ?? []} of="item" />
      <Pagination page={page} total={total} onSelect={setPage} />
    </Section>
  );
}
