import { changeRole, restoreAll, suspendAll } from "@/features/account/standing/mutations";
import { lockAccount, lockAccounts } from "@/features/account/standing/queries";
import { AppError } from "@/lib/app-error";
import type { Role } from "@/lib/enums/account";
import type { Database } from "@/server/db/client";

// What the team does about people, without the page or the command by which it does it.

/** @throws AppError wrongState */
export const suspend = (db: Database, userId: string, reason: string): Promise<void> =>
  db.transaction(async (tx) => {
    const turned = await suspendAll(tx, await lockAccounts(tx, [userId]), reason);
    if (turned.length === 0) throw new AppError("wrongState");
  });

/** @throws AppError wrongState */
export const restore = (db: Database, userId: string): Promise<void> =>
  db.transaction(async (tx) => {
    const turned = await restoreAll(tx, await lockAccounts(tx, [userId]));
    if (turned.length === 0) throw new AppError("wrongState");
  });

export const grantRole = (db: Database, userId: string, role: Role): Promise<void> =>
  db.transaction(async (tx) => changeRole(tx, await lockAccount(tx, userId), role));
