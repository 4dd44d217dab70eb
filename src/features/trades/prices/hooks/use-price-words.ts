"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import type { Workspace } from "../../components/workspace-frame";
import type { PriceItemDto, PricesDto } from "../dto";
import { priceMargin } from "../rules";

/** What else is known of the prices of a version: the taxes and materials that they name, and what remains of them. */
export function usePriceWords({ uid: workspaceId }: Workspace, { materials }: PricesDto) {
  const t = useTranslations("trades.prices");
  const asked = [trpc.trades.pricing.settings.useQuery({ workspaceId }), trpc.trades.pricing.taxes.useQuery({ workspaceId })] as const;
  const settings = asked[0].data?.data;
  const listed = asked[1].data?.data.taxes;
  const missing = asked.find(isMissing);
  return useMemo(() => {
    const taxes = listed ?? [];
    const taxOf = (uid: string | null) => taxes.find((tax) => (uid ? tax.uid === uid : tax.usual));
    return {
      taxes,
      materialOf: (uid: string | null): string => materials.find((one) => one.uid === uid)?.name ?? "",
      taxOf: (uid: string | null): string => (uid ? (taxOf(uid)?.name ?? "") : t("usualTax")),
      /** In basis points; null where nothing is asked for, or not enough is known yet. */
      marginOf: ({ price, cost, taxUid }: Pick<PriceItemDto, "price" | "cost" | "taxUid">): number | null =>
        settings && listed ? priceMargin({ price, cost }, taxOf(taxUid)?.rate ?? 0, settings.taxIncluded) : null,
      floor: settings?.marginFloor ?? 0,
      /** What did not load of that. */
      missing,
    };
  }, [settings, listed, materials, missing, t]);
}
export type PriceWords = ReturnType<typeof usePriceWords>;
