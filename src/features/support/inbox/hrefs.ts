/** Where the team works on conversations. */
export const INBOX_PAGE = "/dashboard/admin/support";
export const inboxHref = (conversation: string) => `${INBOX_PAGE}?conversation=${conversation}` as const;
