"use client";

import { DAY_MS } from "@/lib/durations";
import { asAuthor } from "@/trpc/call-context";
import { api, RETRYABLE, toApiError } from "@/trpc/client";
import { sender } from "@/trpc/token";
import { readDraft, writeDraft } from "@/ui/drafts";

/** Takes that try a review's suggestion, by take; the server learns of it when it has the take. */
type Retakes = Record<string, { reviewId: string; since: number }>;

const NAME = "review-retakes";
/** A take that was not sent within this time was given up. */
const KEPT_MS = 7 * DAY_MS;
/** The take is still on its way, or nothing was said of it: later it is asked again. */
const NOT_YET: readonly string[] = ["notFound", ...RETRYABLE];

const read = (): Retakes => readDraft<Retakes>(NAME) ?? {};

export function rememberRetake(answerId: string, reviewId: string): void {
  writeDraft(NAME, { ...read(), [answerId]: { reviewId, since: Date.now() } });
  void sendRetakes();
}

function forget(answerId: string): void {
  const { [answerId]: _, ...left } = read();
  writeDraft(NAME, left);
}

let running = false;

/** Tells the server which takes try which suggestions; what it cannot take yet is told again by the next call. */
export async function sendRetakes(): Promise<void> {
  const author = sender();
  if (running || !author) return;
  running = true;
  try {
    for (const [answerId, { reviewId, since }] of Object.entries(read())) {
      try {
        await api.peerReview.reviews.retake.mutate({ uid: reviewId, answer_id: answerId }, asAuthor(author));
        forget(answerId);
      } catch (error) {
        if (!NOT_YET.includes(toApiError(error).code) || Date.now() - since > KEPT_MS) forget(answerId);
      }
    }
  } finally {
    running = false;
  }
}
