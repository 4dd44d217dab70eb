import { addDays, dayIn, dayStart, instantAt } from "@/lib/days";
import { INTERVIEW_OUTCOMES, type InterviewOutcome } from "@/lib/enums/practice";
import { lifecycle, type Step } from "@/lib/lifecycle";

const step = (from: InterviewOutcome, to: InterviewOutcome): Step<InterviewOutcome, "candidate"> => ({ from, to, by: "candidate" });

const KNOWN = INTERVIEW_OUTCOMES.filter((outcome) => outcome !== "waiting");

/**
 * What comes of an interview: an answer that is waited for, comes late, or never. Whoever went on, or has an offer, may still withdraw. What was
 * set by mistake goes back to waiting.
 */
export const outcome = lifecycle<InterviewOutcome, "candidate">(INTERVIEW_OUTCOMES, [
  ...KNOWN.map((known) => step("waiting", known)),
  ...KNOWN.map((known) => step(known, "waiting")),
  step("no_answer", "invited_on"),
  step("no_answer", "offer"),
  step("no_answer", "rejected"),
  step("no_answer", "withdrawn"),
  step("invited_on", "withdrawn"),
  step("offer", "withdrawn"),
]);

/** What an interview may be said to have come to: what stands there, and what can follow. */
export const outcomesFrom = (from: InterviewOutcome): InterviewOutcome[] =>
  INTERVIEW_OUTCOMES.filter((to) => to === from || outcome.can(from, to));

/** After these nobody prepares for it any more. */
export const CALLED_OFF = ["rejected", "withdrawn"] as const satisfies readonly InterviewOutcome[];

/** How many days the day of an interview and the person's own may be apart: there are more than 24 hours from one end of the earth to the other. */
export const MOST_APART = 2;

interface When {
  date: string;
  time: string | null;
  timeZone: string | null;
}

/** The day that it will be for a person in their zone when an interview begins; its own day where nothing more is known of its time. */
export function dayFor(interview: When, personZone: string): string {
  const { date, time, timeZone } = interview;
  return time && timeZone ? dayIn(instantAt(date, time, timeZone), personZone) : date;
}

/** When it begins, in milliseconds since 1970: by the person's own clocks where no zone was said, at the end of its day where no time was. */
export function beginsAt({ date, time, timeZone }: When, personZone: string): number {
  return (time ? instantAt(date, time, timeZone ?? personZone) : dayStart(addDays(date, 1), personZone)).getTime();
}

/** Interviews in the order in which they begin, wherever their clocks hang. */
export const byBeginning = <T extends When & { uid: string }>(all: readonly T[], personZone: string): T[] =>
  all
    .map((interview) => ({ interview, at: beginsAt(interview, personZone) }))
    .sort((a, b) => a.at - b.at || (a.interview.uid < b.interview.uid ? -1 : 1))
    .map(({ interview }) => interview);

/** Letters of what is said of an interview, and how many questions of it are kept. */
export const INTERVIEW = { company: 120, role: 120, notes: 5000, question: 500, questions: 40 } as const;

/** Whether somebody wrote down in their own words what they were asked. @param bank what the questions of the bank say that are known here */
export const isOwnWords = (text: string, bank: readonly (string | null)[]): boolean =>
  text.trim() !== "" && !bank.some((words) => words?.trim() === text.trim());

/** The earliest and the latest day that somebody would keep an interview for. */
export const FIRST_DAY = "1970-01-01";
export const LAST_DAY = "2100-12-31";
