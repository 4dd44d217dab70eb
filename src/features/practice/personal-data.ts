import { and, asc, count, desc, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { describeDevice } from "@/features/account/sessions/rules";
import { isLocale, localeTag } from "@/lib/locales";
import { answerDeliveries, answerStarMarks, answers, planGradings, questions, recordingPlays, shareLinks, users } from "@/server/db/schema";
import type { PersonalData } from "@/server/personal-data";
import { serverText } from "@/server/text";
import { asAsked } from "./bank/queries";
import { type MadeWhen, madeOn } from "./queries";
import { extension } from "./rules";

const RATINGS = ["clarity", "logicRelevance", "expertiseInsight", "attitudeEngagement", "ratingOverall"] as const;

interface Named extends MadeWhen {
  answer: Pick<typeof answers.$inferSelect, "id" | "recordedAt" | "mimeType">;
  question: string;
}

/** A file name that every system takes: its maker's day, question, and a piece of the id that makes it the only one. */
function fileName(row: Named): string {
  const { answer, question } = row;
  const words = question
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
  return `recordings/${madeOn(row)}-${[...words].slice(0, 40).join("")}-${answer.id.slice(-6)}.${extension(answer.mimeType ?? "")}`;
}

/** What practising leaves: answers with their ratings and notes, how they were spoken and told, recordings, links, and who played what. */
export const practiceData: PersonalData = {
  name: "practice",

  count: async (db, userId) => {
    const own = and(eq(answers.userId, userId), isNull(answers.deletedAt));
    const [made] = await db
      .select({ answers: count(), recordings: count(answers.fileKey) })
      .from(answers)
      .where(own);
    const [links] = await db
      .select({ n: count() })
      .from(shareLinks)
      .innerJoin(answers, eq(answers.id, shareLinks.answerId))
      .where(and(own, isNull(shareLinks.revokedAt)));
    return { answers: made?.answers ?? 0, recordings: made?.recordings ?? 0, shareLinks: links?.n ?? 0 };
  },

  records: async ({ db, files }, userId) => {
    const [user] = await db.select({ language: users.language }).from(users).where(eq(users.id, userId));
    const locale = isLocale(user?.language) ? user.language : "en";
    const number = new Intl.NumberFormat(localeTag(locale));
    const rated = (scale: (typeof RATINGS)[number], score: number) => {
      const is = serverText(locale, "practice.compare.ofFive", { score: number.format(score) });
      return serverText(locale, "common.labelled", { of: serverText(locale, `archive.scales.${scale}`), is });
    };
    const rows = await db
      .select({ answer: answers, question: sql<string>`${asAsked()} ->> ${locale}`, day: planGradings.day, timeZone: users.timeZone })
      .from(answers)
      .leftJoin(planGradings, eq(planGradings.answerId, answers.id))
      .innerJoin(users, eq(users.id, answers.userId))
      .innerJoin(questions, eq(questions.id, answers.questionId))
      .where(and(eq(answers.userId, userId), isNull(answers.deletedAt)))
      .orderBy(desc(answers.recordedAt));
    const plays = await db.select().from(recordingPlays).where(eq(recordingPlays.userId, userId)).orderBy(desc(recordingPlays.playedAt));
    const own = and(eq(answers.userId, userId), isNull(answers.deletedAt));
    const spoken = await db
      .select(getTableColumns(answerDeliveries))
      .from(answerDeliveries)
      .innerJoin(answers, eq(answers.id, answerDeliveries.answerId))
      .where(own)
      .orderBy(desc(answers.recordedAt));
    const marks = await db
      .select(getTableColumns(answerStarMarks))
      .from(answerStarMarks)
      .innerJoin(answers, eq(answers.id, answerStarMarks.answerId))
      .where(own)
      .orderBy(desc(answers.recordedAt), asc(answerStarMarks.startMs));
    // Without what the address of a link is made of.
    const links = await db
      .select({ answerId: shareLinks.answerId, createdAt: shareLinks.createdAt, revokedAt: shareLinks.revokedAt })
      .from(shareLinks)
      .innerJoin(answers, eq(answers.id, shareLinks.answerId))
      .where(own)
      .orderBy(desc(shareLinks.createdAt));
    const stored = rows.filter(({ answer }) => answer.fileKey !== null);
    return {
      data: {
        answers: rows.map(({ answer: { userId: _owner, fileKey, ...answer }, question, day, timeZone }) => ({
          ...answer,
          question,
          file: fileKey ? fileName({ answer, question, day, timeZone }) : null,
        })),
        deliveries: spoken.map(({ peaks, ...delivery }) => ({ ...delivery, peaks: [...peaks] })),
        starMarks: marks,
        shareLinks: links,
        plays: plays.map(({ answerId, by, userAgent, playedAt }) => {
          // As the page tells it: what else a browser says of itself may tell who it was that listened.
          const { browser, system } = describeDevice(userAgent);
          return { answerId, by, browser, system, playedAt };
        }),
      },
      files: stored.map((row) => ({
        path: fileName(row),
        sizeBytes: row.answer.sizeBytes ?? 0,
        open: () => files.open(row.answer.fileKey ?? ""),
      })),
      entries: rows.map(({ answer, ...row }) => ({
        title: row.question,
        at: answer.recordedAt,
        lines: [
          ...(answer.ratingOverall === null
            ? []
            : [RATINGS.map((scale) => rated(scale, answer[scale] ?? 0)).join(serverText(locale, "common.separator"))]),
          ...(answer.comments ? [answer.comments] : []),
        ],
        ...(answer.fileKey && answer.recordingKind ? { file: { path: fileName({ answer, ...row }), kind: answer.recordingKind } } : {}),
      })),
    };
  },

  stored: async (db, userId) => {
    const rows = await db.select({ key: answers.fileKey }).from(answers).where(eq(answers.userId, userId));
    return rows.flatMap(({ key }) => key ?? []);
  },

  erase: async (db, userId) => {
    await db.delete(recordingPlays).where(eq(recordingPlays.userId, userId));
    await db.delete(answers).where(eq(answers.userId, userId));
  },
};
