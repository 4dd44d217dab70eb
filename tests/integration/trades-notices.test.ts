import { and, desc, eq, like } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { sentence } from "#tests/factories/catalogues";
import { mailsTo } from "#tests/factories/mails";
import { notebook, type Person } from "#tests/factories/notebook";
import { callProcedure } from "#tests/factories/permissions/calls";
import { aQuote } from "#tests/factories/quotes";
import { anInvite, giveTrades, SHOP } from "#tests/factories/trades";
import { mailUnread } from "@/features/account/digests/mutations";
import { notifications } from "@/server/db/schema";

const harness = useHarness();
const { aShop: newShop, db, ask, given } = notebook(harness);

let owner: Person;
let member: Person;
let newcomer: Person;
beforeAll(async () => {
  [owner, member, newcomer] = await Promise.all([registerUser(harness()), registerUser(harness()), registerUser(harness())]);
  await giveTrades(db(), [owner.user.uid]);
});

/** What somebody was told of one kind, the latest first. */
const told = ({ user }: Person, kind: string) =>
  db()
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, user.uid), like(notifications.kind, kind)))
    .orderBy(desc(notifications.createdAt), desc(notifications.id));
const other = async (workspaceId: string, uid: string) => {
  const { data } = (await ask(owner, "members.list", { workspaceId })).given;
  return data.find((row: { uid: string }) => row.uid === uid);
};

describe("whoever it concerns is told", () => {
  it("of another role, of a workspace that is theirs, and of one that is theirs no more", async () => {
    const { workspaceId, memberId } = await newShop(owner, member);
    const seen = async () => ({ workspaceId, uid: memberId, version: (await other(workspaceId, memberId)).version });
    await ask(owner, "members.setRole", { ...(await seen()), role: "manager" });
    const [role] = await told(member, "trades_role");
    expect(role).toMatchObject({ event: "trades", values: { role: "manager", workspace: "Stone shop" } });
    expect(role?.href).toBe(`/dashboard/trades/workspace?workspace=${workspaceId}`);
    await ask(owner, "members.transfer", await seen());
    const [mine] = await told(member, "trades_owner");
    expect(mine).toMatchObject({ values: { author: expect.stringMatching(/\S/) } });
    expect(await told(owner, "trades_%")).toEqual([]);

    const elsewhere = await newShop(owner, newcomer);
    const { version } = await other(elsewhere.workspaceId, elsewhere.memberId);
    await ask(owner, "members.remove", { workspaceId: elsewhere.workspaceId, uid: elsewhere.memberId, version });
    const [gone] = await told(newcomer, "trades_removed");
    // Where they are no more there is nothing for them to see.
    expect(gone?.href).toBe("/dashboard/trades");
  });

  it("of somebody who has come by their invitation", async () => {
    const { workspaceId } = await newShop(owner, member);
    const guest = await registerUser(harness());
    const { secrets } = harness().env;
    const { token } = await anInvite({ db: db(), secrets }, { workspaceId, email: "guest@example.com", invitedBy: owner.user.uid });
    await given(guest, "invites.accept", { token });
    const joined = await told(owner, "trades_joined");
    expect(joined.filter(({ href }) => href.includes(workspaceId))).toHaveLength(1);
    expect(joined[0]?.href).toBe(`/dashboard/trades/members?workspace=${workspaceId}`);
    expect(await told(guest, "trades_%")).toEqual([]);
  });

  it("of tasks that others give them, counted until they look", async () => {
    const { workspaceId, memberId } = await newShop(owner, member);
    const { data } = (await ask(owner, "members.list", { workspaceId })).given;
    const me = data.find(({ you }: { you: boolean }) => you).uid;
    const first = await given(owner, "tasks.save", { workspaceId, title: "Measure", assignees: [memberId, me] });
    await given(owner, "tasks.save", { workspaceId, title: "Cut", assignees: [memberId] });
    // What they do already is no news.
    await given(owner, "tasks.save", { workspaceId, uid: first.uid, version: 1, title: "Measure twice", assignees: [memberId] });
    const here = (await told(member, "trades_task")).filter(({ href }) => href.includes(workspaceId));
    expect(here).toHaveLength(1);
    expect(here[0]).toMatchObject({ count: 2, values: { title: "Cut" }, href: `/dashboard/trades/day?workspace=${workspaceId}` });
    expect((await told(owner, "trades_task")).filter(({ href }) => href.includes(workspaceId))).toEqual([]);
  });

  it("as they choose, once they are in a workspace", async () => {
    const events = async ({ token }: Person) => {
      const { body } = await harness().call("GET", "/api/user/personalization/account/preference/get", { token });
      return new Set(body.data.map(({ event }: { event: string }) => event));
    };
    expect((await events(await registerUser(harness()))).has("trades")).toBe(false);
    await newShop(owner, member);
    expect((await events(member)).has("trades")).toBe(true);
  });
});

describe("what waits for the morning's mail", () => {
  /** A manager who is mailed each morning, and was told of a task and of a quote that its customer declined. */
  async function managed() {
    const manager = await registerUser(harness());
    await harness().call("POST", "/api/user/notifications/settings/save", { token: manager.token, body: { mailRhythm: "daily" } });
    const { workspaceId, memberId } = await newShop(owner, manager);
    const seen = { workspaceId, uid: memberId };
    await ask(owner, "members.setRole", { ...seen, version: 1, role: "manager" });
    await given(owner, "tasks.save", { workspaceId, title: "Cut", assignees: [memberId] });
    const asOwner = (procedure: string, input: object) => given(owner, procedure, { workspaceId, ...input });
    const { uid, version } = await aQuote(asOwner);
    const { link } = await asOwner("quotes.send", { uid, version, email: "lan@example.com" });
    const said = { token: String(link).split("#")[1], reason: "Too dear" };
    expect((await callProcedure(harness(), undefined, "trades.quoteLinks.decline", said)).given?.data).toMatchObject({ state: "declined" });
    expect((await kinds(manager)).sort()).toEqual(["trades_quote_declined", "trades_role", "trades_task"]);
    return { manager, seen: { ...seen, version: 2 } };
  }
  const kinds = async (person: Person) => (await told(person, "trades_%")).map(({ kind }) => kind);
  const mailed = async ({ email }: Person) => {
    const before = (await mailsTo(harness(), email)).length;
    await mailUnread(harness().app.services, new Date(Date.now() + 2 * 86_400_000));
    return (await mailsTo(harness(), email)).slice(before);
  };

  it("is nothing of a workspace that somebody was taken out of, but that they were", async () => {
    const { manager, seen } = await managed();
    const elsewhere = await newShop(owner, manager);
    await given(owner, "tasks.save", { workspaceId: elsewhere.workspaceId, title: "Fit", assignees: [elsewhere.memberId] });
    await ask(owner, "members.remove", seen);
    expect((await kinds(manager)).sort()).toEqual(["trades_removed", "trades_task"]);
    await ask(manager, "members.leave", { workspaceId: elsewhere.workspaceId });
    expect(await kinds(manager)).toEqual(["trades_removed"]);
    const subject = sentence("en", "notifications.kinds.trades_removed.title", { workspace: SHOP.name });
    expect((await mailed(manager)).map((mail) => mail.subject)).toEqual([subject]);
  });

  it("is nothing of what those who manage it hear, once somebody does not", async () => {
    const { manager, seen } = await managed();
    await ask(owner, "members.setRole", { ...seen, role: "member" });
    expect((await kinds(manager)).sort()).toEqual(["trades_role", "trades_role", "trades_task"]);
    const [mail, ...more] = await mailed(manager);
    expect(more).toEqual([]);
    expect(mail?.text).not.toContain("Kitchen");
  });

  it("is nothing of a workspace that is no more", async () => {
    const { manager, seen } = await managed();
    await given(owner, "workspace.delete", { workspaceId: seen.workspaceId, name: SHOP.name });
    expect(await kinds(manager)).toEqual([]);
    expect(await mailed(manager)).toEqual([]);
  });
});
