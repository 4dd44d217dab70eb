"use client";

import { useCallback } from "react";
import { trpc } from "@/trpc/client";
import type { Progress } from "./reports";

/** Shows everywhere what the server made of a report. */
export function useWatchNews(): (progress: Progress) => void {
  const { learning } = trpc.useUtils();
  return useCallback(
    ({ uid, ...progress }) => {
      learning.mentorshipVideo.setData({ uid }, (known) => known && { data: { ...known.data, ...progress } });
      learning.tutorial.setData({ uid }, (known) => known && { data: { ...known.data, ...progress } });
      for (const list of [learning.mentorship, learning.tutorials, learning.library, learning.continueWatching]) void list.invalidate();
      for (const suggestion of [learning.suggestedMentorship, learning.suggestedTutorial]) void suggestion.invalidate();
    },
    [learning],
  );
}
