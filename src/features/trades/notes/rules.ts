/** Characters at most. */
export const NOTE_BODY = 5000;
export const MOST_NOTE_FILES = 10;

/** Somebody who is mentioned stands in the text by their id as a member: their name is theirs, and may change or go. */
const MENTION = /@\[([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\]/g;

/** Somebody of the workspace as a text names them. */
export interface Named {
  uid: string;
  name: string;
}

/** What others have in a list by now: without what was taken out of it here since it was seen, and with what was put into it here. */
export function withTheirs<One extends { uid: string }>(seen: readonly One[], mine: readonly One[], theirs: readonly One[]): One[] {
  const isIn = (list: readonly One[], { uid }: One) => list.some((one) => one.uid === uid);
  return [...theirs.filter((one) => isIn(mine, one) || !isIn(seen, one)), ...mine.filter((one) => !isIn(seen, one) && !isIn(theirs, one))];
}

/** The ids of those who are mentioned, each once. */
export const mentionedIn = (body: string): string[] => [...new Set([...body.matchAll(MENTION)].flatMap(([, uid]) => uid ?? []))];

export type NotePart = { text: string } | { mention: string };

/** A note in pieces: what is written, and who is mentioned. */
export function noteParts(body: string): NotePart[] {
  const parts: NotePart[] = [];
  let at = 0;
  for (const { 0: all, 1: uid, index } of body.matchAll(MENTION)) {
    if (index > at) parts.push({ text: body.slice(at, index) });
    if (uid) parts.push({ mention: uid });
    at = index + all.length;
  }
  if (at < body.length) parts.push({ text: body.slice(at) });
  return parts;
}

/** A note as it stands in a field, where people are named. What names nobody any more stays as it is. */
export const toField = (body: string, people: readonly Named[]): string =>
  body.replaceAll(MENTION, (all, uid) => {
    const person = people.find((one) => one.uid === uid);
    return person ? `@${person.name}` : all;
  });

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * What was typed, with the people who were picked in it by their ids. The longest name first, so that Ann Lee is not Ann; and whole
 * names alone, so that Annette is not Ann.
 */
export function fromField(text: string, picked: readonly Named[]): string {
  const people = picked.filter(({ name }) => name).toSorted((a, b) => b.name.length - a.name.length);
  if (people.length === 0) return text;
  const names = new RegExp(`@(${people.map(({ name }) => escaped(name)).join("|")})(?![\\p{L}\\p{M}\\p{N}])`, "gu");
  return text.replaceAll(names, (all, name) => {
    const person = people.find((one) => one.name === name);
    return person ? `@[${person.uid}]` : all;
  });
}

/** What is being typed behind a sign that begins a mention, just before the caret; null where nothing is. */
export function mentionAt(text: string, caret: number): { from: number; query: string } | null {
  const from = text.lastIndexOf("@", caret - 1);
  if (from < 0 || (from > 0 && /[\p{L}\p{N}]/u.test(text[from - 1] ?? ""))) return null;
  const query = text.slice(from + 1, caret);
  return query.length > 40 || /[\n@[\]]/.test(query) ? null : { from, query };
}
