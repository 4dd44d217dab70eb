import { editUniversityHref, editVideoHref } from "@/features/learning/components/editing/places";
import { replyHref } from "@/features/support/canned/components/places";
import { entryHref } from "@/features/support/faq/components/admin/places";
import { INBOX_PAGE } from "@/features/support/inbox/components/places";
import { announcementHref } from "../../announcements/components/places";

/** Where what an act was about can be seen, by its kind; not all of it has a page. */
const PLACES: Record<string, (id: string) => string> = {
  announcement: announcementHref,
  area: () => "/dashboard/admin/settings",
  canned: replyHref,
  conversation: (id) => `${INBOX_PAGE}?conversation=${id}`,
  faq: entryHref,
  setting: () => "/dashboard/admin/settings",
  university: editUniversityHref,
  video: editVideoHref,
};

export const targetHref = ({ kind, id }: { kind: string; id: string }): string | undefined =>
  Object.hasOwn(PLACES, kind) ? PLACES[kind]?.(id) : undefined;
