import { eq, inArray, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { aDefinition } from "#tests/factories/forms";
import { notebook, PDF, type Person, PNG } from "#tests/factories/notebook";
import { plainPdf } from "#tests/factories/pdf";
import { callProcedure } from "#tests/factories/permissions/calls";
import { picture } from "#tests/factories/pictures";
import { A_BOOKING, A_PERSON } from "#tests/factories/schedule";
import { A_CUSTOMER, giveTrades, putIn, SHOP } from "#tests/factories/trades";
import { eraseDue } from "@/features/account/deletion/mutations";
import { dropUnsentFiles } from "@/features/trades/files/jobs";
import { MAX_WAITING } from "@/features/trades/files/rules";
import { dayIn } from "@/lib/days";
import { notifications, users, workspaceFiles, workspaceMembers } from "@/server/db/schema";

const harness = useHarness();
const { aShop: newShop, db, ask, given, code, taken, linkOf, bytesOf, keysOf, stored } = notebook(harness);

let owner: Person;
let member: Person;
let stranger: Person;
beforeAll(async () => {
  [owner, member, stranger] = await Promise.all([registerUser(harness()), registerUser(harness()), registerUser(harness())]);
  await giveTrades(db(), [owner.user.uid, stranger.user.uid]);
});
const aShop = (boss = owner) => newShop(boss, member);

describe("a file that waits for its note", () => {
  it("is its uploader's alone, goes with one note, and is dropped where it never does", async () => {
    const shop = await aShop();
    const { workspaceId, customerUid } = shop;
    const uid = await taken(member, shop, await picture("png"), PNG);
    expect(await code(owner, "files.view", { workspaceId, uid })).toBe("notFound");
    expect(await code(owner, "notes.save", { workspaceId, customerUid, body: "", files: [uid] })).toBe("attachmentGone");
    const note = await given(member, "notes.save", { workspaceId, customerUid, body: "", files: [uid] });
    expect(note.files).toMatchObject([{ uid, width: 600, height: 400, yours: true }]);
    expect(await code(member, "notes.save", { workspaceId, customerUid, body: "", files: [uid] })).toBe("attachmentGone");
    expect((await linkOf(owner, shop, uid)).preview).toMatch(/^http/);

    const [fresh, old] = [await taken(member, shop, plainPdf(1), PDF), await taken(member, shop, plainPdf(1), PDF)];
    const age = { createdAt: sql`now() - interval '9 days'` };
    await db()
      .update(workspaceFiles)
      .set(age)
      .where(inArray(workspaceFiles.id, [uid, old]));
    const keys = await keysOf(fresh, old);
    await dropUnsentFiles(harness().app.services);
    expect((await stored(keys)).filter(Boolean)).toHaveLength(1);
    expect((await linkOf(member, shop, fresh)).name).toBe("plan.pdf");
    expect((await linkOf(owner, shop, uid)).name).toBe("a.png");
  });

  it("makes room for newer ones", async () => {
    const shop = await aShop();
    const { workspaceId } = shop;
    const first = await taken(member, shop, plainPdf(1), PDF);
    await db().execute(sql`
      insert into workspace_files (id, workspace_id, uploader_id, file_key, name, type, size_bytes)
      select gen_random_uuid(), ${workspaceId}, ${member.user.uid}, ${workspaceId} || n, 'a.pdf', 'application/pdf', 1
      from generate_series(1, ${MAX_WAITING - 1}::int) n`);
    expect((await linkOf(member, shop, first)).name).toBe("plan.pdf");
    await taken(member, shop, plainPdf(1), PDF);
    expect(await code(member, "files.view", { workspaceId, uid: first })).toBe("notFound");
  });
});

describe("a note", () => {
  const told = (person: Person, uid: string) =>
    db()
      .select()
      .from(notifications)
      .where(sql`user_id = ${person.user.uid} and group_key = ${`note:${uid}`}`);

  it("is written by anybody, read by all, edited by its author, deleted by those who manage", async () => {
    const shop = await aShop();
    const { workspaceId, customerUid } = shop;
    const note = await given(member, "notes.save", { workspaceId, customerUid, body: "Mind the dog", audience: "customer" });
    expect(note).toMatchObject({
      body: "Mind the dog",
      audience: "customer",
      version: 1,
      editedAt: null,
      yours: true,
      files: [],
      people: [],
    });
    expect(await given(owner, "notes.list", { workspaceId, customerUid })).toMatchObject([{ uid: note.uid, yours: false }]);
    const edit = { workspaceId, uid: note.uid, version: 1, body: "Mind both dogs" };
    expect(await code(owner, "notes.save", edit)).toBe("forbidden");
    expect(await given(member, "notes.save", edit)).toMatchObject({ body: "Mind both dogs", audience: "internal", version: 2 });
    const stale = await ask(member, "notes.save", { ...edit, body: "None" });
    expect(stale.code).toBe("conflict");
    expect(stale.text).toContain("Mind both dogs");
    expect(await code(owner, "notes.delete", { workspaceId, uid: note.uid, version: 1 })).toBe("conflict");
    await given(owner, "notes.delete", { workspaceId, uid: note.uid, version: 2 });
    expect(await given(owner, "notes.list", { workspaceId, customerUid })).toEqual([]);
    expect(await code(member, "notes.save", { workspaceId, customerUid, body: " " })).toBe("invalidInput: body");
    const own = await given(owner, "notes.save", { workspaceId, customerUid, body: "Mine" });
    expect(await code(member, "notes.delete", { workspaceId, uid: own.uid, version: 1 })).toBe("forbidden");
  });

  it("is one though its call comes twice under its key", async () => {
    const { workspaceId, customerUid } = await aShop();
    const headers = { "idempotency-key": crypto.randomUUID() };
    const body = { workspaceId, customerUid, body: "Once" };
    for (let times = 0; times < 2; times++)
      await harness().call("POST", "/api/user/personalization/trades/note/save", { token: owner.token, headers, body });
    expect(await given(owner, "notes.list", { workspaceId, customerUid })).toHaveLength(1);
  });

  it("tells whoever is mentioned once, and nobody of their own or who is not there", async () => {
    const { workspaceId, memberId, customerUid } = await aShop();
    const me = await db().select().from(workspaceMembers).where(eq(workspaceMembers.workspaceId, workspaceId));
    const ownId = me.find(({ userId }) => userId === owner.user.uid)?.id;
    const elsewhere = await aShop(stranger);
    const body = `@[${memberId}] and @[${memberId}], not @[${ownId}] or @[${elsewhere.memberId}]`;
    const note = await given(owner, "notes.save", { workspaceId, customerUid, body });
    expect(note.people.map(({ uid }: { uid: string }) => uid).sort()).toEqual([memberId, ownId].sort());
    await given(owner, "notes.save", { workspaceId, uid: note.uid, version: 1, body: `${body}!` });
    const [notice, ...more] = await told(member, note.uid);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ event: "trades", kind: "trades_mention", count: 1, values: { title: A_CUSTOMER.name } });
    expect(notice?.href).toBe(`/dashboard/trades/customers/customer?workspace=${workspaceId}&uid=${customerUid}#notes`);
    expect(await told(owner, note.uid)).toEqual([]);

    // Whoever has left stands there without a name, and hears nothing.
    await db().delete(workspaceMembers).where(eq(workspaceMembers.id, memberId));
    const later = await given(owner, "notes.save", { workspaceId, customerUid, body: `@[${memberId}]` });
    expect(later.people).toEqual([]);
    expect(await told(member, later.uid)).toEqual([]);
    await given(owner, "notes.delete", { workspaceId, uid: later.uid, version: 1 });
  });

  it("is written about a task, too, and the job tells of it", async () => {
    const { workspaceId, memberId, jobUid, customerUid } = await aShop();
    const task = await given(owner, "tasks.save", { workspaceId, jobUid, title: "Cut" });
    const own = await given(owner, "tasks.save", { workspaceId, title: "Sweep" });
    const about = { workspaceId, taskUid: task.uid };
    const note = await given(owner, "notes.save", { ...about, body: `Mind the edge, @[${memberId}]` });
    expect((await given(member, "notes.list", about)).map(({ uid }: { uid: string }) => uid)).toEqual([note.uid]);
    expect(await given(member, "notes.list", { workspaceId, jobUid })).toEqual([]);
    expect((await given(member, "tasks.view", { workspaceId, uid: task.uid })).notes).toBe(1);
    expect((await told(member, note.uid))[0]).toMatchObject({
      values: { title: "Cut" },
      href: `/dashboard/trades/jobs/job?workspace=${workspaceId}&uid=${jobUid}`,
    });
    const { given: story } = await ask(member, "jobs.timeline", { workspaceId, uid: jobUid });
    expect(story.data[0]).toMatchObject({ kind: "note", on: { kind: "task", title: "Cut" }, uid: note.uid });
    const shops = await given(owner, "notes.save", { workspaceId, taskUid: own.uid, body: `@[${memberId}]` });
    expect((await told(member, shops.uid))[0]?.href).toBe(`/dashboard/trades/tasks?workspace=${workspaceId}`);
    expect(await code(owner, "notes.save", { ...about, customerUid, body: "Two" })).toBe("badRequest");
    expect(await code(owner, "notes.save", { workspaceId, taskUid: jobUid, body: "None" })).toBe("notFound");
    // What was said of a task of no job goes with it.
    await given(owner, "tasks.delete", { workspaceId, uid: own.uid, version: 1 });
    expect(await code(owner, "notes.delete", { workspaceId, uid: shops.uid, version: 1 })).toBe("notFound");
  });

  it("stays with the job, and its photo with it, where the task or the booking that it was of goes", async () => {
    const shop = await aShop();
    const { workspaceId, jobUid } = shop;
    const task = await given(owner, "tasks.save", { workspaceId, jobUid, title: "Cut" });
    const resource = await given(owner, "resources.save", { workspaceId, ...A_PERSON });
    const book = (fields: object) => given(owner, "schedule.save", { workspaceId, ...A_BOOKING, ...fields, resources: [resource.uid] });
    const booking = await book({ jobUid });
    const photo = await taken(member, shop, await picture("png"), PNG);
    const keys = await keysOf(photo);
    const done = await given(member, "notes.save", { workspaceId, taskUid: task.uid, body: "Done", files: [photo] });
    const fitted = await given(member, "notes.save", { workspaceId, bookingUid: booking.uid, body: "Fitted" });
    await given(owner, "tasks.delete", { workspaceId, uid: task.uid, version: 1 });
    await given(owner, "schedule.delete", { workspaceId, uid: booking.uid, version: 1 });
    const kept = await given(owner, "notes.list", { workspaceId, jobUid });
    expect(kept).toMatchObject([{ uid: fitted.uid }, { uid: done.uid, files: [{ uid: photo }] }]);
    expect((await stored(keys)).filter(Boolean)).toHaveLength(keys.length);
    const { given: story } = await ask(member, "jobs.timeline", { workspaceId, uid: jobUid });
    const told = story.data.filter(({ kind }: { kind: string }) => kind === "note");
    expect(told.map(({ uid }: { uid: string }) => uid)).toEqual([fitted.uid, done.uid]);
    // Of a booking for no job there is none that could keep it.
    const shops = await book({});
    const note = await given(owner, "notes.save", { workspaceId, bookingUid: shops.uid, body: "Bring bread" });
    await given(owner, "schedule.delete", { workspaceId, uid: shops.uid, version: 1 });
    expect(await code(owner, "notes.delete", { workspaceId, uid: note.uid, version: 1 })).toBe("notFound");
  });

  it("keeps the site that it is about", async () => {
    const { workspaceId, customer } = await aShop();
    const { uid, version, name, notes, contacts, sites } = customer;
    const note = await given(member, "notes.save", { workspaceId, siteUid: sites[0].uid, body: "Mind the dog" });
    const without = { workspaceId, uid, version, name, notes, contacts, sites: [] };
    const refused = await ask(owner, "customers.save", without);
    expect(refused.code).toBe("siteHasNotes");
    expect(refused.text).toContain(sites[0].name);
    await given(owner, "notes.delete", { workspaceId, uid: note.uid, version: 1 });
    expect((await given(owner, "customers.save", without)).sites).toEqual([]);
  });

  it("is written about a site, somebody who is booked, a booking and a form, too, and the job tells of what was said of its own", async () => {
    const { workspaceId, memberId, jobUid, customer } = await aShop();
    const [site] = customer.sites;
    const resource = await given(owner, "resources.save", { workspaceId, ...A_PERSON });
    const booking = await given(owner, "schedule.save", { workspaceId, ...A_BOOKING, jobUid, resources: [resource.uid] });
    const draft = await given(owner, "forms.save", { workspaceId, name: "Site measure", fields: aDefinition().definition.fields });
    const form = await given(owner, "forms.publish", { workspaceId, uid: draft.uid, version: draft.version });
    const entry = await given(owner, "entries.start", { workspaceId, formUid: form.uid, jobUid });
    const page = (path: string, more = "") => `/dashboard/trades/${path}?workspace=${workspaceId}${more}`;
    const subjects = [
      { about: { siteUid: site.uid }, title: site.name, href: page("customers/customer", `&uid=${customer.uid}&notes=${site.uid}`) },
      { about: { resourceUid: resource.uid }, title: A_PERSON.name, href: page("schedule", `&notes=${resource.uid}`) },
      {
        about: { bookingUid: booking.uid },
        title: A_BOOKING.title,
        href: page("schedule", `&day=${dayIn(new Date(A_BOOKING.startsAt), SHOP.timeZone)}&notes=${booking.uid}`),
      },
      { about: { entryUid: entry.uid }, title: "Site measure", href: page("forms/entry", `&uid=${entry.uid}#notes`) },
    ];
    const elsewhere = await aShop(stranger);
    for (const { about, title, href } of subjects) {
      const note = await given(owner, "notes.save", { workspaceId, ...about, body: `@[${memberId}]` });
      expect(await given(member, "notes.list", { workspaceId, ...about })).toMatchObject([{ uid: note.uid }]);
      expect((await told(member, note.uid))[0]).toMatchObject({ values: { title }, href });
      const edited = await given(owner, "notes.save", { workspaceId, uid: note.uid, version: 1, body: "Changed" });
      expect(edited).toMatchObject({ version: 2 });
      // In another shop there is no such thing.
      expect(await code(stranger, "notes.list", { workspaceId: elsewhere.workspaceId, ...about })).toBe("notFound");
      expect(await code(stranger, "notes.save", { workspaceId: elsewhere.workspaceId, ...about, body: "Taken" })).toBe("notFound");
      expect(await code(owner, "notes.save", { workspaceId, ...about, jobUid, body: "Two" })).toBe("badRequest");
    }
    const { given: story } = await ask(member, "jobs.timeline", { workspaceId, uid: jobUid });
    const notes = story.data.filter(({ kind }: { kind: string }) => kind === "note");
    expect(notes).toMatchObject([
      { on: { kind: "form", title: "Site measure" }, body: "Changed" },
      { on: { kind: "booking", title: A_BOOKING.title }, body: "Changed" },
    ]);
  });

  it("that is deleted takes its notices and files along", async () => {
    const shop = await aShop();
    const { workspaceId, memberId, jobUid } = shop;
    const [first, second] = [await taken(owner, shop, await picture("png"), PNG), await taken(owner, shop, plainPdf(1), PDF)];
    const keys = await keysOf(first, second);
    const note = await given(owner, "notes.save", { workspaceId, jobUid, body: `@[${memberId}]`, files: [second, first] });
    expect(note.files.map(({ uid }: { uid: string }) => uid)).toEqual([second, first]);
    expect(await told(member, note.uid)).toHaveLength(1);
    const less = await given(owner, "notes.save", { workspaceId, uid: note.uid, version: 1, body: note.body, files: [first] });
    expect(less.files).toHaveLength(1);
    expect((await stored(keys)).filter(Boolean)).toHaveLength(2);
    await given(owner, "notes.delete", { workspaceId, uid: note.uid, version: 2 });
    expect(await told(member, note.uid)).toEqual([]);
    expect((await stored(keys)).filter(Boolean)).toEqual([]);
  });

  it.each([
    [
      "a customer",
      async (workspaceId: string) => {
        const customer = await given(owner, "customers.save", { workspaceId, ...A_CUSTOMER });
        return {
          about: [{ customerUid: customer.uid }, { siteUid: customer.sites[0].uid }],
          goes: () => given(owner, "customers.delete", { workspaceId, uid: customer.uid, version: customer.version }),
        };
      },
    ],
    [
      "a task of no job",
      async (workspaceId: string) => {
        const { uid, version } = await given(owner, "tasks.save", { workspaceId, title: "Sweep" });
        return { about: [{ taskUid: uid }], goes: () => given(owner, "tasks.delete", { workspaceId, uid, version }) };
      },
    ],
    [
      "a booking for no job",
      async (workspaceId: string) => {
        const resource = await given(owner, "resources.save", { workspaceId, ...A_PERSON });
        const { uid, version } = await given(owner, "schedule.save", { workspaceId, ...A_BOOKING, resources: [resource.uid] });
        return { about: [{ bookingUid: uid }], goes: () => given(owner, "schedule.delete", { workspaceId, uid, version }) };
      },
    ],
    [
      "a form for no job",
      async (workspaceId: string) => {
        const draft = await given(owner, "forms.save", { workspaceId, name: "Site measure", fields: aDefinition().definition.fields });
        const form = await given(owner, "forms.publish", { workspaceId, uid: draft.uid, version: draft.version });
        const { uid, version } = await given(owner, "entries.start", { workspaceId, formUid: form.uid });
        return { about: [{ entryUid: uid }], goes: () => given(owner, "entries.discard", { workspaceId, uid, version }) };
      },
    ],
  ])("about %s that goes takes its notices along", async (_, made) => {
    const { workspaceId, memberId, jobUid } = await aShop();
    const { about, goes } = await made(workspaceId);
    const said = async (subject: object): Promise<string> =>
      (await given(owner, "notes.save", { workspaceId, ...subject, body: `@[${memberId}]` })).uid;
    const [other, ...gone] = await Promise.all([{ jobUid }, ...about].map(said));
    for (const uid of gone) expect(await told(member, uid)).toHaveLength(1);
    await goes();
    for (const uid of gone) expect(await told(member, uid)).toEqual([]);
    expect(await told(member, other as string)).toHaveLength(1);
  });

  it("stays the shop's when its author's account ends, without a name, as do the files", async () => {
    const shop = await aShop();
    const { workspaceId, customerUid } = shop;
    const leaving = await registerUser(harness());
    await putIn(db(), workspaceId, leaving.user.uid);
    const bytes = plainPdf(2);
    const uid = await taken(leaving, shop, bytes, { ...PDF, about: { customerUid } });
    await given(leaving, "notes.save", { workspaceId, customerUid, body: "Good bye" });
    await harness().call("POST", "/api/user/personalization/account/deletion/request", { token: leaving.token, body: {} });
    await db().update(users).set({ deletionRequestedAt: sql`now() - interval '15 days'` }).where(eq(users.id, leaving.user.uid));
    await eraseDue(harness().app.services);
    expect(await given(owner, "notes.list", { workspaceId, customerUid })).toMatchObject([{ body: "Good bye", author: null }]);
    expect(await given(owner, "files.list", { workspaceId, customerUid })).toMatchObject([{ uid, addedBy: null }]);
    expect((await bytesOf((await linkOf(owner, shop, uid)).url)).equals(bytes)).toBe(true);
  });
});

it("notes and documents of a job stand in its time line, and those of its customer do not", async () => {
  const shop = await aShop();
  const { workspaceId, jobUid, customerUid, memberId } = shop;
  for (const body of ["One", `Two @[${memberId}]`]) await given(owner, "notes.save", { workspaceId, jobUid, body });
  await given(owner, "notes.save", { workspaceId, customerUid, body: "Elsewhere" });
  const uid = await taken(owner, shop, plainPdf(1), { ...PDF, about: { jobUid } });
  const { given: answer } = await callProcedure(harness(), owner.token, "trades.jobs.timeline", { workspaceId, uid: jobUid });
  expect(answer.data).toMatchObject([
    { uid, kind: "file", name: "plan.pdf" },
    { kind: "note", body: `Two @[${memberId}]`, people: [{ uid: memberId }] },
    { kind: "note", body: "One", people: [], audience: "internal" },
  ]);
});
