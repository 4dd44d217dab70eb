"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/ui/card";
import type { BudgetState } from "../rules";

const TONES = { none: "neutral", within: "success", near: "warning", over: "danger" } as const;

export function BudgetBadge({ state }: { state: BudgetState }) {
  const t = useTranslations("trades.costs.budget");
  return <Badge tone={TONES[state]}>{t(state)}</Badge>;
}
