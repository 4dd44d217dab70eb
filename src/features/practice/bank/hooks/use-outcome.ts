"use client";

import { useTranslations } from "next-intl";
import { toApiError, trpc } from "@/trpc/client";
import { notify } from "@/ui/toast";

/** What follows a change of the bank: what was done is said and whatever shows it is asked for anew, or why it was not. */
export function useOutcome() {
  const common = useTranslations("common");
  const { practice } = trpc.useUtils();
  return (said: string, then?: () => void) => ({
    onSuccess: async () => {
      notify("success", said);
      await practice.invalidate();
      then?.();
    },
    onError: (error: unknown) => {
      notify("error", toApiError(error).message ?? common("offline"));
      // Somebody else may have changed it in the meantime.
      void practice.bank.invalidate();
      void practice.editedCategories.invalidate();
    },
  });
}
