import type { AnswerProblem } from "@/lib/enums/trades-forms";
import type { FormAnswer, FormAnswers, FormCondition, FormDefinition, FormField } from "@/lib/form-definitions";
import { type AskedField, isAsked, MOST_MM } from "../forms/rules";

/** Characters at most. */
export const ANSWER = { text: 4000, name: 120 } as const;

/** A long name written slowly has about forty strokes, and a stroke some hundred points. */
export const MOST_STROKES = 200;
export const MOST_POINTS = 4000;

/** What somebody began and did not hand in: of one person in one workspace. */
export const MOST_DRAFTS = 100;

function isMet(condition: FormCondition, answer: FormAnswer | undefined): boolean {
  if (condition.test === "atLeast") return answer?.kind === "number" && answer.value >= condition.value;
  return answer?.kind === "choice" && answer.options.includes(condition.option);
}

/** The fields that show for these answers, in their order. What was answered in a field that does not show counts for no condition. */
export function shownFields({ fields }: FormDefinition, answers: FormAnswers): FormField[] {
  const counted = new Map<string, FormAnswer>();
  return fields.filter(({ id, kind, when }) => {
    const met = (condition: FormCondition) => isMet(condition, counted.get(condition.field));
    const shows = !when || (when.join === "all" ? when.conditions.every(met) : when.conditions.some(met));
    const answer = answers[id];
    if (shows && answer?.kind === kind) counted.set(id, answer);
    return shows;
  });
}

/** Whether an answer says nothing at all. */
export function isEmpty(answer: FormAnswer): boolean {
  switch (answer.kind) {
    case "text":
      return answer.text.trim() === "";
    case "number":
      return false;
    case "choice":
      return answer.options.length === 0;
    case "photo":
      return answer.photos.length === 0;
    case "signature":
      return answer.name.trim() === "" && answer.strokes.length === 0 && !answer.confirmed;
  }
}

/** What a signature lacks yet: the name, or either strokes or the word that the name stands for them. */
export function lackingOf({
  name,
  strokes,
  confirmed,
}: Omit<Extract<FormAnswer, { kind: "signature" }>, "kind">): "name" | "strokes" | null {
  if (name.trim() === "") return "name";
  return strokes.length > 0 || confirmed ? null : "strokes";
}

const repeated = (ids: string[]): boolean => new Set(ids).size < ids.length;

function answerProblem(field: AskedField, answer: FormAnswer): AnswerProblem | null {
  if (answer.kind !== field.kind) return "format";
  if (field.kind === "text" && answer.kind === "text") return !field.long && /[\r\n]/.test(answer.text) ? "format" : null;
  if (field.kind === "number" && answer.kind === "number") {
    if (!Number.isInteger(answer.value)) return "integer";
    if (answer.value < -MOST_MM) return "tooSmall";
    if (answer.value > MOST_MM) return "tooLarge";
    if (field.min !== null && answer.value < field.min) return "tooSmall";
    return field.max !== null && answer.value > field.max ? "tooLarge" : null;
  }
  if (field.kind === "choice" && answer.kind === "choice") {
    const known = new Set(field.options.map(({ id }) => id));
    if (repeated(answer.options) || answer.options.some((option) => !known.has(option))) return "choice";
    return !field.several && answer.options.length > 1 ? "tooMany" : null;
  }
  if (field.kind === "photo" && answer.kind === "photo") return answer.photos.length > field.most ? "tooMany" : null;
  return answer.kind === "signature" && lackingOf(answer) ? "unsigned" : null;
}

/** What is wrong with the answer to one field that shows. */
export function problemOf(field: AskedField, answer: FormAnswer | undefined): AnswerProblem | null {
  if (!answer || isEmpty(answer)) return field.required ? "required" : null;
  return answerProblem(field, answer);
}

/** What is handed in of a form: the answers of the fields that show and say something, and nothing else; and what is wrong with them. */
export function handedIn(definition: FormDefinition, answers: FormAnswers) {
  const kept: FormAnswers = {};
  const problems: { field: AskedField; problem: AnswerProblem }[] = [];
  for (const field of shownFields(definition, answers)) {
    if (!isAsked(field)) continue;
    const answer = answers[field.id];
    const problem = problemOf(field, answer);
    if (problem) problems.push({ field, problem });
    else if (answer && !isEmpty(answer)) kept[field.id] = answer;
  }
  return { answers: kept, problems };
}

/** The answers that fit a form at all: one to a field that is not there, or of another kind, is no answer to it. */
export const fitting = ({ fields }: FormDefinition, answers: FormAnswers): FormAnswers =>
  Object.fromEntries(
    fields.flatMap(({ id, kind }) => {
      const answer = answers[id];
      return answer?.kind === kind ? [[id, answer]] : [];
    }),
  );

/** The same without photos that are not there (any more). */
export const withPhotos = (answers: FormAnswers, there: ReadonlySet<string>): FormAnswers =>
  Object.fromEntries(
    Object.entries(answers).map(([id, answer]) => [
      id,
      answer.kind === "photo" ? { ...answer, photos: [...new Set(answer.photos)].filter((photo) => there.has(photo)) } : answer,
    ]),
  );

/** The same with photos that have come to be there since. */
export function withSent(answers: FormAnswers, photos: readonly { uid: string; fieldId: string }[]): FormAnswers {
  const now = { ...answers };
  for (const { uid, fieldId } of photos) {
    const before = now[fieldId];
    const there = before?.kind === "photo" ? before.photos : [];
    now[fieldId] = { kind: "photo", photos: there.includes(uid) ? there : [...there, uid] };
  }
  return now;
}

export const photosOf = (answers: FormAnswers): string[] =>
  Object.values(answers).flatMap((answer) => (answer.kind === "photo" ? answer.photos : []));

/** The answers that the server keeps: an amount that is none, or out of all bounds, is on the screen alone until it is put right. */
export const sendable = (answers: FormAnswers): FormAnswers =>
  Object.fromEntries(
    Object.entries(answers).filter(
      ([, answer]) => answer.kind !== "number" || (Number.isInteger(answer.value) && Math.abs(answer.value) <= MOST_MM),
    ),
  );

/** What was changed on a device; an answer that was taken back is null, so that it is not brought back by what the server has. */
export type ChangedAnswers = Record<string, FormAnswer | null>;

export const withChanged = (answers: FormAnswers, changed: ChangedAnswers): FormAnswers =>
  Object.fromEntries(Object.entries({ ...answers, ...changed }).flatMap(([id, answer]) => (answer ? [[id, answer]] : [])));

/** Blanks and signs that are not seen are not told apart: not all of them are kept. */
const words = (text: string): string => text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();

/** What an answer says, in whatever order its parts are kept. */
function said(answer: FormAnswer | undefined): string {
  if (!answer || isEmpty(answer)) return "";
  switch (answer.kind) {
    case "text":
      return words(answer.text);
    case "number":
      // A number that was none when it was written down has no value any more.
      return Number.isFinite(answer.value) ? `${answer.value}` : "";
    case "choice":
      return answer.options.toSorted().join();
    case "photo":
      return [...new Set(answer.photos)].join();
    case "signature":
      return JSON.stringify([words(answer.name), answer.confirmed, answer.strokes]);
  }
}

/**
 * What was changed on a device and is not in what was handed in, because that came from another one. Where it is all there, it came from
 * this one, whose answer was lost on its way. A field that does not show with these changes was not handed in from here either.
 */
export function leftOut(definition: FormDefinition, handed: FormAnswers, changed: ChangedAnswers): ChangedAnswers {
  const mine = withChanged(handed, changed);
  const shown = new Set(shownFields(definition, mine).map(({ id }) => id));
  return Object.fromEntries(Object.entries(changed).filter(([id]) => shown.has(id) && said(mine[id]) !== said(handed[id])));
}

const photosIn = (answer: FormAnswer | undefined): string[] => (answer?.kind === "photo" ? answer.photos : []);

/**
 * What a device filled in, in what the server has of the same form by now, which its author may have changed on another device. That stays,
 * but for the fields that are changed here since they were sent; of photos those of both stay.
 * @param sent what this device has sent of it, in its order, whether or not it arrived
 * @returns whether something of another device is there, too
 */
export function withElsewhere(there: FormAnswers, sent: readonly FormAnswers[], mine: FormAnswers) {
  const answers = { ...mine };
  let elsewhere = false;
  for (const [id, theirs] of Object.entries(there)) {
    const before = sent.map((one) => one[id]);
    if (theirs.kind === "photo") {
      const here = new Set(photosIn(mine[id]));
      const leftOutHere = new Set(before.flatMap(photosIn).filter((photo) => !here.has(photo)));
      const kept = theirs.photos.filter((photo) => !leftOutHere.has(photo));
      elsewhere ||= kept.some((photo) => !here.has(photo));
      answers[id] = { kind: "photo", photos: [...new Set([...kept, ...here])] };
    } else if ([undefined, mine[id], ...before].every((own) => said(own) !== said(theirs))) {
      elsewhere = true;
      if (said(mine[id]) === said(before.at(-1))) answers[id] = theirs;
    }
  }
  return { answers, elsewhere };
}
