"use client";

import { useEffect } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { sendKept } from "../hooks/reports";
import { useWatchNews } from "../hooks/use-watch-news";

/** Late enough to delay nothing, in milliseconds. */
const AFTER_MS = 2500;

/** Reports what pages that are gone could not report of what was watched, on whatever page somebody is. */
export function WatchingKeeper() {
  const { userId } = useSession();
  const tell = useWatchNews();
  useEffect(() => {
    if (!userId) return;
    const report = () => void sendKept(userId, tell);
    const timer = setTimeout(report, AFTER_MS);
    window.addEventListener("online", report);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", report);
    };
  }, [userId, tell]);
  return null;
}
