/** Where the team works on conversations. */
export const INBOX_PAGE = "/dashboard/admin/support";
