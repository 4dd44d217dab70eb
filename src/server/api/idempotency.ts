import { createHash, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { and, eq, getTableColumns, inArray, isNull, lt, sql } from "drizzle-orm";
import superjson from "superjson";
import { v5 as uuidv5, v7 as uuidv7 } from "uuid";
import { AppError } from "@/lib/app-error";
import { intentOf, versionOf } from "@/lib/intent";
import type { Database } from "../db/client";
import { idempotencyKeys } from "../db/schema";
import { seal, unseal } from "../sealed";
import type { Secrets } from "../secrets";

/** One call under a key. */
interface Call {
  userId: string;
  key: string;
  path: string;
  input: unknown;
  /** Keys of earlier calls of this kind whose answers never came, where this one makes something. */
  unanswered: readonly string[];
}

interface Store {
  db: Database;
  /** What answers are sealed with. */
  secrets: Secrets;
}

export interface Outcome {
  value: unknown;
  /** When the call was done that was answered so, where that was an earlier one. */
  answeredAt?: Date;
}

/** The longest key, in characters. */
export const MAX_KEY = 255;
/** Characters of a key that nobody guesses: a UUID's digits. A shorter one may be known to others and tells no try from another. */
export const SECRET_KEY = 32;

/** How long a second caller waits for the first one's answer, where that one shows that it runs, and how long between two looks at most. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 500;

/**
 * A call that runs says so this often. A claim without an answer of which nobody has said so for longer belongs to a process that died: the
 * call may run again. A process that lives is in time although one of its beats waits for a connection, and although a collection of garbage
 * or a long piece of work keeps its timers for seconds. One whose pool refuses beat after beat, or that stood still for longer, as a machine
 * that slept, may still go on with a call that another has begun anew. Then no clock decides who does it, but the tables, in whose
 * transactions the two meet: one id, or one version, as after a death (below); and of the two answers only the one of who has the claim is
 * kept.
 */
const BEAT_MS = 3000;
const STALE_MS = 15_000;
/** After so long a silence more speaks for a death than for a late beat: whoever waits then waits for the rest of it. */
const SILENT_MS = 2 * BEAT_MS;

/** How often what could not be written is tried again, and for how long. */
const INSIST_MS = 1000;
const INSIST_FOR_MS = 5 * 60_000;

const PURPOSE = "idempotency";
const [pack, unpack] = [promisify(deflateRaw), promisify(inflateRaw)];

type Row = typeof idempotencyKeys.$inferSelect;
/** By the database's clock, which is the one that the beats are written by. */
const silentMs = sql<number>`(extract(epoch from now() - ${idempotencyKeys.createdAt}) * 1000)::float8`;

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Some programs write the members of an object in another order each time: it says nothing (RFC 8259, 4). */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/**
 * Runs a call once per key and account, and gives every repetition the first one's answer, also when two arrive at the same time: the
 * row's primary key decides who runs. A failed call frees its key. Where a process dies, or the database goes away, between the call's
 * own commit and the keeping of its answer, it runs again: what creates takes its id from the key (`idFrom`) and finds its own, what acts
 * on a version finds another.
 * Semantics: draft-ietf-httpapi-idempotency-key-header (422 for another request under a used key, 409 while it runs). Whoever comes after
 * a death waits for the rest of the claim's time instead, and then is served: nobody waits for 20 s.
 * @throws AppError badRequest | idempotencyMismatch | idempotencyBusy | savedBefore, and whatever the call throws
 */
export async function once({ db, secrets }: Store, call: Call, run: () => Promise<unknown>): Promise<Outcome> {
  if (call.key.length > MAX_KEY) throw new AppError("badRequest");
  const intent = intentOf(call.path, call.input);
  const requestHash = hashOf(JSON.stringify(JSON.parse(intent), inOrder));
  const own = and(eq(idempotencyKeys.userId, call.userId), eq(idempotencyKeys.key, call.key));
  const claim = randomUUID();
  const deadline = Date.now() + PATIENCE_MS;

  for (let look = LOOK_MS / 10; ; look = Math.min(2 * look, LOOK_MS)) {
    const row = { userId: call.userId, key: call.key, requestHash, claim };
    const claimed = await db.insert(idempotencyKeys).values(row).onConflictDoNothing().returning({ key: idempotencyKeys.key });
    if (claimed.length > 0) break;
    const [known] = await db
      .select({ ...getTableColumns(idempotencyKeys), silentMs })
      .from(idempotencyKeys)
      .where(own);
    if (!known) continue; // The first call failed meanwhile and freed the key.
    // A release before this one took what it was sent as it came.
    if (known.requestHash !== requestHash && known.requestHash !== hashOf(intent)) throw new AppError("idempotencyMismatch");
    if (known.answer !== null) {
      const kept = await readAnswer(secrets, known);
      if (kept && !isLater(call.input, kept.value)) return kept;
      await db.delete(idempotencyKeys).where(and(own, eq(idempotencyKeys.answer, known.answer)));
      continue;
    }
    const stale = and(
      isNull(idempotencyKeys.answer),
      lt(idempotencyKeys.createdAt, sql`now() - make_interval(secs => ${STALE_MS / 1000})`),
    );
    const given = await db.delete(idempotencyKeys).where(and(own, stale)).returning({ key: idempotencyKeys.key });
    if (given.length > 0) continue;
    if (Date.now() > deadline && known.silentMs < SILENT_MS) throw new AppError("idempotencyBusy", { retryAfter: 10 });
    await wait(look);
  }

  // Whatever comes late of this call touches no other's claim.
  const mine = and(own, eq(idempotencyKeys.claim, claim), isNull(idempotencyKeys.answer));
  const beat = () => db.update(idempotencyKeys).set({ createdAt: sql`now()` }).where(mine);
  const beating = setInterval(() => void beat().then(undefined, () => {}), BEAT_MS).unref();
  let value: unknown;
  try {
    await requireUnknown(db, call);
    value = await run();
  } catch (error) {
    // Where the database is away, also for this: nobody waits for it, and whoever comes again meanwhile is asked to wait.
    await sureOf(() => db.delete(idempotencyKeys).where(mine));
    throw error;
  } finally {
    clearInterval(beating);
  }
  const answer = await sealAnswer(secrets, value);
  await sureOf(() => db.update(idempotencyKeys).set({ answer, answeredAt: sql`now()` }).where(mine));
  return { value };
}

/**
 * Whoever got no answer, corrects what they typed and sends it again does not mean both: where the first call did arrive, they are told once.
 * @throws AppError savedBefore
 */
async function requireUnknown(db: Database, { userId, unanswered }: Call): Promise<void> {
  if (unanswered.length === 0) return;
  const [known] = await db
    .select({ key: idempotencyKeys.key })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), inArray(idempotencyKeys.key, [...unanswered])))
    .limit(1);
  if (known) throw new AppError("savedBefore");
}

/**
 * The id of what a call creates: the same for every run of a call under one key, so that the second finds what the first made.
 * @param kind tells apart what one call creates, and what two kinds of calls do under one key
 * @param owner within what the key is one: an account, or a member of a workspace
 */
export const idFrom = (kind: string, owner: string, key: string | undefined): string =>
  key === undefined || key === "" ? uuidv7() : uuidv5(`${kind}:${owner}:${key}`, uuidv5.URL);

const sealAnswer = async (secrets: Secrets, value: unknown): Promise<string> =>
  seal(secrets, PURPOSE, (await pack(superjson.stringify(value))).toString("base64"));

/** @returns undefined where it was sealed with a secret that nobody knows any more */
async function readAnswer(secrets: Secrets, { answer, answeredAt }: Row): Promise<Outcome | undefined> {
  let packed: string;
  try {
    packed = unseal(secrets, PURPOSE, answer ?? "");
  } catch {
    return undefined;
  }
  const text = await unpack(Buffer.from(packed, "base64"));
  return { value: superjson.parse(text.toString("utf8")), answeredAt: answeredAt ?? new Date() };
}

/**
 * Whether a call has seen a later version than the one that the kept answer told of: somebody wants the same thing once more. An answer
 * that tells of something else, as of the credit that was made of an invoice, says nothing of what was seen; of a list the row counts that
 * the call is about.
 */
function isLater(input: unknown, answer: unknown): boolean {
  const seen = versionOf(input);
  if (seen === undefined) return false;
  const named = Object.values(input as object);
  const rows = [(answer as { data?: unknown } | null)?.data].flat() as ({ uid?: unknown } | null | undefined)[];
  const told = versionOf(rows.find((row) => row?.uid !== undefined && named.includes(row.uid)));
  return told !== undefined && seen > told;
}

/** Writes at once, or, where the database is away, as soon as it is back; in that case nobody waits. */
async function sureOf(write: () => PromiseLike<unknown>): Promise<void> {
  try {
    await write();
  } catch {
    void insist(write);
  }
}

async function insist(write: () => PromiseLike<unknown>): Promise<void> {
  for (const deadline = Date.now() + INSIST_FOR_MS; Date.now() < deadline; ) {
    await wait(INSIST_MS, undefined, { ref: false });
    try {
      await write();
      return;
    } catch {
      // Still away.
    }
  }
}
