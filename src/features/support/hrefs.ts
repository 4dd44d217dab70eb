/** Where somebody who is signed in asks the team. */
export const SUPPORT_PAGE = "/dashboard/support";
export const conversationHref = (uid: string) => `${SUPPORT_PAGE}?conversation=${uid}` as const;
