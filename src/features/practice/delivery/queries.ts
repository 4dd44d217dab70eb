import { and, desc, eq, gt, isNull, ne } from "drizzle-orm";
import { found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import { answerDeliveries, answers } from "@/server/db/schema";
import { DELIVERY_VERSION, USUAL_OF, usualOf } from "./rules";

/** How one's own answer was spoken, beside what one usually does; what an older way measured counts as not measured. @throws AppError notFound */
export async function getDelivery({ db, actor }: UserContext, uid: string) {
  const [[row], others] = await Promise.all([
    db
      .select({ uid: answers.id, delivery: answerDeliveries })
      .from(answers)
      .leftJoin(answerDeliveries, and(eq(answerDeliveries.answerId, answers.id), eq(answerDeliveries.version, DELIVERY_VERSION)))
      .where(and(eq(answers.id, uid), eq(answers.userId, actor.id), isNull(answers.deletedAt))),
    db
      .select({
        durationMs: answerDeliveries.durationMs,
        speakingMs: answerDeliveries.speakingMs,
        onsetMs: answerDeliveries.onsetMs,
        pausedMs: answerDeliveries.pausedMs,
        syllables: answerDeliveries.syllables,
        loudnessRangeDb: answerDeliveries.loudnessRangeDb,
      })
      .from(answerDeliveries)
      .innerJoin(answers, eq(answers.id, answerDeliveries.answerId))
      .where(
        and(
          eq(answers.userId, actor.id),
          isNull(answers.deletedAt),
          ne(answers.id, uid),
          eq(answerDeliveries.version, DELIVERY_VERSION),
          gt(answerDeliveries.speakingMs, 0),
        ),
      )
      .orderBy(desc(answers.recordedAt), desc(answers.id))
      .limit(USUAL_OF),
  ]);
  const { delivery } = found(row);
  return { delivery: delivery && toDelivery(delivery), usual: usualOf(others) };
}

function toDelivery({ answerId, loudnessDb, loudnessRangeDb, peaks, measuredAt: _, ...row }: typeof answerDeliveries.$inferSelect) {
  const loudness = loudnessDb === null || loudnessRangeDb === null ? null : { medianDb: loudnessDb, rangeDb: loudnessRangeDb };
  return { uid: answerId, ...row, loudness, peaks: [...peaks] };
}
