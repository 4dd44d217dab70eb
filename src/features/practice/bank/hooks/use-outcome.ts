"use client";

import { trpc } from "@/trpc/client";
import { useOutcome } from "@/trpc/use-outcome";

/** What follows a change of the bank, which people practise with. */
export function useBankOutcome() {
  const { practice } = trpc.useUtils();
  return useOutcome(
    () => practice.invalidate(),
    () => Promise.all([practice.bank.invalidate(), practice.editedCategories.invalidate()]),
  );
}
