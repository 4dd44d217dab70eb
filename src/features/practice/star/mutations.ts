import { eq } from "drizzle-orm";
import { AppError } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import { answerStarMarks } from "@/server/db/schema";
import { durationSlackMs } from "../delivery/rules";
import { lockRecorded } from "../queries";
import { getStar } from "./queries";
import { isOvertaken } from "./rules";
import type { StarInput } from "./schema";

/**
 * Keeps an own answer's marks as they are given, in the place of those that were there; none is a way to clear them.
 * @throws AppError notFound for a stranger's or deleted answer | wrongState without a recording | recordingMismatch for marks beyond its end
 * | conflict where others stand there than were seen, which it tells
 */
export async function saveStar(ctx: UserContext, { uid, marks, seen }: StarInput) {
  await ctx.db.transaction(async (tx) => {
    const answer = await lockRecorded(tx, ctx.actor, uid);
    const endMs = marks.at(-1)?.endMs ?? 0;
    if (answer.durationMs && endMs > answer.durationMs + durationSlackMs(answer.durationMs)) throw new AppError("recordingMismatch");
    const current = await getStar({ ...ctx, db: tx }, uid);
    if (seen && isOvertaken({ marks, seen }, current.marks)) throw new AppError("conflict", { current });
    await tx.delete(answerStarMarks).where(eq(answerStarMarks.answerId, uid));
    if (marks.length > 0) await tx.insert(answerStarMarks).values(marks.map((mark) => ({ answerId: uid, ...mark })));
  });
  return getStar(ctx, uid);
}
