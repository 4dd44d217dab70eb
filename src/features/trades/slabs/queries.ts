import { and, asc, count, desc, eq, inArray, like, max, or, type SQL, sql } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { beforeCursor, cursorOf } from "@/lib/cursors";
import type { SlabOrder, SlabState } from "@/lib/enums/trades-stock";
import { pageOffset } from "@/lib/page-math";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { exactly, olderThan } from "@/server/db/keyset";
import { materials, slabs, workspaceEvents, workspacePeople } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { slabHref } from "../hrefs";
import { countryOf } from "../materials/queries";
import { isBanned } from "../materials/rules";
import { personName } from "../members/queries";
import { shownTo } from "../rules";
import { ENTRIES } from "../timeline/queries";
import type { SlabHistoryDto } from "./dto";
import { MOST_BINS, MOST_KIN, patternOf, type SlabField, serialAfter } from "./rules";
import type { SlabHistoryInput, SlabLabelsInput, SlabsInput } from "./schema";

/**
 * Whether something begins so, whatever it is that a pattern would read otherwise. The database makes the small letters of both: JavaScript
 * makes others of some capitals.
 */
const begins = (column: PgColumn, text: string): SQL =>
  like(sql`lower(${column})`, sql`lower(${`${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}::text)`);

const fits = (search: string | undefined): SQL | undefined =>
  search ? or(begins(slabs.serial, search), begins(slabs.bin, search), begins(slabs.batch, search)) : undefined;

const ORDERS: Record<SlabOrder, SQL> = {
  serial: sql`lower(${slabs.serial})`,
  area: sql`${slabs.length}::bigint * ${slabs.width}`,
  state: sql`${slabs.state}`,
};

const ROW = {
  uid: slabs.id,
  serial: slabs.serial,
  state: slabs.state,
  length: slabs.length,
  width: slabs.width,
  thickness: slabs.thickness,
  remnant: slabs.remnant,
  bin: slabs.bin,
  batch: slabs.batch,
  version: slabs.version,
  material: { uid: materials.id, name: materials.name, category: materials.category },
};

const ofMaterial = and(eq(materials.workspaceId, slabs.workspaceId), eq(materials.id, slabs.materialId));

/** A shop's slabs, those that fit what is asked for; their costs for those alone who manage it. */
export const listSlabs = ({ inWorkspace, member: { workspaceId, role } }: WorkspaceContext, input: SlabsInput) =>
  inWorkspace(async (tx) => {
    const { search, materialUid, state, kind, bin, order, descending, page } = input;
    const scope = and(
      eq(slabs.workspaceId, workspaceId),
      materialUid === undefined ? undefined : eq(slabs.materialId, materialUid),
      state === undefined ? undefined : eq(slabs.state, state),
      kind === undefined ? undefined : eq(slabs.remnant, kind === "remnant"),
      bin === undefined ? undefined : eq(sql`lower(${slabs.bin})`, sql`lower(${bin}::text)`),
      fits(search),
    );
    const turned = descending ? desc : asc;
    const rows = await tx
      .select({ ...ROW, cost: slabs.cost })
      .from(slabs)
      .innerJoin(materials, ofMaterial)
      .where(scope)
      .orderBy(turned(ORDERS[order]), asc(ORDERS.serial), asc(slabs.id))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page));
    const [totals] = await tx.select({ total: count() }).from(slabs).where(scope);
    return { data: rows.map((row) => shownTo(role, row, ["cost"])), meta: { total: totals?.total ?? 0 } };
  });

const parents = alias(slabs, "parents");

/** One slab as somebody of a role may see it. @throws AppError notFound */
export async function slabOf(tx: Transaction, { workspaceId, role }: WorkspaceContext["member"], uid: string) {
  const [row] = await tx
    .select({ ...ROW, slab: slabs, parent: { uid: parents.id, serial: parents.serial } })
    .from(slabs)
    .innerJoin(materials, ofMaterial)
    .leftJoin(parents, and(eq(parents.workspaceId, slabs.workspaceId), eq(parents.id, slabs.parentId)))
    .where(rowIn(slabs, workspaceId, uid));
  const { slab, ...shown } = found(row);
  const { supplier, defects, notes, cost, createdAt } = slab;
  const banned = isBanned(await countryOf(tx, workspaceId), shown.material.category);
  return shownTo(role, { ...shown, supplier, defects, notes, banned, cost, createdAt: createdAt.toISOString() }, ["cost"]);
}

export const viewSlab = ({ inWorkspace, member }: WorkspaceContext, uid: string) => inWorkspace((tx) => slabOf(tx, member, uid));

/** The largest number of those serials that begin so and end with a number; 0 for none. */
async function lastNumber(tx: Transaction, workspaceId: string, prefix: string): Promise<number> {
  const number = sql<string>`substr(${slabs.serial}, ${[...prefix].length + 1}::int)`;
  const [row] = await tx
    .select({ last: max(sql<number>`(${number})::int`) })
    .from(slabs)
    .where(and(eq(slabs.workspaceId, workspaceId), begins(slabs.serial, prefix), sql`${number} ~ '^\\d{1,9}$'`));
  return Number(row?.last ?? 0);
}

/** What the next slab could be called: as the latest one is, and counted on. */
async function nextSerial(tx: Transaction, workspaceId: string): Promise<string> {
  const [latest] = await tx
    .select({ serial: slabs.serial })
    .from(slabs)
    .where(and(eq(slabs.workspaceId, workspaceId), eq(slabs.remnant, false)))
    .orderBy(desc(slabs.createdAt), desc(slabs.id))
    .limit(1);
  const pattern = patternOf(latest?.serial);
  return serialAfter(pattern, await lastNumber(tx, workspaceId, pattern.prefix));
}

/** What a form for a slab, and the list of them, offer. */
export const viewOffers = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext) =>
  inWorkspace(async (tx) => {
    const bins = await tx
      .selectDistinctOn([sql`lower(${slabs.bin})`], { bin: slabs.bin })
      .from(slabs)
      .where(and(eq(slabs.workspaceId, workspaceId), sql`${slabs.bin} <> ''`))
      .orderBy(sql`lower(${slabs.bin})`)
      .limit(MOST_BINS);
    return { serial: await nextSerial(tx, workspaceId), bins: bins.map(({ bin }) => bin) };
  });

/** What labels of these slabs say, in the order of their serials. @throws AppError notFound where one of them is not there */
export const viewLabels = ({ inWorkspace, member: { workspaceId }, env }: WorkspaceContext, { uids }: SlabLabelsInput) =>
  inWorkspace(async (tx) => {
    const { version: _, state: __, ...shown } = ROW;
    const rows = await tx
      .select({ ...shown, finish: materials.finish })
      .from(slabs)
      .innerJoin(materials, ofMaterial)
      .where(and(eq(slabs.workspaceId, workspaceId), inArray(slabs.id, uids)))
      .orderBy(asc(ORDERS.serial));
    found(rows.length === new Set(uids).size ? rows : undefined);
    return rows.map((row) => ({ ...row, address: `${env.publicUrl}${slabHref(workspaceId, row.uid)}` }));
  });

interface Kin extends Record<string, unknown> {
  uid: string;
  serial: string;
  state: SlabState;
  length: number;
  width: number;
  thickness: number;
  parentUid: string | null;
  depth: number;
}

/** The family of a slab: the one that nothing came before, and all that was ever cut of it, parents before their children. @throws AppError notFound */
export const viewKin = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext, uid: string) =>
  inWorkspace(async (tx) => {
    const rows = await tx.execute<Kin>(sql`
      with recursive up as (
        select id, parent_id from slabs where workspace_id = ${workspaceId} and id = ${uid}
        union all
        select s.id, s.parent_id from slabs s join up on s.id = up.parent_id where s.workspace_id = ${workspaceId}
      ), down as (
        select s.id, s.serial, s.state, s.length, s.width, s.thickness, s.parent_id, 0 as depth
        from slabs s join up on s.id = up.id where s.workspace_id = ${workspaceId} and up.parent_id is null
        union all
        select s.id, s.serial, s.state, s.length, s.width, s.thickness, s.parent_id, down.depth + 1
        from slabs s join down on s.parent_id = down.id where s.workspace_id = ${workspaceId}
      )
      select id as uid, serial, state, length, width, thickness, parent_id as "parentUid", depth
      from down order by depth, length(serial), lower(serial), id limit ${MOST_KIN}`);
    return found(rows.length > 0 ? [...rows] : undefined);
  });

type Event = Pick<typeof workspaceEvents.$inferSelect, "action" | "before" | "after">;
type Happened = SlabHistoryDto["data"][number] extends infer One ? (One extends unknown ? Omit<One, "uid" | "at" | "by"> : never) : never;

function happened({ action, before, after }: Event): Happened {
  if (action === "slab.edit") return { kind: "edited", fields: (after?.fields ?? []) as SlabField[] };
  if (action === "slab.move") return { kind: "moved", from: before?.state as SlabState, to: after?.state as SlabState };
  if (action === "slab.remnant") return { kind: "broken", remnants: Number(after?.remnants ?? 0) };
  return { kind: "added" };
}

/** What happened to a slab, the latest first. @throws AppError notFound */
export const viewHistory = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext, { uid, before }: SlabHistoryInput) =>
  inWorkspace(async (tx) => {
    const until = before === undefined ? undefined : beforeCursor(before);
    const [slab] = await tx
      .select({ id: slabs.id })
      .from(slabs)
      .where(rowIn(slabs, workspaceId, uid));
    const { id, at, actorId, target, action, before: was, after } = workspaceEvents;
    const rows = await tx
      .select({ uid: id, at: exactly(at), by: personName, action, before: was, after })
      .from(workspaceEvents)
      .leftJoin(workspacePeople, and(eq(workspacePeople.workspaceId, workspaceId), eq(workspacePeople.userId, actorId)))
      .where(and(eq(workspaceEvents.workspaceId, workspaceId), eq(target, `slab:${found(slab).id}`), olderThan(at, id, until)))
      .orderBy(desc(at), desc(id))
      .limit(ENTRIES + 1);
    const shown = rows.slice(0, ENTRIES);
    const last = shown.at(-1);
    return {
      data: shown.map(({ uid: entry, at: when, by, ...event }) => ({
        uid: entry,
        at: new Date(when).toISOString(),
        by,
        ...happened(event),
      })),
      meta: { next: rows.length > ENTRIES && last ? cursorOf(last.at, last.uid) : null },
    };
  });
