import { AppError } from "@/lib/app-error";
import { isCommonPassword } from "@/lib/common-passwords";
import { USUAL_PASSWORDS } from "./usual-passwords";

/** What this is about: nobody's secret. */
const CONTEXT = ["parley", "interview", "password"];

/** Letters that have to be left of a password without what everybody knows of its owner and of this app. */
const MIN_OWN = 6;

/** 49,000 passwords from leaks, the most usual first, in lower case (about 4 MB): read when they are needed for the first time. */
let leaked: Promise<ReadonlySet<string>> | undefined;
const leakedOnes = (): Promise<ReadonlySet<string>> => {
  leaked ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => new Set(dictionary["passwords-common"]));
  return leaked;
};

/** Somebody whose password it is to be, as far as others may know them. */
export interface Owner {
  email: string;
  username?: string | null | undefined;
  firstName: string;
  lastName: string;
}

/** The words by which somebody is known; short ones stand in many passwords by chance. */
const wordsOf = ({ email, username, firstName, lastName }: Owner): string[] =>
  [email.split("@")[0] ?? "", ...email.split(/[^\p{L}\p{N}]+/u), username ?? "", ...`${firstName} ${lastName}`.split(/\s+/)]
    .map((word) => word.normalize("NFKC").toLowerCase())
    .filter((word) => word.length >= 3);

/** Whether a password is, but for what is often hung on to one, among those that are tried first: leaked ones, or its owner's own words. */
export async function isKnownPassword(password: string, owner: Owner): Promise<boolean> {
  const lower = password.normalize("NFKC").toLowerCase();
  if (isCommonPassword(lower)) return true;
  const known = await leakedOnes();
  if ([lower, lower.replace(/[\p{N}\p{P}\p{S}]{1,4}$/u, "")].some((form) => known.has(form) || USUAL_PASSWORDS.has(form))) return true;
  // Longer words first, so that a part of one does not break it up.
  const words = [...CONTEXT, ...wordsOf(owner)].sort((one, other) => other.length - one.length);
  const own = words.reduce((rest, word) => rest.replaceAll(word, ""), lower);
  return own !== lower && [...own].length < MIN_OWN;
}

/** @param field where the password stood in the call  @throws AppError invalidInput for one that is tried first */
export async function refuseKnownPassword(password: string, owner: Owner, field: string): Promise<void> {
  if (await isKnownPassword(password, owner)) throw new AppError("invalidInput", { issues: [{ path: [field], key: "passwordCommon" }] });
}
