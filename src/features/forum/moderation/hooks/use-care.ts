"use client";

import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { notify } from "@/ui/toast";

/** What follows an act: that it was done is said, and whatever shows it is asked for anew. */
export function useCare() {
  const t = useTranslations("forum.care");
  const { forum } = trpc.useUtils();
  return async (said: string = t("done")): Promise<void> => {
    notify("success", said);
    await Promise.all([
      forum.reports.invalidate(),
      forum.proposals.invalidate(),
      forum.log.invalidate(),
      forum.topics.invalidate(),
      forum.rooms.invalidate(),
    ]);
  };
}
