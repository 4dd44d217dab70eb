import { eq } from "drizzle-orm";
import { userTopic } from "@/features/account/events";
import { forgetForeign } from "@/features/account/notifications/mutations";
import { account, accountState } from "@/features/account/rules";
import { AppError } from "@/lib/app-error";
import type { Role } from "@/lib/enums";
import { endSessionsOf, reopenStreams } from "@/server/auth";
import type { Database } from "@/server/db/client";
import { loginFailures, users } from "@/server/db/schema";
import { publish } from "@/server/realtime";
import { lockAccount } from "./queries";

/** Keeps somebody out and signs out every device; they read the reason when they try to log in. @throws AppError wrongState */
export const suspend = (db: Database, userId: string, reason: string): Promise<void> =>
  db.transaction(async (tx) => {
    const { state } = await lockAccount(tx, userId);
    if (!account.can(state, "suspended", "admin")) throw new AppError("wrongState");
    await tx.update(users).set({ suspendedAt: new Date(), suspensionReason: reason }).where(eq(users.id, userId));
    await endSessionsOf(tx, userId);
  });

/** Lets somebody in again. @throws AppError wrongState */
export const restore = (db: Database, userId: string): Promise<void> =>
  db.transaction(async (tx) => {
    const { state, facts } = await lockAccount(tx, userId);
    const back = accountState({ ...facts, suspendedAt: null }, new Date());
    if (state !== "suspended" || !account.can(state, back, "admin")) throw new AppError("wrongState");
    await tx.update(users).set({ suspendedAt: null, suspensionReason: null }).where(eq(users.id, userId));
  });

/** Ends a lock before its time. */
export const unlock = async (db: Database, userId: string): Promise<void> => {
  await db.delete(loginFailures).where(eq(loginFailures.subject, userId));
};

/** Changes what somebody may do, from their next call on. @throws AppError wrongState for an account that is erased */
export const grantRole = (db: Database, userId: string, role: Role): Promise<void> =>
  db.transaction(async (tx) => {
    const { state } = await lockAccount(tx, userId);
    if (state === "erased") throw new AppError("wrongState");
    await tx.update(users).set({ role }).where(eq(users.id, userId));
    await forgetForeign(tx, userId, role);
    await publish(tx, userTopic(userId), "account");
    await reopenStreams(tx, userId);
  });
