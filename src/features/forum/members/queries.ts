import { and, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { avatarPath } from "@/features/account/queries";
import { isNewcomer, suspensionOf, VISIBLE_POST_STATES } from "@/features/forum/rules";
import { AppError, found } from "@/lib/app-error";
import type { Role } from "@/lib/enums/account";
import { toHandle } from "@/lib/mentions";
import { fold } from "@/lib/search-terms";
import type { UserContext } from "@/server/api/context";
import { type Executor, prepared } from "@/server/db/client";
import { listed } from "@/server/db/listed";
import { forumMembers, forumPosts, forumTopics, users } from "@/server/db/schema";
import type { AuthorDto } from "./dto";
import { firstHandle, shownName } from "./rules";
import { type SuggestInput, soundName } from "./schema";

export type Member = typeof forumMembers.$inferSelect;
type User = typeof users.$inferSelect;

export const isTeam = (role: Role): boolean => role !== "candidate";

const columns = {
  id: forumMembers.userId,
  handle: forumMembers.handle,
  name: forumMembers.name,
  sample: forumMembers.sample,
  avatarId: users.avatarId,
  role: users.role,
};

interface AuthorRow {
  id: string;
  handle: string;
  name: string;
  sample: boolean;
  avatarId: string | null;
  role: Role;
}

const toAuthor = ({ id, handle, name, sample, avatarId, role }: AuthorRow): AuthorDto => ({
  uid: id,
  handle,
  name,
  sample,
  avatar: avatarPath(avatarId),
  role: isTeam(role) ? "team" : null,
});

/** Of a member no more than a visitor may know. */
export const toByline = ({ handle, name, avatar, sample }: AuthorDto) => ({ handle, name, avatar, sample });

export type Authors = ReadonlyMap<string, AuthorDto>;

const authorRows = prepared((db) =>
  db
    .select(columns)
    .from(forumMembers)
    .innerJoin(users, eq(users.id, forumMembers.userId))
    .where(sql`${forumMembers.userId} = any(${sql.placeholder("ids")}::uuid[])`)
    .prepare("forum_authors"),
);

/** Those who wrote, by their ids; whoever is no more is not among them. */
export async function authorsOf(db: Executor, ids: Iterable<string | null>): Promise<Authors> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await authorRows(db).execute({ ids: wanted });
  return new Map(rows.map((row) => [row.id, toAuthor(row)]));
}

export const authorIn = (authors: Authors, id: string | null): AuthorDto | null => (id === null ? null : (authors.get(id) ?? null));

/** Members by their handles. */
export async function membersCalled(db: Executor, handles: string[]): Promise<Map<string, string>> {
  if (handles.length === 0) return new Map();
  const rows = await db
    .select({ id: forumMembers.userId, handle: forumMembers.handle })
    .from(forumMembers)
    .where(inArray(forumMembers.handle, handles));
  return new Map(rows.map(({ id, handle }) => [handle, id]));
}

/** How the community would see somebody who is no member yet. */
export function firstMember({ firstName, lastName, role }: Pick<User, "firstName" | "lastName" | "role">) {
  const handle = firstHandle(firstName);
  return { handle, name: soundName(shownName(firstName, lastName), handle, isTeam(role)) };
}

/** Oneself as the community sees one, or would. */
export async function myMember({ db, actor }: UserContext) {
  const [row] = await db
    .select({ member: forumMembers, user: users })
    .from(users)
    .leftJoin(forumMembers, eq(forumMembers.userId, users.id))
    .where(eq(users.id, actor.id));
  const { member, user } = found(row);
  const now = new Date();
  const team = isTeam(user.role);
  const { handle, name, sample, postCount, joinedAt, suspendedUntil } = member ?? {
    ...firstMember(user),
    sample: false,
    postCount: 0,
    joinedAt: now,
    suspendedUntil: null,
  };
  return {
    uid: user.id,
    handle,
    name,
    sample,
    avatar: avatarPath(user.avatarId),
    role: team ? ("team" as const) : null,
    joined: member !== null,
    postCount,
    newcomer: isNewcomer({ team, sample, postCount, joinedAt, suspendedUntil }, now),
    suspendedUntil: suspendedUntil && suspendedUntil > now ? suspendedUntil.toISOString() : null,
  };
}

/** Somebody who is suspended publishes nothing, in whatever way. @throws AppError writingSuspended */
export function requireWriting(member: Pick<Member, "suspendedUntil">, now = new Date()): void {
  const suspension = suspensionOf(member, now);
  if (suspension) throw new AppError(suspension.code, { values: suspension.values ?? {} });
}

/** The same of whoever may be no member yet. @throws AppError writingSuspended */
export async function requireUnsuspended(db: Executor, userId: string): Promise<void> {
  const [member] = await db.select().from(forumMembers).where(eq(forumMembers.userId, userId));
  if (member) requireWriting(member);
}

const SUGGESTIONS = 8;

/** A beginning, for an index in the order of bytes. */
const begins = (column: typeof forumMembers.handle | typeof forumMembers.folded, text: string): SQL =>
  sql`${column} like ${`${text.replaceAll(/[\\%_]/g, "\\$&")}%`}`;

/** Members whose handle or name begins like what was typed; those who wrote in a topic first. */
export async function suggestMembers({ db, actor }: UserContext, { text, topicId }: SuggestInput) {
  const typed = toHandle(text);
  const folded = fold(text);
  const fits = and(
    ne(forumMembers.userId, actor.id),
    isNull(users.erasedAt),
    isNull(users.suspendedAt),
    typed === "" ? undefined : or(begins(forumMembers.handle, typed), folded === "" ? undefined : begins(forumMembers.folded, folded)),
  );
  const select = () => db.select(columns).from(forumMembers).innerJoin(users, eq(users.id, forumMembers.userId));
  const here = topicId
    ? await select()
        .where(
          and(
            fits,
            sql`exists (select from ${forumPosts} p join ${forumTopics} t on t.id = p.topic_id
              where t.id = ${topicId} and (t.state <> 'deleted' or ${isTeam(actor.role)}) and p.author_id = ${forumMembers.userId}
              and p.state in ${listed(VISIBLE_POST_STATES)})`,
          ),
        )
        .orderBy(forumMembers.handle)
        .limit(SUGGESTIONS)
    : [];
  // Everybody would be no suggestion.
  const others =
    here.length < SUGGESTIONS && typed !== "" ? await select().where(fits).orderBy(forumMembers.handle).limit(SUGGESTIONS) : [];
  const known = new Set(here.map(({ id }) => id));
  return [...here, ...others.filter(({ id }) => !known.has(id))].slice(0, SUGGESTIONS).map(toAuthor);
}
