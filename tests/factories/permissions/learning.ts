import { eq } from "drizzle-orm";
import { inAll } from "#tests/factories/texts";
import { LOCALES } from "@/lib/locales";
import { captions, documents } from "@/server/db/schema";
import { LISTS, OWN, row, SELF, type Table, TEAM, TOP } from "./table";
import type { World } from "./world";

const E = "learning.editing";

/** Of what came with the app. */
const first = async (world: World, list: string): Promise<string> => (await world.by(world.owner, `learning.${list}`, {}))[0].uid;
const aTutorial = async (world: World) => ({ uid: await first(world, "tutorials") });

async function watched(world: World) {
  const { uid } = await aTutorial(world);
  await world.by(world.owner, "learning.recordWatching", { uid, ranges: [[0, 5]], position: 5 });
  return { uid: world.owns(uid) };
}

async function bookmarked(world: World) {
  const { uid: video } = await aTutorial(world);
  const { uid } = await world.by(world.owner, "learning.saveBookmark", { video, at: 3, note: world.owner.mark });
  return { uid: world.owns(uid), video };
}

const VIDEO = {
  kind: "tutorial",
  title: inAll("A new video"),
  description: inAll("What it is about"),
  date: "2026-11-01",
  chapters: [],
  scales: [],
  categories: [],
  question: null,
};
const UNIVERSITY = {
  name: inAll("A new university"),
  city: inAll("Khartoum"),
  country: "SD",
  website: "https://university.example",
  founded: null,
  mark: { letters: "NU", shape: "circle", hue: 200 },
};
const DOCUMENT = { university: null, title: inAll("A new document") };

/** Something that nobody sees yet. */
const drafted = async (world: World, save: string, draft: object): Promise<{ uid: string }> => {
  const { uid } = await world.by(world.superAdmin, `${E}.${save}`, draft);
  return { uid };
};
const aVideo = (world: World) => drafted(world, "saveVideo", VIDEO);
const aDocument = (world: World) => drafted(world, "saveDocument", DOCUMENT);

/** A university as an editor sends it back. */
async function aUniversity(world: World) {
  const uid = (await world.by(world.superAdmin, `${E}.universities`, {}))[0].uid;
  return world.by(world.superAdmin, `${E}.university`, { uid });
}
const newUniversity = async (world: World) => ({ ...UNIVERSITY, sections: (await aUniversity(world)).sections });

async function withCaptions(world: World) {
  const { uid } = await aVideo(world);
  await world.harness.app.services.db.insert(captions).values(LOCALES.map((locale) => ({ videoId: uid, locale, vtt: "WEBVTT\n" })));
  return { uid, language: "fr" };
}

async function withFile(world: World) {
  const { uid } = await aDocument(world);
  const files = { en: { source: { path: "/learning/a.pdf" }, size: 5 } };
  await world.harness.app.services.db.update(documents).set({ files }).where(eq(documents.id, uid));
  return { uid, language: "en" };
}

export const learningTable: Table = {
  "learning.mentorship": row(SELF, () => ({})),
  "learning.tutorials": row(SELF, () => ({})),
  "learning.suggestedMentorship": row(SELF),
  "learning.suggestedTutorial": row(SELF),
  "learning.dismissSuggestion": row(SELF, aTutorial),
  "learning.mentorshipVideo": row(SELF, async (world) => ({ uid: await first(world, "mentorship") })),
  "learning.tutorial": row(SELF, aTutorial),
  "learning.library": row(SELF, () => ({})),
  "learning.continueWatching": row(LISTS, async (world) => void (await watched(world))),
  "learning.recordWatching": row(SELF, async (world) => ({ ...(await aTutorial(world)), ranges: [[0, 5]], position: 5 })),
  "learning.bookmarks": row(LISTS, async (world) => ({ uid: (await bookmarked(world)).video })),
  "learning.saveBookmark": row(SELF, async (world) => ({ video: (await aTutorial(world)).uid, at: 3 })),
  "learning.saveBookmark: one that is there": row(OWN, async (world) => ({ ...(await bookmarked(world)), at: 4, note: "Another" })),
  "learning.deleteBookmark": row(OWN, async (world) => ({ uid: (await bookmarked(world)).uid })),
  "learning.universities": row(SELF, () => ({})),
  "learning.university": row(SELF, async (world) => ({ uid: await first(world, "universities") })),
  "learning.document": row(SELF, async (world) => {
    const university = await first(world, "universities");
    const { documents: shelf } = await world.by(world.owner, "learning.university", { uid: university });
    return { university, uid: shelf[0].uid };
  }),
  "learning.editUniversity": row(TOP, async (world) => ({ uid: (await aUniversity(world)).uid, founded: 1902 })),

  [`${E}.videos`]: row(TEAM, () => ({})),
  [`${E}.video`]: row(TEAM, aVideo),
  [`${E}.saveVideo`]: row(TEAM, () => VIDEO),
  [`${E}.publishVideo`]: row(TEAM, async (world) => ({ uids: [(await aVideo(world)).uid], published: false })),
  [`${E}.moveVideo`]: row(TEAM, async (world) => ({ ...(await aVideo(world)), to: "up" })),
  [`${E}.deleteVideo`]: row(TEAM, aVideo),
  [`${E}.deleteCaptions`]: row(TEAM, withCaptions),
  [`${E}.universities`]: row(TOP, () => ({})),
  [`${E}.university`]: row(TOP, async (world) => ({ uid: (await aUniversity(world)).uid })),
  [`${E}.saveUniversity`]: row(TOP, newUniversity),
  [`${E}.publishUniversity`]: row(TOP, async (world) => ({ uids: [(await aUniversity(world)).uid], published: true })),
  [`${E}.moveUniversity`]: row(TOP, async (world) => ({ uid: (await aUniversity(world)).uid, to: "down" })),
  [`${E}.documents`]: row(TOP, () => ({ university: null })),
  [`${E}.saveDocument`]: row(TOP, () => DOCUMENT),
  [`${E}.documentFile`]: row(TOP, withFile),
  [`${E}.publishDocument`]: row(TOP, async (world) => ({ uid: (await withFile(world)).uid, published: true })),
  [`${E}.moveDocument`]: row(TOP, async (world) => ({ ...(await aDocument(world)), to: "up" })),
  [`${E}.detachFile`]: row(TOP, withFile),
  [`${E}.deleteDocument`]: row(TOP, aDocument),
};
