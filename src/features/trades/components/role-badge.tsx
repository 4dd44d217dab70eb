"use client";

import { useTranslations } from "next-intl";
import type { WorkspaceRole } from "@/lib/enums/trades";
import { Badge } from "@/ui/card";

const TONES = { owner: "primary", manager: "info", member: "neutral" } as const;

export function RoleBadge({ role }: { role: WorkspaceRole }) {
  const t = useTranslations("trades.roles");
  return <Badge tone={TONES[role]}>{t(role)}</Badge>;
}
