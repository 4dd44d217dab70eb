import { type Chance, chance } from "./random";

/** What somebody is like. Most give; some only ask, forget what they hold, drag, change their mind or go. */
export const HABITS = {
  gives: 300,
  givesAndAsks: 460,
  asks: 80,
  lapses: 40,
  releases: 30,
  drags: 30,
  deletesTakes: 20,
  withdraws: 20,
  disputes: 10,
  leaves: 5,
  isSuspended: 5,
} as const;
export type Habit = keyof typeof HABITS;

export const LANGUAGES = ["en", "fr"] as const;

export interface Life {
  id: string;
  language: (typeof LANGUAGES)[number];
  habit: Habit;
  chance: Chance;
  /** The step at which they come next. */
  comes: number;
  /** Takes for which nobody was asked yet. */
  takes: string[];
  requests: string[];
  holding?: Holding;
  gone: boolean;
}

interface Holding {
  uid: string;
  /** The step at which they are done with it, in whatever way. */
  until: number;
  ending: "submits" | "lapses" | "releases" | "submitsLate";
}

/** People with habits in fixed shares, in an order and with moods that the seed decides. */
export function lives(seed: number, ids: string[]): Life[] {
  const dice = chance(seed);
  const habits = (Object.keys(HABITS) as Habit[]).flatMap((habit) => Array.from({ length: HABITS[habit] }, () => habit));
  return dice.shuffled(ids).map((id, n) => ({
    id,
    language: dice.happens(0.7) ? "en" : "fr",
    habit: habits[n % habits.length] as Habit,
    chance: chance(seed + n),
    comes: dice.between(0, 300),
    takes: [],
    requests: [],
    gone: false,
  }));
}

/** Hours of a lease are eight, and a step is three: after the third one nothing can be submitted any more. */
export function ending(life: Life, step: number): Pick<Holding, "until" | "ending"> {
  const { habit, chance: dice } = life;
  if (habit === "lapses" && dice.happens(0.7)) return { until: step + 3, ending: dice.happens(0.5) ? "lapses" : "submitsLate" };
  if (habit === "releases" && dice.happens(0.7)) return { until: step + dice.between(0, 1), ending: "releases" };
  if (habit === "drags") return { until: step + 2, ending: "submits" };
  return { until: step + (dice.happens(0.8) ? 0 : 1), ending: "submits" };
}

export const asksForReviews = ({ habit, chance: dice }: Life): boolean =>
  ({
    gives: false,
    givesAndAsks: dice.happens(0.7),
    asks: true,
    lapses: dice.happens(0.2),
    releases: dice.happens(0.2),
    drags: dice.happens(0.2),
    deletesTakes: dice.happens(0.6),
    withdraws: dice.happens(0.6),
    disputes: dice.happens(0.5),
    leaves: dice.happens(0.5),
    isSuspended: dice.happens(0.5),
  })[habit];

export const givesReviews = ({ habit }: Life): boolean => habit !== "asks";
