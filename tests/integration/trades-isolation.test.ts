import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import postgres from "postgres";
import { v7 as uuidv7 } from "uuid";
import { describe, expect, inject, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { aShop as newShop, type Shop, type Slice } from "#tests/factories/isolation/shop";
import { SLICES } from "#tests/factories/isolation/slices";
import { callProcedure, PROCEDURES } from "#tests/factories/permissions/calls";
import { SHOP } from "#tests/factories/trades";
import { endWorkspace } from "@/features/trades/workspace/mutations";
import { connect } from "@/server/db/client";
import { migrateDatabase } from "@/server/db/migrate";
import { users, workspaceEvents, workspaceInvites, workspaceMembers, workspacePeople, workspaces } from "@/server/db/schema";
import { withWorkspace } from "@/server/db/workspace";

const harness = useHarness();
const db = () => harness().app.services.db;

const aShop = () => newShop(harness());

const CALLS = Object.assign({}, ...SLICES.map(({ calls }) => calls)) as Slice["calls"];

/** Those that name no workspace: one's own list, a new one, and what mailed links open. */
const ELSEWHERE = [
  "trades.workspace.list",
  "trades.workspace.create",
  "trades.invites.preview",
  "trades.invites.accept",
  "trades.quoteLinks.open",
  "trades.quoteLinks.accept",
  "trades.quoteLinks.decline",
  "trades.quoteLinks.pdf",
];

describe("another workspace", () => {
  it("is asked for by every procedure that there is", () => {
    const all = Object.keys(PROCEDURES).filter((name) => name.startsWith("trades."));
    expect(all.toSorted()).toEqual([...Object.keys(CALLS), ...ELSEWHERE].toSorted());
  });

  it.each(Object.entries(CALLS))("does not exist for %s", async (procedure, input) => {
    const [own, other] = await Promise.all([aShop(), aShop()]);
    const named = await input(other);
    const before = await rowsOf(other);
    const foreign = await callProcedure(harness(), own.owner.token, procedure, { ...named, workspaceId: other.workspaceId });
    expect(foreign.code).toBe("notFound");
    // Nor by its rows' ids, asked for in one's own.
    if ("uid" in named) {
      const mixed = await callProcedure(harness(), own.owner.token, procedure, { ...named, workspaceId: own.workspaceId });
      expect(mixed.code).toBe("notFound");
    }
    expect(await rowsOf(other)).toEqual(before);
  });
});

/** The tables whose rows are a workspace's, as the database knows them. */
const tables = () =>
  db().execute<{ name: string; forced: boolean; policed: boolean }>(sql`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'workspace') as policed
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'workspace_id'
    order by 1`);

/** All that a workspace holds, table by table. */
async function rowsOf({ workspaceId }: Shop) {
  const found = [await db().select().from(workspaces).where(eq(workspaces.id, workspaceId))];
  for (const { name } of await tables())
    found.push(
      await db().execute(sql`select * from ${sql.identifier(name)} as one where workspace_id = ${workspaceId} order by one::text`),
    );
  return found;
}

/** The message of whatever refused, however deep it is wrapped. */
const refusal = async (act: Promise<unknown>): Promise<string> => {
  try {
    await act;
    return "";
  } catch (error) {
    let said = "";
    for (let current = error; current instanceof Error; current = current.cause) said = current.message;
    return said;
  }
};

describe("the database alone", () => {
  it("gives of every table what is the workspace's, though nothing asks for it", { timeout: 60_000 }, async () => {
    const [own, other] = await Promise.all([aShop(), aShop()]);
    for (const { fill } of SLICES) await Promise.all([fill?.(own), fill?.(other)]);
    for (const { name } of await tables()) {
      const all = sql`select distinct workspace_id from ${sql.identifier(name)}`;
      const seen = await withWorkspace(db(), own.workspaceId, (tx) => tx.execute(all));
      expect([name, seen.map((row) => row.workspace_id)]).toEqual([name, [own.workspaceId]]);
      // It is there all the same.
      const others = await db().execute(sql`${all} where workspace_id = ${other.workspaceId}`);
      expect([name, others.length]).toEqual([name, 1]);
    }
  });

  it("gives the one workspace, and the names of those in it", async () => {
    const [own] = await Promise.all([aShop(), aShop()]);
    await withWorkspace(db(), own.workspaceId, async (tx) => {
      expect((await tx.select({ id: workspaces.id }).from(workspaces)).map(({ id }) => id)).toEqual([own.workspaceId]);
      const people = await tx.select({ workspaceId: workspacePeople.workspaceId }).from(workspacePeople);
      expect(people.map(({ workspaceId }) => workspaceId)).toEqual([own.workspaceId, own.workspaceId]);
    });
  });

  it("changes and removes nothing of another", async () => {
    const [own, other] = await Promise.all([aShop(), aShop()]);
    const before = await rowsOf(other);
    await withWorkspace(db(), own.workspaceId, async (tx) => {
      expect(await tx.update(workspaces).set({ name: "Taken" }).where(eq(workspaces.id, other.workspaceId)).returning()).toEqual([]);
      expect(
        await tx.update(workspaceInvites).set({ role: "manager" }).where(eq(workspaceInvites.id, other.invite.uid)).returning(),
      ).toEqual([]);
      expect(await tx.delete(workspaceMembers).where(eq(workspaceMembers.id, other.member.uid)).returning()).toEqual([]);
    });
    expect(await rowsOf(other)).toEqual(before);
  });

  it("writes nothing into another, and moves nothing there", async () => {
    const [own, other] = await Promise.all([aShop(), aShop()]);
    const values = { id: uuidv7(), workspaceId: other.workspaceId, userId: own.owner.user.uid, role: "manager" } as const;
    const inOwn = (act: Parameters<typeof withWorkspace<unknown>>[2]) => refusal(withWorkspace(db(), own.workspaceId, act));
    expect(await inOwn((tx) => tx.insert(workspaceMembers).values(values))).toContain("row-level security");
    expect(await inOwn((tx) => tx.update(workspaceMembers).set({ workspaceId: other.workspaceId }))).toContain("row-level security");
  });

  it.each([
    ["accounts", sql`select 1 from users`],
    ["mails", sql`insert into outbox_mails (id, template, locale, values) values (gen_random_uuid(), 'erased', 'en', '{}')`],
    ["notifications", sql`select 1 from notifications`],
    ["the end of a workspace", sql`delete from workspaces`],
    ["a change of what was noted", sql`update workspace_events set action = 'member.join'`],
    ["the removal of what was noted", sql`delete from workspace_events`],
  ])("lets nobody in a workspace at %s", async (_, statement) => {
    const { workspaceId } = await aShop();
    expect(await refusal(withWorkspace(db(), workspaceId, (tx) => tx.execute(statement)))).toContain("permission denied");
  });

  it("gives the role nothing where no workspace is named", async () => {
    await aShop();
    await db().transaction(async (tx) => {
      await tx.execute(sql`select set_config('role', 'parley_trades', true)`);
      expect(await tx.select().from(workspaceMembers)).toEqual([]);
      expect(await tx.select().from(workspaces)).toEqual([]);
    });
  });

  it("forgets workspace and role with the transaction, and outside of it is the app again", async () => {
    const { workspaceId } = await aShop();
    const who = sql<{
      role: string;
      workspace: string | null;
    }>`select current_user as role, current_setting('parley.workspace', true) as workspace`;
    const roles = await withWorkspace(db(), workspaceId, async (tx, outside) => {
      const role = async (on: typeof tx) => (await on.execute(who))[0]?.role;
      const refused = await refusal(
        outside(async (inner) => {
          await inner.execute(sql`select 1 / 0`);
        }),
      );
      return [await role(tx), await outside(role), await role(tx), refused];
    });
    expect(roles).toEqual(["parley_trades", "parley", "parley_trades", "division by zero"]);
    const nested = await db().transaction(async (tx) => {
      await withWorkspace(tx, workspaceId, (inner) => inner.select().from(workspaces));
      return (await tx.execute(who))[0];
    });
    expect(nested).toEqual({ role: "parley", workspace: "" });
  });

  it("forces it on every table whose rows are a workspace's", async () => {
    const all = await tables();
    expect(all.length).toBeGreaterThan(6);
    expect(all.filter(({ forced, policed }) => !forced || !policed)).toEqual([]);
    const [row] = await db().execute(
      sql`select relrowsecurity and relforcerowsecurity as forced from pg_class where relname = 'workspaces'`,
    );
    expect(row).toEqual({ forced: true });
  });
});

/** Most databases that are rented give no superuser: the app is then bound by what it is granted, and by policies on its own tables. */
describe("a database whose owner is no superuser", () => {
  it("is migrated, works in a workspace, and sees its rows by nothing else", async () => {
    const template = inject("databaseUrl");
    const at = (name: string) => template.replace(/\/[^/]*$/, `/${name}`);
    const admin = postgres(at("postgres"), { max: 1, onnotice: () => {} });
    const name = `plain_${randomBytes(6).toString("hex")}`;
    try {
      await admin.unsafe(`create role ${name} login createrole password 'plain'`);
      await admin.unsafe(`grant parley_trades to ${name}`);
      await admin.unsafe(`create database ${name} owner ${name}`);
      const url = new URL(at(name));
      url.username = name;
      url.password = "plain";
      await migrateDatabase(url.href);
      const { db: plain, close } = connect({ url: url.href, max: 1 });
      try {
        const [userId, workspaceId] = [uuidv7(), uuidv7()];
        await plain.insert(users).values({ id: userId, email: `${name}@example.com`, firstName: "Ada", lastName: "Plain" });
        await plain.insert(workspaces).values({ id: workspaceId, ...SHOP });
        await plain.insert(workspaceMembers).values({ id: uuidv7(), workspaceId, userId, role: "owner" });
        const event = { id: uuidv7(), workspaceId, actorId: userId, action: "workspace.create" as const };
        expect(await refusal(plain.insert(workspaceEvents).values(event))).toContain("row-level security");
        await withWorkspace(plain, workspaceId, (tx) => tx.insert(workspaceEvents).values(event));
        expect(await plain.select().from(workspaceEvents)).toEqual([]);
        const seen = await withWorkspace(plain, workspaceId, async (tx, outside) => ({
          events: (await tx.select().from(workspaceEvents)).length,
          people: (await tx.select().from(workspacePeople)).map(({ lastName }) => lastName),
          places: (await outside((inner) => inner.select().from(workspaceMembers))).length,
        }));
        expect(seen).toEqual({ events: 1, people: ["Plain"], places: 1 });
        // It goes as a whole all the same.
        await withWorkspace(plain, workspaceId, (_, outside) => endWorkspace(outside, workspaceId));
        expect(await plain.select().from(workspaces)).toEqual([]);
        expect(await admin.unsafe(`select 1 from pg_database where datname = '${name}'`)).toHaveLength(1);
        expect(await plain.select().from(workspaceMembers)).toEqual([]);
      } finally {
        await close();
      }
    } finally {
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.unsafe(`drop role if exists ${name}`);
      await admin.end();
    }
  });
});
