import { z } from "zod";

/**
 * What somebody typed: no blanks around it, line ends in one way, and nothing that PostgreSQL cannot keep.
 * @param told what the API's document says of its length, which otherwise ends before what becomes of a text
 */
export const textField = (max: number, told = max) =>
  z
    .string()
    .meta({ maxLength: told })
    .transform((text) => text.replaceAll("\r\n", "\n").replaceAll("\u0000", "").trim())
    .pipe(z.string().max(max));

/** The same in one line: it stands in lists and in headings. */
export const lineField = (max: number, told = max) =>
  textField(max * 10, told)
    .transform((text) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " "))
    .pipe(z.string().max(max));

/** Marks on one letter: no language writes more. */
const HEAP = /(\p{M}{3})\p{M}+/gu;

/**
 * The same where others read it as somebody's name or title: without signs that are not seen or turn the reading direction, but for
 * those that join letters, of which none joins anything at the beginning, and without heaps of marks.
 */
export const nameField = (max: number) =>
  lineField(max * 2, max)
    .transform((text) =>
      text
        .replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, "")
        .replaceAll(HEAP, "$1")
        .replace(/^[\s\u200c\u200d]+/u, "")
        .trim(),
    )
    .pipe(z.string().max(max));

/** How long a first or a last name may be. */
export const MAX_PERSON_NAME = 80;

/** Whether a mail program would make a link of it; what is not seen hides nothing. */
export const containsAddress = (text: string): boolean =>
  /:\/\/|[<>@]|[.\u3002\uff0e\uff61]\p{L}{2}/u.test(text.replaceAll(/\p{DI}/gu, ""));

/** What a third party calls somebody, as it may stand: an address is taken apart, and what is too long ends before. */
export function asPersonName(told: string): string {
  const seen = nameField(1000).safeParse(told.slice(0, 1000)).data ?? "";
  const apart = seen.replaceAll(/[<>@/]+/g, " ").replaceAll(/[.\u3002\uff0e\uff61](?=\p{DI}*\p{L})/gu, "$& ");
  const name = apart.replaceAll(/\s+/g, " ").trim().slice(0, MAX_PERSON_NAME);
  return name.replace(/\p{Cs}$/u, "").trim();
}

/** A text of a file as it would be kept, so that it is found again by what is; one that is too long stays as it is, to be refused. */
export const normalizeLine = (max: number) => {
  const line = nameField(max);
  return (text: string): string => line.safeParse(text).data ?? text;
};

/** What an address may have at most: a path of 256 characters with its brackets (RFC 5321, 4.5.3.1.3). */
export const MAX_ADDRESS = 254;

/** An e-mail address; spellings that differ in case mean one person. */
export const mailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .meta({ format: "email", maxLength: MAX_ADDRESS })
  .pipe(z.email().max(MAX_ADDRESS));

/** The same where there need not be one: what nobody filled in is empty. */
export const maybeMailAddress = z.union([z.literal(""), mailAddress], "email");

/** An id as the database gives it back, however the caller writes it. */
export const id = z.uuid().toLowerCase();

/** The one that stands in the API's examples. */
export const SAMPLE_ID = "0198c5f0-7a4e-7000-8000-5d3a1b2c4e6f";

/** A day as 2026-11-26. The calendar of ISO 8601 has a year 0, that of PostgreSQL begins with the year 1. */
export const calendarDay = z.iso.date().refine((day) => !day.startsWith("0000"), "date");

/** The version of content that was seen: whoever names none writes over, or deletes, whatever stands there. */
export const seenVersion = z.string().max(64).optional();

/** The same by when it had last been written here, null for never, as the list told it. */
export const seenEdit = z.string().max(64).nullable().optional();

/** What somebody chose in a list, to act on all of it by one call. */
export const ids = z.array(id).min(1).max(500);
