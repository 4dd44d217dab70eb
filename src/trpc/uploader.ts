"use client";

import type { genUploader } from "uploadthing/client";
import type { UploadRoutes } from "@/server/api/root";

let uploader: Promise<ReturnType<typeof genUploader<UploadRoutes>>> | undefined;

/** UploadThing's client, loaded with the first upload: no page waits for it. */
export function loadUploader() {
  uploader ??= import("uploadthing/client").then(({ genUploader }) =>
    genUploader<UploadRoutes>({ url: "/api/uploadthing", package: "parley" }),
  );
  // A chunk that did not arrive is asked for again by the next try.
  uploader.catch(() => {
    uploader = undefined;
  });
  return uploader;
}
