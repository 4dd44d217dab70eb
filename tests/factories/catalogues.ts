import { createTranslator } from "use-intl/core";
import { expect } from "vitest";
import ar from "#messages/ar.json";
import cn from "#messages/cn.json";
import en from "#messages/en.json";
import fr from "#messages/fr.json";
import vi from "#messages/vi.json";
import type { Answer } from "#tests/config/harness";
import type { ErrorCode } from "@/lib/app-error";
import { type Locale, localeTag } from "@/lib/locales";

/** What people read, straight from the files: an independent way to the texts that the server sends. */
export const CATALOGUES: Record<Locale, typeof en> = { en, fr, vi, cn, ar };

/** A message of the catalogues with its values filled in. */
export function sentence(locale: Locale, key: string, values: Record<string, string | number> = {}): string {
  const translate = createTranslator({ locale: localeTag(locale) as Locale, messages: CATALOGUES[locale] });
  return (translate as unknown as (key: string, values: Record<string, string | number>) => string)(key, values);
}

/** An error as REST promises it: JSON, the fitting status, the code, the text of the language, and nothing else. */
export function expectError(
  answer: Answer,
  status: number,
  code: ErrorCode,
  locale: Locale = "en",
  values: Record<string, string | number> = {},
): void {
  expect({ status: answer.status, code: answer.body?.code }).toEqual({ status, code });
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  expect(answer.body.message).toBe(sentence(locale, `errors.${code}`, values));
  const known = ["message", "code", "issues", "requestId"];
  expect(Object.keys(answer.body).filter((key) => !known.includes(key))).toEqual([]);
}

/** An `invalidInput` that names exactly these fields, e.g. ["rate_your_self.clarity"]. */
export function expectIssues(answer: Answer, fields: string[], locale: Locale = "en"): void {
  expectError(answer, 400, "invalidInput", locale);
  const issues = answer.body.issues as { path: (string | number)[]; message: string }[];
  expect([...new Set(issues.map((issue) => issue.path.join(".")))].sort()).toEqual([...fields].sort());
  for (const issue of issues) {
    expect(Object.keys(issue).sort()).toEqual(["message", "path"]);
    expect(issue.message).not.toBe("");
    // A message that the catalogue lacks comes back as its key.
    expect(issue.message).not.toMatch(/^validation\./);
  }
}
