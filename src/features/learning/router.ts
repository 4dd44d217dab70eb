import { z } from "zod";
import { uidInput } from "@/lib/inputs";
import { DONE, dataOf, doneDto, listOf } from "@/lib/list-schemas";
import { rest, router, superProcedure, userProcedure } from "@/server/api/trpc";
import {
  bookmarkDto,
  documentDto,
  libraryDto,
  mentorshipDetailDto,
  mentorshipDto,
  progressDto,
  suggestionDto,
  tutorialDetailDto,
  tutorialDto,
  universityDetailDto,
  universityDto,
} from "./dto";
import { editingRouter } from "./editing/router";
import { deleteBookmark, dismissSuggestion, recordWatching, saveBookmark } from "./mutations";
import { continueWatching, getVideo, listBookmarks, listLibrary, listVideos, suggestVideo } from "./queries";
import { bookmarkInput, documentInput, libraryInput, universityInput, videoListInput, watchInput } from "./schema";
import { editUniversity } from "./universities/mutations";
import { getDocument, getUniversity, listUniversities } from "./universities/queries";

const tag = "Learning";
const P = "/api/user/personalization";
const R = `${P}/learning/resources`;

/** A mentorship video's name is its heading, a tutorial's its name: the specification's words. */
const withHeading = <Row extends { title: string }>({ title, ...row }: Row) => ({ ...row, heading: title });
const withName = <Row extends { title: string }>({ title, ...row }: Row) => ({ ...row, name: title });

export const learningRouter = router({
  editing: editingRouter,

  mentorship: userProcedure
    .meta(rest("GET", `${R}/mentorship/program/get`, { tag, summary: "Mentorship videos, a page of ten" }))
    .input(videoListInput)
    .output(listOf(mentorshipDto))
    .query(async ({ ctx, input }) => {
      const { data, meta } = await listVideos(ctx, "mentorship", input);
      return { data: data.map(withHeading), meta };
    }),

  tutorials: userProcedure
    .meta(rest("GET", `${R}/interview/tutorial/get`, { tag, summary: "Interview tutorials, a page of ten" }))
    .input(videoListInput)
    .output(listOf(tutorialDto))
    .query(async ({ ctx, input }) => {
      const { data, meta } = await listVideos(ctx, "tutorial", input);
      return { data: data.map(withName), meta };
    }),

  suggestedMentorship: userProcedure
    .meta(
      rest("GET", `${R}/mentorship/program/suggested/for/you/get`, { tag, summary: "The mentorship video that fits best now, with why" }),
    )
    .output(dataOf(suggestionDto))
    .query(async ({ ctx }) => ({ data: await suggestVideo(ctx, "mentorship") })),

  suggestedTutorial: userProcedure
    .meta(rest("GET", `${R}/interview/tutorial/suggested/for/you/get`, { tag, summary: "The tutorial that fits best now, with why" }))
    .output(dataOf(suggestionDto))
    .query(async ({ ctx }) => ({ data: await suggestVideo(ctx, "tutorial") })),

  dismissSuggestion: userProcedure
    .meta(rest("POST", `${R}/suggested/dismiss`, { tag, summary: "A suggestion is not useful: do not make it again" }))
    .input(uidInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await dismissSuggestion(ctx, input.uid);
      return DONE;
    }),

  mentorshipVideo: userProcedure
    .meta(rest("POST", `${R}/mentorship/program/view`, { tag, summary: "One mentorship video" }))
    .input(uidInput)
    .output(dataOf(mentorshipDetailDto))
    .query(async ({ ctx, input }) => ({ data: withHeading(await getVideo(ctx, "mentorship", input.uid)) })),

  tutorial: userProcedure
    .meta(rest("POST", `${R}/interview/tutorial/view`, { tag, summary: "One tutorial" }))
    .input(uidInput)
    .output(dataOf(tutorialDetailDto))
    .query(async ({ ctx, input }) => ({ data: withName(await getVideo(ctx, "tutorial", input.uid)) })),

  library: userProcedure
    .meta(rest("GET", `${P}/video/library/get`, { tag, summary: "Everything that can be watched, with how far one is" }))
    .input(libraryInput)
    .output(listOf(libraryDto))
    .query(({ ctx, input }) => listLibrary(ctx, input)),

  continueWatching: userProcedure
    .meta(rest("GET", `${P}/video/library/continue/get`, { tag, summary: "What was begun and not finished" }))
    .output(dataOf(z.array(libraryDto)))
    .query(async ({ ctx }) => ({ data: await continueWatching(ctx) })),

  recordWatching: userProcedure
    .meta(
      rest("POST", `${P}/video/library/update/status`, {
        tag,
        summary: "Report what was watched",
        description:
          "Ranges of seconds add up over reports and devices; nine tenths of a video complete it. The status not_started forgets all. " +
          "A report that waited on a device names what was seen when it was kept: what came from elsewhere since leads.",
      }),
    )
    .input(watchInput)
    .output(dataOf(progressDto))
    .mutation(async ({ ctx, input }) => ({ data: await recordWatching(ctx, input) })),

  bookmarks: userProcedure
    .meta(rest("GET", `${P}/video/library/bookmark/get`, { tag, summary: "Own bookmarks of a video, in its order" }))
    .input(uidInput)
    .output(listOf(bookmarkDto))
    .query(({ ctx, input }) => listBookmarks(ctx, input.uid)),

  saveBookmark: userProcedure
    .meta(rest("POST", `${P}/video/library/bookmark/save`, { tag, summary: "Keep a moment of a video with a note", creates: true }))
    .input(bookmarkInput)
    .output(dataOf(bookmarkDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveBookmark(ctx, input) })),

  deleteBookmark: userProcedure
    .meta(rest("POST", `${P}/video/library/bookmark/delete`, { tag, summary: "Delete an own bookmark", once: true }))
    .input(uidInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await deleteBookmark(ctx, input.uid);
      return DONE;
    }),

  universities: userProcedure
    .meta(rest("GET", `${R}/university/get`, { tag, summary: "Universities" }))
    .input(videoListInput)
    .output(listOf(universityDto))
    .query(({ ctx, input }) => listUniversities(ctx, input)),

  university: userProcedure
    .meta(rest("POST", `${R}/university/detail/get`, { tag, summary: "One university with its sections" }))
    .input(uidInput)
    .output(dataOf(universityDetailDto))
    .query(async ({ ctx, input }) => ({ data: await getUniversity(ctx, input.uid) })),

  document: userProcedure
    .meta(rest("POST", `${R}/university/document/view`, { tag, summary: "One document of a university, with its address" }))
    .input(documentInput)
    .output(dataOf(documentDto))
    .query(async ({ ctx, input }) => ({ data: await getDocument(ctx, input) })),

  editUniversity: superProcedure
    .meta(rest("POST", "/api/super/admin/learning/resources/university/detail/edit", { tag, summary: "Change a university's page" }))
    .input(universityInput)
    .output(dataOf(universityDetailDto))
    .mutation(async ({ ctx, input }) => ({ data: await editUniversity(ctx, input) })),
});
