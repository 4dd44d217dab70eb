import { type SQLWrapper, sql } from "drizzle-orm";
import { AppError, type ErrorCode } from "@/lib/app-error";
import { users } from "./db/schema";

/** Of all files of one kind that somebody who is not of the team sends within a day, and at all: the disk is everybody's, and takes need it. */
const MAX_DAY_BYTES = 500_000_000;
const MAX_ALL_BYTES = 2_000_000_000;

/** What somebody's files take, and what they are to us: columns of a query over those files. */
export const roomTaken = (userId: string, { bytes, createdAt }: { bytes: SQLWrapper; createdAt: SQLWrapper }) => ({
  all: sql<number>`coalesce(sum(${bytes}), 0)::float8`,
  day: sql<number>`coalesce(sum(${bytes}) filter (where ${createdAt} > now() - interval '1 day'), 0)::float8`,
  role: sql<string>`(select ${users.role} from ${users} where ${users.id} = ${userId})`,
});

/** @param full what is said where one more file of this size is too much  @throws AppError */
export function requireRoom(taken: { all: number; day: number; role: string } | undefined, size: number, full: ErrorCode): void {
  if (taken?.role !== "candidate") return;
  if (taken.day + size > MAX_DAY_BYTES || taken.all + size > MAX_ALL_BYTES) throw new AppError(full);
}
