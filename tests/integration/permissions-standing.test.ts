import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { PASSWORD } from "#tests/config/harness";
import { callProcedure } from "#tests/factories/permissions/calls";
import { aWorld, type Person, type Somebody, useSurroundings, type World } from "#tests/factories/permissions/world";
import { grantRole, suspend } from "#tests/factories/standing";
import type { ErrorCode } from "@/lib/app-error";
import { loginFailures, sessions, users } from "@/server/db/schema";

const surroundings = useSurroundings();
const db = () => surroundings().app.services.db;

/** One procedure for each thing that may be asked of whoever calls. */
const TIERS = {
  anybody: ["support.faq.open", () => ({})],
  login: ["account.login", ({ email }: Person) => ({ email, password: PASSWORD })],
  signedIn: ["account.me"],
  live: ["account.live"],
  provedLately: ["account.factors.disableTotp"],
  provedLatelyAndConfirmed: ["account.factors.beginTotp"],
  confirmedToReview: ["peerReview.assignments.next"],
  confirmedToPay: ["subscription.checkout", () => ({ plan: "plus", interval: "month" })],
  admin: ["support.inbox.queues"],
  superAdmin: ["admin.mails", () => ({})],
} as const satisfies Record<string, readonly [string, ((person: Person) => unknown)?]>;

type Tier = keyof typeof TIERS;
type Heard = "ok" | ErrorCode;

const everywhere = (heard: Heard, others: Partial<Record<Tier, Heard>> = {}): Record<Tier, Heard> => ({
  ...(Object.fromEntries(Object.keys(TIERS).map((tier) => [tier, heard])) as Record<Tier, Heard>),
  ...others,
});

const CANDIDATE = everywhere("ok", { admin: "forbidden", superAdmin: "forbidden" });
const ADMIN = everywhere("ok", { superAdmin: "forbidden" });
/** A token that opens nothing any more is nobody's; the account may be entered anew. */
const SIGNED_OUT = everywhere("sessionEnded", { anybody: "ok", login: "ok" });
const RAN_OUT = everywhere("tokenExpired", { anybody: "ok", login: "ok" });

const hourAgo = () => new Date(Date.now() - 3_600_000);
const set = (change: Partial<typeof users.$inferInsert>) => (person: Person) =>
  db().update(users).set(change).where(eq(users.id, person.id));
const setSession = (change: Partial<typeof sessions.$inferInsert>) => (person: Person) =>
  db().update(sessions).set(change).where(eq(sessions.id, person.sessionId));

interface Standing {
  who?: Somebody;
  /** What happened to them after they had signed in. */
  since: (person: Person) => PromiseLike<unknown>;
  hears: Record<Tier, Heard>;
}

const STANDINGS: Record<string, Standing> = {
  "a candidate": { since: async () => {}, hears: CANDIDATE },
  "an admin": { who: "admin", since: async () => {}, hears: ADMIN },
  "a super admin": { who: "superAdmin", since: async () => {}, hears: everywhere("ok") },
  "an account whose address is not confirmed": {
    since: set({ emailVerifiedAt: null }),
    hears: {
      ...CANDIDATE,
      provedLatelyAndConfirmed: "emailUnconfirmed",
      confirmedToReview: "emailUnconfirmed",
      confirmedToPay: "emailUnconfirmed",
    },
  },
  "somebody who proved long ago who they are": {
    since: setSession({ authenticatedAt: hourAgo() }),
    hears: { ...CANDIDATE, provedLately: "reauthenticationRequired", provedLatelyAndConfirmed: "reauthenticationRequired" },
  },
  "a session that was ended": { since: setSession({ endedAt: hourAgo() }), hears: SIGNED_OUT },
  "a session that ran out": { since: setSession({ expiresAt: hourAgo() }), hears: RAN_OUT },
  "an account that is locked": {
    since: ({ id }) =>
      db()
        .insert(loginFailures)
        .values({ subject: id, failures: 5, lockedUntil: new Date(Date.now() + 600_000) }),
    // Whoever guesses at the door does not throw out who is inside.
    hears: { ...CANDIDATE, login: "accountLocked" },
  },
  "an account that is suspended": {
    since: ({ id }) => suspend(db(), id, "spam"),
    hears: { ...SIGNED_OUT, login: "accountSuspended" },
  },
  // The fact alone keeps them out, whether their sessions were ended or not.
  "an account that is suspended, with a session left": {
    since: set({ suspendedAt: hourAgo() }),
    hears: { ...SIGNED_OUT, login: "accountSuspended" },
  },
  "an admin who is suspended": {
    who: "admin",
    since: ({ id }) => suspend(db(), id, "spam"),
    hears: { ...SIGNED_OUT, login: "accountSuspended" },
  },
  // It can be taken back: until the end everything is as it was.
  "an account that is about to end": { since: set({ deletionRequestedAt: hourAgo() }), hears: CANDIDATE },
  "an account that has ended": {
    since: set({ deletionRequestedAt: hourAgo(), erasedAt: hourAgo() }),
    hears: { ...SIGNED_OUT, login: "wrongCredentials" },
  },
  "an admin whose role was taken away": { who: "admin", since: ({ id }) => grantRole(db(), id, "candidate"), hears: CANDIDATE },
  "a super admin who is an admin now": { who: "superAdmin", since: ({ id }) => grantRole(db(), id, "admin"), hears: ADMIN },
  "a candidate who is an admin now": { since: ({ id }) => grantRole(db(), id, "admin"), hears: ADMIN },
};

it.each(Object.entries(STANDINGS))("%s, with the token from before", async (_, { who = "owner", since, hears }) => {
  const world: World = await aWorld(surroundings());
  const person = world[who];
  // The token has opened something before: what is remembered of it must not outlive what it stands for.
  expect((await callProcedure(surroundings(), person.token, "account.me")).code).toBeUndefined();
  await since(person);
  const heard: Partial<Record<string, string>> = {};
  for (const [tier, [procedure, input]] of Object.entries(TIERS) as [Tier, (typeof TIERS)[Tier]][]) {
    const { code } = await callProcedure(surroundings(), person.token, procedure, input?.(person));
    heard[tier] = code ?? "ok";
  }
  expect(heard).toEqual(hears);
});
