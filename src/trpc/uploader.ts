"use client";

import type { genUploader } from "uploadthing/client";
import { localeOfTag } from "@/lib/locales";
import { refusedFile } from "@/lib/refused-file";
import type { UploadRoutes } from "@/server/api/root";

type Uploader = ReturnType<typeof genUploader<UploadRoutes>>;

let uploader: Promise<Uploader> | undefined;

/** UploadThing's client, loaded with the first upload: no page waits for it. */
export function loadUploader() {
  uploader ??= import("uploadthing/client").then(({ genUploader }) =>
    refusing(genUploader<UploadRoutes>({ url: "/api/uploadthing", package: "parley" })),
  );
  // A chunk that did not arrive is asked for again by the next try.
  uploader.catch(() => {
    uploader = undefined;
  });
  return uploader;
}

/** Whether another file has the key that a name led to: under another name there is another key. */
export const isKeyTaken = (error: unknown): boolean => error instanceof Error && error.message.includes("409");

/** A refusal that UploadThing's service hands over as an answer is an error like that of the embedded storage. */
function refusing(made: Uploader): Uploader {
  const uploadFiles = async (...args: Parameters<Uploader["uploadFiles"]>) => {
    const sent = await made.uploadFiles(...args);
    for (const { serverData } of sent) {
      const refused = refusedFile(serverData);
      if (!refused) continue;
      const { code, messages, retryAfter } = refused;
      const message = messages[localeOfTag(document.documentElement.lang)];
      throw Object.assign(new Error(code), { data: { code, message, retryAfter } });
    }
    return sent;
  };
  return { ...made, uploadFiles: uploadFiles as Uploader["uploadFiles"] };
}
