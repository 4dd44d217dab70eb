"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Section } from "@/ui/editing/parts";
import type { Workspace } from "../../components/workspace-frame";
import { itemHref } from "../../hrefs";
import { useAmounts } from "../../stock/hooks/use-amounts";
import { ReservationRows } from "./reservation-rows";

/** What stock is put aside for a job, and what was taken for it. Nothing where there is neither. */
export function JobStock({ workspace, jobUid }: { workspace: Workspace; jobUid: string }) {
  const t = useTranslations("trades.stock");
  const format = useFormat();
  const amountOf = useAmounts();
  const query = trpc.trades.reservations.ofJob.useQuery({ workspaceId: workspace.uid, jobUid });
  if (isMissing(query)) return <LoadFailed query={query} />;
  const { reservations = [], issued = [] } = query.data?.data ?? {};
  if (reservations.length === 0 && issued.length === 0) return null;
  return (
    <Section title={t("jobStock")}>
      <div className="grid gap-6">
        {reservations.length > 0 ? (
          <div>
            <h3 className="mb-3 font-semibold">{t("reservations")}</h3>
            <ReservationRows workspace={workspace} reservations={reservations} of="job" />
          </div>
        ) : null}
        {issued.length > 0 ? (
          <div>
            <h3 className="mb-3 font-semibold">{t("taken")}</h3>
            <ul className="divide-y divide-line">
              {issued.map(({ item, quantity, value }) => (
                <li key={item.uid} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5 first:pt-0 last:pb-0">
                  <p className="min-w-0 wrap-anywhere">
                    <span className="font-medium">{amountOf(quantity, item.unit)}</span>{" "}
                    <Link
                      href={itemHref(workspace.uid, item.uid)}
                      className="rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
                    >
                      <bdi>{item.name}</bdi>
                    </Link>
                  </p>
                  {value === undefined ? null : <p className="text-sm tabular">{format.money(value, workspace.currency)}</p>}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
    </Section>
  );
}
