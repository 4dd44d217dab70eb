import { and, asc, eq, gt, inArray, isNull, ne, type Placeholder, type SQL, sql } from "drizzle-orm";
import { HELD_BACK_STATES, VISIBLE_POST_STATES } from "@/features/forum/rules";
import { asAsked } from "@/features/practice/bank/queries";
import { found } from "@/lib/app-error";
import type { Locale } from "@/lib/locales";
import type { UserContext } from "@/server/api/context";
import { answers, forumPosts, forumShares, forumTopics, questions, users } from "@/server/db/schema";
import type { ShareDto } from "./dto";

/**
 * What is shared with the message of a row of `forum_posts`: a question as it stands, a take with what was asked then. Nothing of what its
 * maker says of a take is in it.
 */
export const shareColumn = (locale: Locale | Placeholder): SQL<ShareDto | null> => sql<ShareDto | null>`(
  select jsonb_build_object('uid', s.id, 'kind', s.kind, 'expiresAt', s.expires_at,
    'state', case when s.revoked_at is not null then 'revoked'
      when s.kind = 'question' then case when ${questions}.published then 'open' else 'gone' end
      when a.deleted_at is not null or a.file_key is null or u.suspended_at is not null or u.deletion_requested_at is not null
        or t.state = 'deleted' then 'gone'
      when s.expires_at <= now() then 'expired' else 'open' end,
    'question', jsonb_build_object('uid', ${questions}.id, 'text',
      case s.kind when 'take' then ${asAsked(sql`a.recorded_at`)} else ${questions}.text end ->> ${locale}::text),
    'recording', case when a.recording_kind is not null
      then jsonb_build_object('kind', a.recording_kind, 'durationMs', coalesce(a.duration_ms, 0)) end)
  from ${forumShares} s left join ${answers} a on a.id = s.answer_id left join ${users} u on u.id = a.user_id
  join ${forumTopics} t on t.id = ${forumPosts}.topic_id join ${questions} on ${questions}.id = coalesce(s.question_id, a.question_id)
  where s.post_id = ${forumPosts}.id)`;

interface Reading {
  own: boolean;
  /** The message is one that the reader may play from, as `isPlayable` has it. */
  plays: boolean;
  /** The message was reported, and the reader decides about that. */
  decides: boolean;
}

/** What is shared, for one reader. What was taken back is its maker's own; what is no longer there says no more of itself than that. */
export function toShare(row: ShareDto | null, { own, plays, decides }: Reading): ShareDto | null {
  if (!row || (row.state === "revoked" && !own && !decides)) return null;
  const state = row.state === "open" && row.kind === "take" && !plays ? "gone" : row.state;
  const expiresAt = row.expiresAt && new Date(row.expiresAt).toISOString();
  return { ...row, state, recording: state === "open" ? row.recording : null, expiresAt };
}

/** A take that is shared until its day, and that nobody has taken back or deleted. */
const isOut = and(
  eq(forumShares.kind, "take"),
  isNull(forumShares.revokedAt),
  gt(forumShares.expiresAt, sql`now()`),
  isNull(answers.deletedAt),
);

/**
 * Whether a shared take can be played now: until its day, until its maker takes it back or deletes it, while the message is seen, and
 * not while their account is suspended or about to end. For rows of shares with their message, topic, take and its maker.
 * @param team whoever decides about a message that is hidden sees what comes with it
 */
export const isPlayable = ({ team }: { team: boolean }) =>
  and(
    isOut,
    isNull(users.suspendedAt),
    isNull(users.deletionRequestedAt),
    inArray(forumPosts.state, team ? [...VISIBLE_POST_STATES, ...HELD_BACK_STATES] : [...VISIBLE_POST_STATES]),
    ne(forumTopics.state, "deleted"),
  );

/** Where one's own take is shared in the community: also where moderators hide the message at present, since they may restore it. */
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
    .where(and(eq(forumShares.answerId, answerId), eq(answers.userId, actor.id), isOut, ne(forumPosts.state, "self_deleted")))
    .orderBy(asc(forumShares.expiresAt), asc(forumShares.id));
  return rows.map(({ expiresAt, ...row }) => ({ ...row, expiresAt: found(expiresAt).toISOString() }));
}
