"use client";

import { useTranslations } from "next-intl";
import { toApiError, trpc } from "@/trpc/client";
import { notify } from "@/ui/toast";

/** What follows a change of the ready answers: what was done is said and whatever shows them is asked for anew, or why it was not. */
export function useOutcome() {
  const common = useTranslations("common");
  const { canned } = trpc.useUtils().support.inbox;
  return (said: string, then?: () => void) => ({
    onSuccess: async () => {
      notify("success", said);
      await canned.invalidate();
      then?.();
    },
    onError: (error: unknown) => {
      notify("error", toApiError(error).message ?? common("offline"));
      // Somebody else may have changed them in the meantime.
      void canned.invalidate();
    },
  });
}
