export const FORUM = "/dashboard/forums";
/** What visitors may look at. */
export const PREVIEW = "/auth/dashboard/forums";

/** Where a topic is begun, in whatever room. */
export const NEW_TOPIC = `${FORUM}?new=1`;

export const roomHref = (slug: string): string => `${FORUM}?profession=${slug}`;
export const chatHref = (slug: string): string => `${FORUM}?profession=${slug}&view=chat`;
export const topicHref = (uid: string) => `${FORUM}?topic=${uid}` as const;
/** A message's own address; wherever it stands, it is found. */
export const postHref = (uid: string) => `${FORUM}?post=${uid}` as const;

/** Where the community is looked after, and what was done is read. */
export const CARE = "/dashboard/admin/community";
export const PROPOSALS = `${CARE}?tab=proposals`;
export const CARE_LOG = `${CARE}/log`;
/** What was done about a member, and what can be done. */
export const memberHref = (uid: string): string => `${CARE_LOG}?member=${uid}`;
/** The way in, and back to what was being read. */
export const loginHref = (target: string): string => `/auth/login?returnTo=${encodeURIComponent(target)}`;
