import { createHash } from "node:crypto";
import { AppError } from "@/lib/app-error";

/** The database keeps the fields of a value in an order of its own. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, inOrder(inner)]),
  );
}

/**
 * Names what something says, as an entity tag does (RFC 9110, 8.8.3): for what is written by people, by files that are imported and by
 * releases, none of whom has to count.
 */
export const versionOf = (facts: object): string =>
  createHash("sha256")
    .update(JSON.stringify(inOrder(facts)))
    .digest("base64url")
    .slice(0, 22);

/** Whether two say the same. What is saved as it stands is not written, or no release would bring it up to date any more; nor is it noted. */
export const isSame = (one: object, other: object): boolean => versionOf(one) === versionOf(other);

/** What was saved, as it is now. */
export interface Saved {
  uid: string;
  version: string;
}

/**
 * Nothing takes the place of what whoever writes it has not seen. What says the same already is no conflict.
 * @param seen the version of what was read; undefined for who does not say  @returns the version of what is written
 * @throws AppError conflict
 */
export function overSeen(seen: string | undefined, before: object, after: object): string {
  const [stands, next] = [versionOf(before), versionOf(after)];
  if (seen !== undefined && seen !== stands && next !== stands) throw new AppError("conflict");
  return next;
}

/**
 * Nothing goes that whoever deletes it has not seen.
 * @param seen what was read of it: its version, or when it was last written; undefined for who does not say  @throws AppError conflict
 */
export function onlySeen<T>(seen: T | undefined, stands: T): void {
  if (seen !== undefined && seen !== stands) throw new AppError("conflict");
}

/** When something was last written here, as lists tell it. */
export const lastEdit = (editedAt: Date | null): string | null => editedAt?.toISOString() ?? null;
