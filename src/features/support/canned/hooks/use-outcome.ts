"use client";

import { trpc } from "@/trpc/client";
import { useOutcome } from "@/trpc/use-outcome";

/** What follows a change of the ready answers. */
export function useReplyOutcome() {
  const { canned } = trpc.useUtils().support.inbox;
  return useOutcome(() => canned.invalidate());
}
