import { and, eq } from "drizzle-orm";
import { validate } from "uuid";
import { found } from "@/lib/app-error";
import type { Services } from "@/server/api/context";
import { resources } from "@/server/db/schema";
import { withWorkspace } from "@/server/db/workspace";
import { openToken } from "@/server/signed-tokens";
import { FEED_PATH, FEED_PURPOSE } from "../resources/queries";
import { bookingsIn } from "../schedule/queries";
import { workspaceOf } from "../workspace/queries";
import { calendarOf, FEED_DAYS } from "./rules";

const DAY_MS = 86_400_000;

/** Below it stand a workspace, and a token that opens one resource's bookings. */
const ADDRESS = /^([^/]+)\/([\w-]+)\.ics$/;

/**
 * The calendar at an address that was given for a resource: titles, times and places, and nothing else of the shop.
 * @throws AppError notFound for an address that was not made here, was renewed, or has ended
 */
export async function readFeed({ db, env }: Pick<Services, "db" | "env">, pathname: string, now = new Date()): Promise<string> {
  const [, workspaceId = "", token = ""] = ADDRESS.exec(pathname.slice(FEED_PATH.length)) ?? [];
  const feedId = found(validate(workspaceId) ? openToken(env.secrets, FEED_PURPOSE, token) : undefined);
  return withWorkspace(db, workspaceId, async (tx) => {
    const [row] = await tx
      .select({ id: resources.id, name: resources.name })
      .from(resources)
      .where(and(eq(resources.workspaceId, workspaceId), eq(resources.feedId, feedId)));
    const { id, name } = found(row);
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
