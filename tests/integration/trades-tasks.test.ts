import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { callProcedure } from "#tests/factories/permissions/calls";
import { statementsOf } from "#tests/factories/statements";
import { A_CUSTOMER, giveTrades, putIn, SHOP } from "#tests/factories/trades";
import { removeTasks } from "@/features/trades/tasks/mutations";
import { addDays, dayIn } from "@/lib/days";
import type { JobState } from "@/lib/enums/trades";
import type { TaskState } from "@/lib/enums/trades-tasks";
import { taskAssignees, tasks, workspaceEvents } from "@/server/db/schema";
import { withWorkspace } from "@/server/db/workspace";

const harness = useHarness();
const db = () => harness().app.services.db;
type Person = Awaited<ReturnType<typeof registerUser>>;

const ask = (person: Person, procedure: string, input: unknown) => callProcedure(harness(), person.token, `trades.${procedure}`, input);
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked at
const given = async (call: ReturnType<typeof ask>): Promise<any> => {
  const heard = await call;
  if (!heard.given) throw new Error(heard.text);
  return heard.given.data;
};
const code = async (call: ReturnType<typeof ask>) => (await call).code;

let owner: Person;
let member: Person;
let colleague: Person;
beforeAll(async () => {
  const named = (lastName: string) => registerUser(harness(), { lastName });
  [owner, member, colleague] = await Promise.all([named("Owner"), named("Member"), named("Colleague")]);
  await giveTrades(db(), [owner.user.uid]);
});

/** A shop of its own for each test, with a job that is being done. */
async function aShop({ state = "in_progress" as JobState } = {}) {
  const { uid: workspaceId } = await given(ask(owner, "workspace.create", SHOP));
  const { uid: memberUid } = await putIn(db(), workspaceId, member.user.uid);
  const { uid: colleagueUid } = await putIn(db(), workspaceId, colleague.user.uid);
  const customer = await given(ask(owner, "customers.save", { workspaceId, ...A_CUSTOMER }));
  const [site] = customer.sites;
  let job = await given(ask(owner, "jobs.save", { workspaceId, title: "Kitchen", customerUid: customer.uid, siteUid: site.uid }));
  for (const to of ["quoted", "won", "in_progress"]) {
    if (job.state === state) break;
    job = await given(ask(owner, "jobs.move", { workspaceId, uid: job.uid, version: job.version, to }));
  }
  const save = (fields: object) => given(ask(owner, "tasks.save", { workspaceId, jobUid: job.uid, ...fields }));
  const move = (person: Person, { uid, version }: { uid: string; version: number }, to: TaskState, more: object = {}) =>
    ask(person, "tasks.move", { workspaceId, uid, version, to, moveUid: randomUUID(), ...more });
  return { workspaceId, memberUid, colleagueUid, job, save, move };
}

describe("a task", () => {
  it("is kept with who does it, its list and what it needs", async () => {
    const { workspaceId, job, memberUid, colleagueUid, save } = await aShop();
    const first = await save({ title: "Measure" });
    const fields = { title: "Cut", details: "20 mm", dueOn: "2027-01-31", assignees: [memberUid, colleagueUid], needs: [first.uid] };
    const task = await save({ ...fields, checks: [{ text: "Edges" }, { text: "Holes" }] });
    expect(task).toEqual({
      uid: expect.any(String),
      version: 1,
      title: "Cut",
      details: "20 mm",
      state: "todo",
      blockedFor: "",
      dueOn: "2027-01-31",
      job: {
        uid: job.uid,
        number: 1,
        title: "Kitchen",
        customer: A_CUSTOMER.name,
        site: { name: "Villa", address: "12 Lê Lợi\nHuế", access: "Code 4711" },
      },
      assignees: [
        { uid: colleagueUid, name: "Ada Colleague" },
        { uid: memberUid, name: "Ada Member" },
      ],
      checks: [
        { uid: expect.any(String), text: "Edges", checked: false },
        { uid: expect.any(String), text: "Holes", checked: false },
      ],
      needs: [{ uid: first.uid, title: "Measure", state: "todo" }],
      form: null,
      notes: 0,
    });
    // Lines that stay keep that they are ticked.
    const [edges, holes] = task.checks;
    expect(await code(ask(member, "tasks.check", { workspaceId, uid: task.uid, checkUid: edges.uid, checked: true }))).toBeUndefined();
    const kept = { uid: task.uid, version: 1, ...fields, checks: [{ text: "New" }, { uid: edges.uid, text: "All edges" }] };
    const after = await save(kept);
    expect(after.checks).toEqual([
      { uid: expect.any(String), text: "New", checked: false },
      { uid: edges.uid, text: "All edges", checked: true },
    ]);
    expect(await code(ask(owner, "tasks.check", { workspaceId, uid: task.uid, checkUid: holes.uid, checked: true }))).toBe("notFound");
    expect(await code(ask(owner, "tasks.save", { workspaceId, ...kept }))).toBe("conflict");
    const listed = await given(ask(member, "tasks.ofJob", { workspaceId, jobUid: job.uid }));
    expect(listed.tasks.map(({ title }: { title: string }) => title)).toEqual(["Measure", "Cut"]);
    await given(ask(owner, "tasks.order", { workspaceId, uid: task.uid, to: "first" }));
    const moved = await given(ask(member, "tasks.ofJob", { workspaceId, jobUid: job.uid }));
    expect(moved.tasks.map(({ title }: { title: string }) => title)).toEqual(["Cut", "Measure"]);
  });

  it("stands in its job's history: that it came, in which fields it was changed, and that it is no more", async () => {
    const { workspaceId, job, memberUid, save } = await aShop();
    const fields = { title: "Cut", details: "20 mm", checks: [{ text: "Edges" }] };
    const task = await save(fields);
    const changed = { ...fields, title: "Cut it", checks: [{ text: "Holes" }], assignees: [memberUid] };
    const edited = await save({ ...changed, uid: task.uid, version: 1 });
    // What changes nothing, and another place among them, is not told.
    const same = await save({
      ...changed,
      checks: edited.checks.map(({ uid, text }: { uid: string; text: string }) => ({ uid, text })),
      uid: task.uid,
      version: 2,
    });
    await given(ask(owner, "tasks.order", { workspaceId, uid: task.uid, to: "last" }));
    const story = async () => {
      const { data } = (await ask(member, "jobs.timeline", { workspaceId, uid: job.uid })).given;
      return data.filter(({ kind }: { kind: string }) => kind.startsWith("task"));
    };
    expect(await story()).toMatchObject([
      { kind: "taskEdited", title: "Cut it", fields: ["title", "assignees", "checks"] },
      { kind: "taskAdded", title: "Cut it" },
    ]);
    await given(ask(owner, "tasks.delete", { workspaceId, uid: task.uid, version: same.version }));
    expect(await story()).toEqual([expect.objectContaining({ kind: "taskDeleted" })]);
  });

  it("goes with others of its job by as many statements as alone", async () => {
    const { workspaceId, job, save } = await aShop();
    const statements = async (...titles: string[]) => {
      const uids: string[] = [];
      for (const title of titles) uids.push((await save({ title })).uid);
      const acting = { workspaceId, actorId: owner.user.uid };
      return statementsOf(harness(), (own) => withWorkspace(own, workspaceId, (tx) => removeTasks(tx, acting, uids, job.uid)));
    };
    const ofOne = await statements("Measure");
    expect(await statements("Cut", "Polish", "Fit")).toHaveLength(ofOne.length);
    expect(await db().$count(tasks, eq(tasks.jobId, job.uid))).toBe(0);
  });

  it("takes nobody and nothing of elsewhere", async () => {
    const [{ workspaceId, job, save }, other] = [await aShop(), await aShop()];
    const theirs = await other.save({ title: "Theirs" });
    const make = (fields: object) => code(ask(owner, "tasks.save", { workspaceId, jobUid: job.uid, title: "Cut", ...fields }));
    expect(await make({ assignees: [other.memberUid] })).toBe("invalidInput: assignees");
    expect(await make({ needs: [theirs.uid] })).toBe("invalidInput: needs");
    expect(await make({ jobUid: other.job.uid })).toBe("invalidInput: jobUid");
    const own = await save({ title: "Sweep", jobUid: null });
    expect(own.job).toBeNull();
    expect(await make({ needs: [own.uid] })).toBe("invalidInput: needs");
  });

  it("is begun and done once what it needs is done, with all of its list, and taken up again", async () => {
    const { workspaceId, save, move } = await aShop();
    const first = await save({ title: "Measure" });
    const task = await save({ title: "Cut", needs: [first.uid], checks: [{ text: "Edges" }] });
    expect(await code(move(member, task, "in_progress"))).toBe("taskWaits");
    expect(await code(move(member, first, "done"))).toBeUndefined();
    const begun = await given(move(member, task, "in_progress"));
    expect(await code(move(member, begun, "done"))).toBe("checksOpen");
    const tick = (checked: boolean) => ask(member, "tasks.check", { workspaceId, uid: task.uid, checkUid: task.checks[0].uid, checked });
    expect(await given(tick(true))).toEqual({ checked: true });
    expect(await given(tick(true))).toEqual({ checked: true });
    const done = await given(move(member, begun, "done"));
    expect(done).toMatchObject({ state: "done", version: 3 });
    expect(await code(tick(false))).toBe("wrongState");
    expect(await given(move(member, done, "in_progress"))).toMatchObject({ state: "in_progress", version: 4 });
    const ticks = await db()
      .select()
      .from(workspaceEvents)
      .where(and(eq(workspaceEvents.workspaceId, workspaceId), eq(workspaceEvents.action, "task.check")));
    expect(ticks).toHaveLength(1);
  });

  it("is blocked with a word why, and for who manages to give up", async () => {
    const { save, move } = await aShop();
    const task = await save({ title: "Cut" });
    expect(await code(move(member, task, "blocked"))).toBe("invalidInput: reason");
    const blocked = await given(move(member, task, "blocked", { reason: "The slab is late" }));
    expect(blocked).toMatchObject({ state: "blocked", blockedFor: "The slab is late" });
    expect(await code(move(member, blocked, "cancelled"))).toBe("forbidden");
    expect(await code(move(member, blocked, "done"))).toBe("wrongState");
    expect(await given(move(member, blocked, "in_progress"))).toMatchObject({ state: "in_progress", blockedFor: "" });
  });

  it("is for whom it was given to; whoever leaves has it no more", async () => {
    const { workspaceId, colleagueUid, save, move } = await aShop();
    const task = await save({ title: "Cut", assignees: [colleagueUid], checks: [{ text: "Edges" }] });
    expect(await code(move(member, task, "in_progress"))).toBe("forbidden");
    const tick = { workspaceId, uid: task.uid, checkUid: task.checks[0].uid, checked: true };
    expect(await code(ask(member, "tasks.check", tick))).toBe("forbidden");
    expect(await code(ask(colleague, "members.leave", { workspaceId }))).toBeUndefined();
    expect(await db().select().from(taskAssignees).where(eq(taskAssignees.workspaceId, workspaceId))).toEqual([]);
    expect(await code(move(member, task, "in_progress"))).toBeUndefined();
  });
});

describe("at once", () => {
  it("two who finish a task do so once, and the other is told how it stands", async () => {
    const { workspaceId, save, move } = await aShop();
    const task = await save({ title: "Cut" });
    expect((await Promise.all([code(move(member, task, "done")), code(move(colleague, task, "done"))])).toSorted()).toEqual([
      "conflict",
      undefined,
    ]);
    const late = await harness().call("POST", "/api/user/personalization/trades/task/move", {
      token: member.token,
      body: { workspaceId, uid: task.uid, version: 1, to: "blocked", reason: "No", moveUid: randomUUID() },
    });
    expect(late.body).toMatchObject({ code: "conflict", current: { uid: task.uid, state: "done", version: 2 } });
  });

  it("a step that is sent again is taken once", async () => {
    const { workspaceId, save, move } = await aShop();
    const task = await save({ title: "Cut" });
    const moveUid = randomUUID();
    const step = () => move(member, task, "in_progress", { moveUid });
    expect(await Promise.all([code(step()), code(step()), code(step())])).toEqual([undefined, undefined, undefined]);
    const steps = await db()
      .select()
      .from(workspaceEvents)
      .where(and(eq(workspaceEvents.workspaceId, workspaceId), eq(workspaceEvents.action, "task.move")));
    expect(steps).toHaveLength(1);
    // Another task's step has an id of its own.
    expect(await code(move(member, await save({ title: "Polish" }), "in_progress", { moveUid }))).toBe("conflict");
  });

  it("two changes that would close a circle do not: one of them is refused, and says by which", async () => {
    const { save, job, workspaceId } = await aShop();
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await save({ title: `One ${round}` }), await save({ title: `Other ${round}` })];
      const need = (task: typeof one, needs: string[]) =>
        code(ask(owner, "tasks.save", { workspaceId, jobUid: job.uid, uid: task.uid, version: 1, title: task.title, needs }));
      expect((await Promise.all([need(one, [other.uid]), need(other, [one.uid])])).toSorted()).toEqual(["taskCircle", undefined]);
    }
  });
});

describe("my day", () => {
  it("holds what is mine and what is anybody's of work under way, by its day, and what I have done today", async () => {
    const { workspaceId, memberUid, colleagueUid, save, move } = await aShop();
    const today = dayIn(new Date(), SHOP.timeZone);
    await save({ title: "Tomorrow", assignees: [memberUid], dueOn: addDays(today, 1) });
    await save({ title: "Late", assignees: [memberUid], dueOn: addDays(today, -1) });
    await save({ title: "Anybody's" });
    await save({ title: "Colleague's", assignees: [colleagueUid] });
    await save({ title: "The shop's", jobUid: null });
    const finished = await save({ title: "Finished" });
    await given(move(member, finished, "done"));
    const day = async (person: Person) => {
      const { today: said, tasks } = await given(ask(person, "tasks.day", { workspaceId }));
      expect(said).toBe(today);
      return tasks.map(({ title }: { title: string }) => title);
    };
    expect(await day(member)).toEqual(["Late", "Tomorrow", "Anybody's", "Finished"]);
    expect((await day(colleague)).toSorted()).toEqual(["Anybody's", "Colleague's"]);
    // Of a job that has not begun, what nobody was given is nobody's yet.
    const other = await aShop({ state: "won" });
    await other.save({ title: "Anybody's" });
    const { tasks } = await given(ask(member, "tasks.day", { workspaceId: other.workspaceId }));
    expect(tasks).toEqual([]);
  });

  it("holds nothing of a job that waits or was given up, until it goes on", async () => {
    const { workspaceId, memberUid, job, save } = await aShop();
    await save({ title: "Cut", assignees: [memberUid] });
    await save({ title: "The shop's", jobUid: null, assignees: [memberUid] });
    const titles = async () => (await given(ask(member, "tasks.day", { workspaceId }))).tasks.map(({ title }: { title: string }) => title);
    let { version } = job;
    for (const [to, shown] of [
      ["on_hold", ["The shop's"]],
      ["cancelled", ["The shop's"]],
      ["in_progress", ["Cut", "The shop's"]],
    ] as const) {
      ({ version } = await given(ask(owner, "jobs.move", { workspaceId, uid: job.uid, version, to })));
      expect((await titles()).toSorted()).toEqual(shown);
    }
  });

  it("has a list of all tasks beside it", async () => {
    const { workspaceId, memberUid, save, move } = await aShop();
    const today = dayIn(new Date(), SHOP.timeZone);
    await save({ title: "Cắt đá", assignees: [memberUid], dueOn: addDays(today, -3) });
    await save({ title: "Polish", dueOn: addDays(today, 3) });
    await given(move(member, await save({ title: "Deliver" }), "done"));
    const titles = async (input: object) => {
      const { given: answer } = await ask(member, "tasks.list", { workspaceId, ...input });
      return answer.data.map(({ title }: { title: string }) => title);
    };
    expect(await titles({})).toEqual(["Cắt đá", "Polish", "Deliver"]);
    expect(await titles({ search: "cat" })).toEqual(["Cắt đá"]);
    expect(await titles({ search: "%" })).toEqual([]);
    expect(await titles({ state: "done" })).toEqual(["Deliver"]);
    expect(await titles({ whose: "mine" })).toEqual(["Cắt đá"]);
    expect((await titles({ whose: "nobody" })).toSorted()).toEqual(["Deliver", "Polish"]);
    expect(await titles({ assignee: memberUid })).toEqual(["Cắt đá"]);
    expect(await titles({ assignee: workspaceId })).toEqual([]);
    expect(await titles({ due: "late" })).toEqual(["Cắt đá"]);
    expect(await titles({ due: "week" })).toEqual(["Polish"]);
  });
});

describe("standard tasks", () => {
  it("are made for a job with their lists, in the shop's order, once for a call that is sent again", async () => {
    const { workspaceId, job } = await aShop();
    const keep = (fields: object) => given(ask(owner, "standards.save", { workspaceId, ...fields }));
    await keep({ title: "Install" });
    const { tasks: all } = await keep({ title: "Template", details: "Bring the laser", checks: [{ text: "Corners" }] });
    const [install, template] = all;
    const { tasks: ordered } = await given(ask(owner, "standards.order", { workspaceId, uid: template.uid, to: "first" }));
    expect(ordered.map(({ title }: { title: string }) => title)).toEqual(["Template", "Install"]);
    const use = () =>
      harness().call("POST", "/api/user/personalization/trades/standardtask/use", {
        token: owner.token,
        body: { workspaceId, jobUid: job.uid, uids: [install.uid, template.uid] },
        headers: { "idempotency-key": workspaceId },
      });
    await Promise.all([use(), use()]);
    const { tasks } = await given(ask(member, "tasks.ofJob", { workspaceId, jobUid: job.uid }));
    expect(tasks).toMatchObject([
      { title: "Template", details: "Bring the laser", checks: [{ text: "Corners", checked: false }] },
      { title: "Install", checks: [] },
    ]);
    expect(await code(ask(owner, "standards.save", { workspaceId, uid: install.uid, version: 2, title: "Fit" }))).toBe("conflict");
    const { tasks: left } = await given(ask(owner, "standards.delete", { workspaceId, uid: install.uid, version: 1 }));
    expect(left.map(({ title }: { title: string }) => title)).toEqual(["Template"]);
  });
});
