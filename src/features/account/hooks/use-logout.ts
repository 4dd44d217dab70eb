"use client";

import { useCallback } from "react";
import { api } from "@/trpc/client";
import { closeSession } from "../state";

/** Ends the session here, in every tab, and on the server. Without a network it still ends here; the token's row then runs out. */
export function useLogout(): () => Promise<void> {
  return useCallback(async () => {
    await api.account.logout.mutate().catch(() => {});
    closeSession(null);
  }, []);
}
