import { createHmac } from "node:crypto";
import { and, asc, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import type { Locale } from "@/lib/locales";
import { type TypedWord, typedWords } from "@/lib/search-terms";
import { nearest, spellings } from "@/lib/spelling";
import type { Context, UserContext } from "@/server/api/context";
import type { Database } from "@/server/db/client";
import { faqCategories, faqEntries, faqTexts, faqVotes, faqWords } from "@/server/db/schema";
import { isStopWord, wordQuery } from "@/server/db/stems";
import { lacksText, languagesLacking } from "@/server/db/translations";
import { subscriberOf } from "@/server/http/rate-limits";
import { lastEdit, versionOf } from "@/server/version";
import { choose, type KnownWord, mayGoOn, weigh } from "./rules";
import type { EntriesInput, FaqInput } from "./schema";

/** Words of a search that count; nobody types more. */
const MAX_WORDS = 16;
/** Entries that a list shows at most. */
const MAX_ENTRIES = 500;

/** Who says whether an answer helped: the account, or the address in a form from which nobody reads it. */
export const voterOf = ({ actor, address, env }: Context): string =>
  actor?.id ??
  createHmac("sha256", env.secrets[0])
    .update(`faq:${subscriberOf(address)}`)
    .digest("base64url");

/** One language of a localised column; English where nobody has written it yet. */
const inLocale = (column: SQLWrapper, locale: Locale) =>
  sql<string>`coalesce(nullif(${column} ->> ${locale}::text, ''), ${column} ->> 'en')`;

/** All published entries in the caller's language, by category; with a search those that fit it, the best first. */
export async function listFaq(ctx: Context, { search }: FaqInput) {
  const { db, locale } = ctx;
  const hits = search ? await searchFaq(db, locale, search) : undefined;
  if (hits?.order.length === 0) return { data: [], meta: { total: 0, exact: false } };
  const rows = await db
    .select({
      uid: faqEntries.id,
      slug: faqEntries.slug,
      category: { slug: faqCategories.slug, name: inLocale(faqCategories.name, locale) },
      question: inLocale(faqEntries.question, locale),
      answer: inLocale(faqEntries.answer, locale),
      helpful: faqVotes.helpful,
    })
    .from(faqEntries)
    .innerJoin(faqCategories, eq(faqCategories.id, faqEntries.categoryId))
    .leftJoin(faqVotes, and(eq(faqVotes.entryId, faqEntries.id), eq(faqVotes.voter, voterOf(ctx))))
    .where(and(eq(faqEntries.published, true), hits && among(hits.order)))
    .orderBy(asc(faqCategories.position), asc(faqEntries.position), asc(faqEntries.id))
    .limit(MAX_ENTRIES);
  const data = hits ? inOrder(rows, hits.order) : rows;
  return { data, meta: { total: data.length, exact: hits?.exact ?? true } };
}

const among = (uids: string[]): SQL => sql`${faqEntries.id} = any(${sql.param(uids)}::uuid[])`;

const inOrder = <Row extends { uid: string }>(rows: Row[], order: string[]): Row[] => {
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  return order.flatMap((uid) => byUid.get(uid) ?? []);
};

/** Texts that a search finds at most. */
const MAX_HITS = 50;

/**
 * The entries that fit what was typed, best first: by the beginnings and stems of its words, and where nobody has written a word,
 * by those that it may be a slip for. What stands in a question counts three times.
 */
async function searchFaq(db: Database, locale: Locale, search: string, { drafts = false } = {}) {
  const typed = typedWords(search)
    .slice(0, MAX_WORDS)
    .map((word, at, { length }) => ({ ...word, begins: mayGoOn(word.term, at === length - 1) }));
  if (typed.length === 0) return { order: [], exact: false };
  const { words, total } = await knownWords(db, locale, typed);
  const weighed = weigh(words, total);
  const parts = weighed.flatMap(({ counts, weight, known, near, ...word }) => {
    if (counts === 0) return [];
    const meant = near.map((other) => wordQuery(locale, { term: other, word: other }));
    return [{ query: known ? wordQuery(locale, word, word) : sql`(${sql.join(meant, sql` || `)})`, points: counts * weight }];
  });
  if (parts.length === 0) return { order: [], exact: false };
  const sum = (of: (part: (typeof parts)[number]) => SQL) => sql.join(parts.map(of), sql` + `);
  const any = sql`(${sql.join(
    parts.map(({ query }) => query),
    sql` || `,
  )})`;
  const has = (query: SQL) => sql`${faqTexts.stems} @@ ${query}`;
  const all = weighed.reduce((weight, word) => weight + word.weight, 0);
  const rows = await db
    .select({
      uid: faqTexts.entryId,
      words: sql<number>`${sum(({ query }) => sql`(${has(query)})::int`)}`,
      share: sql<number>`(${sum(({ query, points }) => sql`case when ${has(query)} then ${points}::float8 else 0 end`)}) / ${all}::float8`,
    })
    .from(faqTexts)
    .innerJoin(faqEntries, eq(faqEntries.id, faqTexts.entryId))
    .where(and(eq(faqTexts.locale, locale), sql`${faqTexts.stems} @@ ${any}`, drafts ? undefined : eq(faqEntries.published, true)))
    .orderBy(
      sql`${sum(
        ({ query, points }) =>
          sql`case when ${faqTexts.questionStems} @@ ${query} then ${3 * points}::float8 when ${has(query)} then ${points}::float8 else 0 end`,
      )} desc`,
      asc(faqEntries.position),
      asc(faqEntries.id),
    )
    .limit(MAX_HITS);
  const { rows: chosen, exact } = choose(rows, weighed.every(({ known }) => known) ? weighed.length : undefined);
  return { order: chosen.map(({ uid }) => uid), exact };
}

/** Candidates that are looked at for a misspelt word. */
const MAX_CANDIDATES = 200;

/** What the language's texts know of typed words, and how many texts there are. */
async function knownWords(db: Database, locale: Locale, typed: (TypedWord & { begins: boolean })[]) {
  const textsWith = (word: (typeof typed)[number]) =>
    sql`(select count(*)::int from ${faqTexts} where ${faqTexts.locale} = ${locale} and ${faqTexts.stems} @@ ${wordQuery(locale, word, word)})`;
  const facts = typed.map((word, at) => sql`(${at}::int, ${isStopWord(locale, word)}, ${textsWith(word)})`);
  const [rows, total] = await Promise.all([
    db.execute<{ at: number; stop: boolean; texts: number }>(
      sql`select * from (values ${sql.join(facts, sql`, `)}) as known(at, stop, texts) order by at`,
    ),
    // Each entry has one text in every language.
    db.$count(faqEntries),
  ]);
  const words = await Promise.all(
    typed.map(async (word, at): Promise<KnownWord & (typeof typed)[number]> => {
      const { stop = false, texts = 0 } = rows[at] ?? {};
      return { ...word, stop, texts, near: texts > 0 || stop ? [] : await nearWords(db, locale, word.term) };
    }),
  );
  return { words, total };
}

/** Words of the language's texts that come nearest to one that stands in none. */
async function nearWords(db: Database, locale: Locale, term: string): Promise<string[]> {
  const rows = await db
    .select({ word: faqWords.word })
    .from(faqWords)
    .where(and(eq(faqWords.locale, locale), sql`${faqWords.spellings} && ${sql.param(spellings(term))}::text[]`))
    .limit(MAX_CANDIDATES);
  return nearest(
    term,
    rows.map(({ word }) => word),
  );
}

/** Every entry, drafts too, in the order in which people see them; with a search the best first. */
export async function listEntries({ db, locale }: UserContext, { search, state, missing }: EntriesInput) {
  const hits = search ? await searchFaq(db, locale, search, { drafts: true }) : undefined;
  if (hits?.order.length === 0) return { data: [], meta: { total: 0 } };
  const votes = (helpful: boolean) =>
    sql<number>`(select count(*)::int from ${faqVotes} where ${faqVotes.entryId} = ${faqEntries.id} and ${faqVotes.helpful} = ${helpful})`;
  const texts = [faqEntries.question, faqEntries.answer];
  const rows = await db
    .select({
      uid: faqEntries.id,
      slug: faqEntries.slug,
      category: { uid: faqCategories.id, name: inLocale(faqCategories.name, locale) },
      question: inLocale(faqEntries.question, locale),
      published: faqEntries.published,
      missing: languagesLacking(texts),
      helpful: votes(true),
      unhelpful: votes(false),
      editedAt: faqEntries.editedAt,
    })
    .from(faqEntries)
    .innerJoin(faqCategories, eq(faqCategories.id, faqEntries.categoryId))
    .where(and(state && eq(faqEntries.published, state === "published"), missing && lacksText(texts, missing), hits && among(hits.order)))
    .orderBy(asc(faqCategories.position), asc(faqEntries.position), asc(faqEntries.id))
    .limit(MAX_ENTRIES);
  const sorted = hits ? inOrder(rows, hits.order) : rows;
  const data = sorted.map(({ editedAt, ...row }) => ({ ...row, editedAt: lastEdit(editedAt) }));
  return { data, meta: { total: data.length } };
}

type EntryFacts = Pick<typeof faqEntries.$inferSelect, "categoryId" | "question" | "answer">;

/** What an editor says of an entry. */
export const entryFacts = ({ categoryId, question, answer }: EntryFacts) => ({ category: categoryId, question, answer });

/** One entry with its texts in all languages, published or not. @throws AppError notFound */
export async function getEntry({ db }: UserContext, uid: string) {
  const [row] = await db.select().from(faqEntries).where(eq(faqEntries.id, uid));
  const { slug, published } = found(row);
  const texts = entryFacts(found(row));
  return { uid, version: versionOf(texts), slug, ...texts, published };
}

export async function listCategories({ db, locale }: UserContext) {
  const data = await db
    .select({ uid: faqCategories.id, name: inLocale(faqCategories.name, locale) })
    .from(faqCategories)
    .orderBy(asc(faqCategories.position));
  return { data, meta: { total: data.length } };
}
