"use client";

import { useTranslations } from "next-intl";
import type { QuoteState } from "@/lib/enums/trades-quotes";
import { Badge } from "@/ui/card";

const TONES = {
  draft: "neutral",
  sent: "info",
  accepted: "success",
  converted: "success",
  declined: "danger",
  expired: "warning",
  superseded: "neutral",
} as const satisfies Record<QuoteState, string>;

export function QuoteStateBadge({ state }: { state: QuoteState }) {
  const t = useTranslations("trades.quotes.states");
  return <Badge tone={TONES[state]}>{t(state)}</Badge>;
}
