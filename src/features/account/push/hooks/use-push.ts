"use client";

import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { toApiError } from "@/trpc/client";
import { notify } from "@/ui/toast";
import { useSession } from "../../hooks/use-session";
import { useSessionState } from "../../state";
import { type PushState, readPushState, tryPush, turnPushOff, turnPushOn } from "./browser";

/** Pushes in this browser: where they stand, and what can be done. What fails is said kindly, and logged. */
export function usePush() {
  const t = useTranslations("notifications.push");
  const { userId } = useSession();
  const token = useSessionState((state) => state.token);
  const [state, setState] = useState<PushState>();
  const [busy, setBusy] = useState<"switch" | "test">();

  const look = useCallback(async () => {
    if (userId) setState(await readPushState(userId).catch(() => "unsupported" as const));
  }, [userId]);
  useEffect(() => {
    void look();
    // Somebody may come back from the browser's own settings.
    const onVisible = () => void (document.visibilityState === "visible" && look());
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, [look]);

  const run = async (what: "switch" | "test", act: () => Promise<void>) => {
    setBusy(what);
    try {
      await act();
    } catch (error) {
      console.warn("push:", error);
      notify("warning", toApiError(error).message ?? t("failed"));
    }
    setBusy(undefined);
    await look();
  };
  return {
    /** Undefined until the browser was asked. */
    state,
    busy,
    /** @returns after the browser's own question was answered */
    turnOn: () =>
      run("switch", async () => {
        if (!userId || !token) return;
        if ((await turnPushOn(userId, token)) === "on") notify("success", t("turnedOn"));
      }),
    turnOff: () =>
      run("switch", async () => {
        await turnPushOff();
        notify("success", t("turnedOff"));
      }),
    tryIt: () =>
      run("test", async () => {
        if (await tryPush()) notify("success", t("tested"));
        else notify("warning", t("testFailed"));
      }),
  };
}
