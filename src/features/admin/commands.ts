import { eq } from "drizzle-orm";
import { dropFactors } from "@/features/account/factors/mutations";
import { grantRole, restore, suspend, unlock } from "@/features/account/standing/mutations";
import { AppError } from "@/lib/app-error";
import { ROLES, type Role } from "@/lib/enums";
import { connect, type Database } from "@/server/db/client";
import { startEmbedded } from "@/server/db/embedded";
import { migrateDatabase } from "@/server/db/migrate";
import { users } from "@/server/db/schema";
import { readEnv, StartError } from "@/server/env";

const USAGE = `Usage:
  npm run admin -- grant <email> <${ROLES.join("|")}>
  npm run admin -- suspend <email> <reason>
  npm run admin -- restore <email>
  npm run admin -- unlock <email>
  npm run admin -- drop-factors <email>`;

interface Person {
  id: string;
  email: string;
}

/** Each command with what it says when it is done. */
const COMMANDS: Record<string, (db: Database, person: Person, words: string[]) => Promise<string>> = {
  grant: async (db, { id, email }, [role = ""]) => {
    if (!(ROLES as readonly string[]).includes(role)) throw new StartError(`The role must be one of: ${ROLES.join(", ")}.`);
    await grantRole(db, id, role as Role);
    return `${email} is ${role} now.`;
  },
  suspend: async (db, { id, email }, words) => {
    if (words.length === 0) throw new StartError("A suspension needs a reason, which the person will read.");
    await suspend(db, id, words.join(" "));
    return `${email} is suspended.`;
  },
  restore: async (db, { id, email }) => {
    await restore(db, id);
    return `${email} may log in again.`;
  },
  "drop-factors": async (db, { id, email }) => {
    await db.transaction((tx) => dropFactors(tx, id));
    return `${email} logs in with the password alone now: every second factor is gone.`;
  },
  unlock: async (db, { id, email }) => {
    await unlock(db, id);
    return `${email} is not locked any more.`;
  },
};

/** What the first administrator does at a terminal; works beside a running app. @returns the exit code */
export async function runCommand(args: string[]): Promise<number> {
  const [name = "", email = "", ...words] = args;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command || !email) {
    console.error(USAGE);
    return 1;
  }
  try {
    console.log(await withDatabase(async (db) => command(db, await findPerson(db, email), words)));
    return 0;
  } catch (error) {
    if (error instanceof AppError && error.code === "wrongState") console.error("The account is not in a state that allows this.");
    else console.error(error instanceof StartError ? error.message : error);
    return 1;
  }
}

async function findPerson(db: Database, email: string): Promise<Person> {
  const [person] = await db.select({ id: users.id, email: users.email }).from(users).where(eq(users.email, email.trim().toLowerCase()));
  if (!person) throw new StartError(`No account has the e-mail ${email}.`);
  return person;
}

async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const env = readEnv(process.env);
  const embedded = env.DATABASE_URL
    ? undefined
    : await startEmbedded({ dir: `${env.dataDir}/postgres`, password: env.kept.databasePassword });
  const url = env.DATABASE_URL ?? embedded?.url ?? "";
  try {
    await migrateDatabase(url);
    const connection = connect({ url, max: 2 });
    return await work(connection.db).finally(() => connection.close());
  } finally {
    await embedded?.stop();
  }
}
