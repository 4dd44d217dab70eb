"use client";

import { useFormat } from "@/i18n/use-format";

/** A quote's number as people say it: from the second revision on with that. */
export function useQuoteNumber() {
  const format = useFormat();
  return ({ number, revision }: { number: number; revision: number }): string =>
    revision > 1 ? `${format.reference(number)}/${format.number(revision)}` : format.reference(number);
}
