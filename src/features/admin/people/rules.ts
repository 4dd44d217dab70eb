import { ACCOUNT_STATES, type AccountState, type Role } from "@/lib/enums/account";
import { PEOPLE_ACTS, type PeopleAct } from "@/lib/enums/service";

/** An erased account is nobody any more: no list has it. */
export const LISTED_STATES = ACCOUNT_STATES.filter((state) => state !== "erased");

/** Letters of a reason. */
export const MAX_REASON = 500;

/**
 * Of what is held of somebody, what says how they use the service, and nothing else: who reviewed whom is kept even from the team, and a
 * number that moves as a review comes in, such as that of notifications, would say it.
 */
export const NUMBERS = ["answers", "recordings", "simulations", "communityMessages", "conversations"] as const;

export const numbersOf = (held: Record<string, number>) =>
  Object.fromEntries(NUMBERS.map((name) => [name, held[name] ?? 0])) as Record<(typeof NUMBERS)[number], number>;

interface Somebody {
  id: string;
  role: Role;
}

/**
 * Who may act on whom. Nobody acts on themselves, so that a super admin is always left. Admins look after candidates; after admins
 * and each other look the super admins, who alone give roles.
 */
export function mayAct(act: PeopleAct, actor: Somebody, subject: Somebody): boolean {
  if (actor.id === subject.id) return false;
  // The team's own accounts show what others entrusted to them.
  if (act === "view") return actor.role !== "candidate" && subject.role === "candidate";
  if (actor.role === "super_admin") return true;
  return actor.role === "admin" && subject.role === "candidate" && act !== "grantRole";
}

/** In which states of an account each act has something to do. */
const STATES: Record<PeopleAct, readonly AccountState[]> = {
  suspend: ["unverified", "active", "locked", "pending_deletion"],
  restore: ["suspended"],
  unlock: ["locked"],
  verify: ["unverified"],
  endSessions: ["unverified", "active", "locked", "pending_deletion"],
  grantRole: ["unverified", "active", "locked", "suspended", "pending_deletion"],
  view: ["unverified", "active", "locked", "pending_deletion"],
};

export const fits = (act: PeopleAct, state: AccountState): boolean => STATES[act].includes(state);

/** What somebody may do about an account as it is now. */
export const actsOn = (actor: Somebody, subject: Somebody & { state: AccountState }): PeopleAct[] =>
  PEOPLE_ACTS.filter((act) => mayAct(act, actor, subject) && fits(act, subject.state));
