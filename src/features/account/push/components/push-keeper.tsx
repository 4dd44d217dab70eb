"use client";

import { useEffect } from "react";
import { useSession } from "../../hooks/use-session";
import { useSessionState } from "../../state";
import { isPushSupported, keepPush } from "../hooks/browser";

/** Late enough to delay nothing, in milliseconds. */
const AFTER_MS = 2500;

/** Keeps pushes working on the signed-in pages; stands once, around the dashboard. What fails is only logged. */
export function PushKeeper() {
  const { userId } = useSession();
  const token = useSessionState((state) => state.token);
  useEffect(() => {
    if (!userId || !token || !isPushSupported()) return;
    const timer = setTimeout(() => keepPush(userId, token).catch((error: unknown) => console.warn("push:", error)), AFTER_MS);
    return () => clearTimeout(timer);
  }, [userId, token]);
  return null;
}
