import { and, asc, desc, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { AppError, found } from "@/lib/app-error";
import { afterCursor, cursorOf } from "@/lib/cursors";
import type { QuestionState } from "@/lib/enums/practice";
import { LOCALES, type Locale } from "@/lib/locales";
import { typedNames } from "@/lib/search-terms";
import type { UserContext } from "@/server/api/context";
import { fullNameOf } from "@/server/db/names";
import { answers, categories, questions, questionVersions, users } from "@/server/db/schema";
import { QUESTION_IN_STATE, QUESTION_TERMS, questionLacks, questionWords } from "@/server/db/schema/practice";
import { contentOf, stateOf, writtenContent } from "./rules";
import { type BankInput, QUESTIONS } from "./schema";

const others = LOCALES.filter((locale) => locale !== "en");
const missing = sql<Locale[]>`array_remove(array[${sql.join(
  others.map((language) => sql`case when ${questionLacks(language)} then ${language}::text end`),
  sql`, `,
)}], null)`;

const state = sql<QuestionState>`case when ${questions.retiredAt} is not null then 'retired' when ${questions.published} then 'published' else 'draft' end`;

/** Whether a question has words that begin like what was typed, in whatever language. */
function containsWords(search: string): SQL {
  const typed = typedNames(search);
  if (typed === null) return sql`false`;
  const words = sql`regexp_replace(btrim(${questionWords(sql`${typed}::text`)}), '\\s+', ':* & ', 'g')`;
  return sql`${QUESTION_TERMS} @@ to_tsquery('simple', ${words} || ':*')`;
}

const PLACE = /^(\d{1,9}) ([\da-f-]{36}) (\d{1,9})$/;

/** Where the last page ended: its category's place and its own in it. @throws AppError invalidInput for what is none */
function placeOf(before: string) {
  const { value, id } = afterCursor(before);
  const [, room, category, position] = PLACE.exec(value) ?? [];
  if (!category) throw new AppError("invalidInput", { issues: [{ path: ["before"], key: "format" }] });
  return { room: Number(room), category, position: Number(position), id };
}

const FIRST = { position: -1, id: "00000000-0000-0000-0000-000000000000" };

/**
 * The bank's questions in the order in which people see them, drafts and retired ones too, a page at a time: of each category on the
 * way no more are read than fit, along an index that has them in their order.
 */
export async function listBank({ db, locale }: UserContext, { before, search, category, state: stands, missing: language }: BankInput) {
  const last = before ? placeOf(before) : undefined;
  const inLast = last && sql`${categories.id} = ${last.category}::uuid`;
  const own = db
    .select({
      uid: questions.id,
      position: questions.position,
      slug: questions.slug,
      text: sql<string>`${questions.text} ->> ${locale}::text`.as("said"),
      state: state.as("state"),
      readingTime: questions.readingTime,
      answerTime: questions.answerTime,
      missing: missing.as("missing"),
      editedAt: questions.editedAt,
    })
    .from(questions)
    .where(
      and(
        eq(questions.categoryId, categories.id),
        stands && QUESTION_IN_STATE[stands],
        language && (language === "en" ? sql`false` : questionLacks(language)),
        search ? containsWords(search) : undefined,
        last &&
          sql`(${questions.position}, ${questions.id}) > (case when ${inLast} then ${last.position}::int else ${FIRST.position}::int end,
            case when ${inLast} then ${last.id}::uuid else ${FIRST.id}::uuid end)`,
      ),
    )
    .orderBy(asc(questions.position), asc(questions.id))
    .limit(QUESTIONS + 1)
    .as("own");
  const rows = await db
    .select({
      uid: own.uid,
      slug: own.slug,
      category: { uid: categories.id, name: sql<string>`${categories.name} ->> ${locale}::text` },
      text: own.text,
      state: own.state,
      readingTime: own.readingTime,
      answerTime: own.answerTime,
      missing: own.missing,
      editedAt: own.editedAt,
      place: { room: categories.position, own: own.position },
    })
    .from(categories)
    .crossJoinLateral(own)
    .where(
      and(
        category ? eq(categories.id, category) : undefined,
        last && sql`(${categories.position}, ${categories.id}) >= (${last.room}::int, ${last.category}::uuid)`,
      ),
    )
    .orderBy(asc(categories.position), asc(categories.id), asc(own.position), asc(own.uid))
    .limit(QUESTIONS + 1);
  const shown = rows.slice(0, QUESTIONS);
  const end = shown.at(-1);
  return {
    data: shown.map(({ place: _, editedAt, ...row }) => ({ ...row, editedAt: editedAt?.toISOString() ?? null })),
    meta: { next: rows.length > QUESTIONS && end ? cursorOf(`${end.place.room} ${end.category.uid} ${end.place.own}`, end.uid) : null },
  };
}

/** One question with its texts in all languages, whatever its state. @throws AppError notFound */
export async function getBankQuestion({ db }: UserContext, uid: string) {
  const row = found((await db.select().from(questions).where(eq(questions.id, uid)))[0]);
  return { uid, slug: row.slug, version: row.version, state: stateOf(row), ...writtenContent(contentOf(row)) };
}

/**
 * The text or the guidance of a question, in all languages (jsonb), as they stood when somebody answered it: what was written anew since was
 * not asked. What a release changed of a question that nobody has written here has no versions.
 * @param at when that was; where it is null, the question as it stands
 */
export const asAsked = (at: SQLWrapper = answers.recordedAt, part: "text" | "guidance" = "text"): SQL => sql`coalesce((
  select v.content -> ${sql.raw(`'${part}'`)} from ${questionVersions} v
  where v.question_id = ${questions.id} and (v.at is null or v.at <= coalesce(${at}, now())) order by v.version desc limit 1),
  ${part === "text" ? questions.text : questions.guidance})`;

/** When the answer was recorded that has this id. */
export const recordedAtOf = (answerId: SQLWrapper): SQL => sql`(select a.recorded_at from ${answers} a where a.id = ${answerId})`;

/** Versions that a page shows. */
const MAX_VERSIONS = 100;

/** What a question said over time, the newest first; nothing for one that was never written here. */
export async function listVersions({ db }: UserContext, uid: string) {
  const rows = await db
    .select({
      version: questionVersions.version,
      at: questionVersions.at,
      by: sql<string | null>`nullif(${fullNameOf(users)}, '')`,
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
