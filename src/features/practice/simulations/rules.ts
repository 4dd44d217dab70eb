import { HOUR_MS } from "@/lib/durations";
import { RATING_SCALES, type RatingScale, SIMULATION_STATES, type SimulationState, type TakeStanding } from "@/lib/enums/practice";
import { lifecycle } from "@/lib/lifecycle";

/** From the draw to the report. What nobody started is thrown away by the next draw. */
export const simulation = lifecycle<SimulationState, "candidate">(SIMULATION_STATES, [
  { from: "planned", to: "running", by: "candidate" },
  { from: "running", to: "finished", by: "candidate" },
  { from: "running", to: "abandoned", by: "candidate" },
]);

export const isOver = (state: SimulationState): boolean => simulation.next(state).length === 0;

export const MIN_QUESTIONS = 3;
export const MAX_QUESTIONS = 10;

/** Time to breathe between two questions, in milliseconds. */
export const BREATH_MS = 10_000;

/** Opening the microphone and a busy machine: so much later than the reading time recording may begin. */
const START_SLACK_MS = 15_000;
/** A recorder that is told to stop hands over its last piece a little later. */
const STOP_SLACK_MS = 3_000;
/** Clocks of two machines do not tick quite alike. */
const DRIFT_MS = 2_000;
/** How long a take may be on its way: over a weekend without a network, or with the lid closed. */
export const ON_ITS_WAY_MS = 72 * HOUR_MS;

interface Drawable {
  uid: string;
  category: string;
}

/**
 * Draws so many questions in a random order, from as many categories as there are: no category gives its second question
 * before each has given its first.
 * @param random a number from 0 up to 1, as of Math.random
 */
export function draw<Question extends Drawable>(questions: readonly Question[], count: number, random: () => number): Question[] {
  const seen = new Map<string, number>();
  const rounds = shuffled(questions, random).map((question) => {
    const round = seen.get(question.category) ?? 0;
    seen.set(question.category, round + 1);
    return { question, round };
  });
  // Sorting is stable: within a round the random order stays.
  const chosen = rounds.sort((a, b) => a.round - b.round).slice(0, count);
  return shuffled(
    chosen.map(({ question }) => question),
    random,
  );
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T];
  }
  return mixed;
}

interface FiledTake {
  readingMs: number;
  answerMs: number;
  /** By the device: from the moment in which it had the question to the first second of the recording. */
  startedAfterMs: number;
  durationMs: number;
  /** By the server: from giving out the question until now. */
  sinceMs: number;
  /** By the server: from giving out this question until it gave out the next one, or until the end; null while neither has been. */
  untilNextMs: number | null;
  /** Whether this place has its take already. */
  taken: boolean;
}

/**
 * Whether a take counts as the answer to its place. The server knows when it gave out this question and the next one, and nothing can
 * have been recorded outside of these; within them the device says when recording began, since what it recorded may come late.
 */
export function standingOf(take: FiledTake): TakeStanding {
  if (take.taken) return "second";
  const endedMs = take.startedAfterMs + take.durationMs;
  const strict = take.startedAfterMs <= take.readingMs + START_SLACK_MS && take.durationMs <= take.answerMs + STOP_SLACK_MS;
  const within = endedMs <= (take.untilNextMs ?? take.sinceMs) + DRIFT_MS && take.sinceMs <= ON_ITS_WAY_MS;
  return strict && within ? "counted" : "late";
}

interface RunPlace {
  position: number;
  /** How long ago the question was given out; null before. */
  begunMs: number | null;
  readingMs: number;
  /** Whether something was recorded for it, wherever that is now. */
  taken: boolean;
}

/**
 * Which place comes now, in a simulation that goes on: the one that is being read still, else the first that has not begun. An answer
 * that was interrupted is over.
 * @returns undefined when there is none left
 */
export function nextPlace<Place extends RunPlace>(places: readonly Place[]): Place | undefined {
  const last = places.findLast(({ begunMs }) => begunMs !== null);
  const reading = last && !last.taken && last.begunMs !== null && last.begunMs < last.readingMs;
  return reading ? last : places.find(({ begunMs }) => begunMs === null);
}

/** Whether a place may be given out: it is the next one, or was given out last and is asked for again. */
export function mayBegin(places: readonly { position: number; begun: boolean }[], position: number): boolean {
  const begun = places.filter((place) => place.begun).length;
  return places.some((place) => place.position === position) && (position === begun + 1 || (position === begun && begun > 0));
}

export type ScaleMeans = Record<RatingScale, number>;

/** The mean of each scale over those answers that were rated; null when none was. */
export function meansOf(ratings: readonly (Record<RatingScale, number> | null)[]): ScaleMeans | null {
  const rated = ratings.filter((rating) => rating !== null);
  if (rated.length === 0) return null;
  const mean = (scale: RatingScale) => rated.reduce((sum, rating) => sum + rating[scale], 0) / rated.length;
  return Object.fromEntries(RATING_SCALES.map((scale) => [scale, mean(scale)])) as ScaleMeans;
}

/** From here on a pause before the first word is worth a word. */
export const LONG_ONSET_MS = 4_000;
/** At this mean there is nothing to say about a scale. */
const GOOD_MEAN = 4.5;

interface Told {
  position: number;
  asked: boolean;
  answered: boolean;
  rated: boolean;
  onsetMs: number | null;
}

export type Advice =
  | { kind: "unanswered"; positions: number[] }
  | { kind: "rate"; count: number }
  | { kind: "scale"; scale: RatingScale; mean: number }
  | { kind: "onset"; position: number; onsetMs: number }
  | { kind: "harder" }
  | { kind: "begin" };

/** What to practise next, most useful first; there is always something. */
export function adviceOf(places: readonly Told[], means: ScaleMeans | null): Advice[] {
  const advice: Advice[] = [];
  const unanswered = places.filter(({ asked, answered }) => asked && !answered).map(({ position }) => position);
  if (unanswered.length > 0) advice.push({ kind: "unanswered", positions: unanswered });
  const unrated = places.filter(({ answered, rated }) => answered && !rated).length;
  if (unrated > 0) advice.push({ kind: "rate", count: unrated });
  // The overall impression is no skill that one could practise.
  const scales = means ? RATING_SCALES.filter((scale) => scale !== "rating_overall") : [];
  const [lowest] = scales.map((scale) => ({ scale, mean: means?.[scale] ?? 0 })).sort((a, b) => a.mean - b.mean);
  if (lowest && lowest.mean < GOOD_MEAN) advice.push({ kind: "scale", ...lowest });
  const [slowest] = places
    .flatMap(({ position, onsetMs }) => (onsetMs === null ? [] : [{ position, onsetMs }]))
    .sort((a, b) => b.onsetMs - a.onsetMs);
  if (slowest && slowest.onsetMs >= LONG_ONSET_MS) advice.push({ kind: "onset", ...slowest });
  return advice.length > 0 ? advice : [{ kind: means ? "harder" : "begin" }];
}
