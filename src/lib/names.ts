export interface Named {
  firstName: string;
  lastName: string;
}

/**
 * Names that Chinese, Japanese or Korean letters write: ideographs (with their compatibility forms and extensions B to H), kana, syllables.
 * The database asks the same, @see server/db/names.ts.
 */
const FAMILY_FIRST = /^[\u3005\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\u{20000}-\u{323af}]+$/u;

/** Whether somebody's family name stands first, and no blank after it, as CLDR's patterns for names in these letters have it. */
export const isFamilyFirst = ({ firstName, lastName }: Named): boolean => FAMILY_FIRST.test(lastName + firstName);

/** Somebody's whole name, as their letters write it: "Lan Nguyễn", "王小明". Empty of an account that was erased. */
export const fullName = (person: Named): string =>
  isFamilyFirst(person) ? `${person.lastName}${person.firstName}` : `${person.firstName} ${person.lastName}`.trim();

/** How a whole name begins, of both of its parts: for a picture's place. */
export const initialsOf = (person: Named): string => {
  const [first = "", last = ""] = [[...person.firstName][0], [...person.lastName][0]];
  return (isFamilyFirst(person) ? last + first : first + last).toLocaleUpperCase();
};
