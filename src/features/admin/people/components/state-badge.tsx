"use client";

import { useTranslations } from "next-intl";
import type { AccountState } from "@/lib/enums/account";
import { Badge } from "@/ui/card";

const TONES = {
  active: "success",
  unverified: "neutral",
  locked: "warning",
  suspended: "danger",
  pending_deletion: "warning",
  erased: "neutral",
} as const;

/** Where an account is in its life; never by colour alone. */
export function StateBadge({ state }: { state: AccountState }) {
  const t = useTranslations("admin.people.states");
  return <Badge tone={TONES[state]}>{t(state)}</Badge>;
}
