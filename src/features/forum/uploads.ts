import { randomUUID } from "node:crypto";
import { createUploadthing, type FileRouter } from "uploadthing/server";
import { z } from "zod";
import { AppError } from "@/lib/app-error";
import { FILE_PROBLEMS, PICTURE_TYPES } from "@/lib/file-kinds";
import type { Services } from "@/server/api/context";
import { actorOfRequest } from "@/server/http/caller";
import { takenOr, type UploadDocs } from "@/server/vendors/uploadthing/docs";
import { uploadErrorBody, uploadRefusal } from "@/server/vendors/uploadthing/refusal";
import { takeImage } from "./images/mutations";
import { expectRoom } from "./images/queries";
import { imageProblem, MAX_IMAGE_BYTES } from "./images/rules";

/** What the route answers once it has looked at the picture: taken, or why not. */
const imageOutcome = takenOr(FILE_PROBLEMS);
type ImageOutcome = z.infer<typeof imageOutcome>;

export const forumUploadsTold = {
  forumImage: {
    about:
      "A picture of a message in the community, under a `uid` that its sender makes. It waits, for them alone, until a message has it among its `images`.",
    types: PICTURE_TYPES,
    maxBytes: MAX_IMAGE_BYTES,
    outcome: imageOutcome,
  },
} satisfies Record<string, UploadDocs>;

const FILE = { maxFileCount: 1, maxFileSize: "8MB", acl: "private" } as const;

/** The route by which pictures of messages arrive, one at a time; they wait, for their uploader alone, to stand in a message. */
export function forumUploads(services: Services) {
  const f = createUploadthing({ errorFormatter: uploadErrorBody });
  return {
    forumImage: f(
      { "image/png": FILE, "image/jpeg": FILE, "image/webp": FILE, "image/gif": FILE },
      // A key made of name and size would be the same for everybody who sends that file.
      { awaitServerData: true, getFileHashParts: () => [randomUUID()] },
    )
      .input(z.object({ uid: z.uuid().toLowerCase() }))
      .middleware(async ({ req, input, files }) => {
        const caller = await actorOfRequest(services, req, "forum");
        try {
          if (!caller.actor) throw caller.authError ?? new AppError("unauthorized");
          await services.limits.spend("message", caller.actor.id);
          const [file] = files;
          if (!file || files.length !== 1) throw new AppError("badRequest");
          const problem = imageProblem(file);
          if (problem) throw new AppError("imageRefused", { values: { problem } });
          await expectRoom(services.db, caller.actor.id, file.size);
          return { userId: caller.actor.id, uid: input.uid };
        } catch (cause) {
          throw uploadRefusal(cause, caller);
        }
      })
      .onUploadComplete(async ({ metadata, file: { key, type } }): Promise<ImageOutcome> => takeImage(services, metadata, { key, type })),
  } satisfies FileRouter;
}
