"use client";

import { createTRPCClient, httpSubscriptionLink } from "@trpc/client";
import { EventSource } from "eventsource";
import superjson from "superjson";
import { RPC_PATH } from "@/lib/rpc-path";
import type { AppRouter } from "@/server/api/root";
import { trackBuild } from "@/ui/new-version";
import { authorization } from "./client";

/**
 * The client of live streams, apart from the others because only signed-in pages load it. The browser's own EventSource sends
 * no headers, and a token in an address would end up in logs: this one goes through fetch.
 */
export const live = createTRPCClient<AppRouter>({
  links: [
    httpSubscriptionLink({
      url: RPC_PATH,
      transformer: superjson,
      EventSource,
      eventSourceOptions: () => ({
        fetch: (input: string | URL, init: RequestInit) =>
          trackBuild(input, {
            ...init,
            headers: { ...(init.headers as Record<string, string>), "accept-language": document.documentElement.lang, ...authorization() },
          }),
      }),
    }),
  ],
});
