import { and, eq, isNull } from "drizzle-orm";
import { validate } from "uuid";
import { AppError, found } from "@/lib/app-error";
import { DAY_MS } from "@/lib/durations";
import type { Services } from "@/server/api/context";
import { resources, users, workspaceMembers } from "@/server/db/schema";
import { type Outside, rowIn, withWorkspace } from "@/server/db/workspace";
import { openToken } from "@/server/signed-tokens";
import { FEED_PATH, feedPurpose } from "../resources/queries";
import { manages } from "../rules";
import { bookingsIn } from "../schedule/queries";
import { workspaceOf } from "../workspace/queries";
import { calendarOf, FEED_DAYS } from "./rules";

/** Below it stand a workspace, who manages it where the calendar is read by them, and a token that opens one resource's bookings. */
const ADDRESS = /^([^/]+)\/(?:([^/]+)\/)?([\w-]+)\.ics$/;

/**
 * The calendar at an address that was given for a resource: titles, times and places, and nothing else of the shop.
 * @throws AppError notFound for an address that was not made here, was renewed, has ended, or is of somebody who may look no more
 */
export async function readFeed({ db, env }: Pick<Services, "db" | "env">, pathname: string, now = new Date()): Promise<string> {
  const [, workspaceId = "", managerId, token = ""] = ADDRESS.exec(pathname.slice(FEED_PATH.length)) ?? [];
  const sound = validate(workspaceId) && (managerId === undefined || validate(managerId));
  const feedId = found(sound ? openToken(env.secrets, feedPurpose(managerId), token) : undefined);
  return withWorkspace(db, workspaceId, async (tx, outside) => {
    const [row] = await tx
      .select({ id: resources.id, name: resources.name, memberId: resources.memberId })
      .from(resources)
      .where(and(eq(resources.workspaceId, workspaceId), eq(resources.feedId, feedId)));
    const { id, name, memberId } = found(row);
    const reader = found(await readerOf(outside, workspaceId, found(managerId ?? memberId ?? undefined)));
    if (managerId && !manages(reader.role)) throw new AppError("notFound");
    const { name: shop } = await workspaceOf(tx, workspaceId);
    const within = { from: new Date(now.getTime() - FEED_DAYS.back * DAY_MS), to: new Date(now.getTime() + FEED_DAYS.ahead * DAY_MS) };
    const booked = await bookingsIn(tx, workspaceId, within, id);
    return calendarOf(
      `${name} – ${shop}`,
      booked.map(({ uid, title, job, address, state, startsAt, endsAt, changedAt, version }) => ({
        uid,
        title: job ? `#${job.number} ${title}` : title,
        place: address.replaceAll("\n", ", "),
        state,
        startsAt: new Date(startsAt),
        endsAt: new Date(endsAt),
        changedAt,
        changes: version - 1,
      })),
    );
  });
}

/** Somebody who is in the workspace now and may use their account. */
const readerOf = (outside: Outside, workspaceId: string, memberId: string) =>
  outside(async (tx) => {
    const [row] = await tx
      .select({ role: workspaceMembers.role })
      .from(workspaceMembers)
      .innerJoin(users, eq(users.id, workspaceMembers.userId))
      .where(and(rowIn(workspaceMembers, workspaceId, memberId), isNull(users.suspendedAt)));
    return row;
  });
