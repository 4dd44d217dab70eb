"use client";

import { useTranslations } from "next-intl";
import { notify } from "@/ui/toast";
import { toApiError } from "./client";

/**
 * For what is done to several rows at once: what shows them is asked for anew in any case, and why it was refused is said.
 * @returns what came of it; null where it was refused
 */
export function useActing(renew: () => Promise<unknown>) {
  const common = useTranslations("common");
  return async <T>(asked: Promise<{ data: T }>): Promise<T | null> => {
    try {
      return (await asked).data;
    } catch (error) {
      notify("error", toApiError(error).message ?? common("offline"));
      return null;
    } finally {
      await renew();
    }
  };
}
