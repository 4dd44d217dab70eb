import { inArray, sql } from "drizzle-orm";
import { LOCALES, type LocalizedText } from "@/lib/locales";
import type { Transaction } from "./client";
import account from "./content/faq/account.json";
import learning from "./content/faq/learning.json";
import practising from "./content/faq/practising.json";
import privacy from "./content/faq/privacy.json";
import recordings from "./content/faq/recordings.json";
import subscription from "./content/faq/subscription.json";
import { indexFaq } from "./faq-index";
import { faqCategories, faqEntries, faqRemovals } from "./schema";
import { contentId } from "./seed-ids";
import { lockSeeded } from "./seed-lock";
import { withFreeSlugs } from "./seed-slugs";

interface FaqContent {
  slug: string;
  name: LocalizedText;
  entries: { slug: string; question: LocalizedText; answer: LocalizedText }[];
}

/** Frequent questions in the order in which their categories are shown. */
const FAQ: FaqContent[] = [practising, recordings, account, learning, subscription, privacy];

interface Entry {
  id: string;
  categoryId: string;
  slug: string;
  position: number;
  question: LocalizedText;
  answer: LocalizedText;
}

const same = (one: LocalizedText, other: LocalizedText): boolean => LOCALES.every((locale) => one[locale] === other[locale]);

/** Those that are not here as they are given, but for what somebody has edited or deleted here. */
async function behind(tx: Transaction, content: Entry[]): Promise<Entry[]> {
  const ids = content.map(({ id }) => id);
  const rows = await tx.select().from(faqEntries).where(inArray(faqEntries.id, ids));
  const known = new Map(rows.map((row) => [row.id, row]));
  const removed = new Set((await tx.select().from(faqRemovals).where(inArray(faqRemovals.id, ids))).map(({ id }) => id));
  return content.filter((entry) => {
    const row = known.get(entry.id);
    if (removed.has(entry.id) || row?.editedAt) return false;
    return !row || !same(row.question, entry.question) || !same(row.answer, entry.answer);
  });
}

/** Puts frequent questions into the database, and brings texts that changed with a release up to date; what somebody has edited or deleted here stays so. */
export async function seedFaq(tx: Transaction): Promise<void> {
  await tx
    .insert(faqCategories)
    .values(FAQ.map(({ slug, name }, position) => ({ id: contentId("faq", slug), slug, position, name })))
    .onConflictDoUpdate({ target: faqCategories.id, set: { name: sql`excluded.name`, position: sql`excluded.position` } });
  const content = FAQ.flatMap((category) =>
    category.entries.map(({ slug, question, answer }, position) => ({
      id: contentId("faq", category.slug, slug),
      categoryId: contentId("faq", category.slug),
      slug,
      position,
      question,
      answer,
    })),
  );
  // Nothing is held where a start brings nothing new, as most do.
  const found = await behind(tx, content);
  if (found.length === 0) return;
  await lockSeeded(tx, faqEntries, found);
  const fresh = await behind(tx, found);
  if (fresh.length === 0) return;
  await tx
    .insert(faqEntries)
    .values((await withFreeSlugs(tx, faqEntries, fresh)).map((entry) => ({ ...entry, published: true })))
    // Its place and whether people see it stay as somebody has arranged them.
    .onConflictDoUpdate({ target: faqEntries.id, set: { question: sql`excluded.question`, answer: sql`excluded.answer` } });
  await indexFaq(tx, fresh);
}
