"use client";

import { trpc } from "@/trpc/client";
import { useOutcome } from "@/trpc/use-outcome";

/** What follows a change of the FAQ, which visitors read, too. */
export function useFaqOutcome() {
  const { faq } = trpc.useUtils().support;
  return useOutcome(
    () => faq.invalidate(),
    () => faq.editing.invalidate(),
  );
}
