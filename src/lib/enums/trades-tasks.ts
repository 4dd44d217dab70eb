/** Closed sets of values, once, of a workspace's tasks. */

/** Where something that somebody does stands. */
export const TASK_STATES = ["todo", "in_progress", "done", "blocked", "cancelled"] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** What tasks are listed by. */
export const TASK_ORDERS = ["due", "title", "state"] as const;
export type TaskOrder = (typeof TASK_ORDERS)[number];

/** Which tasks are looked for by their day: those that are late, and those due within a week from today. */
export const TASK_DUE = ["late", "week"] as const;
export type TaskDue = (typeof TASK_DUE)[number];

/** Whose tasks are looked for: one's own, and those that nobody was given. */
export const TASK_WHOSE = ["mine", "nobody"] as const;
export type TaskWhose = (typeof TASK_WHOSE)[number];

/** The fields of a task, by which its changes are told. */
export const TASK_FIELDS = ["title", "details", "dueOn", "form", "assignees", "checks", "needs"] as const;
export type TaskField = (typeof TASK_FIELDS)[number];
