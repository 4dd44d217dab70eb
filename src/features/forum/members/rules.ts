import { handlePattern } from "@/features/forum/posts/rules";

export const HANDLE = { min: 2, max: 30 } as const;

/** A handle as it is kept. */
export const toHandle = (text: string): string => text.normalize("NFC").toLowerCase();

export const isHandle = (text: string): boolean => handlePattern.test(text);

/** A name as the community sees it, until its bearer chooses another: no more of the last name than how it begins. */
export function shownName(firstName: string, lastName: string): string {
  const [initial] = [...lastName.trim()];
  return initial ? `${firstName.trim()} ${initial.toLocaleUpperCase()}.` : firstName.trim();
}

/** What a handle is made of: a name's own letters; "member" where it has none. */
export function handleBase(text: string): string {
  const letters = [...toHandle(text).replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, "")].slice(0, 20).join("");
  const trimmed = letters.replaceAll(/^[^\p{L}\p{N}]+|[_-]+$/gu, "");
  return isHandle(trimmed) ? trimmed : "member";
}
