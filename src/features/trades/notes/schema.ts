import { z } from "zod";
import { NOTE_AUDIENCES } from "@/lib/enums/trades";
import { id, textField } from "@/lib/fields";
import { rowVersion } from "@/lib/inputs";
import { pageInput } from "@/lib/list-schemas";
import { newOrInPlace, workspaceInput } from "@/lib/workspace-input";
import { noteSubjectFields } from "../schema";
import { MOST_NOTE_FILES, NOTE_BODY } from "./rules";

export const notesInput = workspaceInput.extend({ ...noteSubjectFields, ...pageInput.shape });
export type NotesInput = z.infer<typeof notesInput>;

const noteFields = z.strictObject({
  body: textField(NOTE_BODY),
  audience: z.enum(NOTE_AUDIENCES).default("internal"),
  /** In this order: those that stay, and new ones, which were uploaded before. */
  files: z.array(id).max(MOST_NOTE_FILES).default([]),
});

/** With the uid of a note, and the version that was seen, it takes the place of what stands there; else it is a new one about something. */
export const noteSaveInput = newOrInPlace(
  workspaceInput.extend({ uid: id.optional(), version: rowVersion.optional(), ...noteSubjectFields, ...noteFields.shape }),
)
  // It says something or brings a file.
  .refine(({ body, files }) => body.length > 0 || files.length > 0, { path: ["body"], message: "required" });
export type NoteSaveInput = z.infer<typeof noteSaveInput>;

export const noteDeleteInput = workspaceInput.extend({ uid: id, version: rowVersion });
export type NoteDeleteInput = z.infer<typeof noteDeleteInput>;

/** A note as it stands in its form: people by name, and beside the text those who were picked; files as they are shown. */
export const noteForm = z.strictObject({
  body: textField(NOTE_BODY),
  audience: z.enum(NOTE_AUDIENCES),
  picked: z.array(z.object({ uid: id, name: z.string() })),
  files: z.array(z.object({ uid: id, name: z.string(), type: z.string(), size: z.int() })).max(MOST_NOTE_FILES),
});
export type NoteForm = z.infer<typeof noteForm>;
