import { and, asc, eq, gt, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { HELD_BACK_STATES, VISIBLE_POST_STATES } from "@/features/forum/rules";
import type { Locale } from "@/lib/locales";
import type { UserContext } from "@/server/api/context";
import { answers, forumPosts, forumShares, forumTopics, questions, users } from "@/server/db/schema";
import type { ShareDto } from "./dto";

/** What is shared with the message of a row of `forum_posts`. Nothing of what its maker says of a take is in it. */
export const shareColumn = (locale: Locale): SQL<ShareDto | null> => sql<ShareDto | null>`(
  select jsonb_build_object('uid', s.id, 'kind', s.kind, 'expiresAt', s.expires_at,
    'state', case when s.revoked_at is not null then 'revoked'
      when s.kind = 'question' then case when q.published then 'open' else 'gone' end
      when a.deleted_at is not null or a.file_key is null or u.suspended_at is not null or u.deletion_requested_at is not null then 'gone'
      when s.expires_at <= now() then 'expired' else 'open' end,
    'question', jsonb_build_object('uid', q.id, 'text', q.text ->> ${locale}::text),
    'recording', case when a.recording_kind is not null
      then jsonb_build_object('kind', a.recording_kind, 'durationMs', coalesce(a.duration_ms, 0)) end)
  from ${forumShares} s left join ${answers} a on a.id = s.answer_id left join ${users} u on u.id = a.user_id
  join ${questions} q on q.id = coalesce(s.question_id, a.question_id) where s.post_id = ${forumPosts}.id)`;

/** What is no longer there says no more of itself than that. */
export const toShare = (row: ShareDto | null): ShareDto | null =>
  row && {
    ...row,
    recording: row.state === "open" ? row.recording : null,
    expiresAt: row.expiresAt && new Date(row.expiresAt).toISOString(),
  };

/**
 * Whether a shared take can be played now: until its day, until its maker takes it back or deletes it, while the message is seen, and
 * not while their account is suspended or about to end. For rows of shares with their message, topic, take and its maker.
 * @param team whoever decides about a message that is hidden sees what comes with it
 */
export const isPlayable = ({ team }: { team: boolean }) =>
  and(
    eq(forumShares.kind, "take"),
    isNull(forumShares.revokedAt),
    gt(forumShares.expiresAt, sql`now()`),
    isNull(answers.deletedAt),
    isNull(users.suspendedAt),
    isNull(users.deletionRequestedAt),
    inArray(forumPosts.state, team ? [...VISIBLE_POST_STATES, ...HELD_BACK_STATES] : [...VISIBLE_POST_STATES]),
    ne(forumTopics.state, "deleted"),
  );

/** Where one's own take can be played in the community at the moment. */
export async function sharesOfAnswer({ db, actor }: UserContext, answerId: string) {
  const rows = await db
    .select({
      uid: forumShares.id,
      postId: forumPosts.id,
      topicId: forumTopics.id,
      title: forumTopics.title,
      place: forumTopics.kind,
      expiresAt: forumShares.expiresAt,
    })
    .from(forumShares)
    .innerJoin(forumPosts, eq(forumPosts.id, forumShares.postId))
    .innerJoin(forumTopics, eq(forumTopics.id, forumPosts.topicId))
    .innerJoin(answers, eq(answers.id, forumShares.answerId))
    .innerJoin(users, eq(users.id, answers.userId))
    .where(and(eq(forumShares.answerId, answerId), eq(answers.userId, actor.id), isPlayable({ team: false })))
    .orderBy(asc(forumShares.expiresAt), asc(forumShares.id));
  return rows.map(({ expiresAt, ...row }) => ({ ...row, expiresAt: expiresAt?.toISOString() ?? "" }));
}
