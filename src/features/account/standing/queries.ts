import { eq } from "drizzle-orm";
import { accountState } from "@/features/account/rules";
import { found } from "@/lib/app-error";
import type { Executor } from "@/server/db/client";
import { loginFailures, users } from "@/server/db/schema";

/** An account with the facts that its state follows from, locked. */
export async function lockAccount(tx: Executor, userId: string) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
  const row = found(user);
  const [failures] = await tx.select().from(loginFailures).where(eq(loginFailures.subject, userId));
  const facts = { ...row, lockedUntil: failures?.lockedUntil ?? null };
  return { user: row, state: accountState(facts, new Date()), facts };
}
