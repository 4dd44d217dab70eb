import { editUniversityHref, editVideoHref } from "@/features/learning/components/editing/places";
import { BANK_ADMIN, questionEditorHref } from "@/features/practice/bank/components/places";
import { replyHref } from "@/features/support/canned/components/places";
import { entryHref } from "@/features/support/faq/components/admin/places";
import { INBOX_PAGE } from "@/features/support/inbox/components/places";
import { announcementHref } from "../../announcements/components/places";
import { importHref } from "../../imports/components/places";

/** Where what an act was about can be seen, by its kind; not all of it has a page. */
const PLACES: Record<string, (id: string) => string> = {
  announcement: announcementHref,
  area: () => "/dashboard/admin/settings",
  canned: replyHref,
  category: () => `${BANK_ADMIN}/categories`,
  conversation: (id) => `${INBOX_PAGE}?conversation=${id}`,
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
