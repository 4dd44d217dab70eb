"use client";

import { useEffect, useState } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { trpc } from "@/trpc/client";
import { serverNow } from "@/trpc/token";
import { isViewing } from "@/ui/viewing-tab";
import { keepInterrupted } from "./mend";
import { type DeviceTake, listShown, listTakes, moveTake, onTakesChanged, takeLock } from "./take-store";
import { retryUploads, runUploads } from "./upload-queue";

/** The takes on this device that belong to the signed-in person, newest first; undefined until they have been read. */
export function useDeviceTakes(): DeviceTake[] | undefined {
  const { userId } = useSession();
  const [takes, setTakes] = useState<DeviceTake[]>();
  useEffect(() => {
    if (!userId) return setTakes(undefined);
    // Whoever looks at somebody's account hears none of their recordings, though this device may be the owner's as well.
    if (isViewing()) return setTakes([]);
    let live = true;
    const load = () =>
      void listShown(userId).then(
        (found) => live && setTakes(found),
        // Where the device's store cannot be opened, nothing is in it that one could wait for.
        () => live && setTakes((known) => known ?? []),
      );
    load();
    const stop = onTakesChanged(load);
    return () => {
      live = false;
      stop();
    };
  }, [userId]);
  return takes;
}

/** Stands once in the dashboard: finds recordings that a crash interrupted, and keeps uploads going. */
export function useTakeKeeper(): void {
  const { userId } = useSession();
  const utils = trpc.useUtils();
  useRetryWithRoom();
  useEffect(() => {
    if (!userId) return;
    void findInterrupted(userId).catch(console.error).finally(runUploads);
    const stop = onTakesGone(userId, () => {
      void utils.practice.answers.invalidate();
      void utils.practice.answer.invalidate();
      void utils.practice.plan.invalidate();
      void utils.practice.simulation.invalidate();
    });
    // What could not be finished without a network is finished first.
    const back = () => void findInterrupted(userId).catch(console.error).finally(retryUploads);
    window.addEventListener("online", back);
    return () => {
      stop();
      window.removeEventListener("online", back);
    };
  }, [userId, utils]);
}

/** Calls back when takes have left this device, most likely for the server, in whatever tab. */
function onTakesGone(userId: string, listener: () => void): () => void {
  let known: string[] = [];
  const look = async () => {
    const now = (await listTakes(userId)).map(({ uid }) => uid);
    if (known.some((uid) => !now.includes(uid))) listener();
    known = now;
  };
  const quietly = () => void look().catch(() => {});
  quietly();
  return onTakesChanged(quietly);
}

/** A take that says "recording" while no tab holds its lock was interrupted. */
export async function findInterrupted(userId: string): Promise<void> {
  for (const take of await listTakes(userId)) {
    const unfinished = take.state === "recovered" || take.state === "kept";
    if (take.state !== "recording" && !(unfinished && take.simulation)) continue;
    await navigator.locks.request(takeLock(take.uid), { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      // Only from where it stands under the lock: it may have been finished since it was listed. A disk that is too full to say so holds up
      // no other one, and it is offered all the same.
      await moveTake(take.uid, "recovered").catch(console.error);
      // A simulation's question is asked once: as far as it was answered, that is the answer.
      if (take.simulation) await keepInterrupted(take.uid).catch(console.error);
    });
  }
}

/** What waited on this device for room goes as soon as there is some: a larger plan, a deleted answer, another week. */
function useRetryWithRoom(): void {
  const { data } = trpc.subscription.usage.useQuery(undefined, { staleTime: 60_000 });
  const utils = trpc.useUtils();
  const { plan, storedBytes, takes } = data?.data ?? {};
  const nextFreeAt = takes?.nextFreeAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: that any of these has changed is the reason
  useEffect(retryUploads, [plan, storedBytes, nextFreeAt]);
  useEffect(() => {
    if (!nextFreeAt) return;
    // A timer counts to some 24 days at most; a week is within that.
    const timer = setTimeout(() => void utils.subscription.usage.invalidate(), Math.max(0, Date.parse(nextFreeAt) - serverNow()) + 1000);
    return () => clearTimeout(timer);
  }, [nextFreeAt, utils]);
}
