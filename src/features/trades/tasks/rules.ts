import type { WorkspaceRole } from "@/lib/enums/trades";
import { TASK_FIELDS, TASK_STATES, type TaskField, type TaskState } from "@/lib/enums/trades-tasks";
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
export const MOST_IN_DAY = 100;

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

/** A step or a tick that was made on this device and may not be with the server yet. */
export type Change =
  | { uid: string; taskUid: string; kind: "move"; version: number; to: TaskState; reason: string }
  | { uid: string; taskUid: string; kind: "check"; checkUid: string; checked: boolean };

interface Changeable {
  uid: string;
  version: number;
  state: TaskState;
  blockedFor: string;
  checks: { uid: string; text: string; checked: boolean }[];
}

/** A task as it stands with what was done to it on this device. A step that the server has taken already, or that came too late, changes nothing. */
export function withChanges<Task extends Changeable>(task: Task, changes: readonly Change[]): Task {
  let now = task;
  for (const change of changes) {
    if (change.taskUid !== task.uid) continue;
    if (change.kind === "check") {
      const { checkUid, checked } = change;
      now = { ...now, checks: now.checks.map((check) => (check.uid === checkUid ? { ...check, checked } : check)) };
    } else if (change.version === now.version)
      now = { ...now, version: now.version + 1, state: change.to, blockedFor: change.to === "blocked" ? change.reason : "" };
  }
  return now;
}

/** Where a task stands that may have been moved on this device. */
export const stateWith = ({ uid, state }: { uid: string; state: TaskState }, changes: readonly Change[]): TaskState =>
  changes.reduce((now, change) => (change.kind === "move" && change.taskUid === uid ? change.to : now), state);

/** What of a task its history tells of. */
interface Told {
  title: string;
  details: string;
  dueOn: string | null;
  form: { uid: string } | null;
  assignees: { uid: string }[];
  checks: { text: string }[];
  needs: { uid: string }[];
}

/** The names of the fields in which a task has changed. Its list is its lines, ticked or not. */
export function differences(was: Told, is: Told): TaskField[] {
  const read: Record<TaskField, (task: Told) => unknown> = {
    title: ({ title }) => title,
    details: ({ details }) => details,
    dueOn: ({ dueOn }) => dueOn,
    form: ({ form }) => form?.uid ?? null,
    assignees: ({ assignees }) => assignees.map(({ uid }) => uid).sort(),
    checks: ({ checks }) => checks.map(({ text }) => text),
    needs: ({ needs }) => needs.map(({ uid }) => uid).sort(),
  };
  return TASK_FIELDS.filter((field) => JSON.stringify(read[field](was)) !== JSON.stringify(read[field](is)));
}
