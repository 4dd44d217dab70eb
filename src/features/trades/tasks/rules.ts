import type { WorkspaceRole } from "@/lib/enums/trades";
import { TASK_STATES, type TaskState } from "@/lib/enums/trades-tasks";
import { lifecycle } from "@/lib/lifecycle";
import { manages } from "../rules";

/** Characters at most. */
export const TASK = { title: 160, details: 4000, check: 200, blockedFor: 500, words: 1000 } as const;

/** How many of each one task can have, and one job tasks. */
export const MOST_CHECKS = 50;
export const MOST_ASSIGNEES = 20;
export const MOST_TASKS = 200;
/** Standard tasks of a workspace. */
export const MOST_STANDARD = 200;

/** Tasks that somebody's day holds; who has more looks into the list. */
export const DAY = 100;

/** Who does a task: somebody whom it was given to, or anybody where it was given to nobody. Who manages may do all that they may. */
type Doer = "doer" | "manager";

const steps = (from: TaskState, by: Doer, ...to: TaskState[]) => to.map((state) => ({ from, to: state, by }));

/** What is begun can be laid down again, and what was done by mistake is taken up again; only who manages gives a task up, or back. */
export const taskSteps = lifecycle<TaskState, Doer>(TASK_STATES, [
  ...steps("todo", "doer", "in_progress", "done", "blocked"),
  ...steps("in_progress", "doer", "todo", "done", "blocked"),
  ...steps("blocked", "doer", "todo", "in_progress"),
  ...steps("done", "doer", "in_progress"),
  ...steps("todo", "manager", "cancelled"),
  ...steps("in_progress", "manager", "cancelled"),
  ...steps("blocked", "manager", "cancelled"),
  ...steps("cancelled", "manager", "todo"),
]);

/** Whether somebody does a task. @param assignees members */
export const mayDo = (assignees: string[], member: { id: string; role: WorkspaceRole }): boolean =>
  manages(member.role) || assignees.length === 0 || assignees.includes(member.id);

export const mayStep = (from: TaskState, to: TaskState, role: WorkspaceRole): boolean =>
  taskSteps.can(from, to, "doer") || (manages(role) && taskSteps.can(from, to, "manager"));

/** What a task has to wait for: it can neither begin nor be done before. */
export const beginsWork = (to: TaskState): boolean => to === "in_progress" || to === "done";

/** What holds nothing else up any more. */
export const isSettled = (state: TaskState): boolean => state === "done" || state === "cancelled";

/** What is yet to be done. */
export const OPEN_STATES = ["todo", "in_progress", "blocked"] as const satisfies TaskState[];
export const isOpen = (state: TaskState): boolean => (OPEN_STATES as readonly TaskState[]).includes(state);

/** The parts of somebody's day, in the order in which they stand there. */
export const DAY_PARTS = ["late", "today", "week", "later", "someday", "done"] as const;
export type DayPart = (typeof DAY_PARTS)[number];

/** In which part of the day a task stands. @param today of the workspace's calendar  @param weekEnd the last day of the next seven */
export function dayPart({ state, dueOn }: { state: TaskState; dueOn: string | null }, today: string, weekEnd: string): DayPart {
  if (isSettled(state)) return "done";
  if (dueOn === null) return "someday";
  if (dueOn < today) return "late";
  if (dueOn === today) return "today";
  return dueOn <= weekEnd ? "week" : "later";
}

/**
 * The task by which one that is to need others would come to wait for itself; undefined where there is no such way round.
 * @param needs which tasks each task needs, those that are to be, too
 */
export function circleAt(taskId: string, needs: ReadonlyMap<string, readonly string[]>): string | undefined {
  for (const first of needs.get(taskId) ?? []) {
    const seen = new Set<string>();
    const open = [first];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (at === taskId) return first;
      if (seen.has(at)) continue;
      seen.add(at);
      open.push(...(needs.get(at) ?? []));
    }
  }
  return undefined;
}
