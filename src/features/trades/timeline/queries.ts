import { and, eq, inArray } from "drizzle-orm";
import { beforeCursor, cursorOf } from "@/lib/cursors";
import type { WorkspaceRole } from "@/lib/enums/trades";
import type { Transaction } from "@/server/db/client";
import { fullNameOf } from "@/server/db/names";
import { workspacePeople } from "@/server/db/schema";
import { MONEY_STORY } from "../money-story/queries";
import { PIECE_STORY } from "../piece-story/queries";
import { manages } from "../rules";
import { type Found, STORY } from "../story/queries";

/** Entries that come at a time. */
export const ENTRIES = 20;

/** All that happened to a job, as somebody of a role may see it, from whichever part of trades, the latest first. */
export async function timelineOf(
  tx: Transaction,
  about: { workspaceId: string; jobId: string },
  role: WorkspaceRole,
  before: string | undefined,
) {
  const until = before === undefined ? undefined : beforeCursor(before);
  const found: Found[] = [];
  const sources = [...STORY, ...PIECE_STORY, ...(manages(role) ? MONEY_STORY : [])];
  // One after the other: they share the transaction's connection.
  for (const source of sources) found.push(...(await source(tx, about, ENTRIES + 1, until)));
  const key = ({ at, entry }: (typeof found)[number]) => `${at} ${entry.uid}`;
  const all = found.toSorted((one, other) => (key(one) < key(other) ? 1 : -1));
  const shown = all.slice(0, ENTRIES);
  const names = await namesOf(tx, about.workspaceId, [...new Set(shown.flatMap(({ by }) => by ?? []))]);
  const last = shown.at(-1);
  return {
    data: shown.map(({ at, by, name, entry }) => ({ ...entry, at: new Date(at).toISOString(), by: name ?? (by && names.get(by)) ?? null })),
    meta: { next: all.length > ENTRIES && last ? cursorOf(last.at, last.entry.uid) : null },
  };
}

/** Who of these accounts is in the workspace, by name. */
async function namesOf(tx: Transaction, workspaceId: string, userIds: string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await tx
    .select({ userId: workspacePeople.userId, name: fullNameOf(workspacePeople) })
    .from(workspacePeople)
    .where(and(eq(workspacePeople.workspaceId, workspaceId), inArray(workspacePeople.userId, userIds)));
  return new Map(rows.map(({ userId, name }) => [userId, name]));
}
