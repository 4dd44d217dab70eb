import { customType, timestamp } from "drizzle-orm/pg-core";

/** A point in time, whatever the zone of whoever looks. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
