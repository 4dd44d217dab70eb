"use client";

import { useTranslations } from "next-intl";
import type { AnswerState } from "@/lib/enums/practice";
import { Badge } from "@/ui/card";

const TONES = {
  captured: "warning",
  uploading: "info",
  stored: "neutral",
  self_rated: "success",
  private: "success",
  link_shared: "primary",
  in_review: "info",
  reviewed: "success",
  deleted: "neutral",
} as const;

export function StateBadge({ state }: { state: AnswerState }) {
  const t = useTranslations("practice.state");
  return <Badge tone={TONES[state]}>{t(state)}</Badge>;
}
