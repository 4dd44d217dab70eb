/** Where ready answers are edited. */
export const REPLIES_PAGE = "/dashboard/admin/support/answers";

export const replyHref = (uid?: string): string => `${REPLIES_PAGE}/entry${uid ? `?uid=${uid}` : ""}`;
