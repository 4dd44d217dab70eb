import { createUploadthing, type FileRouter } from "uploadthing/server";
import { z } from "zod";
import { AppError } from "@/lib/app-error";
import { uidInput } from "@/lib/inputs";
import { CLEANABLE_TYPES, isCleanable } from "@/lib/recordings/cleaning";
import type { Services } from "@/server/api/context";
import { actorOfRequest } from "@/server/http/caller";
import type { UploadDocs } from "@/server/vendors/uploadthing/docs";
import { uploadErrorBody, uploadRefusal } from "@/server/vendors/uploadthing/refusal";
import { awaitsVoice, takeVoice } from "./recordings/mutations";

const VOICE_TYPES = CLEANABLE_TYPES.filter((type) => type.startsWith("audio/"));
const VOICE = { maxFileSize: "512MB", maxFileCount: 1, acl: "private" } as const;

/** What the route answers once the voice is there. */
const voiceOutcome = z.strictObject({ stored: z.boolean() });
type VoiceOutcome = z.infer<typeof voiceOutcome>;

export const peerReviewUploadsTold = {
  reviewVoice: {
    about:
      "The voice of a video for which its author asked for a review, by the request's `uid`, with which the file's name begins: it is sent once the request waits for it. Where `stored` is false it was not kept.",
    types: VOICE_TYPES,
    outcome: voiceOutcome,
  },
} satisfies Record<string, UploadDocs>;

/** The route by which the voice of a video arrives, which its author's device has taken out of it: reviewers hear it first. */
export function peerReviewUploads(services: Services) {
  const f = createUploadthing({ errorFormatter: uploadErrorBody });
  return {
    reviewVoice: f(
      { audio: VOICE },
      {
        awaitServerData: true,
        getFileHashParts: (file) => [file.name, file.size, file.type],
      },
    )
      .input(uidInput)
      .middleware(async ({ req, input, files }) => {
        const caller = await actorOfRequest(services, req, "peerReview");
        try {
          if (!caller.actor) throw caller.authError ?? new AppError("unauthorized");
          const { actor } = caller;
          await services.limits.spend("change", actor.id);
          const [file] = files;
          // Named by its request, so that sending it again resumes it, and nobody else's has its key.
          if (!file || files.length !== 1 || !file.name.startsWith(input.uid)) throw new AppError("badRequest");
          if (!isCleanable(file.type)) throw new AppError("recordingUnreviewable");
          await services.db.transaction((tx) => awaitsVoice(tx, actor, input.uid));
          return { userId: actor.id, uid: input.uid };
        } catch (cause) {
          throw uploadRefusal(cause, caller);
        }
      })
      .onUploadComplete(async ({ metadata, file: { key, type } }): Promise<VoiceOutcome> => {
        const { keep, replaced } = await takeVoice(services, { ...metadata, key, type });
        const gone = [...(keep ? [] : [key]), ...(replaced ? [replaced] : [])];
        await services.files.remove(gone);
        return { stored: keep };
      }),
  } satisfies FileRouter;
}
