"use client";

import { api, RETRYABLE, toApiError } from "@/trpc/client";
import { sendRounds, shown } from "@/trpc/send-rounds";
import { sender } from "@/trpc/token";
import { type Begun, changeBegun, listBegun } from "../../entries/hooks/begun-store";
import { deliverBegun } from "../../entries/hooks/deliver-begun";
import { isQueued, listQueued, putQueued, type Queued, removeQueued } from "./queue-store";

type Taken = () => Promise<unknown>;
const listeners = new Set<Taken>();

/** Hears that the server has taken or refused changes, and shows all anew before these leave those on their way. @returns how to stop */
export function onTaken(listener: Taken): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

type Drafted = (begun: Begun) => void;
const drafts = new Set<Drafted>();

/** Hears of a form that was handed in and refused, and is with the server as a draft now. @returns how to stop */
export function onDrafted(listener: Drafted): () => void {
  drafts.add(listener);
  return () => {
    drafts.delete(listener);
  };
}

const showAnew = () => shown([...listeners].map((listener) => listener()));

// One that slept through its turn sends nothing any more: what it had read may be done, and undone since.
const rounds = sendRounds("parley-trades", (over) => sendAll(over));

/** Keeps a change on this device, then sends it. Where the device keeps nothing it is sent at once or not at all. */
export async function enqueue(change: Queued): Promise<void> {
  try {
    await putQueued(change);
  } catch (error) {
    console.error(error);
    await deliver(change);
    return void (await showAnew());
  }
  flushQueue();
}

/** Sends what waits, at once. */
export function flushQueue(): void {
  void rounds.now();
}

/** What a form was begun for and is not there any more, where it was refused for that. */
function goneIn(error: unknown): "task" | "job" | undefined {
  const at = toApiError(error).issues.map(({ path }) => path[0]);
  return at.includes("taskUid") ? "task" : at.includes("jobUid") ? "job" : undefined;
}

/** Codes of what stands in the way of one form's photos alone: all else may go. */
const OF_ITS_PHOTOS: readonly string[] = ["notCheckedYet", "filesFull", "uploadsUnfinished"];

/** What a round left: whether something is worth another one, and whether nothing more is to be tried in this one. */
interface Left {
  unsent: boolean;
  over: boolean;
  /** Tasks whose forms wait, by their ids. */
  tasks: ReadonlySet<string>;
}

/** Sends the forms that were begun here. */
async function sendBegun(userId: string): Promise<Left> {
  const tasks = new Set<string>();
  let unsent = false;
  for (const { uid, task, problem: refused, handIn, refusedOnce } of await listBegun(userId)) {
    if (refused) continue;
    if (sender() !== userId) return { unsent: false, over: true, tasks };
    try {
      const drafted = await deliverBegun(uid, showAnew);
      if (drafted) for (const listener of drafts) listener(drafted);
    } catch (error) {
      const problem = refusal(error);
      if (!problem) {
        unsent = true;
        // Without a connection the next one fares no better.
        if (!OF_ITS_PHOTOS.includes(toApiError(error).code)) return { unsent, over: true, tasks };
        if (task) tasks.add(task.uid);
        continue;
      }
      // What was filled in stays here; whether it is handed in is asked anew.
      const meant = handIn || refusedOnce ? true : undefined;
      await changeBegun(uid, { handIn: false, problem, gone: goneIn(error), photos: undefined, refusedOnce: meant });
    }
  }
  return { unsent, over: false, tasks };
}

/**
 * Forms go first: a task may be done only when its form is handed in. What was done to one task goes in its order; a step that is refused
 * takes the steps behind it along, which began where it would have led. Ticks stand for themselves.
 * @param over tells that the turn is another tab's
 * @returns whether something is worth another round
 */
async function sendAll(over: AbortSignal): Promise<boolean> {
  const userId = sender();
  if (!userId) return false;
  const begun = await sendBegun(userId);
  if (begun.over) return begun.unsent;
  const all = await listQueued(userId);
  const settled = new Set<string>();
  /** Tasks that wait with a form: its own, and those that wait for that one. */
  const held = new Set(begun.tasks);
  for (const change of all) {
    if (change.problem || settled.has(change.uid)) continue;
    if (change.kind === "move" && held.has(change.taskUid)) continue;
    // Asked first: whoever wakes up hears of the other tab only after that.
    const kept = await isQueued(change);
    if (sender() !== userId || over.aborted) return false;
    if (!kept) continue;
    try {
      await deliver(change);
      await showAnew();
      await removeQueued([change]);
    } catch (error) {
      if (change.kind === "move" && held.size > 0 && toApiError(error).code === "taskWaits") {
        held.add(change.taskUid);
        continue;
      }
      const problem = refusal(error);
      if (!problem) return true;
      const behind = change.kind === "move" ? all.slice(all.indexOf(change) + 1).filter((later) => follows(later, change)) : [];
      for (const { uid } of behind) settled.add(uid);
      await showAnew();
      await removeQueued(behind);
      if (await isQueued(change)) await putQueued({ ...change, problem });
    }
  }
  return begun.unsent;
}

const follows = (later: Queued, { taskUid }: Queued): boolean => later.kind === "move" && later.taskUid === taskUid && !later.problem;

/** Whether the server will never take what it refused so. All that is not known to pass is final: else it would wait for ever, and all behind it. */
export const isFinal = (code: string): boolean => !RETRYABLE.includes(code) && code !== "accountSuspended";

/** Why the server will never take it, in words; undefined where asking again may help. */
export function refusal(error: unknown): string | undefined {
  const { code, message, issues } = toApiError(error);
  return isFinal(code) ? (issues[0]?.message ?? message ?? code) : undefined;
}

async function deliver(change: Queued): Promise<void> {
  const { workspaceId, taskUid: uid } = change;
  if (change.kind === "check") {
    const { checkUid, checked } = change;
    await api.trades.tasks.check.mutate({ workspaceId, uid, checkUid, checked });
  } else {
    const { uid: moveUid, version, to, reason } = change;
    await api.trades.tasks.move.mutate({ workspaceId, uid, moveUid, version, to, reason });
  }
}
