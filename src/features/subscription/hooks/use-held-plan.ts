"use client";

import { trpc } from "@/trpc/client";

/** A minute: from every page it is asked whether something is owed, and whether there is something to see. */
const FRESH_MS = 60_000;

/** The subscription that somebody has; undefined before it is known, null where there is none. */
export const useHeldPlan = () => trpc.subscription.active.useQuery(undefined, { staleTime: FRESH_MS }).data?.data;
