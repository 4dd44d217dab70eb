import { and, asc, count, eq, isNull, or, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { UNIVERSITY_SECTIONS } from "@/lib/enums/learning";
import type { Locale } from "@/lib/locales";
import { pageOffset } from "@/lib/page-math";
import type { UserContext } from "@/server/api/context";
import { documents, universities } from "@/server/db/schema";
import { matchesSearch } from "@/server/db/search";
import { fileUrl, inLocale } from "../queries";
import { drawMark, fileInLocale } from "../rules";

const universityColumns = (locale: Locale) => ({
  uid: universities.id,
  name: inLocale(universities.name, locale),
  city: inLocale(universities.city, locale),
  country: universities.country,
  mark: universities.mark,
});

type Facts = Pick<typeof universities.$inferSelect, "name" | "city" | "country" | "website" | "founded" | "mark" | "sections">;

/** What an editor says of a university. */
export const universityFacts = ({ name, city, country, website, founded, mark, sections }: Facts) => ({
  name,
  city,
  country,
  website,
  founded,
  mark,
  sections,
});

/** The mark as a data address. */
export const logoOf = (mark: Parameters<typeof drawMark>[0]): string => `data:image/svg+xml,${encodeURIComponent(drawMark(mark))}`;

export async function listUniversities({ db, locale }: UserContext, { page, search }: { page: number; search?: string | undefined }) {
  const scope = and(eq(universities.published, true), matchesSearch(universities.search, search));
  const [rows, [sum]] = await Promise.all([
    db
      .select(universityColumns(locale))
      .from(universities)
      .where(scope)
      .orderBy(asc(universities.position), asc(universities.id))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page)),
    db.select({ total: count() }).from(universities).where(scope),
  ]);
  return { data: rows.map(({ mark, ...row }) => ({ ...row, logo: logoOf(mark) })), meta: { total: sum?.total ?? 0 } };
}

/** One university with its sections and documents; `drafts`: also one that is not published. @throws AppError notFound */
export async function getUniversity({ db, locale }: UserContext, uid: string, { drafts = false } = {}) {
  const [[row], papers] = await Promise.all([
    db
      .select({
        ...universityColumns(locale),
        website: universities.website,
        founded: universities.founded,
        sections: universities.sections,
      })
      .from(universities)
      .where(and(eq(universities.id, uid), drafts ? undefined : eq(universities.published, true))),
    db
      .select({ uid: documents.id, title: inLocale(documents.title, locale), files: documents.files })
      .from(documents)
      .where(and(documentsOf(uid), eq(documents.published, true)))
      // A university's own first.
      .orderBy(sql`${documents.universityId} is null`, asc(documents.position), asc(documents.id))
      .limit(100),
  ]);
  const { mark, sections, ...university } = found(row);
  return {
    ...university,
    logo: logoOf(mark),
    sections: UNIVERSITY_SECTIONS.map((section) => ({ section, text: sections[section][locale] || sections[section].en })),
    documents: papers.flatMap(({ files, ...paper }) => {
      const best = fileInLocale(files, locale);
      return best ? [{ ...paper, language: best.language, size: best.size }] : [];
    }),
  };
}

const documentsOf = (university: string) => or(eq(documents.universityId, university), isNull(documents.universityId));

/** One document of a university, in the reader's language where it is there. @throws AppError notFound */
export async function getDocument(ctx: UserContext, { university, uid }: { university: string; uid: string }) {
  const [row] = await ctx.db
    .select({ title: inLocale(documents.title, ctx.locale), files: documents.files })
    .from(documents)
    .innerJoin(universities, and(eq(universities.id, university), eq(universities.published, true)))
    .where(and(eq(documents.id, uid), documentsOf(university), eq(documents.published, true)));
  const { title, files } = found(row);
  const { source, size, language } = found(fileInLocale(files, ctx.locale));
  return { uid, title, language, size, link: await fileUrl(ctx, source) };
}
