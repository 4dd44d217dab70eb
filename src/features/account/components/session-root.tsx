"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { onSessionLost } from "@/trpc/client";
import { startClientState } from "@/ui/client-state";
import { notify } from "@/ui/toast";
import { endSession, startSession, useSessionState } from "../state";

/** Runs the session for the whole page; stands once, at the root. */
export function SessionRoot() {
  const t = useTranslations("session");
  const ended = useSessionState((state) => state.ended);

  useEffect(() => {
    let live = true;
    let stopSession = () => {};
    const state = startClientState();
    onSessionLost((code) => endSession(code === "tokenExpired" ? "expired" : "ended"));
    void state.restored.then(() => {
      if (live) stopSession = startSession();
    });
    // A third-party session is only a proof on the way to ours: none is kept. Loaded late, it delays nothing.
    const idle = setTimeout(() => void import("next-auth/react").then(({ signOut }) => signOut({ redirect: false })).catch(() => {}), 2000);
    return () => {
      clearTimeout(idle);
      live = false;
      state.stop();
      stopSession();
    };
  }, []);

  useEffect(() => {
    if (ended) notify("error", t(ended === "expired" ? "tokenExpired" : "ended"));
  }, [ended, t]);
  return null;
}
