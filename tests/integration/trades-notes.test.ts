import { eq, inArray, sql } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { plainPdf } from "#tests/factories/pdf";
import { callProcedure } from "#tests/factories/permissions/calls";
import { phonePicture, picture } from "#tests/factories/pictures";
import { A_CUSTOMER, giveTrades, putIn, SHOP } from "#tests/factories/trades";
import { sendFile } from "#tests/factories/workspace-files";
import { eraseDue } from "@/features/account/deletion/mutations";
import { dropDiscarded, dropUnsentFiles } from "@/features/trades/files/jobs";
import { jobEntries as filesOfJob } from "@/features/trades/files/queries";
import { MAX_FILE_BYTES, MAX_WAITING, MAX_WORKSPACE_BYTES } from "@/features/trades/files/rules";
import { jobEntries as notesOfJob } from "@/features/trades/notes/queries";
import { jobs, notifications, users, workspaceEvents, workspaceFiles, workspaceMembers } from "@/server/db/schema";
import { withWorkspace } from "@/server/db/workspace";

const harness = useHarness();
const db = () => harness().app.services.db;
type Person = Awaited<ReturnType<typeof registerUser>>;

const ask = (person: Person, procedure: string, input: unknown) => callProcedure(harness(), person.token, `trades.${procedure}`, input);
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked at
const given = async (person: Person, procedure: string, input: unknown): Promise<any> => {
  const heard = await ask(person, procedure, input);
  if (!heard.given) throw new Error(heard.text);
  return heard.given.data;
};
const code = async (person: Person, procedure: string, input: unknown) => (await ask(person, procedure, input)).code;

const PNG = { name: "a.png", type: "image/png" };
const PDF = { name: "plan.pdf", type: "application/pdf" };

let owner: Person;
let member: Person;
let stranger: Person;
beforeAll(async () => {
  [owner, member, stranger] = await Promise.all([registerUser(harness()), registerUser(harness()), registerUser(harness())]);
  await giveTrades(db(), [owner.user.uid, stranger.user.uid]);
});

/** A shop of its own for each test, with a customer and a job. */
async function aShop(boss = owner) {
  const { uid: workspaceId } = await given(boss, "workspace.create", SHOP);
  const { uid: memberId } = await putIn(db(), workspaceId, member.user.uid);
  const customer = await given(boss, "customers.save", { workspaceId, ...A_CUSTOMER });
  const jobUid = crypto.randomUUID();
  await db().insert(jobs).values({ id: jobUid, workspaceId, number: 1, title: "Island", customerId: customer.uid });
  return { workspaceId, memberId, customer, customerUid: customer.uid as string, jobUid };
}
type Shop = Awaited<ReturnType<typeof aShop>>;

const put = (person: Person, { workspaceId }: Shop, bytes: Uint8Array, file: Parameters<typeof sendFile>[4]) =>
  sendFile(harness(), person.token, workspaceId, bytes, file);

/** A file that was taken. @returns its id */
async function taken(person: Person, shop: Shop, bytes: Uint8Array, file: Parameters<typeof sendFile>[4]): Promise<string> {
  const { body, uid } = await put(person, shop, bytes, file);
  expect(body.serverData).toEqual({ taken: true, uid });
  return uid;
}

const linkOf = (person: Person, { workspaceId }: Shop, uid: string) => given(person, "files.view", { workspaceId, uid });
const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
const keysOf = async (...uids: string[]) =>
  (await db().select().from(workspaceFiles).where(inArray(workspaceFiles.id, uids))).flatMap(({ fileKey, previewKey }) => [
    fileKey,
    ...(previewKey ? [previewKey] : []),
  ]);

/** Whether the storage still has them, once it was asked to drop what nobody knows. */
async function stored(keys: string[]): Promise<boolean[]> {
  await dropDiscarded(harness().app.services);
  const there = async (key: string) => {
    try {
      await (await harness().app.services.files.open(key)).cancel();
      return true;
    } catch {
      return false;
    }
  };
  return Promise.all(keys.map(there));
}

describe("a document", () => {
  it("is read by everybody of the workspace, renamed by those who manage it, and deleted with what is stored", async () => {
    const shop = await aShop();
    const { workspaceId, customerUid } = shop;
    const bytes = plainPdf(2);
    const uid = await taken(member, shop, bytes, { ...PDF, about: { customerUid } });
    const [listed] = await given(owner, "files.list", { workspaceId, customerUid });
    expect(listed).toMatchObject({ uid, name: "plan.pdf", type: PDF.type, size: bytes.length, width: null, yours: false, version: 1 });
    expect(listed.addedBy).toMatch(/\S/);
    expect(await given(owner, "files.list", { workspaceId, jobUid: shop.jobUid })).toEqual([]);
    for (const person of [owner, member]) expect((await bytesOf((await linkOf(person, shop, uid)).url)).equals(bytes)).toBe(true);

    const renaming = { workspaceId, uid, name: "Kitchen, 2nd floor", version: 1 };
    expect(await code(member, "files.rename", renaming)).toBe("forbidden");
    expect(await given(owner, "files.rename", renaming)).toMatchObject({ name: "Kitchen, 2nd floor.pdf", version: 2 });
    const stale = await ask(owner, "files.rename", { ...renaming, name: "Other" });
    expect(stale.code).toBe("conflict");
    expect(stale.text).toContain("Kitchen, 2nd floor.pdf");

    const keys = await keysOf(uid);
    expect(await stored(keys)).toEqual([true]);
    await given(member, "files.delete", { workspaceId, uid, version: 2 });
    expect(await code(owner, "files.view", { workspaceId, uid })).toBe("notFound");
    expect(await stored(keys)).toEqual([false]);
    const acts = await db()
      .select()
      .from(workspaceEvents)
      .where(eq(workspaceEvents.target, `file:${uid}`));
    expect(acts.map(({ action }) => action).sort()).toEqual(["file.add", "file.delete", "file.rename"]);
    expect(JSON.stringify(acts)).not.toContain("Kitchen");
  });

  it("of somebody else a member leaves alone", async () => {
    const shop = await aShop();
    const uid = await taken(owner, shop, plainPdf(1), { ...PDF, about: { jobUid: shop.jobUid } });
    expect(await code(member, "files.delete", { workspaceId: shop.workspaceId, uid, version: 1 })).toBe("forbidden");
  });

  it("that is a picture is kept without what it says of its place, and with a small one of it", async () => {
    const shop = await aShop();
    const uid = await taken(owner, shop, await phonePicture(), { name: "a.jpg", type: "image/jpeg", about: { jobUid: shop.jobUid } });
    const { url, preview } = await linkOf(owner, shop, uid);
    const { exif, width, height } = await sharp(await bytesOf(url)).metadata();
    expect({ exif, width, height }).toEqual({ exif: undefined, width: 600, height: 400 });
    expect((await sharp(await bytesOf(preview)).metadata()).format).toBe("webp");
  });

  it.each([
    ["an SVG", { name: "a.svg", type: "image/svg+xml" }, 100, "fileRefused"],
    ["HTML under a PDF's type", { name: "a.html", type: "application/pdf" }, 100, "fileRefused"],
    ["too much at once", PDF, MAX_FILE_BYTES + 1, "fileRefused"],
  ])("is refused before a byte is sent: %s", async (_name, file, size, refusal) => {
    const shop = await aShop();
    const answer = await put(owner, shop, Buffer.alloc(0), { ...file, size, about: { customerUid: shop.customerUid } });
    expect({ ok: answer.status < 400, code: answer.body.code }).toEqual({ ok: false, code: refusal });
  });

  it("is refused where it is not what it calls itself", async () => {
    const shop = await aShop();
    const about = { customerUid: shop.customerUid };
    const html = Buffer.from("<!DOCTYPE html><script>alert(1)</script>");
    expect((await put(owner, shop, html, { ...PNG, about })).body.serverData).toEqual({ taken: false, problem: "lying" });
    const torn = (await picture("png")).subarray(0, 600);
    expect((await put(owner, shop, torn, { ...PNG, about })).body.serverData).toEqual({ taken: false, problem: "unreadable" });
    expect(await given(owner, "files.list", { workspaceId: shop.workspaceId, ...about })).toEqual([]);
  });

  it("is refused where the workspace is full, whoever sends it", async () => {
    const shop = await aShop();
    const uid = await taken(owner, shop, plainPdf(1), { ...PDF, about: { customerUid: shop.customerUid } });
    await db().update(workspaceFiles).set({ sizeBytes: MAX_WORKSPACE_BYTES }).where(eq(workspaceFiles.id, uid));
    const answer = await put(member, shop, plainPdf(1), { ...PDF, about: { customerUid: shop.customerUid } });
    expect({ ok: answer.status < 400, code: answer.body.code }).toEqual({ ok: false, code: "workspaceStorageFull" });
  });

  it("does not exist for a stranger, nor for another workspace", async () => {
    const [shop, theirs] = [await aShop(), await aShop(stranger)];
    const { workspaceId, customerUid } = shop;
    const uid = await taken(owner, shop, plainPdf(1), { ...PDF, about: { customerUid } });
    for (const workspace of [workspaceId, theirs.workspaceId])
      expect(await code(stranger, "files.view", { workspaceId: workspace, uid })).toBe("notFound");
    expect(await code(stranger, "files.list", { workspaceId: theirs.workspaceId, customerUid })).toBe("notFound");
    expect(await code(owner, "files.list", { workspaceId })).toBe("badRequest");
    for (const [person, into] of [
      [stranger, shop],
      [stranger, theirs],
    ] as const) {
      const answer = await put(person, into, plainPdf(1), { ...PDF, about: { customerUid } });
      expect({ ok: answer.status < 400, code: answer.body.code }).toEqual({ ok: false, code: "notFound" });
    }
  });

  it("goes with its customer and its workspace, with what is stored", async () => {
    const shop = await aShop();
    const { workspaceId, customer, customerUid } = shop;
    await db().delete(jobs).where(eq(jobs.workspaceId, workspaceId));
    const first = await taken(owner, shop, await picture("png"), { ...PNG, about: { customerUid } });
    const chosen = await taken(owner, shop, await picture("png"), PNG);
    await given(owner, "notes.save", { workspaceId, customerUid, body: "x", files: [chosen] });
    const ofCustomer = await keysOf(first, chosen);
    expect(ofCustomer).toHaveLength(4);
    await given(owner, "customers.delete", { workspaceId, uid: customerUid, version: customer.version });
    expect(await stored(ofCustomer)).toEqual([false, false, false, false]);

    const next = await given(owner, "customers.save", { workspaceId, ...A_CUSTOMER });
    const ofWorkspace = await keysOf(await taken(owner, shop, plainPdf(1), { ...PDF, about: { customerUid: next.uid } }));
    expect(await stored(ofWorkspace)).toEqual([true]);
    await given(owner, "workspace.delete", { workspaceId, name: SHOP.name });
    expect(await stored(ofWorkspace)).toEqual([false]);
  });

  it("goes along where two customers become one, with notes", async () => {
    const shop = await aShop();
    const { workspaceId, customer, customerUid } = shop;
    await db().delete(jobs).where(eq(jobs.workspaceId, workspaceId));
    const kept = await given(owner, "customers.save", { workspaceId, ...A_CUSTOMER });
    const uid = await taken(owner, shop, plainPdf(1), { ...PDF, about: { customerUid } });
    await given(owner, "notes.save", { workspaceId, customerUid, body: "Rings twice" });
    const merge = { workspaceId, uid: kept.uid, version: 1, otherUid: customerUid, otherVersion: customer.version };
    await given(owner, "customers.merge", merge);
    expect(await given(owner, "files.list", { workspaceId, customerUid: kept.uid })).toMatchObject([{ uid }]);
    expect(await given(owner, "notes.list", { workspaceId, customerUid: kept.uid })).toMatchObject([{ body: "Rings twice" }]);
  });

  it("sent again under its id is the one that is there; under another's id nothing is said of it", async () => {
    const shop = await aShop();
    const file = { ...PDF, uid: crypto.randomUUID(), about: { customerUid: shop.customerUid } };
    for (let times = 0; times < 2; times++) await taken(owner, shop, plainPdf(1), file);
    expect(await given(owner, "files.list", { workspaceId: shop.workspaceId, ...file.about })).toHaveLength(1);
    expect((await put(member, shop, plainPdf(1), file)).status).toBeGreaterThanOrEqual(400);
  });
});

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

it("a job's time line goes on where it ended", async () => {
  const shop = await aShop();
  const { workspaceId, jobUid, customerUid, memberId } = shop;
  for (const body of ["One", "Two", `Three @[${memberId}]`]) await given(owner, "notes.save", { workspaceId, jobUid, body });
  await given(owner, "notes.save", { workspaceId, customerUid, body: "Elsewhere" });
  const uid = await taken(owner, shop, plainPdf(1), { ...PDF, about: { jobUid } });
  await withWorkspace(db(), workspaceId, async (tx) => {
    const [three, two] = await notesOfJob(tx, workspaceId, jobUid, { limit: 2 });
    expect([three, two]).toMatchObject([
      { kind: "note", body: `Three @[${memberId}]`, people: [{ uid: memberId }] },
      { body: "Two", people: [] },
    ]);
    expect(await notesOfJob(tx, workspaceId, jobUid, { before: two, limit: 2 })).toMatchObject([{ body: "One" }]);
    const [file] = await filesOfJob(tx, workspaceId, jobUid, { limit: 2 });
    expect(file).toMatchObject({ kind: "file", id: uid, name: "plan.pdf" });
    expect(await filesOfJob(tx, workspaceId, jobUid, { before: file, limit: 2 })).toEqual([]);
  });
});
