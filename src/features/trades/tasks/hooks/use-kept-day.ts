"use client";

import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useEffect, useState } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { RETRYABLE, toApiError, trpc } from "@/trpc/client";
import { dropAnswer, keepAnswer, keptAnswer } from "@/ui/kept-answers";
import { useOnline } from "@/ui/use-online";
import type { DayDto } from "../dto";

export type KnownForm = DayDto["forms"][number];

/** Under which the answers are kept. A page that reads another shape of them needs another name. */
const NAMES = { workspace: "workspace-1", day: "day-2" } as const;

/** How long an answer may take before what shows is said to be from before, in milliseconds. */
const LATE_MS = 3_000;

interface Asked {
  data: unknown;
  dataUpdatedAt: number;
  error: unknown;
}

/**
 * Keeps somebody's day, and the workspace that it is of, on this device, and shows what was kept until the server answers.
 * @returns whether it is known by now if something was kept
 */
export function useKeptDay(workspaceId: string): boolean {
  const workspace = getQueryKey(trpc.trades.workspace.view, { workspaceId }, "query");
  const day = getQueryKey(trpc.trades.tasks.day, { workspaceId }, "query");
  const known = useKept(workspaceId, NAMES.workspace, workspace, trpc.trades.workspace.view.useQuery({ workspaceId }));
  return useKept(workspaceId, NAMES.day, day, trpc.trades.tasks.day.useQuery({ workspaceId })) && known;
}

/** Finds a form as it is filled in now, as far as this device knows it: by somebody's day, as it is or as it was kept. */
export function useKnownForm(workspaceId: string) {
  const { userId } = useSession();
  const utils = trpc.useUtils();
  return async (uid: string): Promise<KnownForm | undefined> => {
    const kept = userId ? await keptAnswer(userId, workspaceId, NAMES.day).catch(() => undefined) : undefined;
    const day = utils.trades.tasks.day.getData({ workspaceId }) ?? (kept?.data as { data: DayDto } | undefined);
    return day?.data.forms.find((form) => form.uid === uid);
  };
}

function useKept(workspaceId: string, name: string, key: QueryKey, { data, dataUpdatedAt, error }: Asked): boolean {
  const { userId } = useSession();
  const client = useQueryClient();
  const [known, setKnown] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is made of the workspace and the name
  useEffect(() => {
    if (!userId) return setKnown(true);
    let live = true;
    keptAnswer(userId, workspaceId, name)
      .then((kept) => {
        // What has come meanwhile is newer.
        if (live && kept && client.getQueryData(key) === undefined) client.setQueryData(key, kept.data, { updatedAt: kept.at });
      })
      .catch((problem: unknown) => console.warn("answers:", problem))
      .finally(() => live && setKnown(true));
    return () => {
      live = false;
    };
  }, [userId, workspaceId, name, client]);
  // Who may see it no more keeps nothing of it. A session that is over forgets everything by itself.
  const { code } = toApiError(error);
  const lost = error !== null && !RETRYABLE.includes(code);
  useEffect(() => {
    if (!userId) return;
    const done = lost
      ? dropAnswer(userId, workspaceId, name)
      : data === undefined
        ? undefined
        : keepAnswer({ userId, scope: workspaceId, name, data, at: dataUpdatedAt });
    // A device that keeps nothing shows the page as long as there is a network.
    done?.catch((problem: unknown) => console.warn("answers:", problem));
  }, [userId, workspaceId, name, data, dataUpdatedAt, lost]);
  return known;
}

/** Since when what is shown may have changed without this device's knowing, in milliseconds since 1970; null where it is as the server says. */
export function useShownFrom({ dataUpdatedAt, isFetching, failureCount, isError }: ReturnType<typeof trpc.trades.tasks.day.useQuery>) {
  const online = useOnline();
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!isFetching) return;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, [isFetching]);
  return !online || failureCount > 0 || isError || late ? dataUpdatedAt : null;
}
