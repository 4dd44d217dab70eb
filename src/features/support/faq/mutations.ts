import { createHmac } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { LOCALES, type LocalizedText } from "@/lib/locales";
import { fold } from "@/lib/search-terms";
import type { Context } from "@/server/api/context";
import type { Executor } from "@/server/db/client";
import { faqEntries, faqTexts, faqVotes } from "@/server/db/schema";
import { stemsOf } from "@/server/db/stems";
import type { VoteInput } from "./schema";

/** Who says whether an answer helped: the account, or the address in a form from which nobody reads it. */
export const voterOf = ({ actor, address, env }: Context): string =>
  actor?.id ?? createHmac("sha256", env.secret).update(`faq:${address}`).digest("base64url");

/** Keeps one word of each about an answer; another one takes its place. @throws AppError notFound */
export async function voteFaq(ctx: Context, { uid, helpful }: VoteInput) {
  const [entry] = await ctx.db
    .select({ id: faqEntries.id })
    .from(faqEntries)
    .where(and(eq(faqEntries.id, uid), eq(faqEntries.published, true)));
  const entryId = found(entry).id;
  await ctx.db
    .insert(faqVotes)
    .values({ entryId, voter: voterOf(ctx), userId: ctx.actor?.id ?? null, helpful })
    .onConflictDoUpdate({ target: [faqVotes.entryId, faqVotes.voter], set: { helpful, votedAt: sql`now()` } });
  return { uid, helpful };
}

/** Writes anew what an entry is found by, in every language in which it says something. */
export async function indexFaq(
  db: Executor,
  entryId: string,
  { question, answer }: { question: LocalizedText; answer: LocalizedText },
): Promise<void> {
  await db.delete(faqTexts).where(eq(faqTexts.entryId, entryId));
  for (const locale of LOCALES) {
    // Where a language is empty its readers see the English text, and search in it.
    const text = `${question[locale] || question.en} ${answer[locale] || answer.en}`;
    await db.insert(faqTexts).values({ entryId, locale, folded: fold(text), stems: stemsOf(locale, text) as unknown as string });
  }
}
