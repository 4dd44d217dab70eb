"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import type { TaskState } from "@/lib/enums/trades-tasks";
import { notify } from "@/ui/toast";
import { type Begun, listBegun, onBegunChanged } from "../../entries/hooks/begun-store";
import type { TaskDto } from "../dto";
import type { Change } from "../rules";
import { enqueue } from "./queue";
import { listQueued, onQueueChanged, type Queued, removeQueued } from "./queue-store";

type Wanted = Change extends infer One ? (One extends unknown ? Omit<One, "uid"> : never) : never;

/** What whoever is signed in has done to tasks of a workspace on this device and is not with the server yet, and how to do more. */
export function useQueue(workspaceId: string) {
  const table = useTranslations("ui.table");
  const { userId } = useSession();
  const [queued, setQueued] = useState<Queued[]>([]);
  const [begun, setBegun] = useState<Begun[]>();
  useEffect(() => {
    if (!userId) return setQueued([]);
    let live = true;
    const here = <One extends { workspaceId: string }>(all: One[]) => all.filter((one) => one.workspaceId === workspaceId);
    const load = () =>
      void listQueued(userId).then(
        (found) => live && setQueued(here(found)),
        () => {},
      );
    const loadBegun = () =>
      void listBegun(userId).then(
        (found) => live && setBegun(here(found)),
        () => live && setBegun([]),
      );
    load();
    loadBegun();
    const stops = [onQueueChanged(load), onBegunChanged(loadBegun)];
    return () => {
      live = false;
      for (const stop of stops) stop();
    };
  }, [userId, workspaceId]);

  const add = async (change: Wanted, title: string) => {
    if (!userId) return;
    const made: Queued = { ...change, uid: crypto.randomUUID(), userId, workspaceId, title };
    // It shows at once; what the device keeps takes its place in a moment.
    setQueued((before) => [...before, made]);
    try {
      await enqueue(made);
    } catch (error) {
      // Only where this device can keep nothing, and the server did not take it either.
      console.error(error);
      setQueued((before) => before.filter(({ uid }) => uid !== made.uid));
      notify("error", error instanceof Error ? error.message : String(error));
    }
  };
  return {
    /** What is still to be taken, in its order. */
    waiting: queued.filter(({ problem }) => !problem),
    refused: queued.filter(({ problem }) => problem),
    /** The forms that were begun here; undefined until that is known. */
    begun,
    move: ({ uid: taskUid, version, title }: Pick<TaskDto, "uid" | "version" | "title">, to: TaskState, reason = "") =>
      add({ kind: "move", taskUid, version, to, reason }, title),
    check: ({ uid: taskUid, title }: Pick<TaskDto, "uid" | "title">, checkUid: string, checked: boolean) =>
      add({ kind: "check", taskUid, checkUid, checked }, title),
    dismiss: (changes: Queued[]) =>
      removeQueued(changes).catch((error) => {
        console.error(error);
        notify("error", table("failed"));
      }),
  };
}
export type Queue = ReturnType<typeof useQueue>;
