"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import type { PlanState } from "@/lib/enums/trades-stock";
import { Badge } from "@/ui/card";

const TONES: Record<PlanState, ComponentProps<typeof Badge>["tone"]> = {
  planning: "info",
  draft: "warning",
  approved: "primary",
  cut: "success",
  discarded: "neutral",
};

export function PlanStateBadge({ state }: { state: PlanState }) {
  const t = useTranslations("trades.plans.states");
  return <Badge tone={TONES[state]}>{t(state)}</Badge>;
}
