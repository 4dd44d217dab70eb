"use client";

import { useTranslations } from "next-intl";
import type { JobState } from "@/lib/enums/trades";
import { trpc } from "@/trpc/client";

/** What the shop calls a state, or else what the language does. */
export function useJobWords(workspaceId: string): (state: JobState) => string {
  const t = useTranslations("trades.jobs.states");
  const query = trpc.trades.jobs.words.useQuery({ workspaceId });
  const labels = query.data?.data.labels;
  return (state) => labels?.[state] || t(state);
}
