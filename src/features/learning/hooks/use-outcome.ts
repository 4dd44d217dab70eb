"use client";

import { useTranslations } from "next-intl";
import { toApiError, trpc } from "@/trpc/client";
import { notify } from "@/ui/toast";

/** What follows a change of the learning area: what was done is said and whatever shows it is asked for anew, or why it was not. */
export function useOutcome() {
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  return (said: string, then?: () => void) => ({
    onSuccess: async () => {
      notify("success", said);
      await utils.learning.invalidate();
      then?.();
    },
    onError: (error: unknown) => {
      notify("error", toApiError(error).message ?? common("offline"));
      // Somebody else may have changed it in the meantime.
      void utils.learning.editing.invalidate();
    },
  });
}

/** The same of what is deleted: why it was refused is said where it was asked about, and what has become of it is asked for anew. */
export function useDeletion() {
  const outcome = useOutcome();
  const utils = trpc.useUtils();
  return (said: string, then?: () => void) => ({
    onSuccess: outcome(said, then).onSuccess,
    onError: (error: unknown) => {
      if (toApiError(error).code === "conflict") void utils.learning.editing.invalidate();
    },
  });
}
