"use client";

import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { notify } from "@/ui/toast";

/** What follows an act: it is said, and whatever shows what it changed is asked for anew. */
export function useCare() {
  const t = useTranslations("forum.care");
  const { forum } = trpc.useUtils();
  const renew = () =>
    Promise.all([
      forum.reports.invalidate(),
      forum.moderation.invalidate(),
      forum.proposals.invalidate(),
      forum.log.invalidate(),
      forum.topics.invalidate(),
      forum.rooms.invalidate(),
    ]);
  return {
    done: async (said: string = t("done")): Promise<void> => {
      notify("success", said);
      await renew();
    },
    /** Somebody else was first, or what it was about is gone. */
    tooLate: async (): Promise<void> => {
      notify("warning", t("tooLate"));
      await renew();
    },
    /** It is not what somebody has seen who decided about it. */
    changed: async (): Promise<void> => {
      notify("warning", t("changed"));
      await renew();
    },
  };
}
