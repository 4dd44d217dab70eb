"use client";

import type { WatchState } from "@/lib/enums/learning";
import { asAuthor } from "@/trpc/call-context";
import { api, RETRYABLE, type RouterOutputs, toApiError } from "@/trpc/client";
import { sendOnLeaving } from "@/trpc/send-on-leaving";
import { sender } from "@/trpc/token";
import { clearDraft, draftsNamed, readDraft } from "@/ui/drafts";
import type { Range } from "../rules";

export type Progress = RouterOutputs["learning"]["recordWatching"]["data"];

interface Report {
  uid: string;
  ranges: Range[];
  position: number;
}

/**
 * What nobody accepted yet, kept on the device: a page that goes away does not hear what becomes of its last report, and one that is killed
 * makes none.
 */
export interface Unreported {
  ranges: Range[];
  position: number;
  /** Where the server had it last: a position that came from elsewhere since is newer than this one. */
  since: number;
  /** What the server made of it then. */
  status: WatchState;
}

const REPORT_PATH = "/api/user/personalization/video/library/update/status";
const KEPT = "watched-";

export const keptName = (uid: string): string => KEPT + uid;
/** Held by each page on which a video stands: that page reports it. */
export const watchingLock = (uid: string): string => `parley-watching-${uid}`;

export const send = async (report: Report): Promise<Progress> => (await api.learning.recordWatching.mutate(report)).data;

/** For a page that goes away. */
export const sendLast = (report: Report): Promise<Progress> => sendOnLeaving(REPORT_PATH, report);

/** Sends what pages that are gone have left on this device; what a page has open is its own to report. @param tell hears what became of each */
export async function sendKept(author: string, tell: (progress: Progress) => void): Promise<void> {
  for (const name of draftsNamed(KEPT)) {
    const uid = name.slice(KEPT.length);
    await navigator.locks?.request(watchingLock(uid), { ifAvailable: true }, async (lock) => {
      const kept = lock && sender() === author ? readDraft<Unreported>(name) : undefined;
      if (!kept) return;
      const { ranges, position, since, status } = kept;
      try {
        const report = { uid, ranges, position, seen: { status, position: since } };
        tell((await api.learning.recordWatching.mutate(report, asAuthor(author))).data);
      } catch (error) {
        if (RETRYABLE.includes(toApiError(error).code)) return;
      }
      // A page that was opened meanwhile may have kept more.
      if (JSON.stringify(readDraft(name)) === JSON.stringify(kept)) clearDraft(name);
    });
  }
}
