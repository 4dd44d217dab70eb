/** Where the question bank is edited. */
export const BANK_ADMIN = "/dashboard/admin/questions";
export const CATEGORIES_ADMIN = `${BANK_ADMIN}/categories`;

export const questionEditorHref = (uid?: string): string => `${BANK_ADMIN}/question${uid ? `?uid=${uid}` : ""}`;
