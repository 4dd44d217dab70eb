import type { ErrorCode } from "./app-error";
import type { LocalizedText } from "./locales";

/** What an upload route answers about a file that was refused. No interface: UploadThing takes only what is JSON by its type. */
export type RefusedFile = {
  code: ErrorCode;
  messages: LocalizedText;
  /** Seconds before which sending it again is of no use. */
  retryAfter?: number;
};

/** The refusal in a route's answer, if it is one. */
export function refusedFile(answer: unknown): RefusedFile | undefined {
  return typeof answer === "object" && answer !== null && "refused" in answer ? (answer.refused as RefusedFile) : undefined;
}
