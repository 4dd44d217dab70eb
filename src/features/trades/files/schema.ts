import { z } from "zod";
import { id, nameField } from "@/lib/fields";
import { rowVersion } from "@/lib/inputs";
import { pageInput } from "@/lib/list-schemas";
import { workspaceInput } from "@/lib/workspace-input";
import { fileSubjectFields } from "../schema";
import { MAX_NAME } from "./rules";

export const filesInput = workspaceInput.extend({ ...fileSubjectFields, ...pageInput.shape });
export type FilesInput = z.infer<typeof filesInput>;

export const fileOfInput = workspaceInput.extend({ uid: id });

const seen = fileOfInput.extend({ version: rowVersion });
export const fileDeleteInput = seen;
export type FileDeleteInput = z.infer<typeof fileDeleteInput>;

export const fileName = z.strictObject({ name: nameField(MAX_NAME).pipe(z.string().min(1)) });
export const fileRenameInput = seen.extend(fileName.shape);
export type FileRenameInput = z.infer<typeof fileRenameInput>;

/** What an upload says: its own id, and what the file is a document of, which slab it shows, or which entry of a form it is a photo in; nothing where it waits for a note. */
export const fileUploadInput = workspaceInput.extend({ uid: id, ...fileSubjectFields, entryUid: id.optional() });
export type FileUploadInput = z.infer<typeof fileUploadInput>;
