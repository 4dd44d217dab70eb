import { MAX_PERSON_NAME, normalizeLine } from "@/lib/fields";
import { handlePattern, toHandle } from "@/lib/mentions";
import { isFamilyFirst } from "@/lib/names";
import { fold } from "@/lib/search-terms";

export const HANDLE = { min: 2, max: 30 } as const;

/** Scripts whose letters look like one another's: a name is written in one of them. */
const ALIKE = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u];

const isOneScript = (text: string): boolean => ALIKE.filter((script) => script.test(text)).length <= 1;

export const isHandle = (text: string): boolean => handlePattern.test(text) && isOneScript(text) && !/\p{M}{4}/u.test(text);

/** Whether each word of a name is written in one script: somebody may add their name in other letters. */
export const isReadable = (name: string): boolean => name.split(/[^\p{L}\p{M}]+/u).every(isOneScript);

/** What those who run the service are called in the app's languages, in whatever spelling; folded, as `fold` has it. */
const RESERVED = [
  /par[li]ey|admin|moderat(?:or|eur|ion)|support/u,
  /客服|管理员|团队|版主|官方/u,
  /(?:^|[^\p{L}])(?:team|staff|system|equipe|assistance)(?:$|[^\p{L}])/u,
  /(?:^|[^\p{L}])(?:ho[\s_-]*tro|doi[\s_-]*ngu|quan[\s_-]*tri)(?:$|[^\p{L}])/u,
  /(?:^|[^\p{L}])(?:فريق[\s_-]*)?(?:الدعم|الفريق|المشرف(?:ون|ين)?|الاداره)(?:$|[^\p{L}])/u,
];
const LOOKS: Record<string, string> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "@": "a", $: "s", ı: "i" };

/** Signs that are not seen part no word. */
export function isReserved(text: string): boolean {
  const read = fold(text.replaceAll(/\p{DI}/gu, "")).replaceAll(/[01345@$ı]/g, (sign) => LOOKS[sign] ?? sign);
  return RESERVED.some((names) => names.test(read));
}

/**
 * A name as the community sees it, until its bearer chooses another: no more of the last name than how it begins. Of a name whose letters are
 * syllables or words the first would be the whole family name in most cases: it shows the given name alone.
 */
export function shownName(firstName: string, lastName: string): string {
  const seen = normalizeLine(MAX_PERSON_NAME);
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
