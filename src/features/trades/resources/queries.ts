import { and, asc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { USUAL_HOURS } from "@/lib/working-time";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { absences, resources, scheduleSettings, teamResources } from "@/server/db/schema";
import { signedToken } from "@/server/signed-tokens";
import { manages, shownTo } from "../rules";

export const FEED_PATH = "/api/trades/calendar/";

/** What an address is signed for: to be read by whose schedule it is, or by somebody who manages the shop. */
export const feedPurpose = (managerId?: string): string => (managerId ? `schedule.feed:${managerId}` : "schedule.feed");

type Asker = Pick<WorkspaceContext, "env" | "member">;

/**
 * The address that a calendar reads. It names the feed and is derived, never stored; one that was renewed or ended opens nothing. Whoever
 * manages the shop has others' calendars at addresses of their own, which open nothing once they manage it no more.
 */
function feedAddress({ env, member }: Asker, feedId: string, own: boolean): string {
  const manager = own ? undefined : member.id;
  const token = signedToken(env.secrets, feedPurpose(manager), feedId);
  return `${env.publicUrl}${FEED_PATH}${member.workspaceId}/${manager ? `${manager}/` : ""}${token}.ics`;
}

/** When the shop works; locked where it is about to change. */
export async function settingsOf(tx: Transaction, workspaceId: string, { lock = false } = {}) {
  const query = tx.select().from(scheduleSettings).where(eq(scheduleSettings.workspaceId, workspaceId));
  const [row] = await (lock ? query.for("update") : query);
  return row ? { hours: row.hours, holidays: row.holidays, version: row.version } : { hours: USUAL_HOURS, holidays: [], version: 0 };
}

export const viewSettings = ({ inWorkspace, member }: WorkspaceContext) => inWorkspace((tx) => settingsOf(tx, member.workspaceId));

/** Who is in which team. */
export async function teamsOf(tx: Transaction, workspaceId: string): Promise<Map<string, string[]>> {
  const rows = await tx
    .select({ team: teamResources.teamId, resource: teamResources.resourceId })
    .from(teamResources)
    .where(eq(teamResources.workspaceId, workspaceId))
    .orderBy(asc(teamResources.resourceId));
  const teams = new Map<string, string[]>();
  for (const { team, resource } of rows) teams.set(team, [...(teams.get(team) ?? []), resource]);
  return teams;
}

/** All of a shop's resources by kind and name, those that are retired among them, as somebody of a role may see them. */
async function resourcesOf(tx: Transaction, asker: Asker) {
  const { member } = asker;
  const rows = await tx
    .select()
    .from(resources)
    .where(eq(resources.workspaceId, member.workspaceId))
    .orderBy(asc(resources.kind), asc(sql`lower(${resources.name})`), asc(resources.id));
  const teams = await teamsOf(tx, member.workspaceId);
  return rows.map(({ id, kind, name, color, memberId, hours, retired, version, feedId }) => ({
    uid: id,
    kind,
    name,
    color,
    memberUid: memberId,
    hours,
    members: teams.get(id) ?? [],
    retired,
    version,
    ...(manages(member.role) || memberId === member.id ? { feed: feedId && feedAddress(asker, feedId, memberId === member.id) } : {}),
  }));
}

/** One of them. @throws AppError notFound */
export const resourceOf = async (tx: Transaction, asker: Asker, uid: string) =>
  found((await resourcesOf(tx, asker)).find((row) => row.uid === uid));

export const listResources = (ctx: WorkspaceContext) => ctx.inWorkspace((tx) => resourcesOf(tx, ctx));

/** When these resources, or all of them, are away within a while. */
export const awayIn = (tx: Transaction, workspaceId: string, { from, to }: { from: Date; to?: Date }, ids?: string[]) =>
  tx
    .select()
    .from(absences)
    .where(
      and(
        eq(absences.workspaceId, workspaceId),
        gt(absences.endsAt, from),
        to ? lt(absences.startsAt, to) : undefined,
        ids ? inArray(absences.resourceId, ids) : undefined,
      ),
    )
    .orderBy(asc(absences.startsAt), asc(absences.id));

export const showAbsence = (
  { id, resourceId, startsAt, endsAt, version, kind }: typeof absences.$inferSelect,
  role: WorkspaceContext["member"]["role"],
) =>
  shownTo(role, { uid: id, resourceUid: resourceId, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), version, kind }, [
    "kind",
  ]);

/** Who is away now or will be. */
export const listAbsences = ({ inWorkspace, member }: WorkspaceContext) =>
  inWorkspace(async (tx) => {
    const rows = await awayIn(tx, member.workspaceId, { from: new Date() });
    return rows.map((row) => showAbsence(row, member.role));
  });
