import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll } from "vitest";
import { type Harness, PASSWORD, startHarness } from "#tests/config/harness";
import { captureLog } from "#tests/factories/log-lines";
import { type OpenIdProvider, startOpenIdProvider } from "#tests/factories/openid";
import { type PushService, startPushService } from "#tests/factories/push-service";
import type { Role } from "@/lib/enums/account";
import { sessions, users } from "@/server/db/schema";
import { hashPassword } from "@/server/passwords";
import { callProcedure } from "./calls";

/** Where a table's procedures are called: the app, and the services of others that it talks to. */
export interface Surroundings extends Harness {
  sql: postgres.Sql;
  provider: OpenIdProvider;
  pushService: PushService;
  /** What the app has logged so far, at its most talkative. */
  lines: string[];
}

async function startSurroundings(): Promise<Surroundings> {
  const [provider, pushService] = await Promise.all([startOpenIdProvider(), startPushService()]);
  const harness = await startHarness({
    ...provider.settings,
    PUSH_SERVICES: pushService.origin,
    VAPID_SUBJECT: "mailto:push@parley.example",
    LOG_LEVEL: "trace",
  });
  const lines = captureLog(harness.app.services.log);
  const sql = postgres(harness.databaseUrl, { max: 2 });
  const close = async () => {
    await sql.end();
    await harness.close();
    await Promise.all([provider.stop(), pushService.stop()]);
  };
  return { ...harness, sql, provider, pushService, lines, close };
}

/** One for a test file. */
export function useSurroundings(): () => Surroundings {
  let surroundings: Surroundings | undefined;
  beforeAll(async () => {
    surroundings = await startSurroundings();
  });
  afterAll(() => surroundings?.close());
  return () => {
    if (!surroundings) throw new Error("the surroundings have not started");
    return surroundings;
  };
}

export interface Person {
  id: string;
  sessionId: string;
  token: string;
  email: string;
  /** Stands in what they write, and in nobody else's texts. */
  mark: string;
}

const ROLES = {
  owner: "candidate",
  peer: "candidate",
  member: "candidate",
  manager: "candidate",
  stranger: "candidate",
  admin: "admin",
  superAdmin: "super_admin",
} as const;
export type Somebody = keyof typeof ROLES;

/** People who have never met, and whatever a row of a table makes for them. */
export interface World extends Record<Somebody, Person> {
  harness: Surroundings;
  /** Notes the id of something that is the owner's. */
  owns: (id: string) => string;
  /** Whatever says that something of the owner's is being shown. */
  traces: () => string[];
  /** What a procedure gives somebody, in the way to what a row is about. @throws where it gives nothing */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are used
  by: (person: Person, procedure: string, input?: unknown) => Promise<any>;
}

let password: Promise<string> | undefined;

/** Letters alone: digits in a text may look like somebody's telephone number. */
const mark = () =>
  `mark${randomBytes(12)
    .toString("hex")
    .replaceAll(/\d/g, (digit) => String.fromCharCode(103 + Number(digit)))}`;

export async function aWorld(harness: Surroundings): Promise<World> {
  const people = await makePeople(harness);
  const { owner } = people;
  const owned = new Set<string>();
  return {
    ...people,
    harness,
    owns: (id) => {
      owned.add(id);
      return id;
    },
    traces: () => [owner.id, owner.email, owner.mark, owner.sessionId, ...owned],
    by: async ({ token }, procedure, input) => {
      const { given, code, text } = await callProcedure(harness, token, procedure, input);
      if (code) throw new Error(`${procedure}: ${text}`);
      return given.data;
    },
  };
}

/** All of them at once, signed in with a confirmed address and a password. */
async function makePeople({ app }: Harness): Promise<Record<Somebody, Person>> {
  const { db, tokens } = app.services;
  password ??= hashPassword(PASSWORD);
  const passwordHash = await password;
  const expiresAt = new Date(Date.now() + 3_600_000);
  const made = Object.entries(ROLES).map(([name, role]) => {
    const [id, sessionId] = [uuidv7(), uuidv7()];
    return { name, role: role as Role, id, sessionId, mark: mark(), email: `${id}@example.com` };
  });
  await db.insert(users).values(
    made.map(({ id, email, role, mark: lastName }) => {
      return { id, email, role, passwordHash, firstName: "Ada", lastName, emailVerifiedAt: new Date() };
    }),
  );
  await db.insert(sessions).values(made.map(({ id, sessionId }) => ({ id: sessionId, userId: id, expiresAt })));
  const people = made.map(async ({ name, role: _, ...person }) => {
    return [name, { ...person, token: await tokens.issue(person.id, person.sessionId, expiresAt) }] as const;
  });
  return Object.fromEntries(await Promise.all(people)) as Record<Somebody, Person>;
}
