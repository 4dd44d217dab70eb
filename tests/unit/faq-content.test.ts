import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CATALOGUES } from "#tests/factories/catalogues";
import { DELETION_GRACE_DAYS } from "@/features/account/rules";
import { ANSWER_MAX, QUESTION_MAX } from "@/features/support/faq/schema";
import { PLAYED_BY } from "@/lib/enums/practice";
import { PLANS } from "@/lib/enums/subscription";
import { LOCALES, type Locale, type LocalizedText } from "@/lib/locales";
import { SETTING_DEFAULTS } from "@/lib/settings";
import { personalData } from "@/server/api/root";

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

/** An answer that promises something, in a language. */
function promised(slug: string, locale: Locale): string {
  const entry = entries.find((one) => one.slug === slug);
  if (!entry) throw new Error(`no answer ${slug}`);
  return entry.answer[locale];
}

/** What the words of an answer call each; null for what needs no word of its own. What is new is to be thought of in the answer first. */
type Told = Record<string, string | null>;
const words = (told: Told): string[] => Object.values(told).filter((word) => word !== null);

describe("what the FAQ promises", () => {
  it.each(LOCALES)("names in %s whoever the list of plays tells apart, as the list calls them", (locale) => {
    const { title, lead, empty, recording, who, when, ...by } = CATALOGUES[locale].account.plays;
    expect(Object.keys(by).sort()).toEqual([...PLAYED_BY].sort());
    const answer = promised("who-played-it", locale).toLowerCase();
    expect(Object.values(by).filter((label) => !answer.includes(label.toLowerCase()))).toEqual([]);
  });

  it.each(LOCALES)("tells in %s for how many days the end of an account can be taken back", (locale) => {
    expect(promised("delete-account", locale)).toMatch(new RegExp(`(?<!\\d)${DELETION_GRACE_DAYS}(?!\\d)`));
  });

  it.each(LOCALES)("tells in %s what each plan allows, as the server counts it", (locale) => {
    const lines = promised("plans", locale).split("\n");
    const told = lines.filter((line) => line.startsWith("- ")).map((line) => [...line.matchAll(/\d+/g)].map(Number));
    const counted = PLANS.map((plan) => {
      const { storedTakesPerWeek, storageGb, reviewsWanted } = SETTING_DEFAULTS.entitlements[plan];
      return [storedTakesPerWeek, storageGb, reviewsWanted].filter((limit) => limit !== null);
    });
    expect(told).toEqual(counted);
  });

  it("says what becomes of what each feature holds of somebody whose account ends", () => {
    const told: Told = {
      simulations: null,
      peerReview: "Reviews that you gave",
      practice: "recordings",
      plan: null,
      interviews: null,
      bank: null,
      learning: "bookmarks",
      subscription: "subscription",
      support: "conversations with support",
      faq: null,
      community: "in the community",
      workspaces: "workspace",
      notifications: null,
      areas: null,
      account: "profile",
    };
    expect(personalData.map(({ name }) => name).sort()).toEqual(Object.keys(told).sort());
    const answer = promised("delete-account", "en");
    expect(words(told).filter((word) => !answer.includes(word))).toEqual([]);
  });

  it("says of everything that a device keeps for itself what stays on a shared one", () => {
    const told: Told = {
      parley: "Takes",
      "parley-support": "Messages to support",
      "parley-forms": "forms",
      "parley-trades": "changes to tasks",
      // What the server has answered goes at the end of a session.
      "parley-answers": null,
    };
    const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
    const kept = sources.flatMap((file) =>
      [...readFileSync(`src/${file}`, "utf8").matchAll(/\bdeviceDatabase<\w+>\("([^"]+)"/g)].map(([, name]) => name),
    );
    expect(kept.sort()).toEqual(Object.keys(told).sort());
    const answer = promised("shared-computer", "en");
    expect(words(told).filter((word) => !answer.includes(word))).toEqual([]);
  });
});
