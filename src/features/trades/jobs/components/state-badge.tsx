"use client";

import type { ComponentProps } from "react";
import type { JobState } from "@/lib/enums/trades";
import { Badge } from "@/ui/card";
import { useJobWords } from "../hooks/use-job-words";

const TONES: Record<JobState, ComponentProps<typeof Badge>["tone"]> = {
  enquiry: "info",
  quoted: "info",
  won: "primary",
  in_progress: "primary",
  completed: "success",
  invoiced: "success",
  closed: "neutral",
  lost: "neutral",
  on_hold: "warning",
  cancelled: "neutral",
};

/** Where a job stands, in the shop's own word. */
export function JobStateBadge({ workspaceId, state }: { workspaceId: string; state: JobState }) {
  const wordOf = useJobWords(workspaceId);
  return (
    <Badge tone={TONES[state]}>
      <bdi>{wordOf(state)}</bdi>
    </Badge>
  );
}
