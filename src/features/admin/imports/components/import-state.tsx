"use client";

import { useTranslations } from "next-intl";
import type { ImportState } from "@/lib/enums/imports";
import { Badge } from "@/ui/card";

const toneOf = (state: ImportState) => (state === "applied" ? "success" : state === "refused" ? "danger" : "neutral");

export function ImportStateBadge({ state }: { state: ImportState }) {
  const t = useTranslations("admin.imports.states");
  return <Badge tone={toneOf(state)}>{t(state)}</Badge>;
}
