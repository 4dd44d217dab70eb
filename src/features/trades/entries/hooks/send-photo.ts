"use client";

import { authorization } from "@/trpc/client";
import { loadUploader } from "@/trpc/uploader";
import type { KeptPhoto } from "./photo-store";

/** Sends a photo, under the same id however often. @returns what became of it; nothing where no answer came */
export async function sendPhoto({ uid, workspaceId, entryUid, name, type, blob }: KeptPhoto) {
  const { uploadFiles } = await loadUploader();
  const [sent] = await uploadFiles("workspaceFile", {
    files: [new File([blob], name, { type })],
    input: { workspaceId, uid, entryUid },
    headers: () => ({ "accept-language": document.documentElement.lang, ...authorization() }),
  });
  return sent?.serverData;
}
