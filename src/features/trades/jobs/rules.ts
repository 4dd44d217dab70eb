import { JOB_STATES, type JobState, type WorkspaceRole } from "@/lib/enums/trades";
import { lifecycle } from "@/lib/lifecycle";
import { manages } from "../rules";

/** Characters at most. */
export const JOB = { title: 160, description: 8000, reason: 1000, label: 40, words: 2000 } as const;

/** Cards that a column of the board shows; the table has them all. */
export const CARDS = 50;

/** The way of a job that goes well. */
const WAY = ["enquiry", "quoted", "won", "in_progress", "completed", "invoiced", "closed"] as const satisfies JobState[];

/** Where a job waits, or ends without being done; it remembers where it was. */
export const AWAY = ["on_hold", "lost", "cancelled"] as const satisfies JobState[];

/** From where a job goes there. */
const LEAVES: Record<(typeof AWAY)[number], readonly JobState[]> = {
  on_hold: ["enquiry", "quoted", "won", "in_progress", "completed"],
  lost: ["enquiry", "quoted"],
  cancelled: ["enquiry", "quoted", "won", "in_progress"],
};

/** Where the work is stopped or given up. */
export const isAway = (state: JobState): state is (typeof AWAY)[number] => (AWAY as readonly JobState[]).includes(state);

/** A member does the work, and says when it is done; all else is decided by those who manage the workspace. */
type Mover = "manager" | "member";

/** Every step is one onward, or one back: what was moved by mistake is put right. From where a job was put away it comes back to where it was. */
const jobSteps = lifecycle<JobState, Mover>(JOB_STATES, [
  ...WAY.slice(1).flatMap((to, at) => {
    const from = WAY[at] ?? to;
    return [
      { from, to, by: "manager" as const },
      { from: to, to: from, by: "manager" as const },
    ];
  }),
  { from: "in_progress", to: "completed", by: "member" },
  { from: "completed", to: "in_progress", by: "member" },
  ...AWAY.flatMap((away) =>
    LEAVES[away].flatMap((from) => [
      { from, to: away, by: "manager" as const },
      { from: away, to: from, by: "manager" as const },
    ]),
  ),
  { from: "on_hold", to: "lost", by: "manager" },
  { from: "on_hold", to: "cancelled", by: "manager" },
]);

/** Where a job stands, and where it was before it was put away. */
export interface Standing {
  state: JobState;
  leftFrom: JobState | null;
}

/** What is on hold is lost or cancelled only if it could be from where it was. */
export function mayMove({ state, leftFrom }: Standing, to: JobState, role: WorkspaceRole): boolean {
  if (!jobSteps.can(state, to, manages(role) ? "manager" : "member")) return false;
  if (!isAway(state)) return true;
  return isAway(to) ? leftFrom !== null && !isAway(leftFrom) && jobSteps.can(leftFrom, to) : to === leftFrom;
}

/** Where somebody can move a job, in the order of the states. */
export const movesOf = (job: Standing, role: WorkspaceRole): JobState[] => JOB_STATES.filter((to) => mayMove(job, to, role));

/** Where a job stands once it was moved. */
export const moved = ({ state, leftFrom }: Standing, to: JobState): Standing => ({
  state: to,
  leftFrom: isAway(to) ? (isAway(state) ? leftFrom : state) : null,
});

/** Whether the work of a job, or what follows from it, goes on further than it stood before; where it is away, by where it was. */
export function isWorkedOn({ state, leftFrom }: Standing, before: JobState): boolean {
  const stands = JOB_STATES.indexOf(leftFrom ?? state);
  return stands > JOB_STATES.indexOf("won") && stands > JOB_STATES.indexOf(before);
}

/** Work that was done and is to be done again: whoever says so says why. */
export const isRework = (from: JobState, to: JobState): boolean => from === "completed" && to === "in_progress";

/** Where a step leads: on, back, to a pause or to an end. */
export type Direction = "on" | "back" | "hold" | "end";
export function directionOf(from: JobState, to: JobState): Direction {
  if (to === "on_hold") return "hold";
  if (isAway(to)) return "end";
  // What comes back from where it was put away goes on.
  return isAway(from) || JOB_STATES.indexOf(to) > JOB_STATES.indexOf(from) ? "on" : "back";
}

/** What stops or undoes work is worth a word. */
export const asksReason = (from: JobState, to: JobState): boolean => isAway(to) || isRework(from, to);

/** The columns of the board: all that is yet to be done, or paid. */
export const BOARD_STATES = ["enquiry", "quoted", "won", "in_progress", "on_hold", "completed", "invoiced"] as const satisfies JobState[];

/** Where the work is yet to be done: what is due there can be late. */
export const UNDONE = ["enquiry", "quoted", "won", "in_progress", "on_hold"] as const satisfies JobState[];

/** Whether a job is late on a day of the workspace's calendar. */
export const isOverdue = ({ state, dueOn }: { state: JobState; dueOn: string | null }, today: string): boolean =>
  dueOn !== null && dueOn < today && (UNDONE as readonly JobState[]).includes(state);

/** The shop's word for each state; empty where it has none of its own. */
export const everyLabel = (labels: Partial<Record<JobState, string>>): Record<JobState, string> =>
  Object.fromEntries(JOB_STATES.map((state) => [state, labels[state] ?? ""])) as Record<JobState, string>;
