import { z } from "zod";

/** What somebody typed: no blanks around it, line ends in one way, and nothing that PostgreSQL cannot keep. */
export const typed = (max: number) =>
  z
    .string()
    .transform((text) => text.replaceAll("\r\n", "\n").replaceAll("\u0000", "").trim())
    .pipe(z.string().max(max));

/** The same in one line: it stands in lists and in headings. */
export const typedLine = (max: number) =>
  typed(max * 10)
    .transform((text) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " "))
    .pipe(z.string().max(max));

/** An id as the database gives it back, however the caller writes it. */
export const id = z.uuid().toLowerCase();
