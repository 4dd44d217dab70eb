"use client";

import { toApiError, trpc } from "@/trpc/client";
import { useOutcome } from "@/trpc/use-outcome";

/** What follows a change of the learning area. */
export function useLearningOutcome() {
  const { learning } = trpc.useUtils();
  return useOutcome(
    () => learning.invalidate(),
    () => learning.editing.invalidate(),
  );
}

/** The same of what is deleted: why it was refused is said where it was asked about, and what has become of it is asked for anew. */
export function useDeletion() {
  const outcome = useLearningOutcome();
  const utils = trpc.useUtils();
  return (said: string, then?: () => void) => ({
    onSuccess: outcome(said, then).onSuccess,
    onError: (error: unknown) => {
      if (toApiError(error).code === "conflict") void utils.learning.editing.invalidate();
    },
  });
}
