import { z } from "zod";
import { moveInput, uidInput } from "@/lib/inputs";
import { DONE, dataOf, doneDto, listOf } from "@/lib/list-schemas";
import { adminProcedure, rest, router, superProcedure } from "@/server/api/trpc";
import { deleteDocument, detachFile, moveDocument, publishDocument, saveDocument } from "../documents/mutations";
import { editedDocumentDto, editedUniversityDto, editedUniversityRowDto, editedVideoDto, editedVideoRowDto, savedDto } from "./dto";
import {
  deleteCaptions,
  deleteVideo,
  moveUniversity,
  moveVideo,
  publishUniversities,
  publishVideos,
  saveUniversity,
  saveVideo,
} from "./mutations";
import {
  getEditedFile,
  getEditedUniversity,
  getEditedVideo,
  listEditedDocuments,
  listEditedUniversities,
  listEditedVideos,
} from "./queries";
import {
  documentDeleteInput,
  documentInput,
  documentsInput,
  editedUniversitiesInput,
  editedVideosInput,
  languageDeleteInput,
  languageInput,
  publishDocumentInput,
  publishInput,
  videoDeleteInput,
  videoInput,
  wholeUniversityInput,
} from "./schema";

const tag = "Learning, editing";
const V = "/api/admin/learning/video";
const U = "/api/super/admin/learning/university";
const D = "/api/super/admin/learning/document";
const turned = dataOf(z.array(z.object({ uid: z.uuid() })));

/** What admins do to videos, and super admins to universities and their documents. Files arrive through the upload routes. */
export const editingRouter = router({
  videos: adminProcedure
    .meta(rest("GET", `${V}/get`, { tag, summary: "All videos, drafts too" }))
    .input(editedVideosInput)
    .output(listOf(editedVideoRowDto))
    .query(({ ctx, input }) => listEditedVideos(ctx, input)),

  video: adminProcedure
    .meta(rest("POST", `${V}/view`, { tag, summary: "One video with its texts in all languages" }))
    .input(uidInput)
    .output(dataOf(editedVideoDto))
    .query(async ({ ctx, input }) => ({ data: await getEditedVideo(ctx, input.uid) })),

  saveVideo: adminProcedure
    .meta(rest("POST", `${V}/save`, { tag, summary: "Make a draft, or change a video", creates: true }))
    .input(videoInput)
    .output(dataOf(savedDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveVideo(ctx, input) })),

  publishVideo: adminProcedure
    .meta(rest("POST", `${V}/publish`, { tag, summary: "Show videos to people, or take them back", once: true }))
    .input(publishInput)
    .output(turned)
    .mutation(async ({ ctx, input }) => ({ data: await publishVideos(ctx, input) })),

  moveVideo: adminProcedure
    .meta(rest("POST", `${V}/move`, { tag, summary: "Move a video among those of its kind", once: true }))
    .input(moveInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await moveVideo(ctx, input);
      return DONE;
    }),

  deleteVideo: adminProcedure
    .meta(rest("POST", `${V}/delete`, { tag, summary: "Delete a draft that nobody has watched", once: true }))
    .input(videoDeleteInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await deleteVideo(ctx, input);
      return DONE;
    }),

  deleteCaptions: adminProcedure
    .meta(rest("POST", `${V}/captions/delete`, { tag, summary: "Take a video's captions in one language away", once: true }))
    .input(languageDeleteInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await deleteCaptions(ctx, input);
      return DONE;
    }),

  universities: superProcedure
    .meta(rest("GET", `${U}/get`, { tag, summary: "All universities, unpublished too" }))
    .input(editedUniversitiesInput)
    .output(listOf(editedUniversityRowDto))
    .query(({ ctx, input }) => listEditedUniversities(ctx, input)),

  university: superProcedure
    .meta(rest("POST", `${U}/view`, { tag, summary: "One university with its texts in all languages" }))
    .input(uidInput)
    .output(dataOf(editedUniversityDto))
    .query(async ({ ctx, input }) => ({ data: await getEditedUniversity(ctx, input.uid) })),

  saveUniversity: superProcedure
    .meta(rest("POST", `${U}/save`, { tag, summary: "Make a university, or change one", creates: true }))
    .input(wholeUniversityInput)
    .output(dataOf(savedDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveUniversity(ctx, input) })),

  publishUniversity: superProcedure
    .meta(rest("POST", `${U}/publish`, { tag, summary: "Show universities to people, or take them back", once: true }))
    .input(publishInput)
    .output(turned)
    .mutation(async ({ ctx, input }) => ({ data: await publishUniversities(ctx, input) })),

  moveUniversity: superProcedure
    .meta(rest("POST", `${U}/move`, { tag, summary: "Move a university in the list", once: true }))
    .input(moveInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await moveUniversity(ctx, input);
      return DONE;
    }),

  documents: superProcedure
    .meta(rest("POST", `${D}/get`, { tag, summary: "Documents of one university, or those that stand with all" }))
    .input(documentsInput)
    .output(listOf(editedDocumentDto))
    .query(({ ctx, input }) => listEditedDocuments(ctx, input.university)),

  saveDocument: superProcedure
    .meta(rest("POST", `${D}/save`, { tag, summary: "Make a document, or change its title", creates: true }))
    .input(documentInput)
    .output(dataOf(savedDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveDocument(ctx, input) })),

  documentFile: superProcedure
    .meta(rest("POST", `${D}/file/view`, { tag, summary: "The address of a document's file in one language" }))
    .input(languageInput)
    .output(dataOf(z.object({ link: z.string() })))
    .query(async ({ ctx, input }) => ({ data: { link: await getEditedFile(ctx, input) } })),

  publishDocument: superProcedure
    .meta(rest("POST", `${D}/publish`, { tag, summary: "Show a document to people, or take it back" }))
    .input(publishDocumentInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await publishDocument(ctx, input);
      return DONE;
    }),

  moveDocument: superProcedure
    .meta(rest("POST", `${D}/move`, { tag, summary: "Move a document among those beside it", once: true }))
    .input(moveInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await moveDocument(ctx, input);
      return DONE;
    }),

  detachFile: superProcedure
    .meta(rest("POST", `${D}/file/delete`, { tag, summary: "Take a document's file in one language away", once: true }))
    .input(languageDeleteInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await detachFile(ctx, input);
      return DONE;
    }),

  deleteDocument: superProcedure
    .meta(rest("POST", `${D}/delete`, { tag, summary: "Delete an unpublished document", once: true }))
    .input(documentDeleteInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await deleteDocument(ctx, input);
      return DONE;
    }),
});
