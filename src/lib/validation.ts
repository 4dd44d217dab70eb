import type { z } from "zod";
import type { ErrorIssue } from "./app-error";

/**
 * Turns zod's issues into message keys, so that a form in the browser and the REST API say the same sentence in the
 * reader's language. A refinement names its own key as its message, e.g. `.refine(isSound, "passwordCommon")`, and what the sentence
 * speaks of as its `params`.
 */
export const VALIDATION_KEYS = [
  "required",
  "text",
  "number",
  "integer",
  "boolean",
  "list",
  "object",
  "tooShort",
  "tooLong",
  "tooSmall",
  "tooLarge",
  "tooFew",
  "tooMany",
  "email",
  "uuid",
  "choice",
  "halfSteps",
  "unknownField",
  "format",
  "invalid",
  "passwordCommon",
  "passwordsDiffer",
  "emailTaken",
  "usernameTaken",
  "handle",
  "handleTaken",
  "username",
  "name",
  "title",
  "addresses",
  "ways",
  "timeZone",
  "date",
  "code",
  "passwordWrong",
  "oneOfEmailOrUsername",
  "care",
  "cells",
  "twice",
  "repeated",
  "alike",
  "namesakes",
  "severalNamed",
  "customerFixed",
  "slugTaken",
  "categoryUnknown",
  "categoryRetired",
  "questionUnknown",
  "videoUnready",
  "chapters",
  "planOrder",
  "currency",
  "nameDiffers",
  "timeOrder",
  "bookingLength",
  "hourOrder",
  "dayTwice",
  "personTaken",
  "gone",
  "jobOfOther",
  "placeholder",
  "unsigned",
  "iban",
  "bic",
  "taxNaught",
  "currencyDecimals",
  "taxRounding",
  "currencyFixed",
  "usualStays",
  "future",
  "moreThanDue",
  "depositAsked",
  "lessThanNothing",
  "creditedTooMuch",
  "sumTooLarge",
  "unitOfKind",
  "tierOrder",
  "dayOrder",
  "codeTaken",
  "past",
  "planTooLate",
  "serialTaken",
  "itemCodeTaken",
  "defectOutside",
  "remnantsTooLarge",
] as const;
export type ValidationKey = (typeof VALIDATION_KEYS)[number];

type Issue = z.core.$ZodIssue;

const BY_EXPECTED: Record<string, ValidationKey> = {
  string: "text",
  number: "number",
  int: "integer",
  boolean: "boolean",
  array: "list",
  object: "object",
  record: "object",
};

function key(issue: Issue): ValidationKey {
  switch (issue.code) {
    case "invalid_type":
      // zod leaves the input out of a finished issue; its own sentence is where "nothing was sent" still shows.
      return issue.message.endsWith("received undefined") || issue.message === "required"
        ? "required"
        : (BY_EXPECTED[issue.expected] ?? "invalid");
    case "too_small":
      if (issue.origin === "string") return issue.minimum === 1 ? "required" : "tooShort";
      return issue.origin === "array" ? "tooFew" : "tooSmall";
    case "too_big":
      if (issue.origin === "string") return "tooLong";
      return issue.origin === "array" ? "tooMany" : "tooLarge";
    case "invalid_format":
      if (issue.format === "email") return "email";
      if (issue.format === "uuid") return "uuid";
      if (issue.format === "date") return "date";
      return isValidationKey(issue.message) ? issue.message : "format";
    case "invalid_value":
    case "invalid_union":
      return "choice";
    case "not_multiple_of":
      return issue.divisor === 0.5 ? "halfSteps" : "integer";
    case "unrecognized_keys":
      return "unknownField";
    default:
      return isValidationKey(issue.message) ? issue.message : "invalid";
  }
}

export const isValidationKey = (text: string): text is ValidationKey => (VALIDATION_KEYS as readonly string[]).includes(text);

function values(issue: Issue): Record<string, string | number> {
  const out: Record<string, string | number> = {};
  if ("minimum" in issue) out.minimum = Number(issue.minimum);
  if ("maximum" in issue) out.maximum = Number(issue.maximum);
  if (issue.code === "custom") Object.assign(out, issue.params);
  if (issue.code === "invalid_value") out.choices = issue.values.map(String).join(", ");
  if (issue.code === "unrecognized_keys") out.field = issue.keys.join(", ");
  return out;
}

export function toErrorIssue(issue: Issue): ErrorIssue {
  // A field that may not be there is named itself, not its parent.
  const path = issue.code === "unrecognized_keys" ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
  return { path, key: key(issue), values: values(issue) };
}

export const toErrorIssues = (error: z.core.$ZodError): ErrorIssue[] => error.issues.map(toErrorIssue);
