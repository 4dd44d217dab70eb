import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isHandle } from "@/features/forum/members/rules";
import { amountsOf, factsOf, named } from "@/features/forum/posts/rules";
import { MAX_TEXT, TITLE } from "@/features/forum/rules";
import { REACTIONS } from "@/lib/enums/forum";
import { LOCALES, type Locale, type LocalizedText } from "@/lib/locales";

interface Message {
  author: string;
  daysAgo: number;
  hoursLater?: number;
  text: string;
  replyTo?: number;
  reactions?: Record<string, string[]>;
}

interface Thread {
  slug: string;
  locale: Locale;
  title: string;
  pinned?: boolean;
  answer?: number;
  messages: Message[];
}

const FOLDER = "src/server/db/content/community";
const read = (name: string) => JSON.parse(readFileSync(`${FOLDER}/${name}`, "utf8"));
const professions: { slug: string; name: LocalizedText; description: LocalizedText }[] = read("professions.json");
const members: { slug: string; name: string; handle: string; about: string }[] = read("members.json");
const rooms: { profession: string; topics: Thread[] }[] = readdirSync(FOLDER)
  .filter((file) => file !== "professions.json" && file !== "members.json")
  .map(read);
const threads = rooms.flatMap(({ topics }) => topics);
const messages = threads.flatMap(({ slug, locale, messages }) =>
  messages.map((message, at) => ({ ...message, locale, where: `${slug} ${at}` })),
);
const slugs = new Set(members.map(({ slug }) => slug));

const strange = <T extends { where: string }>(rows: T[], is: (row: T) => boolean): string[] => rows.filter(is).map(({ where }) => where);
const hoursAgo = ({ daysAgo, hoursLater = 0 }: Message): number => daysAgo * 24 - hoursLater;

/** Letters by which each language is told from the others, as far as letters tell. */
const LETTERS: Record<Locale, RegExp> = {
  en: /^[\p{Script=Latin}\P{L}]*$/u,
  fr: /[éèêàçù]|\b(?:je|vous|la|le|pas)\b/,
  vi: /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/,
  cn: /\p{Script=Han}{3}/u,
  ar: /\p{Script=Arabic}{3}/u,
};

describe("what the community begins with", () => {
  it("has 12 rooms, each with a name and a sentence about it in every language", () => {
    expect(professions).toHaveLength(12);
    expect(rooms.map(({ profession }) => profession).toSorted()).toEqual(professions.map(({ slug }) => slug).toSorted());
    for (const { slug, name, description } of professions) {
      for (const locale of LOCALES) {
        expect.soft(name[locale]?.trim().length, `${slug} ${locale}`).toBeGreaterThan(1);
        expect.soft(description[locale]?.trim().length, `${slug} ${locale}`).toBeGreaterThan(15);
      }
      expect.soft(new Set(LOCALES.map((locale) => description[locale])).size, slug).toBe(LOCALES.length);
    }
  });

  it("has at least 40 threads, 3 or more to a room, one of them pinned", () => {
    expect(threads.length).toBeGreaterThanOrEqual(40);
    for (const { profession, topics } of rooms) {
      expect.soft(topics.length, profession).toBeGreaterThanOrEqual(3);
      expect.soft(topics.filter(({ pinned }) => pinned).length, profession).toBe(1);
      expect.soft(new Set(topics.map(({ slug }) => slug)).size, profession).toBe(topics.length);
      for (const { slug, messages, title } of topics) {
        expect.soft(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect.soft(messages.length, slug).toBeGreaterThanOrEqual(3);
        expect.soft(messages.length, slug).toBeLessThanOrEqual(7);
        expect.soft(title.length, slug).toBeGreaterThanOrEqual(TITLE.min);
        expect.soft(title.length, slug).toBeLessThanOrEqual(TITLE.max);
      }
    }
  });

  it("speaks every language, each message that of its thread", () => {
    const of = (locale: Locale) => threads.filter((thread) => thread.locale === locale).length;
    expect(of("ar")).toBeGreaterThanOrEqual(6);
    for (const locale of ["fr", "cn", "vi"] as const) expect(of(locale), locale).toBeGreaterThanOrEqual(5);
    expect(strange(messages, ({ text, locale }) => !LETTERS[locale].test(text))).toEqual([]);
    // A text's direction follows from its first letter.
    const first = (text: string) => text.match(/\p{L}/u)?.[0] ?? "";
    expect(strange(messages, ({ text, locale }) => /\p{Script=Arabic}/u.test(first(text)) !== (locale === "ar"))).toEqual([]);
    expect(threads.filter(({ title, locale }) => /\p{Script=Arabic}/u.test(first(title)) !== (locale === "ar"))).toEqual([]);
  });

  it("knows everybody who writes, reacts or is named", () => {
    expect(slugs.size).toBe(members.length);
    expect(new Set(members.map(({ handle }) => handle)).size).toBe(members.length);
    for (const { handle, name, about } of members) {
      expect.soft(isHandle(handle), handle).toBe(true);
      // A first name and an initial.
      expect.soft(name).toMatch(/^\p{Lu}\p{L}+ \p{Lu}\.$/u);
      expect.soft(about.length, handle).toBeGreaterThan(10);
    }
    expect(members.filter(({ slug }) => !messages.some(({ author }) => author === slug))).toEqual([]);
    expect(strange(messages, ({ author }) => !slugs.has(author))).toEqual([]);
    const handles = new Map(members.map(({ handle, slug }) => [handle, slug]));
    const naming = messages.map((message) => ({ ...message, mentions: factsOf(message.text).mentions }));
    expect(naming.flatMap(({ mentions }) => mentions).length).toBeGreaterThan(10);
    // Whoever is named is a member, and somebody else.
    expect(strange(naming, ({ mentions }) => named(mentions, handles).length < mentions.length)).toEqual([]);
    expect(strange(naming, ({ mentions, author }) => named(mentions, handles).includes(author))).toEqual([]);
    const marks = messages.flatMap(({ reactions = {}, ...message }) =>
      Object.entries(reactions).map(([reaction, by]) => ({ ...message, reaction, by })),
    );
    expect(strange(marks, ({ reaction }) => !REACTIONS.some((known) => known === reaction))).toEqual([]);
    // Nobody applauds themselves, or twice.
    expect(
      strange(marks, ({ by, author }) => by.some((slug) => !slugs.has(slug) || slug === author) || new Set(by).size < by.length),
    ).toEqual([]);
  });

  it("answers what was said before, in the past and in order", () => {
    for (const { slug, messages, answer, locale } of threads) {
      messages.forEach((message, at) => {
        const before = messages[at - 1];
        expect.soft(hoursAgo(message), `${slug} ${at}`).toBeGreaterThan(2);
        expect.soft(message.hoursLater ?? 0, `${slug} ${at}`).toBeLessThan(24);
        if (before) expect.soft(hoursAgo(message), `${slug} ${at}`).toBeLessThan(hoursAgo(before));
        if (message.replyTo !== undefined) expect.soft(message.replyTo >= 0 && message.replyTo < at, `${slug} ${at}`).toBe(true);
      });
      if (answer !== undefined) expect.soft(messages[answer], `${slug} ${locale}`).toBeDefined();
    }
  });

  it("says nothing twice, leads nowhere else, and holds no HTML", () => {
    const said = [...messages.map(({ text }) => text), ...threads.map(({ title }) => title)];
    expect(new Set(said).size).toBe(said.length);
    expect(strange(messages, ({ text }) => text.trim() !== text || text.length < 20 || text.length > MAX_TEXT.thread)).toEqual([]);
    expect(strange(messages, ({ text }) => amountsOf(factsOf(text)).links > 0)).toEqual([]);
    const prose = messages.map(({ text, ...message }) => ({ ...message, text: text.replaceAll(/```[\s\S]*?```|`[^`]*`/g, "") }));
    expect(strange(prose, ({ text }) => /https?:|www\.|<\/?[a-z]/i.test(text))).toEqual([]);
  });
});
