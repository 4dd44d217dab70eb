import { and, asc, count, eq, isNotNull, isNull } from "drizzle-orm";
import { found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import type { Transaction } from "@/server/db/client";
import { identities, passkeys, recoveryCodes, users } from "@/server/db/schema";

/** What protects an account, and what lets its owner in. */
export async function getSecurity({ db, actor, identities: proofs }: UserContext) {
  const [[user], keys, linked, [codes]] = await Promise.all([
    db
      .select({ passwordHash: isNotNull(users.passwordHash), totp: isNotNull(users.totpEnabledAt) })
      .from(users)
      .where(eq(users.id, actor.id)),
    db.select().from(passkeys).where(eq(passkeys.userId, actor.id)).orderBy(asc(passkeys.createdAt)),
    db.select().from(identities).where(eq(identities.userId, actor.id)),
    db
      .select({ left: count() })
      .from(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, actor.id), isNull(recoveryCodes.usedAt))),
  ]);
  const { passwordHash, totp } = found(user);
  return {
    hasPassword: Boolean(passwordHash),
    totp: Boolean(totp),
    recoveryCodesLeft: codes?.left ?? 0,
    passkeys: keys.map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
      id,
      name,
      backedUp,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    thirdParties: proofs.available.map(({ provider, name }) => {
      const identity = linked.find((entry) => entry.provider === provider);
      return { provider, name, linked: identity !== undefined, email: identity?.email ?? "" };
    }),
  };
}

/** Locks the account's row and counts what lets its owner in, so that two removals at once cannot take the last two ways. */
export async function waysIn(tx: Transaction, userId: string) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
  const row = found(user);
  const [keys] = await tx.select({ n: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  const [linked] = await tx.select({ n: count() }).from(identities).where(eq(identities.userId, userId));
  return { user: row, ways: { hasPassword: row.passwordHash !== null, passkeys: keys?.n ?? 0, thirdParties: linked?.n ?? 0 } };
}
