"use client";

import { useTranslations } from "next-intl";
import type { ConversationState } from "@/lib/enums/support";
import { Badge } from "@/ui/card";

const TONES: Record<ConversationState, "neutral" | "primary" | "success" | "warning" | "info"> = {
  new: "info",
  open: "info",
  waiting_user: "warning",
  snoozed: "neutral",
  resolved: "success",
  closed: "neutral",
};

/** @param side the words differ: what waits for one side is an answer to the other */
export function StateBadge({ state, side = "user" }: { state: ConversationState; side?: "user" | "support" }) {
  const t = useTranslations("support.states");
  return <Badge tone={TONES[state]}>{t(`${side}.${state}`)}</Badge>;
}
