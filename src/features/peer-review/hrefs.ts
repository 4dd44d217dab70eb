/** Where peer review is found. */
export const REVIEWS = "/dashboard/peer-review";
/** Where disputes and what waits too long are looked after. */
export const REVIEW_CARE = "/dashboard/admin/peer-review";

/** The reviews of one own take. */
export const requestHref = (uid: string): string => `${REVIEWS}?request=${uid}`;
/** A review that one is writing. */
export const assignmentHref = (uid: string): string => `${REVIEWS}?assignment=${uid}`;
/** A review that one has given. */
export const givenHref = (uid: string): string => `${REVIEWS}?given=${uid}`;
