import { eq } from "drizzle-orm";
import { found } from "@/lib/app-error";
import type { Actor } from "@/server/auth";
import type { Database } from "@/server/db/client";
import { users } from "@/server/db/schema";
import { userColumns } from "./dto";

export async function myAccount(db: Database, actor: Actor) {
  const [user] = await db.select(userColumns).from(users).where(eq(users.id, actor.id));
  return found(user);
}

export async function checkExistence(db: Database, input: { email?: string | undefined; username?: string | undefined }) {
  const exists = async (column: typeof users.email | typeof users.username, value: string | undefined) =>
    value !== undefined && (await db.select({ id: users.id }).from(users).where(eq(column, value)).limit(1)).length > 0;
  const [emailExists, usernameExists] = await Promise.all([exists(users.email, input.email), exists(users.username, input.username)]);
  return { emailExists, usernameExists };
}
