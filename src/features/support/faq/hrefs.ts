/** Where the FAQ is edited. */
export const FAQ_ADMIN = "/dashboard/admin/faq";

export const entryHref = (uid?: string): string => `${FAQ_ADMIN}/entry${uid ? `?uid=${uid}` : ""}`;
