import { eq, sql } from "drizzle-orm";
import postgres from "postgres";
import { v7 as uuidv7 } from "uuid";
import { describe, expect, it, onTestFinished } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { until } from "#tests/factories/faults";
import { openLive } from "#tests/factories/live";
import { linkIn, mailsAbout, newestToken } from "#tests/factories/mails";
import { callProcedure } from "#tests/factories/permissions/calls";
import { A_MATERIAL, A_SLAB } from "#tests/factories/stock";
import { anInvite, giveTrades, putIn, SHOP } from "#tests/factories/trades";
import { eraseDue } from "@/features/account/deletion/mutations";
import { forgetInvites } from "@/features/trades/invites/mutations";
import { tradesData } from "@/features/trades/personal-data";
import { areaGrants, notifications, users, workspaceEvents, workspaceInvites, workspaceMembers, workspaces } from "@/server/db/schema";

const harness = useHarness();
const db = () => harness().app.services.db;
type Person = Awaited<ReturnType<typeof registerUser>>;

const P = "/api/user/personalization/trades";
const ask = (person: Person, procedure: string, input?: unknown) => callProcedure(harness(), person.token, `trades.${procedure}`, input);
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked at
const data = async (call: ReturnType<typeof ask>): Promise<any> => {
  const { given, text } = await call;
  if (!given) throw new Error(text);
  return given.data;
};
const code = async (call: ReturnType<typeof ask>) => (await call).code;

async function aBoss(): Promise<Person> {
  const person = await registerUser(harness());
  await giveTrades(db(), [person.user.uid]);
  return person;
}

async function aShop(settings: Partial<typeof SHOP> = {}) {
  const owner = await aBoss();
  const { uid: workspaceId } = await data(ask(owner, "workspace.create", { ...SHOP, ...settings }));
  return { owner, workspaceId: workspaceId as string };
}

/** A shop with a manager and a member, and what they are there. */
async function staffed() {
  const shop = await aShop();
  const [manager, member] = await Promise.all([registerUser(harness()), registerUser(harness())]);
  const managing = await putIn(db(), shop.workspaceId, manager.user.uid, "manager");
  const being = await putIn(db(), shop.workspaceId, member.user.uid);
  return { ...shop, manager, member, managing, being };
}

const acts = async (workspaceId: string) =>
  (await db().select().from(workspaceEvents).where(eq(workspaceEvents.workspaceId, workspaceId)).orderBy(workspaceEvents.at)).map(
    ({ action, before, after }) => ({ action, before, after }),
  );
const rolesIn = async (workspaceId: string) => {
  const rows = await db().select().from(workspaceMembers).where(eq(workspaceMembers.workspaceId, workspaceId));
  return Object.fromEntries(rows.map(({ userId, role }) => [userId, role]));
};

describe("a workspace", () => {
  it("is made by whoever has trades, and is theirs", async () => {
    const owner = await aBoss();
    const made = await data(ask(owner, "workspace.create", { ...SHOP, currency: "vnd" }));
    expect(made).toEqual({ uid: expect.any(String), ...SHOP, version: 1, role: "owner" });
    expect(await data(ask(owner, "workspace.list"))).toEqual({
      workspaces: [{ uid: made.uid, name: SHOP.name, role: "owner", members: 1 }],
      mayCreate: true,
    });
    expect(await acts(made.uid)).toEqual([{ action: "workspace.create", before: null, after: { ...SHOP } }]);
    const stranger = await registerUser(harness());
    expect(await code(ask(stranger, "workspace.create", SHOP))).toBe("areaClosed");
    expect(await code(ask(stranger, "workspace.list"))).toBe("areaClosed");
  });

  it("is made once for a call that is sent again", async () => {
    const owner = await aBoss();
    const make = () =>
      harness().call("POST", `${P}/workspace/create`, { token: owner.token, body: SHOP, headers: { "idempotency-key": owner.user.uid } });
    const answers = await Promise.all([make(), make()]);
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.data.uid)).size).toBe(1);
    expect((await data(ask(owner, "workspace.list"))).workspaces).toHaveLength(1);
  });

  it("keeps its currency once something is worth money in it", async () => {
    const { owner, workspaceId } = await aShop();
    const save = (version: number, currency: string) =>
      ask(owner, "workspace.save", { workspaceId, version, ...SHOP, name: `Shop ${version}`, currency });
    expect((await data(save(1, "USD"))).currency).toBe("USD");
    const inIt = (procedure: string, fields: object) => data(ask(owner, procedure, { workspaceId, ...fields }));
    const material = await inIt("materials.save", A_MATERIAL);
    const slab = { ...A_SLAB, materialUid: material.uid };
    // What cost nothing is worth so in any money.
    await inIt("slabs.save", { ...slab, cost: 0 });
    expect((await data(save(2, "EUR"))).currency).toBe("EUR");
    await inIt("slabs.save", { ...slab, serial: "S-0002" });
    const refused = await save(3, "VND");
    expect([refused.code, refused.text.includes("The currency stays")]).toEqual(["invalidInput: currency", true]);
    expect(await data(save(3, "EUR"))).toMatchObject({ currency: "EUR", name: "Shop 3" });
  });

  it("is one of twenty at most", async () => {
    const { owner } = await aShop();
    const ids = Array.from({ length: 19 }, () => uuidv7());
    await db()
      .insert(workspaces)
      .values(ids.map((id) => ({ id, ...SHOP })));
    await db()
      .insert(workspaceMembers)
      .values(ids.map((workspaceId) => ({ id: uuidv7(), workspaceId, userId: owner.user.uid, role: "owner" as const })));
    expect(await code(ask(owner, "workspace.create", SHOP))).toBe("tooManyWorkspaces");
    expect((await data(ask(owner, "workspace.list"))).mayCreate).toBe(false);
  });

  it("answers a change of what was changed meanwhile with how it is now, over REST too", async () => {
    const { owner, workspaceId } = await aShop();
    const saved = await data(ask(owner, "workspace.save", { workspaceId, version: 1, ...SHOP, name: "First" }));
    expect(saved).toMatchObject({ name: "First", version: 2 });
    const late = { token: owner.token, body: { workspaceId, version: 1, ...SHOP, name: "Second" } };
    const answer = await harness().call("POST", `${P}/workspace/save`, late);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: "conflict", current: { ...SHOP, name: "First", version: 2, role: "owner" } });
    expect((await data(ask(owner, "workspace.view", { workspaceId }))).name).toBe("First");
    expect((await acts(workspaceId)).at(-1)).toEqual({ action: "workspace.edit", before: { name: SHOP.name }, after: { name: "First" } });
  });

  it("loses nothing where two change it at once", async () => {
    const { owner, manager, workspaceId } = await staffed();
    const save = (person: Person, name: string) => ask(person, "workspace.save", { workspaceId, version: 1, ...SHOP, name });
    const codes = (await Promise.all([save(owner, "One"), save(manager, "Two")])).map((heard) => heard.code);
    expect(codes.toSorted()).toEqual(["conflict", undefined].toSorted());
    expect((await data(ask(owner, "workspace.view", { workspaceId }))).version).toBe(2);
  });

  it("is deleted with all that is in it by its owner, who writes its name", async () => {
    const { owner, manager, workspaceId } = await staffed();
    expect(await code(ask(owner, "workspace.delete", { workspaceId, name: "Another" }))).toBe("invalidInput: name");
    expect(await code(ask(manager, "workspace.delete", { workspaceId, name: SHOP.name }))).toBe("forbidden");
    expect(await data(ask(owner, "workspace.delete", { workspaceId, name: ` ${SHOP.name.toUpperCase()}` }))).toEqual({ deleted: true });
    for (const table of [workspaceMembers, workspaceEvents])
      expect(await db().select().from(table).where(eq(table.workspaceId, workspaceId))).toEqual([]);
    expect(await code(ask(owner, "workspace.view", { workspaceId }))).toBe("notFound");
  });

  it("ends while something in it is being saved: who comes first is waited for, and nobody has to give way", async () => {
    const { owner, manager, workspaceId } = await staffed();
    const { uid, version } = await data(ask(manager, "materials.save", { workspaceId, ...A_MATERIAL }));
    const sql = postgres(harness().databaseUrl, { max: 2 });
    onTestFinished(() => sql.end());
    const waiting = async () =>
      (await sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length;
    const answers = await sql.begin(async (pause) => {
      // Whoever saves has the material, and is about to write down that they did.
      await pause`lock table workspace_events in share mode`;
      const saving = ask(manager, "materials.save", { workspaceId, uid, version, ...A_MATERIAL, name: "Blue granite" });
      await until("the save waits", async () => (await waiting()) >= 1);
      const ending = ask(owner, "workspace.delete", { workspaceId, name: SHOP.name });
      await until("the end waits", async () => (await waiting()) >= 2);
      return { saving, ending };
    });
    const codes = (await Promise.all([answers.saving, answers.ending])).map((heard) => heard.code);
    expect(codes).toEqual([undefined, undefined]);
    expect(await code(ask(owner, "workspace.view", { workspaceId }))).toBe("notFound");
  });

  it("is there for those in it as long as its owner has trades", async () => {
    const { owner, member, workspaceId } = await staffed();
    expect(await data(ask(member, "workspace.list"))).toMatchObject({
      workspaces: [{ uid: workspaceId, role: "member" }],
      mayCreate: false,
    });
    const closed = async () =>
      (await harness().call("GET", "/api/trpc/admin.service.now", { token: member.token })).body.result.data.json.data.closed;
    expect(await closed()).not.toContain("trades");
    await db().delete(areaGrants).where(eq(areaGrants.userId, owner.user.uid));
    for (const person of [owner, member]) expect(await code(ask(person, "workspace.view", { workspaceId }))).toBe("areaClosed");
    expect(await closed()).toContain("trades");
  });
});

describe("those in a workspace", () => {
  it("see one another by name, and addresses only where they manage it", async () => {
    const { owner, manager, member, workspaceId } = await staffed();
    const seenBy = (person: Person) => data(ask(person, "members.list", { workspaceId }));
    const addresses = [owner, manager, member].map(({ email }) => email);
    for (const person of [owner, manager]) expect((await seenBy(person)).map(({ email }: { email: string }) => email)).toEqual(addresses);
    const seen = await seenBy(member);
    expect(seen.map(({ role, you }: { role: string; you: boolean }) => [role, you])).toEqual([
      ["owner", false],
      ["manager", false],
      ["member", true],
    ]);
    const { text } = await ask(member, "members.list", { workspaceId });
    expect(text).not.toContain("@");
    expect(text).not.toContain("email");
  });

  it("are made managers and members by the owner alone, in turn", async () => {
    const { owner, manager, member, being, workspaceId } = await staffed();
    const input = { workspaceId, ...being, role: "manager" };
    expect(await code(ask(manager, "members.setRole", input))).toBe("forbidden");
    const list = await data(ask(owner, "members.setRole", input));
    expect(list.find(({ uid }: { uid: string }) => uid === being.uid)).toMatchObject({ role: "manager", version: 2 });
    // Seen as they were before: the answer says how they are.
    const late = await harness().call("POST", `${P}/member/role/save`, { token: owner.token, body: { ...input, role: "member" } });
    expect(late.body).toMatchObject({ code: "conflict", current: { uid: being.uid, role: "manager", version: 2 } });
    expect(await code(ask(owner, "members.setRole", { ...input, version: 2 }))).toBe("wrongState");
    expect((await rolesIn(workspaceId))[member.user.uid]).toBe("manager");
  });

  it("are taken out: members by managers, managers by the owner, the owner by nobody", async () => {
    const { owner, manager, member, managing, being, workspaceId } = await staffed();
    const [boss] = await db().select().from(workspaceMembers).where(eq(workspaceMembers.userId, owner.user.uid));
    const ownerSeen = { uid: boss?.id, version: 1 };
    expect(await code(ask(manager, "members.remove", { workspaceId, ...ownerSeen }))).toBe("forbidden");
    expect(await code(ask(owner, "members.remove", { workspaceId, ...ownerSeen }))).toBe("forbidden");
    expect(await code(ask(manager, "members.remove", { workspaceId, ...managing }))).toBe("forbidden");
    expect(await code(ask(manager, "members.remove", { workspaceId, ...being }))).toBeUndefined();
    // They have nothing to do with trades any more.
    expect(await code(ask(member, "workspace.view", { workspaceId }))).toBe("areaClosed");
    expect(await code(ask(owner, "members.remove", { workspaceId, ...managing }))).toBeUndefined();
    expect(Object.keys(await rolesIn(workspaceId))).toEqual([owner.user.uid]);
  });

  it("leave, but for the owner, who hands the workspace over first, and trades with it", async () => {
    const { owner, manager, member, being, workspaceId } = await staffed();
    expect(await code(ask(owner, "members.leave", { workspaceId }))).toBe("ownerStays");
    expect(await code(ask(manager, "members.transfer", { workspaceId, ...being }))).toBe("forbidden");
    expect(await code(ask(owner, "members.transfer", { workspaceId, ...being }))).toBeUndefined();
    expect(await rolesIn(workspaceId)).toEqual({ [owner.user.uid]: "manager", [manager.user.uid]: "manager", [member.user.uid]: "owner" });
    expect(await code(ask(owner, "members.leave", { workspaceId }))).toBeUndefined();
    expect((await data(ask(member, "workspace.view", { workspaceId }))).role).toBe("owner");
    expect((await data(ask(member, "workspace.list"))).mayCreate).toBe(true);
    expect((await acts(workspaceId)).map(({ action }) => action)).toEqual(["workspace.create", "workspace.transfer", "member.leave"]);
  });

  it("have one owner, whoever is handed it at once", async () => {
    const { owner, manager, member, managing, being, workspaceId } = await staffed();
    const codes = await Promise.all([managing, being].map((to) => code(ask(owner, "members.transfer", { workspaceId, ...to }))));
    expect(codes.toSorted()).toEqual(["forbidden", undefined].toSorted());
    expect(Object.values(await rolesIn(workspaceId)).filter((role) => role === "owner")).toHaveLength(1);
    expect([manager, member].map(({ user }) => user.uid)).toContain(
      Object.entries(await rolesIn(workspaceId)).find(([, role]) => role === "owner")?.[0],
    );
  });

  it("hear what changes there, and nobody else does", async () => {
    const { owner, member, being, workspaceId } = await staffed();
    const stranger = await registerUser(harness());
    const [theirs, others] = await Promise.all([openLive(harness().url, member.token), openLive(harness().url, stranger.token)]);
    const heard = (live: typeof theirs) => live.events.filter(({ data: message }) => message?.json === "trades").length;
    await data(ask(owner, "workspace.save", { workspaceId, version: 1, ...SHOP, name: "New" }));
    expect(await theirs.within(10_000, () => heard(theirs) === 1)).toBe(true);
    // Whoever is taken out is told that as well.
    await data(ask(owner, "members.remove", { workspaceId, ...being }));
    expect(await theirs.within(10_000, () => heard(theirs) === 2)).toBe(true);
    expect(heard(others)).toBe(0);
    theirs.close();
    others.close();
  });
});

describe("an invitation", () => {
  const invited = async (shop: { owner: Person; workspaceId: string }, email: string, role = "member") => {
    await data(ask(shop.owner, "invites.send", { workspaceId: shop.workspaceId, email, role }));
    return newestToken(harness(), email, "workspace_invite");
  };

  it("is mailed, tells who invites whom where, and lets somebody new in once", async () => {
    const shop = await aShop();
    const email = `${uuidv7()}@example.com`;
    const list = await data(
      ask(shop.owner, "invites.send", { workspaceId: shop.workspaceId, email: email.toUpperCase(), role: "manager" }),
    );
    expect(list).toEqual([
      { uid: expect.any(String), email, role: "manager", invitedAt: expect.any(String), expiresAt: expect.any(String), expired: false },
    ]);
    const [mail] = await mailsAbout(harness(), email, "workspace_invite");
    // To an address that nobody has confirmed goes nothing that a stranger could have typed.
    expect(`${mail?.text}${mail?.html}`).not.toContain(SHOP.name);
    const link = linkIn(mail ?? {});
    expect(link.pathname).toBe("/invitation");
    const token = link.hash.slice(1);
    const newcomer = await registerUser(harness(), { email }, { confirmed: false });
    expect(await data(ask(newcomer, "invites.preview", { token }))).toMatchObject({
      workspace: SHOP.name,
      role: "manager",
      invitedBy: "Ada Test",
      email,
      yours: true,
    });
    expect(await data(ask(newcomer, "invites.accept", { token }))).toEqual({ workspaceId: shop.workspaceId });
    expect((await rolesIn(shop.workspaceId))[newcomer.user.uid]).toBe("manager");
    expect(await data(ask(shop.owner, "invites.list", { workspaceId: shop.workspaceId }))).toEqual([]);
    expect(await code(ask(await registerUser(harness()), "invites.accept", { token }))).toBe("linkInvalid");
    expect((await acts(shop.workspaceId)).map(({ action }) => action)).toEqual(["workspace.create", "invite.send", "member.join"]);
    expect(JSON.stringify(await acts(shop.workspaceId))).not.toContain(email);
  });

  it("is taken up once, by however many at once", async () => {
    const shop = await aShop();
    const token = await invited(shop, `${uuidv7()}@example.com`);
    const people = await Promise.all(Array.from({ length: 4 }, () => registerUser(harness())));
    const codes = await Promise.all(people.map((person) => code(ask(person, "invites.accept", { token }))));
    expect(codes.filter((one) => one === undefined)).toHaveLength(1);
    expect(Object.keys(await rolesIn(shop.workspaceId))).toHaveLength(2);
  });

  it("stands once for an address: a new one ends the one before, and comes no sooner than ten minutes after", async () => {
    const shop = await aShop();
    const email = `${uuidv7()}@example.com`;
    const first = await invited(shop, email);
    expect(await code(ask(shop.owner, "invites.send", { workspaceId: shop.workspaceId, email }))).toBe("tooManyRequests");
    await db()
      .update(workspaceInvites)
      .set({ createdAt: new Date(Date.now() - 660_000) })
      .where(eq(workspaceInvites.email, email));
    const second = await invited(shop, email, "manager");
    const person = await registerUser(harness());
    expect(await code(ask(person, "invites.preview", { token: first }))).toBe("linkInvalid");
    expect(await data(ask(person, "invites.preview", { token: second }))).toMatchObject({ role: "manager", yours: false });
    expect(await data(ask(shop.owner, "invites.list", { workspaceId: shop.workspaceId }))).toHaveLength(1);
  });

  it("is sent and taken back as far as one's role goes", async () => {
    const { owner, manager, member, workspaceId } = await staffed();
    const about = { workspaceId, email: `${uuidv7()}@example.com`, invitedBy: owner.user.uid, role: "manager" as const };
    const { uid } = await anInvite({ db: db(), secrets: harness().env.secrets }, about);
    expect(await code(ask(manager, "invites.revoke", { workspaceId, uid }))).toBe("forbidden");
    expect(await code(ask(manager, "invites.send", { workspaceId, email: about.email }))).toBe("forbidden");
    expect(await code(ask(manager, "invites.send", { workspaceId, email: "new@example.com", role: "manager" }))).toBe("forbidden");
    expect(await code(ask(manager, "invites.send", { workspaceId, email: "new@example.com" }))).toBeUndefined();
    expect(await code(ask(owner, "invites.send", { workspaceId, email: member.email }))).toBe("alreadyMember");
    expect(await code(ask(owner, "invites.revoke", { workspaceId, uid }))).toBeUndefined();
    expect(await code(ask(owner, "invites.revoke", { workspaceId, uid }))).toBe("notFound");
  });

  it("opens nothing once it was taken back, has run out, or is somebody's imagination", async () => {
    const { owner, workspaceId } = await aShop();
    const person = await registerUser(harness());
    const { secrets } = harness().env;
    const about = { workspaceId, email: `${uuidv7()}@example.com`, invitedBy: owner.user.uid };
    const late = await anInvite({ db: db(), secrets }, { ...about, expiresAt: new Date(Date.now() - 1000) });
    const forged = await anInvite({ db: db(), secrets: ["another"] }, { ...about, email: `${uuidv7()}@example.com` });
    for (const token of [late.token, forged.token, "nonsense"]) {
      expect(await code(ask(person, "invites.preview", { token }))).toBe("linkInvalid");
      expect(await code(ask(person, "invites.accept", { token }))).toBe("linkInvalid");
    }
    expect(await data(ask(owner, "invites.list", { workspaceId }))).toContainEqual(
      expect.objectContaining({ uid: late.uid, expired: true }),
    );
    const month = new Date(Date.now() - 31 * 86_400_000);
    await db().update(workspaceInvites).set({ expiresAt: month }).where(eq(workspaceInvites.id, late.uid));
    await forgetInvites(harness().app.services);
    expect((await data(ask(owner, "invites.list", { workspaceId }))).map(({ uid }: { uid: string }) => uid)).toEqual([forged.uid]);
  });

  it("opens nothing once whoever sent it cannot invite any more", async () => {
    const { owner, manager, managing, workspaceId } = await staffed();
    const person = await registerUser(harness());
    const { secrets } = harness().env;
    const byManager = () => anInvite({ db: db(), secrets }, { workspaceId, email: `${uuidv7()}@example.com`, invitedBy: manager.user.uid });
    const others = await anInvite({ db: db(), secrets }, { workspaceId, email: `${uuidv7()}@example.com`, invitedBy: owner.user.uid });

    const before = await byManager();
    await data(ask(owner, "members.setRole", { workspaceId, ...managing, role: "member" }));
    expect(await code(ask(person, "invites.accept", { token: before.token }))).toBe("linkInvalid");
    await data(ask(owner, "members.setRole", { workspaceId, uid: managing.uid, version: 2, role: "manager" }));

    const kept = await byManager();
    await data(ask(owner, "members.remove", { workspaceId, uid: managing.uid, version: 3 }));
    expect(await code(ask(manager, "invites.accept", { token: kept.token }))).toBe("linkInvalid");
    expect(await data(ask(person, "invites.accept", { token: others.token }))).toEqual({ workspaceId });
  });

  it("is sent by nobody whose own address is not confirmed", async () => {
    const { owner, workspaceId } = await aShop();
    await db().update(users).set({ emailVerifiedAt: null }).where(eq(users.id, owner.user.uid));
    expect(await code(ask(owner, "invites.send", { workspaceId, email: `${uuidv7()}@example.com` }))).toBe("emailUnconfirmed");
  });

  it("is refused where two hundred are in it or invited", async () => {
    const { owner, workspaceId } = await aShop();
    const expiresAt = new Date(Date.now() + 86_400_000);
    await db()
      .insert(workspaceInvites)
      .values(
        Array.from({ length: 199 }, () => {
          const id = uuidv7();
          return {
            id,
            workspaceId,
            email: `${id}@example.com`,
            role: "member" as const,
            language: "en" as const,
            invitedBy: owner.user.uid,
            expiresAt,
          };
        }),
      );
    expect(await code(ask(owner, "invites.send", { workspaceId, email: "one.more@example.com" }))).toBe("workspaceFull");
  });
});

describe("the end of an account", () => {
  const end = async ({ user }: Person) => {
    await db().update(users).set({ deletionRequestedAt: sql`now() - interval '15 days'` }).where(eq(users.id, user.uid));
    await eraseDue(harness().app.services);
  };

  it("hands a workspace to who has managed it longest, and trades with it", async () => {
    const { owner, manager, member, workspaceId } = await staffed();
    expect(await tradesData.count(db(), owner.user.uid)).toEqual({ workspaces: 0 });
    await end(owner);
    expect(await rolesIn(workspaceId)).toEqual({ [manager.user.uid]: "owner", [member.user.uid]: "member" });
    expect((await data(ask(manager, "workspace.view", { workspaceId }))).role).toBe("owner");
    const told = db().select().from(notifications).where(eq(notifications.kind, "trades_inherited"));
    const { name } = await data(ask(manager, "workspace.view", { workspaceId }));
    // Whoever is no more is not named.
    expect(await told).toMatchObject([
      {
        userId: manager.user.uid,
        values: { author: "", workspace: name },
        href: `/dashboard/trades/settings?workspace=${workspaceId}`,
      },
    ]);
    expect((await told)[0]?.values).not.toHaveProperty("namedId");
    expect((await acts(workspaceId)).map(({ action }) => action)).toEqual(["workspace.create", "workspace.inherit", "member.leave"]);
    await end(member);
    expect(await rolesIn(workspaceId)).toEqual({ [manager.user.uid]: "owner" });
  });

  it("hands it to a member before a manager who is about to leave, and to that one before nobody", async () => {
    const { owner, manager, member, workspaceId } = await staffed();
    await db().update(users).set({ deletionRequestedAt: new Date() }).where(eq(users.id, manager.user.uid));
    await end(owner);
    expect(await rolesIn(workspaceId)).toEqual({ [manager.user.uid]: "manager", [member.user.uid]: "owner" });
    await end(member);
    expect(await rolesIn(workspaceId)).toEqual({ [manager.user.uid]: "owner" });
  });

  it("takes a workspace along that nobody else is in, and every invitation to the address and by the person", async () => {
    const [alone, other] = await Promise.all([aShop(), aShop()]);
    const { secrets } = harness().env;
    await anInvite({ db: db(), secrets }, { workspaceId: other.workspaceId, email: alone.owner.email, invitedBy: other.owner.user.uid });
    await putIn(db(), other.workspaceId, alone.owner.user.uid, "manager");
    await anInvite(
      { db: db(), secrets },
      { workspaceId: other.workspaceId, email: `${uuidv7()}@example.com`, invitedBy: alone.owner.user.uid },
    );
    expect(await tradesData.count(db(), alone.owner.user.uid)).toEqual({ workspaces: 1 });
    await end(alone.owner);
    expect(await db().select().from(workspaces).where(eq(workspaces.id, alone.workspaceId))).toEqual([]);
    expect(await db().select().from(workspaceInvites).where(eq(workspaceInvites.workspaceId, other.workspaceId))).toEqual([]);
    expect(Object.keys(await rolesIn(other.workspaceId))).toEqual([other.owner.user.uid]);
    const [erased] = await db().select().from(users).where(eq(users.id, alone.owner.user.uid));
    expect(erased?.erasedAt).not.toBeNull();
  });

  it("is preceded by an archive that says where one worked, and names nobody who was invited", async () => {
    const { owner, member, workspaceId } = await staffed();
    const email = `${uuidv7()}@example.com`;
    await anInvite({ db: db(), secrets: harness().env.secrets }, { workspaceId, email, invitedBy: owner.user.uid });
    const services = harness().app.services;
    const { data: kept } = await tradesData.records(services, owner.user.uid);
    expect(kept).toEqual([
      {
        name: SHOP.name,
        role: "owner",
        joinedAt: expect.any(Date),
        settings: expect.objectContaining({ currency: "VND", taxMode: "group" }),
        invited: [{ role: "member", createdAt: expect.any(Date) }],
      },
    ]);
    expect((await tradesData.records(services, member.user.uid)).data).toEqual([
      { name: SHOP.name, role: "member", joinedAt: expect.any(Date), invited: [] },
    ]);
  });
});
