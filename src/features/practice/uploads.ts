import { createUploadthing, type FileRouter } from "uploadthing/server";
import { z } from "zod";
import { AppError } from "@/lib/app-error";
import { isRecording } from "@/lib/file-kinds";
import { uidInput } from "@/lib/inputs";
import type { RefusedFile } from "@/lib/refused-file";
import type { Services } from "@/server/api/context";
import { actorOfRequest } from "@/server/http/caller";
import { headOf } from "@/server/stored-bytes";
import type { UploadDocs } from "@/server/vendors/uploadthing/docs";
import { refusalOf, uploadErrorBody, uploadRefusal } from "@/server/vendors/uploadthing/refusal";
import { beginUpload, completeUpload } from "./mutations";
import { isUploadName } from "./rules";

/** Private: played only through signed addresses, on the hosted service too. */
const RECORDING = { maxFileSize: "2GB", maxFileCount: 1, acl: "private" } as const;

/** What the recording route answers to the device once the file is there; a refusal reaches it as an error. */
const recordingOutcome = z.union([
  z.strictObject({ stored: z.literal(true), uid: z.uuid() }),
  z.strictObject({ stored: z.literal(false) }),
]);
type RecordingOutcome = z.infer<typeof recordingOutcome> | { stored: false; refused: RefusedFile };

export const practiceUploadsTold = {
  recording: {
    about:
      "The recording of an answer, by the answer's `uid`, once `answer/save` has announced it. It has the size and type that were announced; it is called by the `uid` and what its type ends in: `webm`, `mp4` for video and `m4a` for sound in MP4, `ogg`, else `bin`. What begins neither as sound nor as video is refused with `recordingRefused` and not kept. Where `stored` is false it is not the one that was announced, and was not kept: send it once more.",
    outcome: recordingOutcome,
  },
} satisfies Record<string, UploadDocs>;

/**
 * The route by which recordings arrive. The answer must exist, be the caller's and have declared this very file; its key
 * is made of its name and size, so that asking again resumes the same file.
 */
export function practiceUploads(services: Services) {
  const f = createUploadthing({ errorFormatter: uploadErrorBody });
  return {
    recording: f(
      { audio: RECORDING, video: RECORDING },
      {
        awaitServerData: true,
        getFileHashParts: (file) => [file.name, file.size, file.type],
      },
    )
      .input(uidInput)
      .middleware(async ({ req, input, files }) => {
        const caller = await actorOfRequest(services, req, "practice");
        try {
          if (!caller.actor) throw caller.authError ?? new AppError("unauthorized");
          const { actor } = caller;
          await services.limits.spend("change", actor.id);
          const [file] = files;
          if (!file || files.length !== 1 || !isUploadName(file.name, input.uid, file.type)) throw new AppError("badRequest");
          await services.db.transaction((tx) => beginUpload(services, tx, actor, input.uid, file));
          return { userId: actor.id, uid: input.uid };
        } catch (cause) {
          throw uploadRefusal(cause, caller);
        }
      })
      .onUploadComplete(async ({ metadata, file }): Promise<RecordingOutcome> => {
        const { userId, uid } = metadata;
        const { key, fileHash: md5, size } = file;
        const plays = isRecording(await headOf(await services.files.open(key)));
        const { stored, keep, refused } = await services.db.transaction((tx) => completeUpload(tx, { userId, uid, key, md5, size, plays }));
        if (!keep) await services.files.remove([key]);
        if (stored) return { stored, uid };
        return refused ? { stored, refused: refusalOf(new AppError("recordingRefused")) } : { stored };
      }),
  } satisfies FileRouter;
}
