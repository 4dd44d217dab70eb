/** Where the log of interviews is, and one of them. */
export const INTERVIEWS_PAGE = "/dashboard/interviews";

export const interviewHref = (uid?: string): string => `${INTERVIEWS_PAGE}/entry${uid ? `?uid=${uid}` : ""}`;
