"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import type { PieceState } from "@/lib/enums/trades-quotes";
import { Badge } from "@/ui/card";

const TONES: Record<PieceState, ComponentProps<typeof Badge>["tone"]> = {
  waiting: "info",
  planned: "primary",
  cut: "success",
  dropped: "neutral",
};

export function PieceStateBadge({ state }: { state: PieceState }) {
  const t = useTranslations("trades.pieces.states");
  return <Badge tone={TONES[state]}>{t(state)}</Badge>;
}
