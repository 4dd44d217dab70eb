/** When a call was done whose kept answer is given again, as an HTTP date. */
export const REPLAYED_HEADER = "idempotency-replayed";

/** Keys of earlier calls of the same kind whose answers were lost, parted by commas: what is meant now may correct what they did. */
export const UNANSWERED_HEADER = "idempotency-unanswered";
/** How many of them are looked at. */
export const MOST_UNANSWERED = 5;

/** Said by a page at which nobody has been for minutes, of what it asks by itself. */
export const UNATTENDED_HEADER = "parley-unattended";

/**
 * What somebody means by a call, as text: its path and its input, but for the version that they have seen. A page that has heard of its
 * own first try in between means the same.
 */
export const intentOf = (path: string, input: unknown): string => JSON.stringify([path, withoutVersion(input) ?? null]);

function withoutVersion(input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const { version: _, ...rest } = input as Record<string, unknown>;
  return rest;
}

const SAVES = /\.save\w*$/;

/** The uid of what a call saves, be it there already or not: of several such calls the last one counts. */
export function savedBy(path: string, input: unknown): string | undefined {
  const uid = (input as { uid?: unknown } | null | undefined)?.uid;
  return typeof uid === "string" && SAVES.test(path) ? uid : undefined;
}

/** The version that an input or an answer names. */
export function versionOf(value: unknown): number | undefined {
  const version = (value as { version?: unknown } | null | undefined)?.version;
  return typeof version === "number" ? version : undefined;
}
