import type { FileRouter } from "uploadthing/types";
import { AppError } from "@/lib/app-error";
import type { Log } from "../../log";

/** What the SDK refuses because of what was asked. Everything else is a failure, and not of whoever asked. */
const REFUSALS = [
  "BAD_REQUEST",
  "NOT_FOUND",
  "FORBIDDEN",
  "TOO_LARGE",
  "TOO_SMALL",
  "TOO_MANY_FILES",
  "KEY_TOO_LONG",
  "FILE_LIMIT_EXCEEDED",
];

/** The app's upload routes, each of which says in the log why it failed: the SDK keeps that to itself. */
export function logFailures(routes: FileRouter, log: Log): FileRouter {
  const telling = ([slug, route]: [string, FileRouter[string]]): [string, FileRouter[string]] => {
    // The SDK asks the first route's for all of them, with no word of which it is.
    const errorFormatter: typeof route.errorFormatter = (error) => {
      if (!(error.cause instanceof AppError) && !REFUSALS.includes(error.code)) log.error({ err: error }, "upload failed");
      return route.errorFormatter(error);
    };
    const onUploadComplete: typeof route.onUploadComplete = async (given) => {
      try {
        return await route.onUploadComplete(given);
      } catch (err) {
        log.error({ err, route: slug }, "upload failed");
        throw err;
      }
    };
    return [slug, { ...route, errorFormatter, onUploadComplete }];
  };
  return Object.fromEntries(Object.entries(routes).map(telling));
}
