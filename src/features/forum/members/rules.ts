import { handlePattern, toHandle } from "@/lib/mentions";
import { isFamilyFirst } from "@/lib/names";
import { fold } from "@/lib/search-terms";
import { asSeen, MAX_PERSON_NAME } from "@/lib/typed";

export const HANDLE = { min: 2, max: 30 } as const;

/** Scripts whose letters look like one another's: a name is written in one of them. */
const ALIKE = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u];

export const isHandle = (text: string): boolean =>
  handlePattern.test(text) && ALIKE.filter((script) => script.test(text)).length <= 1 && !/\p{M}{4}/u.test(text);

/** What those who run the service are called, in whatever spelling. */
const RESERVED = /par[li]ey|admin|moderator|support|(?:^|[^\p{L}])(?:team|staff|system)(?:$|[^\p{L}])/u;
const LOOKS: Record<string, string> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "@": "a", $: "s" };

/** Signs that are not seen part no word. */
export const isReserved = (text: string): boolean =>
  RESERVED.test(fold(text.replaceAll(/\p{DI}/gu, "")).replaceAll(/[01345@$]/g, (sign) => LOOKS[sign] ?? sign));

/**
 * A name as the community sees it, until its bearer chooses another: no more of the last name than how it begins. Of a name whose letters are
 * syllables or words the first would be the whole family name in most cases: it shows the given name alone.
 */
export function shownName(firstName: string, lastName: string): string {
  const seen = asSeen(MAX_PERSON_NAME);
  if (isFamilyFirst({ firstName, lastName })) return seen(firstName || lastName);
  const [initial] = [...seen(lastName)];
  return initial ? `${seen(firstName)} ${initial.toLocaleUpperCase()}.` : seen(firstName);
}

/** What a handle is made of: a name's own letters; "member" where it has none. */
export function handleBase(text: string): string {
  const letters = [...toHandle(text).replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, "")].slice(0, 20).join("");
  const trimmed = letters.replaceAll(/^[^\p{L}\p{N}]+|(?<![_-])[_-]+$/gu, "");
  return isHandle(trimmed) ? trimmed : "member";
}

/**
 * The handle that somebody would have, unless others have it: none that only those who run the service have. A username is none: it logs
 * in, and everybody sees a handle.
 */
export function firstHandle(firstName: string): string {
  const base = handleBase(firstName);
  return isReserved(base) ? handleBase("") : base;
}
