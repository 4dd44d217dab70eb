import { INTERVIEW_OUTCOMES, type InterviewOutcome } from "@/lib/enums";
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

/** Letters of what is said of an interview, and how many questions of it are kept. */
export const INTERVIEW = { company: 120, role: 120, notes: 5000, question: 500, questions: 40 } as const;

/** The earliest and the latest day that somebody would keep an interview for. */
export const FIRST_DAY = "1970-01-01";
export const LAST_DAY = "2100-12-31";
