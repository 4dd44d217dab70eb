/** Where the learning area is edited. */
export const CONTENT = "/dashboard/admin/learning";

export const PARTS = ["videos", "universities", "shared"] as const;
export type Part = (typeof PARTS)[number];

const withUid = (path: string, uid: string | undefined): string => (uid ? `${path}?uid=${uid}` : path);

export const partHref = (part: Part): string => (part === PARTS[0] ? CONTENT : `${CONTENT}?tab=${part}`);
export const editVideoHref = (uid?: string): string => withUid(`${CONTENT}/video`, uid);
export const editUniversityHref = (uid?: string): string => withUid(`${CONTENT}/university`, uid);
