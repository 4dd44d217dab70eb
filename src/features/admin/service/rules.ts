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
