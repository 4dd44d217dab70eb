export const universityHref = (uid: string): string => `/dashboard/viewuniversitiesData?universityId=${uid}`;

export const documentHref = (university: string, document: string): string => `${universityHref(university)}&document=${document}`;
