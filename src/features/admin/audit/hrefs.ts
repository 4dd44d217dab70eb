import { editUniversityHref, editVideoHref } from "@/features/learning/editing/hrefs";
import { BANK_ADMIN, questionEditorHref } from "@/features/practice/bank/hrefs";
import { replyHref } from "@/features/support/canned/hrefs";
import { entryHref } from "@/features/support/faq/hrefs";
import { inboxHref } from "@/features/support/inbox/hrefs";
import { announcementHref } from "../announcements/hrefs";
import { importHref } from "../imports/hrefs";

/** Where what an act was about can be seen, by its kind; not all of it has a page. */
const PLACES: Record<string, (id: string) => string> = {
  announcement: announcementHref,
  area: () => "/dashboard/admin/settings",
  canned: replyHref,
  category: () => `${BANK_ADMIN}/categories`,
  conversation: inboxHref,
  faq: entryHref,
  import: importHref,
  job: () => "/dashboard/admin/operations",
  mail: () => "/dashboard/admin/operations?tab=mails",
  question: questionEditorHref,
  room: () => "/dashboard/admin/rooms",
  setting: (id) => (id === "entitlements" ? "/dashboard/admin/plans" : "/dashboard/admin/settings"),
  stripe_event: () => "/dashboard/admin/operations?tab=events",
  university: editUniversityHref,
  video: editVideoHref,
};

export const targetHref = ({ kind, id }: { kind: string; id: string }): string | undefined =>
  Object.hasOwn(PLACES, kind) ? PLACES[kind]?.(id) : undefined;
