export const PEOPLE_PAGE = "/dashboard/admin/people";
export const personHref = (uid: string): string => `${PEOPLE_PAGE}/person?uid=${uid}`;
