import { createUploadthing, type FileRouter } from "uploadthing/server";
import { AppError } from "@/lib/app-error";
import { isRecording } from "@/lib/file-kinds";
import type { RefusedFile } from "@/lib/refused-file";
import type { Services } from "@/server/api/context";
import { actorOfRequest } from "@/server/http/caller";
import { headOf } from "@/server/stored-bytes";
import { refusalOf, uploadErrorBody, uploadRefusal } from "@/server/vendors/uploadthing/refusal";
import { beginUpload, completeUpload } from "./mutations";
import { isUploadName } from "./rules";
import { uidInput } from "./schema";

/** Private: played only through signed addresses, on the hosted service too. */
const RECORDING = { maxFileSize: "2GB", maxFileCount: 1, acl: "private" } as const;

/** What the recording route answers to the device once the file is there. */
export type UploadOutcome = { stored: true; uid: string } | { stored: false; refused?: RefusedFile };

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
          const [file] = files;
          if (!file || files.length !== 1 || !isUploadName(file.name, input.uid, file.type)) throw new AppError("badRequest");
          await services.db.transaction((tx) => beginUpload(services, tx, actor, input.uid, file));
          return { userId: actor.id, uid: input.uid };
        } catch (cause) {
          throw uploadRefusal(cause, caller);
        }
      })
      .onUploadComplete(async ({ metadata, file }): Promise<UploadOutcome> => {
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

export type PracticeUploads = ReturnType<typeof practiceUploads>;
