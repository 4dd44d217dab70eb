import { asc, eq, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import type { Locale } from "@/lib/locales";
import { untranslated } from "@/lib/localized-text";
import type { UserContext } from "@/server/api/context";
import { cannedReplies, conversations, users } from "@/server/db/schema";
import { lastEdit, versionOf } from "@/server/version";
import { fillPlaceholders } from "./rules";
import type { CannedInput } from "./schema";

/** Ready answers that a list shows at most. */
const MAX_REPLIES = 500;

/** In which language they are wanted, and what fills them. */
interface Around {
  locale: Locale;
  values: Record<string, string>;
}

/** @throws AppError notFound */
async function around({ db, actor }: UserContext, conversationId: string): Promise<Around> {
  const [[row], [agent]] = await Promise.all([
    db
      .select({
        locale: conversations.locale,
        subject: conversations.subject,
        name: sql<string>`coalesce(${users.firstName}, ${conversations.guestName}, '')`,
      })
      .from(conversations)
      .leftJoin(users, eq(users.id, conversations.userId))
      .where(eq(conversations.id, conversationId)),
    db.select({ firstName: users.firstName }).from(users).where(eq(users.id, actor.id)),
  ]);
  const { locale, subject, name } = found(row);
  return { locale, values: { name, subject, agent: found(agent).firstName } };
}

/** The ready answers, in the language of the conversation and with its names filled in; without one in the caller's, as they are kept. */
export async function listCanned(ctx: UserContext, { conversationId }: CannedInput) {
  const { locale, values } = conversationId ? await around(ctx, conversationId) : { locale: ctx.locale, values: {} };
  const rows = await ctx.db.select().from(cannedReplies).orderBy(asc(cannedReplies.position), asc(cannedReplies.id)).limit(MAX_REPLIES);
  const data = rows.map(({ id, title, text, editedAt }) => ({
    uid: id,
    title: title[locale] || title.en,
    text: fillPlaceholders(text[locale] || text.en, values),
    missing: untranslated([title, text]),
    editedAt: lastEdit(editedAt),
  }));
  return { data, meta: { total: data.length } };
}

/** What an editor says of one. */
export const replyFacts = ({ title, text }: Pick<typeof cannedReplies.$inferSelect, "title" | "text">) => ({ title, text });

/** One with its texts in all languages. @throws AppError notFound */
export async function getReply({ db }: UserContext, uid: string) {
  const [row] = await db.select().from(cannedReplies).where(eq(cannedReplies.id, uid));
  const texts = replyFacts(found(row));
  return { uid, version: versionOf(texts), ...texts };
}
