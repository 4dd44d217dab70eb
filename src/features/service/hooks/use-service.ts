"use client";

import { useSession } from "@/features/account/hooks/use-session";
import type { Area } from "@/lib/enums/service";
import { trpc } from "@/trpc/client";

/** Visitors have no live stream: they ask anew, in milliseconds. */
const EVERY_MS = 60_000;

function useServiceQuery() {
  const { ready } = useSession();
  return trpc.admin.service.now.useQuery(undefined, { enabled: ready, staleTime: EVERY_MS, refetchInterval: EVERY_MS });
}

/** How the service stands for whoever looks; undefined until that is known. */
export const useService = () => useServiceQuery().data?.data;

/** Whether an area is closed for whoever looks; undefined until that is known. Where it cannot be asked, it is taken to be open. */
export function useIsClosed(area: Area): boolean | undefined {
  const { data, isError, fetchStatus, failureCount } = useServiceQuery();
  if (data) return data.data.closed.includes(area);
  return isError || failureCount > 0 || fetchStatus === "paused" ? false : undefined;
}
