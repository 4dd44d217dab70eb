import { DAY_MS } from "@/lib/durations";
import { VIEWING_STATES, type ViewingState } from "@/lib/enums/account";
import { lifecycle, type Step } from "@/lib/lifecycle";

/** Days for which a question waits for its answer. */
export const ASKED_DAYS = 7;
/** Hours for which a no stands: nobody is asked by the same one again before. */
export const DECLINED_HOURS = 24;
/** For how long an account may be looked at, from the moment of the consent. */
export const ALLOWED_MINUTES = 60;
/** Days for which it can be read who looked, when and why. */
export const KEPT_DAYS = 365;

/** Letters of a reason. */
export const MAX_REASON = 300;

/** Who takes a step: the account's owner, whoever asked, or the clock. */
export type By = "owner" | "admin" | "clock";

const step = (from: ViewingState, to: ViewingState, by: By): Step<ViewingState, By> => ({ from, to, by });

/** A look at somebody's account. Only its owner opens it, each of the two can end it, and it ends by itself. */
export const viewing = lifecycle<ViewingState, By>(VIEWING_STATES, [
  step("asked", "allowed", "owner"),
  step("asked", "declined", "owner"),
  step("asked", "withdrawn", "admin"),
  step("asked", "lapsed", "clock"),
  step("allowed", "ended", "owner"),
  step("allowed", "ended", "admin"),
  step("allowed", "lapsed", "clock"),
]);

interface Facts {
  state: ViewingState;
  askedAt: Date;
  endsAt: Date | null;
}

/** Until when what is open stays so without anybody's doing; null for what is over. */
export function openUntil({ state, askedAt, endsAt }: Facts): Date | null {
  if (state === "asked") return new Date(askedAt.getTime() + ASKED_DAYS * DAY_MS);
  return state === "allowed" ? endsAt : null;
}

/** The state by the clock: it is written down only later. */
export function viewingState(facts: Facts, now: Date): ViewingState {
  const until = openUntil(facts);
  return until && until <= now ? "lapsed" : facts.state;
}

export const allowedUntil = (now: Date): Date => new Date(now.getTime() + ALLOWED_MINUTES * 60_000);

/** Pages that are shown to whoever looks; all others hold what stays private, or are there for doing something. */
const PAGES: ReadonlySet<string> = new Set([
  "/dashboard",
  "/dashboard/practice",
  "/dashboard/plan",
  "/dashboard/answers",
  "/dashboard/progress",
  "/dashboard/learning",
  "/dashboard/videolibrary",
  "/dashboard/viewuniversitiesData",
  "/dashboard/subscription",
  "/dashboard/settings/account",
  "/dashboard/support/faq",
]);

export const isViewablePage = (pathname: string): boolean => PAGES.has(pathname);

/** Where the team begins a look that is allowed, and comes back to when it is over. */
const VIEW_PAGE = "/dashboard/admin/people/view";

export const beginViewingHref = (viewingId: string): string => `${VIEW_PAGE}?viewing=${viewingId}`;

/**
 * @param person whose account it was, as far as it is known
 * @param viewingId of a look that whoever looks has had enough of: it is to be ended
 */
export function viewingOverHref(person: string | undefined, viewingId?: string): string {
  return `${VIEW_PAGE}?${new URLSearchParams({ over: person ?? "", ...(viewingId ? { end: viewingId } : {}) })}`;
}
