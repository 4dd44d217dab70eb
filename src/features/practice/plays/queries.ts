import { and, count, desc, eq, isNull, sql } from "drizzle-orm";
import { describeDevice } from "@/features/account/sessions/rules";
import { PAGE_SIZE } from "@/lib/constants";
import { pageOffset } from "@/lib/page-math";
import type { UserContext } from "@/server/api/context";
import { answers, questions, recordingPlays } from "@/server/db/schema";
import { asAsked } from "../bank/queries";

/** Who played which of one's recordings, newest first; what was deleted is not named any more. */
export async function listPlays({ db, actor, locale }: UserContext, page: number) {
  const own = and(eq(recordingPlays.userId, actor.id), isNull(answers.deletedAt));
  const [rows, [totals]] = await Promise.all([
    db
      .select({ play: recordingPlays, question: sql<string>`${asAsked()} ->> ${locale}::text` })
      .from(recordingPlays)
      .innerJoin(answers, eq(answers.id, recordingPlays.answerId))
      .innerJoin(questions, eq(questions.id, answers.questionId))
      .where(own)
      .orderBy(desc(recordingPlays.playedAt))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page)),
    db.select({ total: count() }).from(recordingPlays).innerJoin(answers, eq(answers.id, recordingPlays.answerId)).where(own),
  ]);
  const data = rows.map(({ play, question }) => {
    const { browser, system } = describeDevice(play.userAgent);
    return { uid: play.id, answer: play.answerId, question, by: play.by, browser, system, playedAt: play.playedAt.toISOString() };
  });
  return { data, meta: { total: totals?.total ?? 0 } };
}
