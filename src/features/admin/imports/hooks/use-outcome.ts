"use client";

import { trpc } from "@/trpc/client";
import { useOutcome } from "@/trpc/use-outcome";

/** What follows a step of a file. */
export function useImportOutcome() {
  const { imports } = trpc.useUtils().admin;
  return useOutcome(() => imports.invalidate());
}
