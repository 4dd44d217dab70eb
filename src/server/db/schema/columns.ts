import { customType, timestamp } from "drizzle-orm/pg-core";

/** A point in time, whatever the zone of whoever looks. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Terms of `lib/search-terms`, for a GIN index. */
export const searchVector = customType<{ data: string }>({ dataType: () => "tsvector" });

export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Text in the order of its letters' numbers, wherever the database stands: what begins alike is one range. */
export const plainText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
