import { statSync } from "node:fs";
import { isNull, sql } from "drizzle-orm";
import type { UniversitySection, VideoKind } from "@/lib/enums/learning";
import { LOCALES, type Locale, type LocalizedText } from "@/lib/locales";
import type { Transaction } from "./client";
import papers from "./content/learning/documents.json";
import mentorship from "./content/learning/mentorship.json";
import tracks from "./content/learning/tracks.json";
import tutorials from "./content/learning/tutorials.json";
import firstUniversities from "./content/learning/universities-1.json";
import moreUniversities from "./content/learning/universities-2.json";
import { captions, documents, learningRemovals, universities, videos } from "./schema";
import type { DocumentFile, Mark } from "./schema/learning";
import { searchVectorOf } from "./search";
import { contentId } from "./seed-ids";
import { lockSeeded } from "./seed-lock";
import { withFreeSlugs } from "./seed-slugs";

interface VideoContent {
  slug: string;
  title: LocalizedText;
  description: LocalizedText;
  date: string;
  scales: string[];
  categories: string[];
  question: string;
}

/** What src/bin/make-videos.mjs found out while it made the files. */
interface Track {
  duration: number;
  chapters: { at: number; title: LocalizedText }[];
  captions: Record<Locale, string>;
}

interface UniversityContent {
  slug: string;
  name: LocalizedText;
  country: string;
  city: LocalizedText;
  website: string;
  founded: number;
  mark: Mark;
  sections: Record<UniversitySection, LocalizedText>;
}

const VIDEOS: [VideoKind, VideoContent[]][] = [
  ["mentorship", mentorship as VideoContent[]],
  ["tutorial", tutorials as VideoContent[]],
];
const TRACKS = tracks as unknown as Record<string, Track>;
const UNIVERSITIES = [...firstUniversities, ...moreUniversities] as UniversityContent[];

interface DocumentContent {
  slug: string;
  title: LocalizedText;
}

/** The files that src/bin/make-documents.mjs made of a document, with their sizes. */
const filesOf = (slug: string): Partial<Record<Locale, DocumentFile>> =>
  Object.fromEntries(
    LOCALES.flatMap((locale) => {
      const path = `/documents/${slug}.${locale}.pdf`;
      const file = statSync(`public${path}`, { throwIfNoEntry: false });
      return file ? [[locale, { source: { path }, size: file.size }]] : [];
    }),
  );

/** Puts the learning area's content into the database, and brings what changed with a release up to date. */
export async function seedLearning(tx: Transaction): Promise<void> {
  const rows = VIDEOS.flatMap(([kind, list]) =>
    list.flatMap((video) => {
      const track = TRACKS[video.slug];
      // A text without its video is not shown yet.
      if (!track) return [];
      const [category = "", question = ""] = video.question.split("/");
      return {
        id: contentId("video", video.slug),
        kind,
        slug: video.slug,
        title: video.title,
        description: video.description,
        date: video.date,
        source: { path: `/learning/${video.slug}.mp4` },
        duration: track.duration,
        chapters: track.chapters,
        scales: video.scales,
        categories: video.categories.map((slug) => contentId(slug)),
        questionId: contentId(category, question),
        published: true,
        search: searchVectorOf(video.title, video.description),
      };
    }),
  );
  const library = (papers as DocumentContent[]).map(({ slug, title }, position) => {
    const files = filesOf(slug);
    return { id: contentId("document", slug), title, files, position, published: Object.keys(files).length > 0 };
  });
  await lockSeeded(tx, videos, rows);
  await lockSeeded(tx, documents, library);
  const removed = new Set((await tx.select().from(learningRemovals)).map(({ id }) => id));
  const stays = ({ id }: { id: string }) => !removed.has(id);
  // The newest of each kind first.
  const byDate = rows
    .toSorted((one, other) => other.date.localeCompare(one.date))
    .map((row, position) => ({ ...row, position }))
    .filter(stays);
  if (byDate.length > 0)
    await tx
      .insert(videos)
      .values(await withFreeSlugs(tx, videos, byDate))
      .onConflictDoUpdate({
        target: videos.id,
        // What somebody has changed here stays changed.
        setWhere: isNull(videos.editedAt),
        set: {
          title: sql`excluded.title`,
          description: sql`excluded.description`,
          date: sql`excluded.date`,
          source: sql`excluded.source`,
          duration: sql`excluded.duration`,
          chapters: sql`excluded.chapters`,
          scales: sql`excluded.scales`,
          categories: sql`excluded.categories`,
          questionId: sql`excluded.question_id`,
          search: sql`excluded.search`,
        },
      });
  const untouched = await tx.select({ id: videos.id }).from(videos).where(isNull(videos.editedAt));
  const followed = byDate.filter(({ id }) => untouched.some((video) => video.id === id));
  if (followed.length > 0)
    await tx
      .insert(captions)
      .values(
        followed.flatMap(({ id, slug }) => LOCALES.map((locale) => ({ videoId: id, locale, vtt: TRACKS[slug]?.captions[locale] ?? "" }))),
      )
      .onConflictDoUpdate({ target: [captions.videoId, captions.locale], set: { vtt: sql`excluded.vtt` } });
  // Made once: what a super admin has changed since stays changed.
  await tx
    .insert(universities)
    .values(
      UNIVERSITIES.map((university, position) => ({
        ...university,
        id: contentId("university", university.slug),
        position,
        published: true,
        search: searchVectorOf(university.name, university.city),
      })),
    )
    .onConflictDoNothing();
  const kept = library.filter(stays);
  if (kept.length > 0) await tx.insert(documents).values(kept).onConflictDoNothing();
}
