import type { ErrorCode } from "@/lib/app-error";
import { unlike, unlikeInForm } from "./alike";
import { callProcedure, callRest, type Heard, hasRest, kindOf } from "./calls";
import { aWorld, type Somebody, type Surroundings, type World } from "./world";

/**
 * A table says of each procedure what it answers to whom. A procedure that is new gets a row in the file of its router: its
 * name, the answers by the name that they have below (or one by one), and an input that is valid for the owner, made of real
 * rows. Whatever the input makes for the owner is noted by `world.owns`, and texts carry `world.owner.mark`, so that an
 * answer is known to show it. Where one input does not say all, a second row follows, its name ending in ": " and what it is.
 *
 * - `ok`: it gives, or does, what was asked for
 * - `shows`: the same, and something of the owner's is in it
 * - `empty`: the same, and nothing of the owner's is in it
 * - else the error's code; what is refused shows nothing of the owner's
 */
export type Expected = "ok" | "shows" | "empty" | ErrorCode;

/**
 * Who asks. The owner is whose row it is; the peer is on the other side of what two people share, where a row has one;
 * strangers have to do with none of it. A member and a manager are of the owner's workspace, and are asked where there are workspaces.
 */
export type Caller = "visitor" | Somebody;

export type Answers = Record<Exclude<Caller, "peer" | "member" | "manager">, Expected> & Partial<Record<Caller, Expected>>;

export interface Row {
  answers: Answers;
  input: (world: World) => unknown;
}
export type Table = Record<string, Row>;

const answers = (visitor: Expected, owner: Expected, stranger: Expected, admin = stranger, superAdmin = admin): Answers => ({
  visitor,
  owner,
  stranger,
  admin,
  superAdmin,
});

/** Anybody may, without an account. */
export const OPEN = answers("ok", "ok", "ok");
/** Anybody may, and is not told whose it is. */
export const UNNAMED = answers("empty", "empty", "empty");
/** Each for themselves, or what is there for all who are signed in. */
export const SELF = answers("unauthorized", "ok", "ok");
/** Each sees what is their own. */
export const LISTS = answers("unauthorized", "shows", "empty");
/** Somebody else's row does not exist. */
export const OWN = answers("unauthorized", "ok", "notFound");
/** The same of what is looked at. */
export const OWN_SHOWN = answers("unauthorized", "shows", "notFound");
/** What is written where everybody reads. */
export const SHARED = answers("unauthorized", "shows", "shows");
/** The team alone. */
export const TEAM = answers("unauthorized", "forbidden", "forbidden", "ok");
/** What the team sees of the owner. */
export const TEAM_SEES = answers("unauthorized", "forbidden", "forbidden", "shows");
/** Those alone who look after the service as a whole. */
export const TOP = answers("unauthorized", "forbidden", "forbidden", "forbidden", "ok");

/** Whoever manages a workspace is answered as its owner is, where a row does not say otherwise. */
export function row(given: Answers, input: Row["input"] = () => undefined, others: Partial<Answers> = {}): Row {
  const answers = { ...given, ...others };
  return { answers: answers.member === undefined ? answers : { manager: answers.owner, ...answers }, input };
}

/** Whom a row lets in, as the contract of the REST paths names it. */
export const tierOf = ({ answers: { visitor, owner, admin } }: Row): "none" | "user" | "admin" | "super" => {
  if (visitor !== "unauthorized") return "none";
  if (owner !== "forbidden") return "user";
  return admin === "forbidden" ? "super" : "admin";
};

export const procedureOf = (name: string): string => name.split(": ")[0] ?? name;

const succeeds = (expected: Expected | undefined): boolean => expected === "ok" || expected === "shows" || expected === "empty";

/** Who may do it, of those who are asked in every world. */
export const doersOf = ({ answers: given }: Row): Somebody[] =>
  (["owner", "manager", "member", "stranger", "admin", "superAdmin"] as const).filter((who) => succeeds(given[who]));

/**
 * What everybody is answered, in the words of the table. Those who are to be refused ask first, and about the same row as the
 * owner afterwards: had they done something to it, the owner's call would tell. Each who succeeds in changing something does so
 * in a world that nobody has changed. All is asked over REST as well, and has to be answered alike, what is read with
 * the same contents, what is changed with contents of the same form.
 */
export async function hear(harness: Surroundings, name: string, { answers: expected, input }: Row): Promise<Partial<Answers>> {
  const procedure = procedureOf(name);
  const callers = (Object.keys(expected) as Caller[]).sort((a, b) => Number(succeeds(answerTo(a))) - Number(succeeds(answerTo(b))));
  function answerTo(caller: Caller): Expected {
    return expected[caller] ?? "ok";
  }
  const found: Partial<Record<Caller, string>> = {};
  let world: World | undefined;
  let given: unknown;
  for (const caller of callers) {
    if (!world) {
      world = await aWorld(harness);
      given = await input(world);
    }
    const token = tokenOf(world, caller);
    const changes = succeeds(answerTo(caller)) && kindOf(procedure) === "mutation";
    const called = await callProcedure(harness, token, procedure, given);
    const told = inWords(called, world, answerTo(caller));
    found[caller] = told;
    if (hasRest(procedure)) {
      // What changes something is not done twice to the same.
      if (changes) {
        world = await aWorld(harness);
        given = await input(world);
      }
      const rest = await callRest(harness, tokenOf(world, caller), procedure, given);
      const words = rest && inWords(rest, world, answerTo(caller));
      if (words !== told) found[caller] = `${told}, but over REST ${words}`;
      else if (rest && !rest.code) {
        const other = kindOf(procedure) === "query" ? unlike(procedure, called, rest) : unlikeInForm(procedure, called, rest);
        if (other) found[caller] = `${told}, but over REST ${other}`;
      }
    }
    if (changes) world = undefined;
  }
  return found as Partial<Answers>;
}

function tokenOf(world: World, caller: Caller): string | undefined {
  return caller === "visitor" ? undefined : world[caller].token;
}

function inWords({ code, text }: Heard, world: World, expected: Expected): string {
  const shows = world.traces().some((trace) => text.includes(trace));
  if (code) return shows ? `${code}, and shows what is the owner's` : code;
  if (expected === "ok") return "ok";
  return shows ? "shows" : "empty";
}
