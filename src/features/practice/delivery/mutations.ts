import { sql } from "drizzle-orm";
import { AppError } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import { answerDeliveries } from "@/server/db/schema";
import { lockRecorded } from "../queries";
import { getDelivery } from "./queries";
import { DELIVERY_VERSION, durationSlackMs, pausedMs } from "./rules";
import type { DeliveryInput } from "./schema";

/**
 * Keeps how one's own answer was spoken, in the place of what was measured of it before.
 * @throws AppError notFound for a stranger's or deleted answer | wrongState without a recording, or for another way of measuring |
 * recordingMismatch when the recording is not as long as that
 */
export async function saveDelivery(ctx: UserContext, { uid, loudness, peaks, pauses, ...input }: DeliveryInput) {
  // A page that was loaded before a release measures in the old way: the next visit measures anew.
  if (input.version !== DELIVERY_VERSION) throw new AppError("wrongState");
  await ctx.db.transaction(async (tx) => {
    const answer = await lockRecorded(tx, ctx.actor, uid);
    // Who recorded elsewhere may not have said how long it is.
    if (answer.durationMs && Math.abs(answer.durationMs - input.durationMs) > durationSlackMs(answer.durationMs))
      throw new AppError("recordingMismatch");
    const measured = {
      ...input,
      pauses,
      pausedMs: pausedMs(pauses),
      loudnessDb: loudness?.medianDb ?? null,
      loudnessRangeDb: loudness?.rangeDb ?? null,
      peaks: Buffer.from(peaks),
      measuredAt: sql`now()`,
    };
    await tx
      .insert(answerDeliveries)
      .values({ answerId: uid, ...measured })
      .onConflictDoUpdate({ target: answerDeliveries.answerId, set: measured });
  });
  return getDelivery(ctx, uid);
}
