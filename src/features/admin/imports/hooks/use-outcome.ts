"use client";

import { useTranslations } from "next-intl";
import { toApiError, trpc } from "@/trpc/client";
import { notify } from "@/ui/toast";

/** What follows a step of a file: it is said and shown, or why it was not taken. */
export function useOutcome() {
  const common = useTranslations("common");
  const { imports } = trpc.useUtils().admin;
  return (said: string, then?: () => void) => ({
    onSuccess: async () => {
      notify("success", said);
      await imports.invalidate();
      then?.();
    },
    onError: (error: unknown) => {
      notify("error", toApiError(error).message ?? common("offline"));
      void imports.invalidate();
    },
  });
}
