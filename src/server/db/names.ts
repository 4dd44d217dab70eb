import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** The letters of `isFamilyFirst` in `lib/names.ts`, as PostgreSQL writes them. */
const FAMILY_FIRST = String.raw`^[\u3005\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U000323af]+$`;

/** `fullName` of `lib/names.ts`, of a row with both names: null where there is no row. */
export const fullNameOf = ({ firstName, lastName }: { firstName: SQLWrapper; lastName: SQLWrapper }): SQL<string> =>
  sql<string>`case when ${lastName} || ${firstName} ~ ${sql.raw(`'${FAMILY_FIRST}'`)} then ${lastName} || ${firstName}
    else btrim(${firstName} || ' ' || ${lastName}) end`;
