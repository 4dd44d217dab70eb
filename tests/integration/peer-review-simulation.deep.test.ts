import { setImmediate } from "node:timers/promises";
import { sql as raw } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { insertAnswers } from "#tests/factories/bulk";
import { type Clock, movedClock } from "#tests/factories/clock";
import { contextOf, open, saidOf } from "#tests/factories/peer-review";
import { type Chance, chance } from "#tests/factories/random";
import { broken, couldTake, keepJournal } from "#tests/factories/review-journal";
import { asksForReviews, ending, givesReviews, type Life, lives } from "#tests/factories/review-lives";
import { eraseDue, requestDeletion } from "@/features/account/deletion/mutations";
import { nextAssignment, releaseAssignment, saveDraft } from "@/features/peer-review/assignments/mutations";
import { decide } from "@/features/peer-review/care/mutations";
import { saveRequest, withdrawRequest } from "@/features/peer-review/requests/mutations";
import { disputeReview, saveReview } from "@/features/peer-review/reviews/mutations";
import { tidy } from "@/features/peer-review/upkeep/mutations";
import { deleteAnswer } from "@/features/practice/mutations";
import { AppError } from "@/lib/app-error";
import type { Services, UserContext } from "@/server/api/context";
import { connect } from "@/server/db/client";

/** Another seed is another forty days: PEER_REVIEW_SEED=7 vitest … */
const SEED = Number(process.env.PEER_REVIEW_SEED ?? 20_260_401);
const PEOPLE = 1000;
const DAYS = 40;
/** Afterwards nobody asks any more, and all who give come every few hours until there is nothing left that anybody could do. */
const LAST_DAYS = 8;
const STEP_HOURS = 3;
const STEPS_A_DAY = 24 / STEP_HOURS;
/** So many do something at the same moment. */
const AT_ONCE = 6;
const START = new Date("2026-02-20T06:00:00Z");

const harness = useHarness();
let sql: postgres.Sql;
let services: Services;
let close: () => Promise<void>;
let clock: Clock;
let everybody: Life[];
let dice: Chance;
/** How often what happened: so that forty days in which nothing happens cannot pass for some. */
const tally: Record<string, number> = {};
const count = (what: string) => {
  tally[what] = (tally[what] ?? 0) + 1;
};

beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  clock = await movedClock(sql, START);
  await keepJournal(sql);
  const connection = connect({ url: harness().databaseUrl, max: AT_ONCE + 2 });
  close = connection.close;
  // Jobs run when the test says so; nothing is to be lifted or mailed here.
  const jobs = { send: async () => {}, work: async () => {}, keepClock: async () => {}, stop: async () => {}, waiting: async () => [] };
  services = { ...harness().app.services, db: connection.db, jobs };
  const people = await connection.db.execute<{ id: string }>(raw`
    insert into users (id, email, first_name, last_name, email_verified_at)
    select gen_random_uuid(), 'peer' || n || '@example.com', 'Peer', 'P' || n, now() from generate_series(1, ${PEOPLE}::int) n returning id`);
  everybody = lives(SEED, people.map(({ id }) => id).sort());
  dice = chance(SEED);
  for (const { id, language } of everybody) if (language !== "en") await sql`update users set language = ${language} where id = ${id}`;
}, 120_000);
afterAll(async () => {
  clock?.end();
  await close?.();
  await sql?.end();
});

const by = (life: Pick<Life, "id">): UserContext => contextOf(harness(), life.id, services);

/** What somebody does; a refusal that the rules allow there is counted, any other is a failure. */
async function attempt<T>(what: string, allowed: string[], work: () => Promise<T>): Promise<T | null> {
  try {
    const done = await work();
    count(what);
    return done;
  } catch (error) {
    if (!(error instanceof AppError) || !allowed.includes(error.code)) throw new Error(`${what}, seed ${SEED}`, { cause: error });
    count(`${what}: ${error.code}`);
    return null;
  }
}

/** A request whose copies are there. */
async function asks(life: Life): Promise<void> {
  if (life.takes.length === 0) {
    await insertAnswers(services.db, { userId: life.id, howMany: 1 });
    const [take] = await sql`select id from answers where user_id = ${life.id} order by created_at desc, id desc limit 1`;
    life.takes.push(take?.id);
  }
  const answer_id = life.takes[0] ?? "";
  const made = await attempt("asks", ["reviewsOwed"], () =>
    saveRequest(by(life), { answer_id, staged: false, staffMay: false }, clock.now()),
  );
  if (!made) return;
  life.takes.shift();
  life.requests.push(made.uid);
  await open(services.db, made.uid, clock.now());
  if (life.habit === "withdraws" && life.chance.happens(0.5)) await withdraws(life);
}

const withdraws = (life: Life) =>
  attempt("withdraws", ["wrongState"], () => withdrawRequest(by(life), life.requests.at(-1) ?? "", clock.now()));

async function goesOn(life: Life, step: number): Promise<void> {
  const { holding } = life;
  if (!holding) return;
  const { uid } = holding;
  const gone = ["leaseEnded", "notFound", "wrongState"];
  if (step < holding.until) {
    if (life.chance.happens(0.5))
      await attempt("saves a draft", gone, () => saveDraft(by(life), { uid, ...saidOf(life.chance) }, clock.now()));
    return;
  }
  delete life.holding;
  if (holding.ending === "lapses") return count("lets a lease lapse");
  if (holding.ending === "releases") return void (await attempt("releases", gone, () => releaseAssignment(by(life), uid, clock.now())));
  const { ratings, ...said } = saidOf(life.chance);
  const input = { assignmentId: uid, ...ratings, ...said };
  const given = await attempt(holding.ending, gone, () => saveReview(by(life), input, { now: clock.now(), random: life.chance.next }));
  if (holding.ending === "submitsLate") expect({ seed: SEED, late: given }).toEqual({ seed: SEED, late: null });
}

/** @returns whether there was something */
async function takesOne(life: Life, step: number): Promise<boolean> {
  const tabs = life.chance.happens(0.1) ? 2 : 1;
  const got = await Promise.all(
    Array.from({ length: tabs }, () =>
      attempt("pulls", ["reviewsGivenUp", "writingSuspended"], () => nextAssignment(by(life), clock.now())),
    ),
  );
  const [first, second] = got;
  if (first && second) expect({ seed: SEED, uid: second.uid }).toEqual({ seed: SEED, uid: first.uid });
  const lease = first ?? second;
  if (!lease) return false;
  life.holding = { uid: lease.uid, ...ending(life, step) };
  if (life.holding.until === step) await goesOn(life, step);
  return true;
}

async function oddly(life: Life): Promise<void> {
  const { habit, requests } = life;
  const uid = requests.at(-1);
  if (habit === "withdraws" && uid && life.chance.happens(0.6)) await withdraws(life);
  if (habit === "deletesTakes" && uid && life.chance.happens(0.5)) {
    const [row] = await sql`select answer_id from review_requests where id = ${uid}`;
    if (row) await attempt("deletes the take", ["notFound"], () => deleteAnswer(by(life), row.answer_id));
  }
  if (habit === "disputes" || life.chance.happens(0.02)) {
    const [row] = await sql`select id from peer_reviews where author_id = ${life.id} and state in ('published', 'thanked') limit 1`;
    if (row)
      await attempt("disputes", ["notFound", "wrongState"], () =>
        disputeReview(by(life), { uid: row.id, reason: "It is about another recording than mine." }, clock.now()),
      );
  }
  if (habit === "leaves" && life.chance.happens(0.4)) {
    await attempt("leaves", [], () => requestDeletion(by(life)));
    life.gone = true;
  }
}

async function visit(life: Life, step: number, { mayAsk }: { mayAsk: boolean }): Promise<Life | null> {
  if (life.holding) {
    await goesOn(life, step);
    life.comes = step + 1;
    return null;
  }
  life.comes = step + life.chance.between(16, 120);
  if (mayAsk) await oddly(life);
  if (life.gone) return null;
  if (mayAsk && asksForReviews(life)) await asks(life);
  if (!givesReviews(life)) return null;
  const got = await takesOne(life, step);
  if (life.holding) life.comes = step + 1;
  return got ? null : life;
}

/** Moderators decide what is disputed, a few times a day. */
async function moderate(): Promise<void> {
  const [moderator] = await sql`select id from users where role = 'admin' and email like 'moderator%'`;
  const id =
    moderator?.id ??
    (
      await sql`insert into users (id, email, first_name, last_name, role) values (gen_random_uuid(), 'moderator@example.com', 'Mo', 'D', 'admin') returning id`
    )[0]?.id;
  const context = by({ id });
  for (const { id: uid } of await sql`select id from review_cases where outcome is null`) {
    const outcome = dice.pick(["upheld", "edited", "removed"] as const);
    const takenOut = outcome === "edited" ? { takenOut: { good: true, suggestion: false, comments: [] } } : {};
    await attempt(`decides ${outcome}`, [], () =>
      decide({ ...context, actor: { ...context.actor, role: "admin" } }, { uid, outcome, reason: "As the rules say.", ...takenOut }),
    );
  }
}

/** Three hours: who comes comes in groups at the same moment, then the jobs run. */
async function pass(step: number, phase: { mayAsk: boolean }): Promise<void> {
  await clock.set(new Date(START.getTime() + step * STEP_HOURS * 3_600_000));
  const visitors = dice.shuffled(everybody.filter(({ gone, comes }) => !gone && comes <= step));
  const emptyHanded: Life[] = [];
  for (let at = 0; at < visitors.length; at += AT_ONCE) {
    const some = await Promise.all(visitors.slice(at, at + AT_ONCE).map((life) => visit(life, step, phase)));
    emptyHanded.push(...some.flatMap((life) => life ?? []));
  }
  // Who found nothing while others looked as well tries again alone: then there is nothing, by the rules in words either.
  for (const life of dice.shuffled(emptyHanded).slice(0, 2)) {
    const could = await couldTake(sql, life, clock.now());
    const [blocked] = await sql`select count(*)::int as n from journal where reviewer_id = ${life.id} and outcome in ('released', 'expired')
      and ended_at > ${clock.now().toISOString()}::timestamptz - interval '7 days'`;
    if (blocked?.n >= 5) continue;
    const got = await takesOne(life, step);
    if (life.holding) life.comes = step + 1;
    if (!got) expect({ seed: SEED, step, life: life.id, could }).toEqual({ seed: SEED, step, life: life.id, could: [] });
    count(got ? "alone finds one" : "alone finds nothing");
  }
  await tidy(services, clock.now());
  await setImmediate();
}

/** Requests that still want reviews, of people who may have some. */
async function stillOpen(): Promise<number> {
  const [row] = await sql`
    select count(*)::int as n from review_requests r join users u on u.id = r.author_id join answers t on t.id = r.answer_id
    where r.state = 'open' and t.deleted_at is null and u.suspended_at is null and u.deletion_requested_at is null`;
  return row?.n;
}

const waits = async (column: "first_review_at" | "satisfied_at") => {
  const [row] = await sql`
    select count(*)::int as n, percentile_cont(array[0.5, 0.9]) within group (order by extract(epoch from ${sql(column)} - opened_at) / 3600) as hours
    from review_requests where ${sql(column)} is not null`;
  return { n: row?.n as number, hours: ((row?.hours ?? []) as number[]).map((hours) => Math.round(hours * 10) / 10) };
};

describe(`${PEOPLE} people for ${DAYS} days, seed ${SEED}`, () => {
  it("nothing happens that must not, and everybody who could be helped is", { timeout: 600_000 }, async () => {
    const began = performance.now();
    for (let day = 0; day < DAYS; day++) {
      for (let n = 0; n < STEPS_A_DAY; n++) await pass(day * STEPS_A_DAY + n, { mayAsk: true });
      await moderate();
      if (day % 10 === 5) {
        const unlucky = everybody.find(({ habit, gone }) => habit === "isSuspended" && !gone);
        if (unlucky) {
          unlucky.gone = true;
          await sql`update users set suspended_at = now() where id = ${unlucky.id}`;
          count("is suspended");
        }
      }
      if (day % 5 === 4) await eraseDue(services);
      expect({ seed: SEED, day, broken: await broken(sql) }).toEqual({ seed: SEED, day, broken: [] });
    }
    for (let step = DAYS * STEPS_A_DAY; step < (DAYS + LAST_DAYS) * STEPS_A_DAY && (await stillOpen()) > 0; step++) {
      for (const life of everybody) if (givesReviews(life) && life.chance.happens(0.05)) life.comes = Math.min(life.comes, step);
      await pass(step, { mayAsk: false });
    }
    expect({ seed: SEED, broken: await broken(sql) }).toEqual({ seed: SEED, broken: [] });
    const [first, all] = [await waits("first_review_at"), await waits("satisfied_at")];
    process.stdout.write(
      `${JSON.stringify({ seed: SEED, seconds: Math.round((performance.now() - began) / 1000), stillOpen: await stillOpen(), first, all, ...tally })}\n`,
    );
    // Nobody who came in the last days could have done more: what is open, if anything, is what nobody was left for.
    const givers = everybody.filter((life) => givesReviews(life) && !life.gone && !life.holding);
    const helped = await Promise.all(
      dice
        .shuffled(givers)
        .slice(0, 100)
        .map((life) => couldTake(sql, life, clock.now())),
    );
    expect({ seed: SEED, left: helped.flat().length }).toEqual({ seed: SEED, left: 0 });
    expect({ seed: SEED, open: await stillOpen() }).toEqual({ seed: SEED, open: 0 });
    // All that the habits are there for did happen.
    for (const what of [
      "submits",
      "lets a lease lapse",
      "submitsLate: leaseEnded",
      "releases",
      "saves a draft",
      "withdraws",
      "deletes the take",
      "disputes",
      "decides removed",
      "leaves",
      "is suspended",
      "asks: reviewsOwed",
    ])
      expect({ seed: SEED, what, times: (tally[what] ?? 0) > 0 }).toEqual({ seed: SEED, what, times: true });
    expect(all.n).toBeGreaterThan(200);
  });
});
