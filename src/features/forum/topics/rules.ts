import { AppError } from "@/lib/app-error";

/** Where a page of a list ended: the instant and the id of its last row, in no form that callers need to know. */
interface Cursor {
  at: string;
  id: string;
}

/** An instant as PostgreSQL writes it: to the microsecond, in UTC. */
const INSTANT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const encode = (text: string): string => btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const decode = (text: string): string => {
  try {
    return atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return "";
  }
};

/** What a calendar does not know the database would not take. */
function isCalendarDay(text: string): boolean {
  const time = Date.parse(`${text.replace(" ", "T")}Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 10));
}

export const cursorOf = (at: string, id: string): string => encode(`${at} ${id}`);

/** @throws AppError invalidInput for what is no end of a list */
export function beforeCursor(text: string): Cursor {
  const plain = decode(text);
  const at = plain.slice(0, -37);
  const id = plain.slice(-36);
  if (!INSTANT.test(at) || !UUID.test(id) || !isCalendarDay(at.slice(0, 19)))
    throw new AppError("invalidInput", { issues: [{ path: ["before"], key: "format" }] });
  return { at, id };
}
