import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { and, desc, eq, notInArray, sql } from "drizzle-orm";
import { parse, v4 as uuidv4 } from "uuid";
import { userColumns } from "@/features/account/dto";
import { addFirstFactor, afterLastFactor, forgetFailures, issueNewCodes, notifyOfFactorChange } from "@/features/account/factors/mutations";
import { waysIn } from "@/features/account/factors/queries";
import { toUser } from "@/features/account/queries";
import { waysLeft } from "@/features/account/rules";
import { markAuthenticated, signIn } from "@/features/account/sessions/mutations";
import { AppError, found } from "@/lib/app-error";
import { fullName } from "@/lib/names";
import type { Context, UserContext } from "@/server/api/context";
import { challenges, passkeys, users } from "@/server/db/schema";
import type { Env } from "@/server/env";
import { passkeysOf, takeChallenge } from "./queries";

/** Web Authentication Level 3. The relying party is the host that people see; its name must never change. */
const relyingParty = ({ publicUrl }: Env) => {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
};

/** A browser's dialog may stand open for this long. */
const CHALLENGE_MINUTES = 5;
const MAX_PASSKEYS = 20;
/** Dialogs of one account that may stand open at the same time. */
const MAX_CHALLENGES = 10;

async function keepChallenge(ctx: Context, userId: string | null, options: { challenge: string }) {
  const challengeId = uuidv4();
  const expiresAt = new Date(Date.now() + CHALLENGE_MINUTES * 60_000);
  await ctx.db.insert(challenges).values({ id: challengeId, userId, challenge: options.challenge, expiresAt });
  if (userId) await dropSurplusChallenges(ctx, userId);
  return { challengeId, options: options as unknown as Record<string, unknown> };
}

/** Of one account only the newest wait: whoever asks again and again fills no table. Those of logins are limited by address. */
async function dropSurplusChallenges({ db }: Context, userId: string): Promise<void> {
  const newest = db
    .select({ id: challenges.id })
    .from(challenges)
    .where(eq(challenges.userId, userId))
    .orderBy(desc(challenges.expiresAt))
    .limit(MAX_CHALLENGES);
  await db.delete(challenges).where(and(eq(challenges.userId, userId), notInArray(challenges.id, newest)));
}

export async function beginRegistration(ctx: UserContext) {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, ctx.actor.id));
  const { email, ...person } = found(user);
  const known = await passkeysOf(ctx.db, ctx.actor.id);
  const options = await generateRegistrationOptions({
    rpName: "Parley",
    rpID: relyingParty(ctx.env).id,
    userID: new Uint8Array(parse(ctx.actor.id)),
    userName: email,
    userDisplayName: fullName(person),
    attestationType: "none",
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: transports as AuthenticatorTransport[] })),
    // Found without a name being typed, and unlocked by a finger or a PIN: both factors in one.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return keepChallenge(ctx, ctx.actor.id, options);
}

/**
 * Sent again by somebody who did not hear the first answer, it brings other codes where the passkey is the only factor: those that nobody
 * saw are of no use.
 * @returns the recovery codes, when this is the account's first second factor
 * @throws AppError passkeyFailed
 */
export async function addPasskey(ctx: UserContext, input: { challengeId: string; response: unknown; name: string }): Promise<string[]> {
  const { id: rpID, origin } = relyingParty(ctx.env);
  const { id } = input.response as RegistrationResponseJSON;
  const kept = (await passkeysOf(ctx.db, ctx.actor.id)).find((key) => key.id === id);
  // A challenge answers once: without it only what is kept already is told again.
  const challenge = await takeChallenge(ctx.db, input.challengeId, ctx.actor.id).catch((error: unknown) => {
    if (kept) return null;
    throw error;
  });
  const { registrationInfo } = await verifyRegistrationResponse({
    response: input.response as RegistrationResponseJSON,
    expectedChallenge: challenge ?? (() => true),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw new AppError("passkeyFailed", { cause });
  });
  if (!registrationInfo) throw new AppError("passkeyFailed");
  const { credential, credentialBackedUp } = registrationInfo;
  if (challenge === null) {
    if (!kept?.publicKey.equals(credential.publicKey)) throw new AppError("passkeyFailed");
    // It may have been given another name before it was sent again.
    await renamePasskey(ctx, { id, name: input.name });
    return codesAgain(ctx);
  }
  return ctx.db.transaction(async (tx) => {
    const { ways } = await waysIn(tx, ctx.actor.id);
    if (ways.passkeys >= MAX_PASSKEYS) throw new AppError("quotaExceeded");
    const added = await tx
      .insert(passkeys)
      .values({
        id: credential.id,
        userId: ctx.actor.id,
        name: input.name,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports ?? [],
        backedUp: credentialBackedUp,
      })
      .onConflictDoNothing()
      .returning({ id: passkeys.id });
    if (added.length === 0) throw new AppError("passkeyFailed");
    await notifyOfFactorChange(tx, ctx.actor.id, "passkey_on");
    return addFirstFactor(ctx, tx);
  });
}

/** Of a passkey that was kept already. */
async function codesAgain(ctx: UserContext): Promise<string[]> {
  return ctx.db.transaction(async (tx) => {
    const { user, ways } = await waysIn(tx, ctx.actor.id);
    return !user.totpEnabledAt && ways.passkeys === 1 ? issueNewCodes(tx, ctx.actor.id) : [];
  });
}

/** Options for logging in: no account is named, so that nothing tells which ones have passkeys. */
export async function beginLogin(ctx: Context) {
  const options = await generateAuthenticationOptions({ rpID: relyingParty(ctx.env).id, userVerification: "required" });
  return keepChallenge(ctx, null, options);
}

export async function beginReauthentication(ctx: UserContext) {
  const known = await passkeysOf(ctx.db, ctx.actor.id);
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx.env).id,
    userVerification: "required",
    allowCredentials: known.map(({ id, transports }) => ({ id, transports: transports as AuthenticatorTransport[] })),
  });
  return keepChallenge(ctx, ctx.actor.id, options);
}

/** @returns whose passkey signed the challenge  @throws AppError passkeyFailed */
async function verifyAssertion(ctx: Context, input: { challengeId: string; response: unknown }, userId: string | null): Promise<string> {
  const { id: rpID, origin } = relyingParty(ctx.env);
  const expectedChallenge = await takeChallenge(ctx.db, input.challengeId, userId);
  const response = input.response as AuthenticationResponseJSON;
  const [key] = await ctx.db.select().from(passkeys).where(eq(passkeys.id, response.id));
  if (!key || (userId !== null && key.userId !== userId)) throw new AppError("passkeyFailed");
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: key.id,
      publicKey: new Uint8Array(key.publicKey),
      counter: key.counter,
      transports: key.transports as AuthenticatorTransport[],
    },
  }).catch((cause: unknown) => {
    throw new AppError("passkeyFailed", { cause });
  });
  if (!verified) throw new AppError("passkeyFailed");
  await ctx.db
    .update(passkeys)
    .set({ counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp, lastUsedAt: sql`now()` })
    .where(eq(passkeys.id, key.id));
  return key.userId;
}

/** A passkey is possession and a finger or PIN in one: it needs neither password nor code, and no lock against guessing. */
export async function loginWithPasskey(ctx: Context, input: { challengeId: string; response: unknown }) {
  const userId = await verifyAssertion(ctx, input, null);
  await forgetFailures(ctx.db, userId);
  return ctx.db.transaction(async (tx) => {
    const accessToken = await signIn(ctx, tx, { uid: userId, method: "passkey" });
    const [row] = await tx
      .select(userColumns)
      .from(users)
      .innerJoin(passkeys, eq(passkeys.userId, users.id))
      // It may have been removed while it was being checked.
      .where(and(eq(users.id, userId), eq(passkeys.id, (input.response as { id: string }).id)))
      .for("share");
    if (!row) throw new AppError("passkeyFailed");
    return { accessToken, user: toUser(ctx, row) };
  });
}

export async function reauthenticateWithPasskey(ctx: UserContext, input: { challengeId: string; response: unknown }): Promise<void> {
  await verifyAssertion(ctx, input, ctx.actor.id);
  await markAuthenticated(ctx, ctx.db);
}

/** @throws AppError notFound */
export async function renamePasskey({ db, actor }: UserContext, input: { id: string; name: string }): Promise<void> {
  const own = and(eq(passkeys.id, input.id), eq(passkeys.userId, actor.id));
  const [row] = await db.update(passkeys).set({ name: input.name }).where(own).returning({ id: passkeys.id });
  found(row);
}

/** @throws AppError notFound, lastWayIn when nothing else would let the owner in */
export async function removePasskey(ctx: UserContext, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { ways } = await waysIn(tx, ctx.actor.id);
    const own = and(eq(passkeys.id, id), eq(passkeys.userId, ctx.actor.id));
    const [row] = await tx.delete(passkeys).where(own).returning({ id: passkeys.id });
    found(row);
    if (waysLeft(ways) <= 1) throw new AppError("lastWayIn");
    await afterLastFactor(tx, ctx.actor.id);
    await notifyOfFactorChange(tx, ctx.actor.id, "passkey_off");
  });
}
