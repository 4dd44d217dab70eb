import { UploadThingError } from "uploadthing/server";
import { AppError } from "@/lib/app-error";
import { byLocale, negotiateLocale } from "@/lib/locales";
import type { RefusedFile } from "@/lib/refused-file";
import { type ErrorBody, errorBody, toAppError } from "../../api/errors";
import type { RequestCaller } from "../../http/caller";
import { serverText } from "../../text";

/** A refusal of an upload, as UploadThing's SDK takes it: the domain's error rides along as its cause, and file-store.ts gives it its status. */
export function uploadRefusal(thrown: unknown, caller: Pick<RequestCaller, "locale" | "requestId">): UploadThingError {
  const known = toAppError(thrown);
  const cause = known.code === "internal" ? thrown : known;
  const code = cause instanceof AppError ? "BAD_REQUEST" : "INTERNAL_SERVER_ERROR";
  const error = new UploadThingError({ code, message: cause instanceof AppError ? cause.code : "Something went wrong", cause });
  return Object.assign(error, { caller });
}

/**
 * What the client reads of a refusal: the sentence in its language, the stable code, and what of the request is wrong, where that is why.
 * What UploadThing refuses by itself has a code of its own.
 */
export const uploadErrorBody = (error: UploadThingError): { message: string; code: string } =>
  error.cause instanceof AppError ? toJson(errorBody(error.cause, callerOf(error))) : { message: error.message, code: error.code };

/** What UploadThing refuses by itself, in the form and the language of all other refusals. */
export function plainRefusal(status: number, language: string | null): { message: string; code: string } {
  const code = status >= 500 ? "internal" : status === 404 ? "unknownPath" : status === 403 ? "forbidden" : "badRequest";
  return { message: serverText(negotiateLocale(language ?? undefined), `errors.${code}`), code };
}

/** `retryAfter` goes into the answer's headers. */
const toJson = ({ message, code, issues, retryAfter }: ErrorBody) => ({
  message,
  code,
  ...(issues ? { issues } : {}),
  ...(retryAfter === undefined ? {} : { retryAfter }),
});
const callerOf = (error: object) => (error as { caller?: Pick<RequestCaller, "locale" | "requestId"> }).caller;

/** A refusal of a file that has arrived, in all languages: which one is read where it was sent is not known then. */
export const refusalOf = ({ code, retryAfter }: AppError): RefusedFile => ({
  code,
  messages: byLocale((locale) => serverText(locale, `errors.${code}`)),
  ...(retryAfter === undefined ? {} : { retryAfter }),
});
