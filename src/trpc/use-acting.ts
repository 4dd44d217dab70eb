"use client";

import { useErrorToast } from "./use-error";

/**
 * For what is done to several rows at once: what shows them is asked for anew in any case, and why it was refused is said.
 * @returns what came of it; null where it was refused
 */
export function useActing(renew: () => Promise<unknown>) {
  const showError = useErrorToast();
  return async <T>(asked: Promise<{ data: T }>): Promise<T | null> => {
    try {
      return (await asked).data;
    } catch (error) {
      showError(error);
      return null;
    } finally {
      await renew();
    }
  };
}
