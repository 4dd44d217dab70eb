import { partHref } from "@/features/learning/editing/hrefs";
import { BANK_ADMIN, CATEGORIES_ADMIN } from "@/features/practice/bank/hrefs";
import { REPLIES_PAGE } from "@/features/support/canned/hrefs";
import { FAQ_ADMIN } from "@/features/support/faq/hrefs";
import type { ImportKind } from "@/lib/enums/imports";

const PAGE = "/dashboard/admin/import";

/** Where each kind of content is edited. */
export const CONTENT_PAGES: Record<ImportKind, string> = {
  questions: BANK_ADMIN,
  faq: FAQ_ADMIN,
  canned: REPLIES_PAGE,
  professions: "/dashboard/admin/rooms",
  categories: CATEGORIES_ADMIN,
  videos: partHref("videos"),
  universities: partHref("universities"),
};

export const importsHref = (kind: ImportKind): string => `${PAGE}?kind=${kind}`;

export const importHref = (uid: string): string => `${PAGE}/file?uid=${uid}`;
