"use client";

import type { WatchLevel } from "@/lib/enums/forum";
import { trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";

/** What its reader can do to a topic as a whole. */
export function useTopicChanges(topicId: string) {
  const showError = useErrorToast();
  const utils = trpc.useUtils();
  const after = {
    onSuccess: () => utils.forum.topics.get.invalidate({ topicId }),
    onError: (error: unknown) => {
      showError(error);
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
