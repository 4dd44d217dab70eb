import { AppError } from "@/lib/app-error";

/** How deep what is sent may nest: nothing that is asked for goes half as deep, and whatever walks it needs no more of the stack. */
const MAX_DEPTH = 64;

/** What may escape half of a pair of UTF-16 in JSON's text, as a text has that was cut in the middle of an emoji. */
const MAYBE_HALF = /\\u[dD][89a-fA-F]/;

/**
 * What a body or a query says in JSON. Half a character reads as U+FFFD: no text column takes one, and jsonb refuses it as a whole.
 * @throws AppError malformedJson, also for what nests deeper than 64 levels
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError("malformedJson", { cause });
  }
  requireShallow(value, MAX_DEPTH);
  return MAYBE_HALF.test(text) ? wellFormed(value) : value;
}

function requireShallow(value: unknown, levels: number): void {
  if (typeof value !== "object" || value === null) return;
  if (levels === 0) throw new AppError("malformedJson");
  for (const inner of Object.values(value)) requireShallow(inner, levels - 1);
}

function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toWellFormed(), wellFormed(inner)]));
}
