"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import type { TaskState } from "@/lib/enums/trades-tasks";
import { Badge } from "@/ui/card";

const TONES: Record<TaskState, ComponentProps<typeof Badge>["tone"]> = {
  todo: "info",
  in_progress: "primary",
  done: "success",
  blocked: "warning",
  cancelled: "neutral",
};

export function TaskStateBadge({ state }: { state: TaskState }) {
  const t = useTranslations("trades.tasks.states");
  return <Badge tone={TONES[state]}>{t(state)}</Badge>;
}
