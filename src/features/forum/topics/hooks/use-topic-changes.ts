"use client";

import { useTranslations } from "next-intl";
import type { WatchLevel } from "@/lib/enums/forum";
import { toApiError, trpc } from "@/trpc/client";
import { notify } from "@/ui/toast";

/** What its reader can do to a topic as a whole. */
export function useTopicChanges(topicId: string) {
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const after = {
    onSuccess: () => utils.forum.topics.get.invalidate({ topicId }),
    onError: (error: unknown) => {
      notify("error", toApiError(error).message ?? common("offline"));
      void utils.forum.topics.get.invalidate({ topicId });
    },
  };
  const level = trpc.forum.topics.mark.useMutation(after);
  const answer = trpc.forum.topics.answer.useMutation(after);
  return {
    setLevel: (next: WatchLevel) => level.mutate({ topicId, level: next }),
    setAnswer: (messageId: string | null) => answer.mutate({ topicId, messageId }),
  };
}
