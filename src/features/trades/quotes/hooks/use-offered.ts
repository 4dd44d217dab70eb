"use client";

import { useMemo } from "react";
import type { LineTax } from "@/lib/pricing/documents";
import { trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import type { Workspace } from "../../components/workspace-frame";
import type { Offered } from "../rules";

const NO_TAX: LineTax = { name: "", rate: 0, category: "O" };

/** What a version's prices offer, as the server takes it: by code, with the taxes and the slab sizes that belong to it. */
export function useOffered(workspace: Workspace, priceVersionUid: string | null) {
  const workspaceId = workspace.uid;
  const prices = trpc.trades.prices.view.useQuery({ workspaceId, uid: priceVersionUid ?? "" }, { enabled: priceVersionUid !== null });
  const taxes = trpc.trades.pricing.taxes.useQuery({ workspaceId });
  const offered = useMemo(() => {
    const known = taxes.data?.data.taxes ?? [];
    const usual = known.find((tax) => tax.usual);
    const taxOf = (uid: string | null): LineTax => {
      const tax = known.find((one) => one.uid === uid) ?? usual;
      return tax ? { name: tax.name, rate: tax.rate, category: tax.category } : NO_TAX;
    };
    const version = priceVersionUid ? prices.data?.data : undefined;
    const items = new Map<string, Offered>();
    const slabs = new Map<string, { length: number; width: number }>();
    for (const { uid: _, ...item } of version?.items ?? []) {
      items.set(item.code, { ...item, tax: taxOf(item.taxUid) });
      const size = version?.materials.find(({ uid }) => uid === item.materialUid);
      if (size) slabs.set(item.code, { length: size.length, width: size.width });
    }
    return { items, slabs, taxOf, taxes: known, version };
  }, [prices.data, taxes.data, priceVersionUid]);
  return {
    ...offered,
    /** What did not load: without it a quote comes to less than it does. */
    missing: [prices, taxes].find(isMissing),
  };
}
export type OfferedPrices = ReturnType<typeof useOffered>;
