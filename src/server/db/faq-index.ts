import { and, eq, inArray } from "drizzle-orm";
import { LOCALES, type LocalizedText } from "@/lib/locales";
import { spellings } from "@/lib/spelling";
import type { Transaction } from "./client";
import { faqTexts, faqWords } from "./schema";
import { stemsOf, wordsOf } from "./stems";

interface Entry {
  id: string;
  slug: string;
  question: LocalizedText;
  answer: LocalizedText;
}

/** A statement's parameters have their limit. */
const ROWS = 500;

/** Writes anew what entries are found by, in every language. */
export async function indexFaq(tx: Transaction, entries: Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const ids = entries.map(({ id }) => id);
  await tx.delete(faqTexts).where(inArray(faqTexts.entryId, ids));
  for (const locale of LOCALES) {
    // Where a language is empty its readers see the English text, and search in it.
    const texts = entries.map(({ id, slug, question, answer }) => {
      const asked = question[locale] || question.en;
      // Its name in addresses is made of English words, and says in short what it is about.
      const words = [asked, answer[locale] || answer.en, ...(locale === "en" && slug !== id ? slug.split("-") : [])];
      return { id, asked, whole: words.join(" ") };
    });
    for (let from = 0; from < texts.length; from += ROWS)
      await tx.insert(faqTexts).values(
        texts.slice(from, from + ROWS).map(({ id, asked, whole }) => ({
          entryId: id,
          locale,
          stems: stemsOf(locale, whole),
          questionStems: stemsOf(locale, asked),
        })),
      );
    const words = [...new Set(texts.flatMap(({ whole }) => wordsOf(whole)))];
    for (let from = 0; from < words.length; from += ROWS) {
      const some = words.slice(from, from + ROWS);
      const rows = await tx
        .select({ word: faqWords.word })
        .from(faqWords)
        .where(and(eq(faqWords.locale, locale), inArray(faqWords.word, some)));
      const known = new Set(rows.map(({ word }) => word));
      const fresh = some.filter((word) => !known.has(word));
      if (fresh.length > 0)
        await tx
          .insert(faqWords)
          .values(fresh.map((word) => ({ locale, word, spellings: spellings(word) })))
          .onConflictDoNothing();
    }
  }
}
