import { latinDigits } from "@/lib/digits";
import type { MarkShape, WatchState } from "@/lib/enums/learning";
import type { RatingScale } from "@/lib/enums/practice";
import { LOCALES, type Locale, type LocalizedList, type LocalizedText } from "@/lib/locales";
import { EMPTY_TEXT } from "@/lib/localized-text";
import { searchTerms } from "@/lib/search-terms";

/** Seconds from and to. */
export type Range = [from: number, to: number];

/** From this share of a video on it counts as watched: the last seconds of many are only a goodbye. */
export const COMPLETE_AT = 0.9;
/** Ranges that are nearer than this, in seconds, are one: players report in steps. */
const GAP = 0.5;
/** Pieces that one person's progress in one video may consist of. */
export const MAX_RANGES = 300;
/** Characters that a note at a moment may have. */
export const NOTE_MAX = 500;

/** Ranges in order, apart, and within a video of this length; what overlaps or nearly touches is one. */
export function mergeRanges(ranges: readonly Range[], duration: number): Range[] {
  const sorted = ranges
    .map(([from, to]): Range => [Math.max(0, Math.min(from, duration)), Math.max(0, Math.min(to, duration))])
    .filter(([from, to]) => to > from)
    .sort(([one], [other]) => one - other);
  const merged: Range[] = [];
  for (const [from, to] of sorted) {
    const last = merged.at(-1);
    if (last && from <= last[1] + GAP) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** What was played since the last report: ranges that ended, and the one that goes on. */
export interface Played {
  ended: Range[];
  open: Range | null;
}

export const NOTHING_PLAYED: Played = { ended: [], open: null };

/** Seconds that a video may move on from one update of its player to the next, however soon that comes; more is a jump. */
const MAX_STEP = 1.5;

/**
 * A player that plays at this rate says that it is at this second. Where it jumped to, a new range begins: what lies between was
 * not seen. A busy device says so late and moves on further at once, but never further than the time that has gone by.
 * @param elapsed seconds since the player said so before
 */
export function playedTo({ ended, open }: Played, second: number, { rate = 1, elapsed = 0 } = {}): Played {
  const step = open ? second - open[1] : 0;
  if (open && step >= 0 && step <= Math.max(MAX_STEP, elapsed) * Math.max(1, rate)) return { ended, open: [open[0], second] };
  return { ended: endRange({ ended, open }).ended, open: [second, second] };
}

/** The player stopped or is taken elsewhere: the range that went on ends where it was. */
export function endRange({ ended, open }: Played): Played {
  return { ended: open && open[1] > open[0] ? [...ended, open] : ended, open: null };
}

/** What there is to report, and what goes on after it; a range that is still played begins anew where the report ends. */
export function takeReport(played: Played, duration: number): { ranges: Range[]; rest: Played } {
  const { open } = played;
  const all = mergeRanges(endRange(played).ended, duration);
  return { ranges: all.slice(0, MAX_RANGES), rest: { ended: all.slice(MAX_RANGES), open: open && [open[1], open[1]] } };
}

/** Ranges that nobody accepted wait for the next report. */
export const giveBack = (played: Played, ranges: readonly Range[]): Played => ({ ...played, ended: [...ranges, ...played.ended] });

/** Seconds before the end from which on nobody wants to go on, but to see it again. */
const NEAR_END = 3;

/** Where a video starts for somebody who left it here before. */
export function startAt({ position, duration, status }: { position: number; duration: number; status: WatchState }): number {
  return status === "completed" || position >= duration - NEAR_END ? 0 : position;
}

/** The share of a video that ranges cover, 0 to 1. They must be merged. */
export function coverage(ranges: readonly Range[], duration: number): number {
  if (duration <= 0) return 0;
  const watched = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
  return Math.min(1, watched / duration);
}

/** How far somebody is; what was completed once stays so. */
export function watchState(covered: number, completedBefore: boolean): WatchState {
  if (completedBefore || covered >= COMPLETE_AT) return "completed";
  return covered > 0 ? "in_progress" : "not_started";
}

/** Somebody has reset since what had been begun by then: nothing of it comes back. */
export const isReset = (seen: WatchState, now: WatchState): boolean => now === "not_started" && seen !== "not_started";

/** Ratings count from this many of them on: one bad day is no weakness. */
const MIN_RATINGS = 2;

/** The scale with the lowest mean, or null while there is too little to tell. */
export function weakestScale(ratings: readonly Record<RatingScale, number>[]): RatingScale | null {
  if (ratings.length < MIN_RATINGS) return null;
  const scales = Object.keys(ratings[0] ?? {}) as RatingScale[];
  const mean = (scale: RatingScale) => ratings.reduce((sum, rating) => sum + rating[scale], 0) / ratings.length;
  return scales.reduce((lowest, scale) => (mean(scale) < mean(lowest) ? scale : lowest));
}

/** Why a video is suggested: a key below `learning.reasons`. */
export type Reason = "weakest" | "category" | "profession" | "interview" | "begin";

export interface Candidate {
  uid: string;
  scales: string[];
  categories: string[];
  state: WatchState;
}

export interface Learner {
  weakest: RatingScale | null;
  /** Categories that they practise. */
  categories: string[];
  /** Categories that their profession belongs to. */
  professional: string[];
  /** Whole days to their interview; null without a date, or when it is over. */
  daysLeft: number | null;
}

/** Days before an interview in which calm matters more than anything new. */
const SOON_DAYS = 10;

/** The first video that fits best, with why; null when everything is watched. Candidates come in their usual order. */
export function suggest<T extends Candidate>(candidates: readonly T[], learner: Learner): { video: T; reason: Reason } | null {
  let best: { video: T; reason: Reason; points: number } | null = null;
  for (const video of candidates) {
    if (video.state === "completed") continue;
    const reasons: [Reason, number][] = [["begin", 1]];
    if (learner.weakest && video.scales.includes(learner.weakest)) reasons.push(["weakest", 4]);
    if (video.categories.some((category) => learner.categories.includes(category))) reasons.push(["category", 3]);
    if (video.categories.some((category) => learner.professional.includes(category))) reasons.push(["profession", 2]);
    if (learner.daysLeft !== null && learner.daysLeft <= SOON_DAYS && video.scales.includes("attitude_engagement"))
      reasons.push(["interview", 3]);
    // What was begun and left is less new than what was never seen.
    const points = reasons.reduce((sum, [, value]) => sum + value, 0) + (video.state === "not_started" ? 1 : 0);
    const [reason] = reasons.reduce((strongest, next) => (next[1] > strongest[1] ? next : strongest));
    if (!best || points > best.points) best = { video, reason, points };
  }
  return best && { video: best.video, reason: best.reason };
}

/** Letters that two words must begin with alike, and their share of the shorter one: "nurse" and "nursing" do, "customer" and "custard" do not. */
const ALIKE = { letters: 4, share: 0.75 };

function alike(one: string, other: string): boolean {
  if (one === other) return true;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  return same >= ALIKE.letters && same >= ALIKE.share * Math.min(one.length, other.length);
}

/**
 * The categories that somebody's profession belongs to, in whatever language they wrote it: those whose texts share a word with
 * it. A word that a third of all categories have, such as "for", tells nothing.
 */
export function categoriesOf(profession: string, categories: readonly { uid: string; text: string }[]): string[] {
  const texts = categories.map(({ uid, text }) => ({ uid, terms: searchTerms(text) }));
  const matches = searchTerms(profession).map((term) => texts.filter(({ terms }) => terms.some((other) => alike(term, other))));
  const telling = matches.filter((found) => found.length * 3 < categories.length);
  return [...new Set(telling.flat().map(({ uid }) => uid))];
}

/** The outlines in a square of 100. */
const SHAPES: Record<MarkShape, string> = {
  shield: '<path d="M50 6 88 18v30c0 24-16 38-38 46C28 86 12 72 12 48V18z"/>',
  circle: '<circle cx="50" cy="50" r="44"/>',
  book: '<path d="M8 20c16-6 30-6 42 2 12-8 26-8 42-2v62c-16-6-30-6-42 2-12-8-26-8-42-2z"/>',
  arch: '<path d="M12 92V50a38 38 0 0 1 76 0v42z"/>',
  star: '<path d="m50 4 13 17 21-4-3 21 15 12-15 12 3 21-21-4-13 17-13-17-21 4 3-21L4 50l15-12-3-21 21 4z"/>',
  wave: '<path d="M6 22q22-22 44 0t44 0v56q-22 22-44 0t-44 0z"/>',
  hexagon: '<path d="M50 4 90 27v46L50 96 10 73V27z"/>',
  leaf: '<path d="M10 90C6 40 40 8 92 8c2 54-30 86-82 82z"/>',
};

/** A mark as an SVG document: letters in a shape, in a colour that carries white letters (at least 4.5 : 1). */
export function drawMark({ letters, shape, hue }: { letters: string; shape: MarkShape; hue: number }): string {
  const text = letters.slice(0, 3).replaceAll(/[&<>"']/g, "");
  const size = [0, 44, 36, 27][text.length] ?? 27;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><g fill="hsl(${hue} 62% 28%)">${SHAPES[shape]}</g><text x="50" y="52" text-anchor="middle" dominant-baseline="middle" font-family="Georgia,serif" font-size="${size}" font-weight="700" fill="#fff">${text}</text></svg>`;
}

/** The file of a document for a reader: in their language, else in English, else in whichever language there is. */
export function fileInLocale<File>(files: Partial<Record<Locale, File>>, locale: Locale): (File & { language: Locale }) | undefined {
  const language = [locale, "en" as const, ...LOCALES].find((candidate) => files[candidate] !== undefined);
  const file = language && files[language];
  return file ? { ...file, language } : undefined;
}

/** Seconds as people write them: 1:05, or 1:00:05. */
export function clockOf(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** The seconds that a time such as 1:05 or 90 says, in whatever digits; NaN where it says none. */
export function secondsOf(text: string): number {
  const latin = latinDigits(text.trim());
  if (!/^\d+(?::[0-5]?\d){0,2}$/.test(latin)) return Number.NaN;
  return latin.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** What captions hold, at a glance: how many there are, and the words of the first. */
export function captionsAtAGlance(vtt: string): { count: number; first: string } {
  const lines = vtt.split(/\r\n|\r|\n/);
  const count = lines.filter((line) => line.includes("-->")).length;
  const first = lines[lines.findIndex((line) => line.includes("-->")) + 1] ?? "";
  return { count, first: count > 0 ? first.replaceAll(/<[^<>]*>/g, "") : "" };
}

/** Seconds at which the last chapter may begin. */
const LAST_SECOND = 86_400;

interface Chapter {
  /** Seconds from the beginning. */
  at: number;
  title: LocalizedText;
}

/** Chapters as files have them, a line each in every language that names it: "1:05 The first step". */
export const chapterLines = (chapters: readonly Chapter[]): LocalizedList =>
  Object.fromEntries(
    LOCALES.map((locale) => [
      locale,
      chapters.filter(({ title }) => title[locale] !== "").map(({ at, title }) => `${clockOf(at)} ${title[locale]}`),
    ]),
  ) as LocalizedList;

/**
 * Chapters of such lines, in their order, with the languages whose lines say something else: no time or no name, a time twice, or one
 * at which nothing begins in English.
 */
export function chaptersOf(lines: LocalizedList): { chapters: Chapter[]; problems: Locale[] } {
  const chapters = new Map<number, Chapter>();
  const problems = LOCALES.filter((locale) => {
    const seen = new Set<number>();
    return lines[locale].some((line) => {
      const [, clock = "", name = ""] = /^(\S+)\s+(\S.*)$/s.exec(line) ?? [];
      const at = secondsOf(clock);
      const chapter = chapters.get(at) ?? { at, title: EMPTY_TEXT };
      if (!(at <= LAST_SECOND) || seen.has(at) || (locale !== "en" && !chapters.has(at))) return true;
      seen.add(at);
      chapters.set(at, { at, title: { ...chapter.title, [locale]: name } });
      return false;
    });
  });
  return { chapters: [...chapters.values()].sort((one, other) => one.at - other.at), problems };
}
