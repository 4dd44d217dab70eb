import { randomUUID } from "node:crypto";
import { createUploadthing, type FileRouter } from "uploadthing/server";
import { z } from "zod";
import { AppError } from "@/lib/app-error";
import { id } from "@/lib/fields";
import { FILE_PROBLEMS } from "@/lib/file-kinds";
import type { Services } from "@/server/api/context";
import { actorOfRequest } from "@/server/http/caller";
import { takenOr, type UploadDocs } from "@/server/vendors/uploadthing/docs";
import { uploadErrorBody, uploadRefusal } from "@/server/vendors/uploadthing/refusal";
import { takeAttachment } from "./attachments/mutations";
import { expectRoom } from "./attachments/queries";
import { ATTACHMENT_TYPES, attachmentProblem, MAX_ATTACHMENT_BYTES } from "./chat/rules";

/** What the route answers once it has looked at the file: taken, or why not. */
const attachmentOutcome = takenOr(FILE_PROBLEMS);
type AttachmentOutcome = z.infer<typeof attachmentOutcome>;

export const supportUploadsTold = {
  supportAttachment: {
    about:
      "A file of a message to the team, or of theirs, under a `uid` that its sender makes. It waits, for them alone, until a message names it among its `attachments`.",
    types: ATTACHMENT_TYPES,
    maxBytes: MAX_ATTACHMENT_BYTES,
    outcome: attachmentOutcome,
  },
} satisfies Record<string, UploadDocs>;

const FILE = { maxFileCount: 1, maxFileSize: "16MB", acl: "private" } as const;

/** The route by which files of messages arrive, one at a time; they wait, for their uploader alone, to be sent with a message. */
export function supportUploads(services: Services) {
  const f = createUploadthing({ errorFormatter: uploadErrorBody });
  return {
    supportAttachment: f(
      { "image/png": FILE, "image/jpeg": FILE, "image/webp": FILE, "image/gif": FILE, pdf: FILE },
      // A key made of name and size would be the same for everybody who sends that file.
      { awaitServerData: true, getFileHashParts: () => [randomUUID()] },
    )
      .input(z.object({ uid: id }))
      .middleware(async ({ req, input, files }) => {
        const caller = await actorOfRequest(services, req, "support");
        try {
          if (!caller.actor) throw caller.authError ?? new AppError("unauthorized");
          await services.limits.spend("message", caller.actor.id);
          const [file] = files;
          if (!file || files.length !== 1) throw new AppError("badRequest");
          const problem = attachmentProblem(file);
          if (problem) throw new AppError("attachmentRefused", { values: { problem } });
          await expectRoom(services.db, caller.actor.id, file.size);
          return { userId: caller.actor.id, uid: input.uid };
        } catch (cause) {
          throw uploadRefusal(cause, caller);
        }
      })
      .onUploadComplete(
        async ({ metadata, file: { key, name, type, size } }): Promise<AttachmentOutcome> =>
          takeAttachment(services, metadata, { key, name, type, size }),
      ),
  } satisfies FileRouter;
}
