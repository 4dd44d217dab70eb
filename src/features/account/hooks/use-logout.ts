"use client";

import { useCallback } from "react";
import { authorization } from "@/trpc/client";
import { isViewing } from "@/ui/viewing-tab";
import { leavePush } from "../push/hooks/browser";
import { closeSession } from "../state";

/**
 * Ends the session here and in every tab at once, then on the server, in a request that outlives the page. Without a network
 * the token's row runs out by itself.
 * @param comesBack where somebody leaves only to log in anew: what they were entering waits for them, and for nobody else
 */
export function useLogout({ comesBack = false } = {}): () => void {
  return useCallback(() => {
    // Whoever looks at somebody else's account leaves it, and signs nobody out.
    if (isViewing()) return closeSession(null);
    const headers = authorization();
    closeSession(null, comesBack);
    void fetch("/api/user/logout", { headers, keepalive: true }).catch(() => {});
    void leavePush().catch((error: unknown) => console.warn("push:", error));
  }, [comesBack]);
}
