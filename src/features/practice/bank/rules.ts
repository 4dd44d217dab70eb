import { QUESTION_STATES, type QuestionState } from "@/lib/enums/practice";
import { lifecycle } from "@/lib/lifecycle";
import { byLocale, LOCALES, type Locale, type LocalizedList, type LocalizedText } from "@/lib/locales";

/** Letters of a question in the bank, and of a point of its guidance; how many points there may be. */
export const BANK = { text: 500, point: 300, points: 10 } as const;

/** Every step of a question. None is ever deleted: takes that answer it keep it. */
export const question = lifecycle<QuestionState, "admin">(QUESTION_STATES, [
  { from: "draft", to: "published", by: "admin" },
  { from: "published", to: "draft", by: "admin" },
  { from: "draft", to: "retired", by: "admin" },
  { from: "published", to: "retired", by: "admin" },
  // Back as it was, where somebody undoes it at once; or to be looked at first.
  { from: "retired", to: "published", by: "admin" },
  { from: "retired", to: "draft", by: "admin" },
]);

/** Where a question stands, as its row says it. */
export const stateOf = ({ published, retiredAt }: { published: boolean; retiredAt: Date | null }): QuestionState =>
  retiredAt ? "retired" : published ? "published" : "draft";

const same = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((line, at) => line === other[at]);

/** Where nobody has written it yet, a text stands as it does in English: the bank shows no blanks. */
const filledIn = (text: LocalizedText): LocalizedText => byLocale((locale) => text[locale] || text.en);
const filledList = (lists: LocalizedList): LocalizedList => byLocale((locale) => (lists[locale].length > 0 ? lists[locale] : lists.en));

/** What somebody has written: a text that says the same as the English one only stands in for it. */
const written = (text: LocalizedText): LocalizedText =>
  byLocale((locale) => (locale !== "en" && text[locale] === text.en ? "" : text[locale]));
const writtenList = (lists: LocalizedList): LocalizedList =>
  byLocale((locale) => (locale !== "en" && same(lists[locale], lists.en) ? [] : lists[locale]));

/** A point of the guidance stands on a line of its own. */
export const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
export const listsOf = (texts: LocalizedText): LocalizedList => byLocale((locale) => linesOf(texts[locale]));
export const textsOf = (lists: LocalizedList): LocalizedText => byLocale((locale) => lists[locale].join("\n"));

/** What of a question is written by hand. */
interface Content {
  category: string;
  readingTime: number;
  answerTime: number;
  text: LocalizedText;
  guidance: LocalizedList;
}

/** A question's content as the bank keeps it: without blanks, and its languages in their order. */
export const filledContent = ({ category, readingTime, answerTime, text, guidance }: Content): Content => ({
  category,
  readingTime,
  answerTime,
  text: filledIn(text),
  guidance: filledList(guidance),
});

/** The same as a row of the bank has it. */
export const contentOf = ({ categoryId, ...row }: Omit<Content, "category"> & { categoryId: string }): Content =>
  filledContent({ ...row, category: categoryId });

export const sameContent = (one: Content, other: Content): boolean => JSON.stringify(one) === JSON.stringify(other);

/** As whoever writes it sees it: empty where only the English text stands in. */
export const writtenContent = ({ text, guidance, ...rest }: Content): Content => ({
  ...rest,
  text: written(text),
  guidance: writtenList(guidance),
});

interface ChangedField {
  field: "category" | "readingTime" | "answerTime" | "text" | "guidance";
  language?: Locale;
}

/** In what two versions differ. */
export function changedFields(before: Content, after: Content): ChangedField[] {
  const plain = (["category", "readingTime", "answerTime"] as const).filter((field) => before[field] !== after[field]);
  const texts = LOCALES.filter((locale) => before.text[locale] !== after.text[locale]);
  const lists = LOCALES.filter((locale) => !same(before.guidance[locale], after.guidance[locale]));
  return [
    ...plain.map((field) => ({ field })),
    ...texts.map((language) => ({ field: "text" as const, language })),
    ...lists.map((language) => ({ field: "guidance" as const, language })),
  ];
}
