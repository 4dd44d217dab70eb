import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Where the last page of a list ended that is ordered by time and id (lib/cursors). */
export interface Until {
  at: string;
  id: string;
}

/** To the microsecond, as a cursor needs it, and in UTC whatever the session's zone is. */
export const exactly = (at: SQLWrapper) => sql<string>`(${at} at time zone 'UTC')::text || '+00'`;

/** What is older than where the last page ended: one comparison of rows, which an index over both answers. */
export const olderThan = (at: SQLWrapper, id: SQLWrapper, until: Until | undefined): SQL | undefined =>
  until && sql`(${at}, ${id}) < (${until.at}::timestamptz, ${until.id}::uuid)`;
