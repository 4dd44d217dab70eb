import { eq } from "drizzle-orm";
import { dropFactors } from "@/features/account/factors/mutations";
import { changeRole, restoreAll, suspendAll, type Turned, unlock } from "@/features/account/standing/mutations";
import { type LockedAccount, lockAccount } from "@/features/account/standing/queries";
import { AppError } from "@/lib/app-error";
import { ROLES, type Role } from "@/lib/enums/account";
import { type Act, AT_TERMINAL, recordAct } from "@/server/audit";
import { connect, type Database, type Executor, type Transaction } from "@/server/db/client";
import { startEmbedded } from "@/server/db/embedded";
import { migrateDatabase } from "@/server/db/migrate";
import { users } from "@/server/db/schema";
import { readEnv } from "@/server/env";
import { StartError } from "@/server/start-error";

const USAGE = `Usage:
  npm run admin -- grant <email> <${ROLES.join("|")}>
  npm run admin -- suspend <email> <reason>
  npm run admin -- restore <email>
  npm run admin -- unlock <email>
  npm run admin -- drop-factors <email>`;

/** What a command did: what it says, and what the log keeps of it. */
interface Done {
  said: string;
  /** Null where nothing was to be done. */
  act: Omit<Act, "subjectId"> | null;
}

type Command = (tx: Transaction, account: LockedAccount, words: string[]) => Promise<Done>;

/** Each command with what it says when it is done. */
const COMMANDS: Record<string, Command> = {
  grant: async (tx, account, [role = ""]) => {
    if (!(ROLES as readonly string[]).includes(role)) throw new StartError(`The role must be one of: ${ROLES.join(", ")}.`);
    await changeRole(tx, account, role as Role);
    const before = account.user.role;
    const act = before === role ? null : ({ action: "people.grantRole", before: { role: before }, after: { role } } as const);
    return { said: `${account.user.email} is ${role} now.`, act };
  },
  suspend: async (tx, account, words) => {
    if (words.length === 0) throw new StartError("A suspension needs a reason, which the person will read.");
    const reason = words.join(" ");
    const [turned] = await suspendAll(tx, [account], reason);
    return { said: `${account.user.email} is suspended.`, act: { action: "people.suspend", ...statesOf(turned), detail: { reason } } };
  },
  restore: async (tx, account) => {
    const [turned] = await restoreAll(tx, [account]);
    const act = { action: "people.restore", ...statesOf(turned), detail: { reason: turned?.reason ?? "" } } as const;
    return { said: `${account.user.email} may log in again.`, act };
  },
  "drop-factors": async (tx, { user }) => {
    await dropFactors(tx, user.id);
    return {
      said: `${user.email} logs in with the password alone now: every second factor is gone.`,
      act: { action: "people.dropFactors" },
    };
  },
  unlock: async (tx, { user, facts }) => {
    await unlock(tx, user.id);
    return {
      said: `${user.email} is not locked any more.`,
      act: { action: "people.unlock", detail: { until: facts.lockedUntil?.toISOString() ?? "" } },
    };
  },
};

/** What an account was, and is. @throws AppError wrongState where nothing was to be done */
function statesOf(turned: Turned | undefined) {
  if (!turned) throw new AppError("wrongState");
  return { before: { state: turned.before }, after: { state: turned.after } };
}

/** What the first administrator does at a terminal; works beside a running app. @returns the exit code */
export async function runCommand(args: string[]): Promise<number> {
  const [name = "", email = "", ...words] = args;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command || !email) {
    console.error(USAGE);
    return 1;
  }
  try {
    console.log(await withDatabase((db) => run(db, command, email, words)));
    return 0;
  } catch (error) {
    if (error instanceof AppError && error.code === "wrongState") console.error("The account is not in a state that allows this.");
    else console.error(error instanceof StartError ? error.message : error);
    return 1;
  }
}

/** Does it, and notes that it was done at a terminal. @returns what to say */
const run = (db: Database, command: Command, email: string, words: string[]): Promise<string> =>
  db.transaction(async (tx) => {
    const account = await lockAccount(tx, await findPerson(tx, email));
    const { said, act } = await command(tx, account, words);
    if (act) await recordAct(tx, AT_TERMINAL, { ...act, subjectId: account.user.id });
    return said;
  });

async function findPerson(db: Executor, email: string): Promise<string> {
  const [person] = await db.select({ id: users.id }).from(users).where(eq(users.email, email.trim().toLowerCase()));
  if (!person) throw new StartError(`No account has the e-mail ${email}.`);
  return person.id;
}

async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const env = readEnv(process.env, { beside: true });
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
