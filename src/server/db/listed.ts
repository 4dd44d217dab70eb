import { type SQL, sql } from "drizzle-orm";

/**
 * A list of an enum's values for `in`, written out: a plan looks for the index that was made for just these, which it cannot with parameters.
 * @param values our own, never what somebody typed
 */
export const listed = (values: readonly string[]): SQL => sql.raw(`(${values.map((value) => `'${value}'`).join(", ")})`);
