import { randomUUID } from "node:crypto";
import { createUploadthing, type FileRouter } from "uploadthing/server";
import type { z } from "zod";
import { AppError } from "@/lib/app-error";
import type { Services } from "@/server/api/context";
import { actorOfRequest } from "@/server/http/caller";
import { takenOr, type UploadDocs } from "@/server/vendors/uploadthing/docs";
import { uploadErrorBody, uploadRefusal } from "@/server/vendors/uploadthing/refusal";
import { admitFile, takeFile } from "./files/mutations";
import { KEEP_PROBLEMS, MAX_FILE_BYTES, WORKSPACE_FILE_TYPES, workspaceFileProblem } from "./files/rules";
import { fileUploadInput } from "./files/schema";

/** What the route answers once it has looked at the file: taken, or why not. */
const workspaceFileOutcome = takenOr(KEEP_PROBLEMS);
type WorkspaceFileOutcome = z.infer<typeof workspaceFileOutcome>;

export const tradesUploadsTold = {
  workspaceFile: {
    about:
      "A file of a workspace, under a `uid` that its sender makes: of what its input names, of an entry of a form with `entryUid`, or of nothing yet, where it waits for a note.",
    types: WORKSPACE_FILE_TYPES,
    maxBytes: MAX_FILE_BYTES,
    outcome: workspaceFileOutcome,
  },
} satisfies Record<string, UploadDocs>;

const FILE = { maxFileCount: 1, maxFileSize: "32MB", acl: "private" } as const;

/** The route by which files of a workspace arrive, one at a time. */
export function tradesUploads(services: Services) {
  const f = createUploadthing({ errorFormatter: uploadErrorBody });
  return {
    workspaceFile: f(
      { "image/png": FILE, "image/jpeg": FILE, "image/webp": FILE, "image/gif": FILE, pdf: FILE },
      // A key made of name and size would be the same for everybody who sends that file.
      { awaitServerData: true, getFileHashParts: () => [randomUUID()] },
    )
      .input(fileUploadInput)
      .middleware(async ({ req, input, files }) => {
        const caller = await actorOfRequest(services, req, "trades");
        try {
          if (!caller.actor) throw caller.authError ?? new AppError("unauthorized");
          await services.limits.spend("message", caller.actor.id);
          const [file] = files;
          if (!file || files.length !== 1) throw new AppError("badRequest");
          if (workspaceFileProblem(file)) throw new AppError("fileRefused");
          const meta = { ...input, userId: caller.actor.id };
          await admitFile(services, meta, file.size);
          return meta;
        } catch (cause) {
          throw uploadRefusal(cause, caller);
        }
      })
      .onUploadComplete(
        async ({ metadata, file: { key, name, type, size } }): Promise<WorkspaceFileOutcome> =>
          takeFile(services, metadata, { key, name, type, size }),
      ),
  } satisfies FileRouter;
}
