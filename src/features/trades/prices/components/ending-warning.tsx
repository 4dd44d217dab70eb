"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Alert } from "@/ui/card";
import type { PricesDto } from "../dto";
import { nothingHoldsFrom } from "../rules";

interface EndingWarningProps {
  workspaceId: string;
  prices: PricesDto;
  /** The last day that was chosen for it. */
  lastDay: string;
}

/** Says from which day on a list has no prices once a version ends: what held before it does not come back by itself. */
export function EndingWarning({ workspaceId, prices, lastDay }: EndingWarningProps) {
  const t = useTranslations("trades.prices");
  const format = useFormat();
  const query = trpc.trades.prices.lists.useQuery({ workspaceId });
  if (isMissing(query)) return <LoadFailed query={query} />;
  const list = query.data?.data.lists.find(({ uid }) => uid === prices.list.uid);
  const day = list && nothingHoldsFrom(lastDay, list.versions);
  return day ? <Alert tone="warning">{t("nothingHoldsFrom", { day: format.day(day) })}</Alert> : null;
}
