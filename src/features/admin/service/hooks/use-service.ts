"use client";

import { useSession } from "@/features/account/hooks/use-session";
import { trpc } from "@/trpc/client";

/** Visitors have no live stream: they ask anew, in milliseconds. */
const EVERY_MS = 60_000;

/** How the service stands for whoever looks; undefined until that is known. */
export function useService() {
  const { ready } = useSession();
  return trpc.admin.service.now.useQuery(undefined, { enabled: ready, staleTime: EVERY_MS, refetchInterval: EVERY_MS }).data?.data;
}
