import { createUploadthing, type FileRouter } from "uploadthing/server";
import { z } from "zod";
import { AppError } from "@/lib/app-error";
import type { Services } from "@/server/api/context";
import { actorOfRequest } from "@/server/http/caller";
import type { UploadDocs } from "@/server/vendors/uploadthing/docs";
import { uploadErrorBody, uploadRefusal } from "@/server/vendors/uploadthing/refusal";
import { saveAvatar } from "./avatar/mutations";
import { cropField } from "./schema";

/** What the picture route answers once the picture was made: its address, or that the file was none. */
const avatarOutcome = z.strictObject({ avatar: z.string().nullable() });
type AvatarOutcome = z.infer<typeof avatarOutcome>;

export const accountUploadsTold = {
  avatar: {
    about:
      "Whoever sends it has it as their picture: of what they send the square at `x` and `y` of `size`, in pixels of the upright picture. `avatar` is its address, or null where the file was no picture.",
    outcome: avatarOutcome,
  },
} satisfies Record<string, UploadDocs>;

/** The route by which profile pictures arrive, as people have them; what is kept is what the server makes of them. */
export function accountUploads(services: Services) {
  const f = createUploadthing({ errorFormatter: uploadErrorBody });
  return {
    avatar: f({ image: { maxFileSize: "8MB", maxFileCount: 1, acl: "private" } }, { awaitServerData: true })
      .input(cropField)
      .middleware(async ({ req, input }) => {
        const caller = await actorOfRequest(services, req, null);
        try {
          if (!caller.actor) throw caller.authError ?? new AppError("unauthorized");
          await services.limits.spend("message", caller.actor.id);
          return { userId: caller.actor.id, crop: input };
        } catch (cause) {
          throw uploadRefusal(cause, caller);
        }
      })
      .onUploadComplete(async ({ metadata, file }): Promise<AvatarOutcome> => {
        const avatar = await saveAvatar(services, { userId: metadata.userId, crop: metadata.crop, key: file.key });
        return { avatar };
      }),
  } satisfies FileRouter;
}
