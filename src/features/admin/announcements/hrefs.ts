/** Where announcements are made. */
export const ANNOUNCEMENTS = "/dashboard/admin/announcements";

export const announcementHref = (uid?: string): string => `${ANNOUNCEMENTS}/entry${uid ? `?uid=${uid}` : ""}`;
