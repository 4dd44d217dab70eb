"use client";

import { useTranslations } from "next-intl";
import type { QuestionState } from "@/lib/enums/practice";
import { Badge } from "@/ui/card";

const TONES = { draft: "warning", published: "success", retired: "neutral" } as const;

export function QuestionStateBadge({ state }: { state: QuestionState }) {
  const t = useTranslations("practice.editing.states");
  return <Badge tone={TONES[state]}>{t(state)}</Badge>;
}
