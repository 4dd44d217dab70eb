import { setTimeout as pause } from "node:timers/promises";
import { and, asc, eq, notInArray, sql } from "drizzle-orm";
import type { Progress } from "@/lib/cutting/plan";
import type { CutOrder, CutPlan } from "@/lib/cutting/types";
import { problemsOf } from "@/lib/cutting/validate";
import type { Services } from "@/server/api/context";
import { planInWorker } from "@/server/cutting/plan-in-worker";
import { cutPlanPieces, cutPlans, workspaces } from "@/server/db/schema";
import { rowIn, withLockedWorkspace, withWorkspace } from "@/server/db/workspace";
import { wakeJob } from "@/server/jobs/queue";
import { publishToWorkspace } from "../events";
import { PLAN_JOB } from "./mutations";
import { materialsOfPlan, orderOf } from "./queries";
import { hasEnded, mostMs, seedOf } from "./rules";

/** How often it is written down how far a plan is, and looked whether it is to be stopped. */
const BEAT_MS = 1000;

type Working = Pick<Services, "db" | "log">;
interface Due {
  workspaceId: string;
  planId: string;
  createdAt: Date;
}

const stillPlanning = ({ workspaceId, planId }: Due) => and(rowIn(cutPlans, workspaceId, planId), eq(cutPlans.state, "planning"));

/** Nor is one begun later than this in a run, in milliseconds: the queue gives up a run after a quarter of an hour, and would begin another beside it. */
const RUN_MS = 10 * 60_000;

/** How long things may take, in milliseconds. */
export interface Times {
  /** A plan that is looked for so hard. */
  planMs(effort: number): number;
  /** After it a run begins no other plan, and asks for the next run. */
  runMs: number;
}

/**
 * Works out all plans that wait, one after the other: a process has one worker for it. No workspace has a second one worked out before each
 * other has its first. What a process that ended left behind waits like any other.
 */
export async function workOutPlans(services: Working, { planMs = mostMs, runMs = RUN_MS }: Partial<Times> = {}): Promise<void> {
  const until = performance.now() + runMs;
  // Each is come to once, also where another process is at it.
  const met: string[] = [];
  for (let due = await nextOfEach(services, met); due.length > 0; due = await nextOfEach(services, met)) {
    for (const one of due) {
      if (performance.now() >= until) return wakeJob(services.db, PLAN_JOB);
      met.push(one.planId);
      await workOut(services, one, planMs);
    }
  }
}

/** Of each workspace the plan that waits longest, but for those that were met. */
async function nextOfEach({ db }: Working, met: string[]): Promise<Due[]> {
  const due: Due[] = [];
  // Each workspace by itself: nobody sees into one but from within.
  for (const { id: workspaceId } of await db.select({ id: workspaces.id }).from(workspaces)) {
    const rows = await withWorkspace(db, workspaceId, (tx) =>
      tx
        .select({ planId: cutPlans.id, createdAt: cutPlans.createdAt })
        .from(cutPlans)
        .where(and(eq(cutPlans.workspaceId, workspaceId), eq(cutPlans.state, "planning"), notInArray(cutPlans.id, met)))
        .orderBy(asc(cutPlans.createdAt))
        .limit(1),
    );
    due.push(...rows.map((row) => ({ ...row, workspaceId })));
  }
  return due.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

/**
 * Works one plan out, unless another process is at it. The lock that says so ends with its connection, so with the process: no plan waits for
 * one that is gone. Whatever happens, a plan is kept once, because it is kept only while it is being worked out.
 */
async function workOut(services: Working, due: Due, planMs: Times["planMs"]): Promise<void> {
  const { db, log } = services;
  await db.transaction(async (lock) => {
    const [taken] = await lock.execute<{ taken: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${`cut plan ${due.planId}`}, 0)) as taken`,
    );
    if (!taken?.taken) return;
    const order = await orderFor(services, due);
    if (!order) return;
    const ways = { stayAwake: () => lock.execute(sql`select 1`), ms: planMs(order.effort) };
    const plan = await watched(services, due, order, ways);
    const problems = plan ? problemsOf(order.order, plan) : [];
    if (problems.length > 0) log.error({ plan: due.planId, problems: problems.slice(0, 10) }, "cut plan with problems");
    await keep(services, due, order.order, problems.length > 0 ? undefined : plan);
  });
}

/** What a planner is given: of what was chosen, the slabs that are still there and the pieces that still wait, of jobs that go on. */
const orderFor = ({ db }: Working, due: Due) =>
  withWorkspace(db, due.workspaceId, async (tx) => {
    const [row] = await tx.select().from(cutPlans).where(stillPlanning(due));
    if (!row) return undefined;
    const of = await materialsOfPlan(tx, row);
    const slabs = of.slabs.filter(({ state, materialId }) => state === "available" && materialId === row.materialId);
    const pieces = of.pieces.filter(
      ({ state, materialId, jobState }) => state === "waiting" && materialId === row.materialId && !hasEnded(jobState),
    );
    const { effort, ...saw } = row.saw;
    return { order: orderOf(saw, { slabs, pieces }), effort };
  });

/**
 * Plans, tells how far it is, and ends when it is to: because its time is over, or somebody asked for what there is, or threw it away. Then the
 * best plan so far is the plan. @returns none where the planner gave none @throws where its lock is lost: another run may have the plan by now
 */
async function watched(
  services: Working,
  due: Due,
  { order, effort }: { order: CutOrder; effort: number },
  { stayAwake, ms }: { stayAwake: () => PromiseLike<unknown>; ms: number },
): Promise<CutPlan | undefined> {
  const [stop, ended] = [new AbortController(), new AbortController()];
  let done = 0;
  const beat = async () => {
    // A transaction that says nothing for half a minute is ended, and its lock with it.
    await stayAwake();
    try {
      if (!(await goesOn(services, due, Math.min(99, Math.floor(done * 100))))) stop.abort();
    } catch (error) {
      services.log.error({ err: error, plan: due.planId }, "progress of a cut plan");
    }
  };
  await beat();
  const over = setTimeout(() => stop.abort(), ms);
  const work = async () => {
    try {
      const onProgress = (progress: Progress) => {
        done = progress.done;
      };
      return await planInWorker(order, { seed: seedOf(due.planId), effort, signal: stop.signal, onProgress });
    } catch (error) {
      // It would fail the next time, too, and every time after that.
      services.log.error({ err: error, plan: due.planId }, "cut plan not worked out");
      return undefined;
    } finally {
      clearTimeout(over);
      ended.abort();
    }
  };
  const planning = work();
  const watching = async () => {
    try {
      while (await pause(BEAT_MS, true, { signal: ended.signal }).catch(() => false)) await beat();
    } catch (error) {
      stop.abort();
      await planning;
      throw error;
    }
  };
  // Nothing is said on the lock's connection once it is let go.
  const [plan] = await Promise.all([planning, watching()]);
  // It may have been lost since the last beat.
  await stayAwake();
  return plan;
}

/**
 * Writes down how far a plan is; whoever looks at it asks. To tell the workspace each second would have every open page of the shop ask
 * for all that it shows. @returns whether to go on
 */
const goesOn = ({ db }: Working, due: Due, progress: number): Promise<boolean> =>
  withWorkspace(db, due.workspaceId, async (tx) => {
    const [row] = await tx.select({ progress: cutPlans.progress, stopping: cutPlans.stopping }).from(cutPlans).where(stillPlanning(due));
    if (!row) return false;
    if (progress !== row.progress) await tx.update(cutPlans).set({ progress }).where(stillPlanning(due));
    return row.stopping === 0;
  });

/**
 * Keeps what was worked out, for the pieces that it was worked out for: what was dropped before is none of it. Without a plan there is none, and
 * what waits for it waits for another.
 */
const keep = ({ db }: Working, due: Due, { pieces }: CutOrder, plan: CutPlan | undefined): Promise<void> =>
  withLockedWorkspace(db, due.workspaceId, "key share", async (tx) => {
    const set = plan ? { plan, state: "draft" as const, progress: 100 } : { state: "discarded" as const };
    const kept = await tx
      .update(cutPlans)
      .set({ ...set, version: sql`${cutPlans.version} + 1` })
      .where(stillPlanning(due))
      .returning({ id: cutPlans.id });
    if (kept.length === 0) return;
    const ids = pieces.map(({ id }) => id);
    if (plan)
      await tx
        .delete(cutPlanPieces)
        .where(
          and(eq(cutPlanPieces.workspaceId, due.workspaceId), eq(cutPlanPieces.planId, due.planId), notInArray(cutPlanPieces.pieceId, ids)),
        );
    await publishToWorkspace(tx, due.workspaceId);
  });
