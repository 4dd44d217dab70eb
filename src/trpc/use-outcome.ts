"use client";

import { notify } from "@/ui/toast";
import { useErrorToast } from "./use-error";

/**
 * What follows a change: what was done is said and whatever shows it is asked for anew, or why it was not.
 * @param renew asks anew for whatever shows what was changed
 * @param renewRefused the same where it was refused, as somebody else may have changed it in the meantime
 */
export function useOutcome(renew: () => Promise<unknown>, renewRefused: () => Promise<unknown> = renew) {
  const showError = useErrorToast();
  return (said: string, then?: () => void) => ({
    onSuccess: async () => {
      notify("success", said);
      await renew();
      then?.();
    },
    onError: (error: unknown) => {
      showError(error);
      void renewRefused();
    },
  });
}
