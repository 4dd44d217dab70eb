"use client";

import { useMemo } from "react";
import { trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import type { Workspace } from "../../components/workspace-frame";
import { offeredOf } from "../rules";

/** What a version's prices offer, as the server takes it: by code, with the taxes and the slab sizes that belong to it. */
export function useOffered(workspace: Workspace, priceVersionUid: string | null) {
  const workspaceId = workspace.uid;
  const prices = trpc.trades.prices.view.useQuery({ workspaceId, uid: priceVersionUid ?? "" }, { enabled: priceVersionUid !== null });
  const taxes = trpc.trades.pricing.taxes.useQuery({ workspaceId });
  const offered = useMemo(() => {
    const known = taxes.data?.data.taxes ?? [];
    const version = priceVersionUid ? prices.data?.data : undefined;
    return { ...offeredOf(version, known), taxes: known, version };
  }, [prices.data, taxes.data, priceVersionUid]);
  return {
    ...offered,
    /** What did not load: without it a quote comes to less than it does. */
    missing: [prices, taxes].find(isMissing),
  };
}
export type OfferedPrices = ReturnType<typeof useOffered>;
