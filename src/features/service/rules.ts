import { AREAS, type Area } from "@/lib/enums/service";

/** Where each area's pages lie. */
const PAGES: Record<Area, readonly string[]> = {
  practice: ["/dashboard/practice", "/dashboard/answers", "/dashboard/progress", "/dashboard/interviews", "/dashboard/plan"],
  learning: [
    "/dashboard/learning",
    "/dashboard/videolibrary",
    "/dashboard/videolibrarydetail",
    "/dashboard/interviewvideodetail",
    "/dashboard/viewuniversitiesData",
  ],
  forum: ["/dashboard/forums"],
  peerReview: ["/dashboard/peer-review"],
  support: ["/dashboard/support"],
  subscription: ["/dashboard/subscription"],
  trades: [
    "/dashboard/trades",
    "/dashboard/settings/templates",
    "/dashboard/settings/forms",
    "/dashboard/settings/scheduler",
    "/dashboard/settings/pricing-setup",
    "/dashboard/settings/job-settings",
    "/dashboard/settings/tasks-list",
  ],
};

/** The area that a page belongs to; null for those that are always there. */
export const areaOfPage = (pathname: string): Area | null =>
  AREAS.find((area) => PAGES[area].some((page) => pathname === page || pathname.startsWith(`${page}/`))) ?? null;

/** More than these at once nobody reads. */
const SHOWN = 3;

/** Those that stand above the pages of a device on which some were closed. */
export const shownOf = <One extends { uid: string }>(sent: readonly One[], closed: readonly string[]): One[] =>
  sent.filter(({ uid }) => !closed.includes(uid)).slice(0, SHOWN);
