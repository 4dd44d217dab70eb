import { and, asc, count, desc, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import type { QuestionState } from "@/lib/enums";
import { LOCALES, type Locale } from "@/lib/locales";
import { pageOffset } from "@/lib/paging";
import type { UserContext } from "@/server/api/context";
import { categories, questions, questionVersions, users } from "@/server/db/schema";
import { contentOf, stateOf, writtenContent } from "./rules";
import type { BankInput } from "./schema";

/** Whether only the English text stands there yet, in one language. */
const lacks = (language: Locale): SQL =>
  sql`(${questions.text} ->> ${language}::text = ${questions.text} ->> 'en' or ${questions.guidance} -> ${language}::text = ${questions.guidance} -> 'en')`;

const others = LOCALES.filter((locale) => locale !== "en");
const missing = sql<Locale[]>`array_remove(array[${sql.join(
  others.map((language) => sql`case when ${lacks(language)} then ${language}::text end`),
  sql`, `,
)}], null)`;

const state = sql<QuestionState>`case when ${questions.retiredAt} is not null then 'retired' when ${questions.published} then 'published' else 'draft' end`;

/** Whether a text has, in any language, what was typed, as it was typed. */
const holds = (column: SQLWrapper, search: string): SQL =>
  sql`exists (select from jsonb_each_text(${column}) as said where said.value ilike ${`%${search.replaceAll(/[\\%_]/g, "\\$&")}%`})`;

/** The bank's questions in the order in which people see them, drafts and retired ones too. */
export async function listBank({ db, locale }: UserContext, { page, search, category, state: stands, missing: language }: BankInput) {
  const scope = and(
    category ? eq(questions.categoryId, category) : undefined,
    stands ? sql`${state} = ${stands}` : undefined,
    language === "en" ? sql`false` : language ? lacks(language) : undefined,
    search ? holds(questions.text, search) : undefined,
  );
  const [rows, [sum]] = await Promise.all([
    db
      .select({
        uid: questions.id,
        slug: questions.slug,
        category: { uid: categories.id, name: sql<string>`${categories.name} ->> ${locale}::text` },
        text: sql<string>`${questions.text} ->> ${locale}::text`,
        state,
        readingTime: questions.readingTime,
        answerTime: questions.answerTime,
        missing,
        editedAt: questions.editedAt,
      })
      .from(questions)
      .innerJoin(categories, eq(categories.id, questions.categoryId))
      .where(scope)
      .orderBy(asc(categories.position), asc(categories.id), asc(questions.position), asc(questions.id))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page)),
    db.select({ total: count() }).from(questions).where(scope),
  ]);
  const data = rows.map(({ editedAt, ...row }) => ({ ...row, editedAt: editedAt?.toISOString() ?? null }));
  return { data, meta: { total: sum?.total ?? 0 } };
}

/** One question with its texts in all languages, whatever its state. @throws AppError notFound */
export async function getBankQuestion({ db }: UserContext, uid: string) {
  const row = found((await db.select().from(questions).where(eq(questions.id, uid)))[0]);
  return { uid, slug: row.slug, version: row.version, state: stateOf(row), ...writtenContent(contentOf(row)) };
}

/** Versions that a page shows. */
const MAX_VERSIONS = 100;

/** What a question said over time, the newest first; nothing for one that was never written here. */
export async function listVersions({ db }: UserContext, uid: string) {
  const rows = await db
    .select({
      version: questionVersions.version,
      at: questionVersions.at,
      by: sql<string | null>`nullif(concat_ws(' ', nullif(${users.firstName}, ''), nullif(${users.lastName}, '')), '')`,
      content: questionVersions.content,
    })
    .from(questionVersions)
    .leftJoin(users, eq(users.id, questionVersions.actorId))
    .where(eq(questionVersions.questionId, uid))
    .orderBy(desc(questionVersions.version))
    .limit(MAX_VERSIONS);
  const data = rows.map(({ content, at, ...row }) => ({ ...row, at: at?.toISOString() ?? null, ...writtenContent(content) }));
  return { data, meta: { total: data.length } };
}
