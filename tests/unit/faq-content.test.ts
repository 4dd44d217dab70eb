import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CATALOGUES } from "#tests/factories/catalogues";
import { ANSWER_MAX, QUESTION_MAX } from "@/features/support/faq/schema";
import { LOCALES, type Locale, type LocalizedText } from "@/lib/locales";

interface Category {
  slug: string;
  name: LocalizedText;
  entries: { slug: string; question: LocalizedText; answer: LocalizedText }[];
}

const FOLDER = "src/server/db/content/faq";
const categories: Category[] = readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(`${FOLDER}/${file}`, "utf8")));
const entries = categories.flatMap((category) => category.entries);

type Tree = { [key: string]: string | Tree };
const flatten = (tree: Tree, prefix = ""): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  );
const LABELS = Object.fromEntries(LOCALES.map((locale) => [locale, new Map(flatten(CATALOGUES[locale] as unknown as Tree))])) as Record<
  Locale,
  Map<string, string>
>;
const bold = (text: string) => [...text.matchAll(/\*\*(.+?)\*\*/g)].map((match) => match[1] ?? "");

describe("the FAQ that comes with the app", () => {
  it("has at least 30 entries, each with a name of its own that fits an address", () => {
    expect(entries.length).toBeGreaterThanOrEqual(30);
    const slugs = [...entries, ...categories].map(({ slug }) => slug);
    expect(slugs.filter((slug) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))).toEqual([]);
    expect(new Set(entries.map(({ slug }) => slug)).size).toBe(entries.length);
  });

  it.each(LOCALES)("says everything in %s, within what its editors may write", (locale) => {
    for (const { slug, question, answer } of entries) {
      expect.soft(question[locale].trim().length, slug).toBeGreaterThan(3);
      expect.soft(question[locale].length, slug).toBeLessThanOrEqual(QUESTION_MAX);
      expect.soft(answer[locale].trim().length, slug).toBeGreaterThan(20);
      expect.soft(answer[locale].length, slug).toBeLessThanOrEqual(ANSWER_MAX);
      if (locale !== "en") expect.soft(answer[locale], slug).not.toBe(answer.en);
    }
  });

  it.each(LOCALES)("calls buttons and pages in %s what they are called", (locale) => {
    for (const { slug, answer } of entries) {
      const labels = bold(answer[locale]);
      const names = [...LABELS[locale].values()];
      expect
        .soft(
          labels.filter((label) => !names.includes(label)),
          slug,
        )
        .toEqual([]);
      // The same ones as in English, in whichever order the language has them.
      for (const label of bold(answer.en)) {
        const keys = [...LABELS.en].filter(([, text]) => text === label).map(([key]) => key);
        expect
          .soft(
            keys.some((key) => labels.includes(LABELS[locale].get(key) ?? "")),
            `${slug}: ${label}`,
          )
          .toBe(true);
      }
    }
  });

  it("leads nowhere else, and holds no HTML", () => {
    const strange = entries.filter(({ answer }) => LOCALES.some((locale) => /<|https?:\/\/|\]\((?!\/)/.test(answer[locale])));
    expect(strange.map(({ slug }) => slug)).toEqual([]);
  });
});
