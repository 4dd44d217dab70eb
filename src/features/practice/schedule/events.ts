/** Told to a person's own pages when their plan is not what it was. The blank keeps it from those who listen for a whole area. */
export const PLAN_CHANGED = "plan changed";
