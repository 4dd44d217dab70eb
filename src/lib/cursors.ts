import { AppError } from "./app-error";

/** An instant as PostgreSQL writes it: to the microsecond, in UTC. */
const INSTANT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const encode = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const decode = (text: string): string => {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return "";
  }
};

/** What a calendar does not know the database would not take. */
function isCalendarDay(text: string): boolean {
  const time = Date.parse(`${text.replace(" ", "T")}Z`);
  return !text.startsWith("0000") && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 10));
}

/** Where a page of a list ended: what its last row is ordered by, and its id; in no form that callers need to know. */
export const cursorOf = (value: string, id: string): string => encode(`${value} ${id}`);

function open(text: string, holds: (value: string) => boolean) {
  const plain = decode(text);
  const value = plain.slice(0, -37);
  const id = plain.slice(-36);
  if (!UUID.test(id) || !holds(value)) throw new AppError("invalidInput", { issues: [{ path: ["before"], key: "format" }] });
  return { value, id };
}

/** The end of a list that is ordered by time. @throws AppError invalidInput for what is none */
export function beforeCursor(text: string): { at: string; id: string } {
  const { value, id } = open(text, (at) => INSTANT.test(at) && isCalendarDay(at.slice(0, 19)));
  return { at: value, id };
}

/** The end of a list that is ordered by names. @throws AppError invalidInput for what is none */
export const afterCursor = (text: string): { value: string; id: string } => open(text, (value) => !value.includes("\u0000"));
