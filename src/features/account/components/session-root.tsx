"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useFormat } from "@/i18n/use-format";
import { onRepeated, onSessionLost, trpc } from "@/trpc/client";
import { startClientState } from "@/ui/client-state";
import { notify } from "@/ui/toast";
import { isViewing } from "@/ui/viewing-tab";
import { endThirdPartySession, isFlowUnderWay, returningFrom } from "../hooks/third-party";
import { endSession, startSession, useSessionState } from "../state";

/** Late enough to delay nothing, in milliseconds. */
const SIGN_OUT_AFTER_MS = 2000;

/** Runs the session for the whole page; stands once, at the root. */
export function SessionRoot() {
  const t = useTranslations("session");
  const format = useFormat();
  const ended = useSessionState((state) => state.ended);
  useRefetch();

  useEffect(() => {
    let live = true;
    let stopSession = () => {};
    const state = startClientState();
    onSessionLost((code) => endSession(code === "tokenExpired" ? "expired" : "ended"));
    void state.restored.then(() => {
      if (live) stopSession = startSession();
    });
    // A third-party session is only a proof on the way to ours: none is kept, but the one that a tab is on its way with.
    const serves = isViewing() || returningFrom(window.location.search) !== null || isFlowUnderWay();
    // Somebody may have left for a third party by then.
    const end = () => isFlowUnderWay() || void endThirdPartySession();
    const idle = serves ? undefined : setTimeout(end, SIGN_OUT_AFTER_MS);
    return () => {
      clearTimeout(idle);
      live = false;
      state.stop();
      stopSession();
    };
  }, []);

  useEffect(() => onRepeated((at) => notify("info", t("repeated", { time: format.time(at.toISOString()) }))), [t, format]);
  useEffect(() => {
    if (ended) notify("error", t(ended === "expired" ? "tokenExpired" : "ended"));
  }, [ended, t]);
  return null;
}

/** Asks the server anew who is signed in when the page comes into sight, and by the clock where the operator wants that. */
function useRefetch(): void {
  const signedIn = useSessionState((state) => state.token !== null);
  const utils = trpc.useUtils();
  const options = trpc.account.signInOptions.useQuery(undefined, { enabled: signedIn, staleTime: Number.POSITIVE_INFINITY });
  const seconds = options.data?.data.sessionRefetchSeconds ?? 0;
  useEffect(() => {
    if (!signedIn) return;
    const refetch = () => void utils.account.me.invalidate();
    const onVisible = () => {
      if (document.visibilityState === "visible") refetch();
    };
    document.addEventListener("visibilitychange", onVisible);
    const timer = seconds > 0 ? setInterval(refetch, seconds * 1000) : undefined;
    return () => {
      document.removeEventListener("visibilitychange", onVisible);
      clearInterval(timer);
    };
  }, [signedIn, seconds, utils]);
}
