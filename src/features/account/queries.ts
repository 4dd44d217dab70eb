import { and, desc, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { AppError, found } from "@/lib/app-error";
import { typedNames } from "@/lib/search-terms";
import type { Context, UserContext } from "@/server/api/context";
import type { Actor } from "@/server/auth";
import { type Database, type Executor, prepared } from "@/server/db/client";
import { mailedLinks, users } from "@/server/db/schema";
import { foldedText, PEOPLE_TERMS } from "@/server/db/schema/account";
import { profileColumns, type UserDto, userColumns } from "./dto";
import { erasureDue } from "./rules";

/** @throws AppError registrationClosed while no new accounts are made */
export async function registrationIsOpen({ settings }: Pick<Context, "settings">): Promise<void> {
  if (!(await settings.get("registration")).open) throw new AppError("registrationClosed");
}

/** A query of the ids of those whom typed words may mean by name, address or username, as these are now. */
export function peopleNamed(search: string): SQL {
  const typed = typedNames(search);
  if (typed === null) return sql`select id from users where false`;
  const words = sql`regexp_replace(btrim(${foldedText(sql`${typed}::text`)}), '\\s+', ':* & ', 'g')`;
  return sql`select id from users where erased_at is null and ${PEOPLE_TERMS} @@ to_tsquery('simple', ${words} || ':*')`;
}

type UserRow = Omit<UserDto, "avatar" | "erasedOn" | "needsFactor"> & {
  avatarId: string | null;
  deletionRequestedAt: Date | null;
  withoutFactor: boolean;
};

/** Where a picture is served; its name changes with the picture, so that browsers may keep it for good. */
export const avatarPath = (id: string | null): string | null => (id ? `/api/user/avatar/${id}` : null);

export const toUser = <Row extends UserRow>(
  { env }: Pick<Context, "env">,
  { avatarId, deletionRequestedAt, withoutFactor, ...row }: Row,
) => ({
  ...row,
  needsFactor: env.adminSecondFactor && withoutFactor,
  avatar: avatarPath(avatarId),
  erasedOn: deletionRequestedAt ? erasureDue(deletionRequestedAt).toISOString() : null,
});

const myRow = prepared((db) =>
  db
    .select(userColumns)
    .from(users)
    .where(eq(users.id, sql.placeholder("id")))
    .prepare("my_account"),
);

export async function myAccount(ctx: UserContext) {
  const [user] = await myRow(ctx.db).execute({ id: ctx.actor.id });
  return toUser(ctx, found(user));
}

/** The address that waits to be confirmed in the place of an account's own; null without one. */
export async function pendingEmailOf(db: Executor, userId: string): Promise<string | null> {
  const [waiting] = await db
    .select({ email: mailedLinks.email })
    .from(mailedLinks)
    .where(
      and(
        eq(mailedLinks.userId, userId),
        eq(mailedLinks.purpose, "change_email"),
        isNull(mailedLinks.usedAt),
        gt(mailedLinks.expiresAt, sql`now()`),
      ),
    )
    .orderBy(desc(mailedLinks.createdAt))
    .limit(1);
  return waiting?.email ?? null;
}

/** @param db a transaction, where what it has changed is to be seen */
export async function getProfile(ctx: UserContext, db: Executor = ctx.db) {
  const { id } = ctx.actor;
  const [[row], pendingEmail] = await Promise.all([db.select(profileColumns).from(users).where(eq(users.id, id)), pendingEmailOf(db, id)]);
  const { createdAt, ...profile } = found(row);
  return { ...toUser(ctx, profile), createdAt: createdAt.toISOString(), pendingEmail };
}

export async function checkExistence(db: Database, input: { email?: string | undefined; username?: string | undefined }) {
  const exists = async (column: typeof users.email | typeof users.username, value: string | undefined) =>
    value !== undefined && (await db.select({ id: users.id }).from(users).where(eq(column, value)).limit(1)).length > 0;
  const [emailExists, usernameExists] = await Promise.all([exists(users.email, input.email), exists(users.username, input.username)]);
  return { emailExists, usernameExists };
}

export const signInOptions = ({ env, identities }: Context) => ({
  providers: identities.available,
  sessionRefetchSeconds: env.SESSION_REFETCH_SECONDS,
});

/** Where somebody's days begin: the zone of their account, or else that of their browser, as far as it is told. */
export async function personZone(db: Executor, actor: Pick<Actor, "id">, browser: string | undefined): Promise<string> {
  const [row] = await db.select({ timeZone: users.timeZone }).from(users).where(eq(users.id, actor.id));
  return row?.timeZone ?? browser ?? "UTC";
}

/** Whether an account is of those who look after the service now. */
export const ofTeam = and(inArray(users.role, ["admin", "super_admin"]), isNull(users.suspendedAt), isNull(users.erasedAt));

/** Those who look after the service now. */
export async function teamIds(db: Executor): Promise<string[]> {
  const team = await db.select({ id: users.id }).from(users).where(ofTeam).orderBy(users.id);
  return team.map(({ id }) => id);
}
