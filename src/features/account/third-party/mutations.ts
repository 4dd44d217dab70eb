import { and, eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import { userColumns } from "@/features/account/dto";
import {
  askSecondFactor,
  forgetFailures,
  forgetUnguessed,
  notifyOfFactorChange,
  returnAttempt,
  takeAttempt,
  takeSecondFactor,
} from "@/features/account/factors/mutations";
import { waysIn } from "@/features/account/factors/queries";
import { mailVerification } from "@/features/account/links/mutations";
import { registrationIsOpen, toUser } from "@/features/account/queries";
import { waysLeft } from "@/features/account/rules";
import {
  emailField,
  namesInput,
  type thirdPartyInput,
  type thirdPartyLoginInput,
  type thirdPartyRegisterInput,
} from "@/features/account/schema";
import { signIn } from "@/features/account/sessions/mutations";
import { attemptOf, sessionOfAttempt } from "@/features/account/sessions/queries";
import { AppError, found } from "@/lib/app-error";
import type { Provider } from "@/lib/enums/account";
import { toErrorIssues } from "@/lib/validation";
import type { Context, UserContext } from "@/server/api/context";
import type { Executor, Transaction } from "@/server/db/client";
import { isUniqueViolation } from "@/server/db/errors";
import { identities, usedProofs, users } from "@/server/db/schema";
import { PROOF_SECONDS, type Proof } from "@/server/vendors/identities";

const columns = {
  ...userColumns,
  totpSecret: users.totpSecret,
  totpEnabledAt: users.totpEnabledAt,
};

const owner = (db: Executor, { provider, providerAccountId }: Proof) =>
  db
    .select(columns)
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.provider, provider), eq(identities.providerAccountId, providerAccountId)));

/** A proof opens something once: a copy of it is worth nothing afterwards. @returns whether it had not served yet */
async function spendProof(tx: Transaction, { id }: Proof): Promise<boolean> {
  const expiresAt = new Date(Date.now() + 2 * PROOF_SECONDS * 1000);
  const used = await tx.insert(usedProofs).values({ id, expiresAt }).onConflictDoNothing().returning({ id: usedProofs.id });
  return used.length > 0;
}

/** An account with the proof's address exists: its owner logs in first, then links. */
async function refuseStrangersAddress(db: Executor, { email }: Proof): Promise<void> {
  const [taken] = email ? await db.select({ id: users.id }).from(users).where(eq(users.email, email)) : [];
  if (taken) throw new AppError("linkAfterLogin");
}

/**
 * Logs in by a third party's proof. The second factor of an account that has one is asked for as with a password. The very try that used
 * the proof up is answered again by the session that it opened.
 * @throws AppError proofMissing | providerUnavailable | identityUnknown | registrationClosed | linkAfterLogin |
 * secondFactorRequired | wrongCode | accountLocked | accountSuspended
 */
export async function loginByThirdParty(ctx: Context, input: z.infer<typeof thirdPartyLoginInput>) {
  const proof = await ctx.identities.prove({ ...input, cookies: ctx.cookies });
  const [user] = await owner(ctx.db, proof);
  if (!user) {
    await refuseStrangersAddress(ctx.db, proof);
    // Said at once, and not after somebody has filled in their names.
    await registrationIsOpen(ctx);
    throw new AppError("identityUnknown");
  }
  await takeAttempt(ctx.db, user.uid);
  const attempt = attemptOf(ctx, ["third party", proof.id, input.code]);
  const code = await askSecondFactor(ctx, user, input.code);
  return ctx.db
    .transaction(async (tx) => {
      const served = !(await spendProof(tx, proof));
      const proven = await takeSecondFactor(ctx, tx, user, code, attempt);
      const again = served ? (proven ?? (await sessionOfAttempt(tx, user.uid, attempt))) : undefined;
      // A copy of what has served proves nobody, and must not open the lock against guessing either.
      if (served && !again) throw new AppError("proofMissing");
      const accessToken = await signIn(ctx, tx, { uid: user.uid, method: "third_party", attempt, again });
      // It may have been unlinked while the second factor was being checked.
      const [still] = await owner(tx, proof).for("share");
      if (still?.uid !== user.uid) throw new AppError("identityUnknown");
      if (again) await returnAttempt(tx, user.uid);
      else await forgetFailures(tx, user.uid);
      const { totpSecret, totpEnabledAt, ...own } = user;
      return { accessToken, user: toUser(ctx, own) };
    })
    .catch(forgetUnguessed(ctx.db, user.uid));
}

/**
 * Makes an account without a password for somebody whom a third party vouches for. Identity and address come from the
 * proof alone; the names may be corrected. The very try that made it is answered again by the session that it opened.
 * @throws AppError proofMissing | providerUnavailable | identityTaken | linkAfterLogin | providerEmailMissing | invalidInput
 */
export async function registerByThirdParty(ctx: Context, input: z.infer<typeof thirdPartyRegisterInput>) {
  await registrationIsOpen(ctx);
  const proof = await ctx.identities.prove({ ...input, cookies: ctx.cookies });
  const email = emailField.safeParse(proof.email);
  if (!email.success) throw new AppError("providerEmailMissing");
  const names = { firstName: input.firstName ?? proof.firstName, lastName: input.lastName ?? proof.lastName };
  // What the third party calls somebody is held to the same rules as what they type.
  const sound = namesInput.safeParse(names);
  if (!sound.success) throw new AppError("invalidInput", { issues: toErrorIssues(sound.error) });
  const attempt = attemptOf(ctx, ["registration", proof.id]);
  return ctx.db
    .transaction(async (tx) => {
      const [known] = await owner(tx, proof);
      if (known) {
        const again = await sessionOfAttempt(tx, known.uid, attempt);
        if (!again) throw new AppError("identityTaken");
        const { totpSecret, totpEnabledAt, ...own } = known;
        return { accessToken: await signIn(ctx, tx, { uid: own.uid, method: "third_party", again }), user: toUser(ctx, own) };
      }
      await refuseStrangersAddress(tx, proof);
      const [row] = await tx
        .insert(users)
        .values({
          id: uuidv7(),
          email: email.data,
          ...sound.data,
          language: input.language ?? ctx.locale,
          emailVerifiedAt: proof.emailVerified ? new Date() : null,
        })
        .returning(userColumns);
      if (!row) throw new AppError("internal");
      await tx.insert(identities).values({ ...identityOf(proof), userId: row.uid });
      if (!proof.emailVerified) await mailVerification(tx, row);
      if (!(await spendProof(tx, proof))) throw new AppError("proofMissing");
      return { accessToken: await signIn(ctx, tx, { uid: row.uid, method: "third_party", attempt }), user: toUser(ctx, row) };
    })
    .catch((error: unknown) => {
      // Two at once: the later one finds what the first one made.
      if (isUniqueViolation(error, "users_email_key")) throw new AppError("linkAfterLogin");
      if (isUniqueViolation(error, "identities_provider_provider_account_id_pk")) throw new AppError("identityTaken");
      throw error;
    });
}

const identityOf = ({ provider, providerAccountId, email }: Proof) => ({ provider, providerAccountId, email });

/**
 * An account whose address is not confirmed takes no further way in, unless the third party itself vouches for that very
 * address: then it is confirmed by that. @throws AppError emailUnconfirmed
 */
async function confirmByProof(tx: Transaction, { actor }: UserContext, proof: Proof): Promise<void> {
  if (actor.emailConfirmed) return;
  const [confirmed] = proof.emailVerified
    ? await tx
        .update(users)
        .set({ emailVerifiedAt: new Date() })
        .where(and(eq(users.id, actor.id), eq(users.email, proof.email)))
        .returning({ id: users.id })
    : [];
  if (!confirmed) throw new AppError("emailUnconfirmed");
}

/**
 * Lets a third party open the signed-in account from now on. Asked for again by a proof that has served, it says whether it does so.
 * @throws AppError proofMissing | providerUnavailable | identityTaken | emailUnconfirmed
 */
export async function linkThirdParty(ctx: UserContext, input: z.infer<typeof thirdPartyInput>): Promise<void> {
  const proof = await ctx.identities.prove({ ...input, cookies: ctx.cookies });
  await ctx.db.transaction(async (tx) => {
    if (!(await spendProof(tx, proof))) {
      const [linked] = await owner(tx, proof);
      if (linked?.uid !== ctx.actor.id) throw new AppError("proofMissing");
      return;
    }
    await confirmByProof(tx, ctx, proof);
    const made = await tx
      .insert(identities)
      .values({ ...identityOf(proof), userId: ctx.actor.id })
      .onConflictDoNothing()
      .returning({ userId: identities.userId });
    if (made.length > 0) return notifyOfFactorChange(tx, ctx.actor.id, "third_party_on");
    const [known] = await owner(tx, proof);
    // Linked already is as good; another account's, or a second one of this provider, is not.
    if (known?.uid !== ctx.actor.id) throw new AppError("identityTaken");
  });
}

/** @throws AppError notFound | lastWayIn */
export async function unlinkThirdParty(ctx: UserContext, provider: Provider): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { ways } = await waysIn(tx, ctx.actor.id);
    const own = and(eq(identities.userId, ctx.actor.id), eq(identities.provider, provider));
    const [row] = await tx.delete(identities).where(own).returning({ userId: identities.userId });
    found(row);
    if (waysLeft(ways) <= 1) throw new AppError("lastWayIn");
    await notifyOfFactorChange(tx, ctx.actor.id, "third_party_off");
  });
}
