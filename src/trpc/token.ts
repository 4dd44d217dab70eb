import { ACCESS_TOKEN_KEY } from "@/lib/constants";
import { viewingToken } from "@/ui/viewing-tab";

/**
 * Where local storage is forbidden or full, the session lives as long as the page; and no longer than what lay in storage instead, for other
 * tabs may sign somebody in or out there.
 */
let inMemory: { token: string; insteadOf: string | null } | null = null;

/** The access token in local storage: every tab's one source, but for one that looks at somebody else's account. */
export function readToken(): string | null {
  const viewing = viewingToken();
  if (viewing !== null) return viewing;
  try {
    const stored = localStorage.getItem(ACCESS_TOKEN_KEY);
    return inMemory?.insteadOf === stored ? inMemory.token : stored;
  } catch {
    return inMemory?.token ?? null;
  }
}

/** By how many milliseconds this device's clock is ahead of the server's, as far as is known: as it was when the token came, or since. */
const AHEAD_KEY = `${ACCESS_TOKEN_KEY}.ahead`;
let aheadInMemory = 0;

/** A tab that looks at somebody else's account signs nobody in or out. @param token as it has come from the server just now, or none */
export function writeToken(token: string | null): void {
  if (viewingToken() !== null) return;
  inMemory = null;
  const before = readToken();
  const { iat } = token === null ? {} : claims(token);
  aheadInMemory = typeof iat === "number" ? aheadOf(iat * 1000) : 0;
  try {
    if (token === null) for (const key of [ACCESS_TOKEN_KEY, AHEAD_KEY]) localStorage.removeItem(key);
    else {
      localStorage.setItem(ACCESS_TOKEN_KEY, token);
      localStorage.setItem(AHEAD_KEY, String(aheadInMemory));
    }
  } catch {
    inMemory = token === null ? null : { token, insteadOf: before };
  }
}

function ahead(): number {
  let known = aheadInMemory;
  try {
    known = Number(localStorage.getItem(AHEAD_KEY) ?? known);
  } catch {
    // Forbidden: what this page knows.
  }
  return Number.isFinite(known) ? known : 0;
}

/** The server's time, in milliseconds since 1970, as far as is known: a clock that is hours ahead must not end a session that has just begun. */
export const serverNow = (): number => Date.now() - ahead();

/** Less than this may be how long an answer was on its way. */
const SLOW_WAY_MS = 10 * 60_000;

/** @param told the server's time, in milliseconds since 1970, as it has come just now */
function aheadOf(told: number): number {
  const by = Date.now() - told;
  return Math.abs(by) < SLOW_WAY_MS ? 0 : by;
}

/** Fetches, and takes note of when the server answered: a clock that was wrong as somebody signed in may have been put right since. */
export const trackClock =
  (fetching: typeof fetch): typeof fetch =>
  async (...asked) => {
    const began = Date.now();
    const response = await fetching(...asked);
    const told = Date.parse(response.headers.get("date") ?? "");
    // An answer for which a device woke up says nothing.
    if (Number.isNaN(told) || Math.abs(Date.now() - began) >= SLOW_WAY_MS) return response;
    const by = aheadOf(told);
    if (Math.abs(by - ahead()) < SLOW_WAY_MS) return response;
    aheadInMemory = by;
    try {
      if (localStorage.getItem(AHEAD_KEY) !== null) localStorage.setItem(AHEAD_KEY, String(by));
    } catch {
      // Forbidden: this page knows it.
    }
    return response;
  };

/** What a token says of itself. The server decides; reading it here only spares calls. */
function claims(token: string): { sub?: unknown; sid?: unknown; exp?: unknown; iat?: unknown } {
  try {
    return JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return {};
  }
}

/** When a token ends, in milliseconds since 1970; 0 when it cannot be read. */
export function tokenExpiry(token: string): number {
  const { exp } = claims(token);
  return typeof exp === "number" ? exp * 1000 : 0;
}

/** Whose token it is; undefined when it cannot be read. */
export function tokenSubject(token: string | null): string | undefined {
  const { sub } = token ? claims(token) : {};
  return typeof sub === "string" ? sub : undefined;
}

/** The session that a token is of, or the look at somebody's account; undefined when it cannot be read. */
export function tokenSession(token: string | null): string | undefined {
  const { sid } = token ? claims(token) : {};
  return typeof sid === "string" ? sid : undefined;
}

/** As whom what goes now is sent, asked anew before each step, because people log out and in; undefined where nobody is signed in. */
export const sender = (): string | undefined => tokenSubject(readToken());

/** Whoever signs in elsewhere does so at any moment. @throws Error unless it is this person: what waits on the device goes as its author's, or waits on */
export function onlyAs(userId: string): void {
  if (sender() !== userId) throw new Error("somebody else is signed in, or nobody");
}
