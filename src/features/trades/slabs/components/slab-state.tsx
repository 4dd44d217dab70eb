"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import type { SlabState } from "@/lib/enums/trades-stock";
import { Badge } from "@/ui/card";

const TONES: Record<SlabState, ComponentProps<typeof Badge>["tone"]> = {
  ordered: "info",
  available: "success",
  reserved: "primary",
  cutting: "primary",
  consumed: "neutral",
  quarantined: "warning",
  scrapped: "neutral",
};

/** Where a slab stands. */
export function SlabStateBadge({ state }: { state: SlabState }) {
  const t = useTranslations("trades.slabs.states");
  return <Badge tone={TONES[state]}>{t(state)}</Badge>;
}
