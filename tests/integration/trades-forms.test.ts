import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { aDefinition } from "#tests/factories/forms";
import { notebook, type Person } from "#tests/factories/notebook";
import { joined, pagesOf } from "#tests/factories/pdf";
import { phonePicture, picture } from "#tests/factories/pictures";
import { giveTrades, putIn } from "#tests/factories/trades";
import { MOST_ENTRY_FILES } from "@/features/trades/files/rules";
import type { FormAnswers } from "@/lib/form-definitions";
import { formVersions, workspaceEvents, workspaceFiles } from "@/server/db/schema";
import { withWorkspace } from "@/server/db/workspace";

const harness = useHarness();
const { aShop: newShop, db, ask, given, code, put, taken, linkOf, keysOf, stored } = notebook(harness);

let owner: Person;
let member: Person;
let colleague: Person;
beforeAll(async () => {
  [owner, member, colleague] = await Promise.all([registerUser(harness()), registerUser(harness()), registerUser(harness())]);
  await giveTrades(db(), [owner.user.uid]);
});

/** A shop with a published form. */
async function aShop() {
  const shop = await newShop(owner, member);
  await putIn(db(), shop.workspaceId, colleague.user.uid);
  const made = aDefinition();
  const saved = await given(owner, "forms.save", { workspaceId: shop.workspaceId, name: "Site measure", ...made.definition });
  const form = await given(owner, "forms.publish", { workspaceId: shop.workspaceId, uid: saved.uid, version: saved.version });
  return { ...shop, ...made, form, formUid: form.uid as string };
}
type Shop = Awaited<ReturnType<typeof aShop>>;

const start = (person: Person, { workspaceId, formUid }: Shop, about: object = {}) =>
  given(person, "entries.start", { workspaceId, formUid, ...about });
const about = ({ workspaceId }: Shop, { uid, version }: { uid: string; version: number }) => ({ workspaceId, uid, version });
const PHOTO = { name: "a.jpg", type: "image/jpeg" };

describe("a form", () => {
  it("is published in versions that stay: what was begun keeps its own, and the database changes none", async () => {
    const shop = await aShop();
    const { workspaceId, formUid, form, definition } = shop;
    const begun = await start(member, shop);
    expect(begun.form).toEqual({ uid: formUid, name: "Site measure", number: 1 });
    const renamed = await given(owner, "forms.save", { ...about(shop, form), name: "Measure", fields: definition.fields.slice(0, 4) });
    expect(renamed).toMatchObject({ published: 1, changed: true });
    const second = await given(owner, "forms.publish", about(shop, renamed));
    expect(second).toMatchObject({ published: 2, changed: false });
    // What is as it was published makes no version.
    expect(await given(owner, "forms.publish", about(shop, second))).toMatchObject({ published: 2, version: second.version });
    expect((await given(member, "entries.view", { workspaceId, uid: begun.uid })).definition).toEqual(definition);
    expect((await start(member, shop)).form).toEqual({ uid: formUid, name: "Measure", number: 2 });
    const here = and(eq(formVersions.workspaceId, workspaceId), eq(formVersions.formId, formUid));
    const refused = { cause: expect.objectContaining({ code: "42501" }) };
    await expect(
      withWorkspace(db(), workspaceId, (tx) => tx.update(formVersions).set({ name: "Other" }).where(here)),
    ).rejects.toMatchObject(refused);
    await expect(withWorkspace(db(), workspaceId, (tx) => tx.delete(formVersions).where(here))).rejects.toMatchObject(refused);
    expect(await db().$count(formVersions, here)).toBe(2);
  });

  it("can be half built, and is published when it is whole", async () => {
    const shop = await aShop();
    const { workspaceId, definition } = shop;
    const fields = definition.fields.map((field) => ({ ...field, label: "" }));
    const half = await given(owner, "forms.save", { workspaceId, name: "Half", fields });
    expect(await code(owner, "forms.publish", about(shop, half))).toBe("formUnready");
    const { forms: open } = await given(member, "forms.open", { workspaceId });
    expect(open).toEqual([{ uid: shop.formUid, name: "Site measure" }]);
    // Nobody has filled it in, so that it goes for good; the other one may have been.
    expect(await code(owner, "forms.delete", about(shop, half))).toBeUndefined();
    expect(await code(owner, "forms.delete", about(shop, shop.form))).toBe("wrongState");
  });

  it("that somebody else has changed is not changed unseen", async () => {
    const shop = await aShop();
    const { form, definition } = shop;
    await given(owner, "forms.save", { ...about(shop, form), name: "First", ...definition });
    const stale = await ask(owner, "forms.save", { ...about(shop, form), name: "Second", ...definition });
    expect(stale.code).toBe("conflict");
    expect(stale.text).toContain("First");
    for (const procedure of ["forms.publish", "forms.delete"]) expect(await code(owner, procedure, about(shop, form))).toBe("conflict");
  });

  it("that was laid aside is begun no more, but for a task that asks for it", async () => {
    const shop = await aShop();
    const { workspaceId, formUid, form, jobUid } = shop;
    const task = await given(owner, "tasks.save", { workspaceId, jobUid, title: "Measure", formUid });
    const laid = await given(owner, "forms.archive", { ...about(shop, form), archived: true });
    expect(laid).toMatchObject({ archived: true });
    const refused = await ask(member, "entries.start", { workspaceId, formUid });
    expect(refused.code).toBe("invalidInput: formUid");
    expect(await code(owner, "tasks.save", { workspaceId, jobUid, title: "Other", formUid })).toBe("invalidInput: formUid");
    expect(await given(member, "entries.start", { workspaceId, formUid, taskUid: task.uid })).toMatchObject({ job: { uid: jobUid } });
    await given(owner, "forms.archive", { ...about(shop, laid), archived: false });
    expect(await code(member, "entries.start", { workspaceId, formUid })).toBeUndefined();
  });
});

describe("what is filled in", () => {
  it("is kept as it is, and handed in as far as it shows", async () => {
    const shop = await aShop();
    const { workspaceId, jobUid, answers, ids } = shop;
    const begun = await start(member, shop, { jobUid });
    const saved = await given(member, "entries.save", { ...about(shop, begun), answers: { [ids.length]: answers[ids.length] } });
    expect(saved).toMatchObject({ version: 2, state: "draft", answers: { [ids.length]: { kind: "number", value: 3200 } } });
    const stale = await ask(member, "entries.save", { ...about(shop, begun), answers });
    expect(stale.code).toBe("conflict");
    expect(stale.text).toContain("3200");
    // Of what is missing nothing is asked where the cabinets are ready; what is no question is no answer.
    const full: FormAnswers = {
      ...answers,
      [ids.ready]: { kind: "choice", options: [ids.yes] },
      [randomUUID()]: { kind: "text", text: "x" },
    };
    const done = await given(member, "entries.submit", { ...about(shop, saved), answers: full });
    expect(done).toMatchObject({ state: "submitted", submittedAt: expect.any(String), job: { uid: jobUid } });
    expect(Object.keys(done.answers).sort()).toEqual([ids.ready, ids.length, ids.signature].sort());
    // It stays as it is.
    for (const procedure of ["entries.save", "entries.submit"])
      expect(await code(member, procedure, { ...about(shop, done), answers })).toBe("conflict");
    expect(await code(member, "entries.discard", about(shop, done))).toBe("conflict");
    const { data: story } = (await ask(owner, "jobs.timeline", { workspaceId, uid: jobUid })).given;
    expect(story[0]).toMatchObject({ kind: "form", name: "Site measure", by: expect.any(String) });
    const { entries } = await given(colleague, "entries.ofJob", { workspaceId, jobUid });
    expect(entries.map(({ uid }: { uid: string }) => uid)).toEqual([done.uid]);
  });

  it("keeps a text that was cut in the middle of an emoji", async () => {
    const shop = await aShop();
    const { ids } = shop;
    const signature = { kind: "signature", name: "Ada \ud83d", confirmed: true, strokes: [] };
    const saved = await given(member, "entries.save", {
      ...about(shop, await start(member, shop)),
      answers: { [ids.signature]: signature },
    });
    expect(saved.answers[ids.signature]).toMatchObject({ name: "Ada \ufffd" });
  });

  it("is refused at the fields where something is wrong", async () => {
    const shop = await aShop();
    const { answers, ids } = shop;
    const begun = await start(member, shop);
    const wrong: FormAnswers = {
      [ids.ready]: answers[ids.ready] as never,
      [ids.length]: { kind: "number", value: 99 },
      [ids.signature]: { kind: "signature", name: "", confirmed: true, strokes: [] },
    };
    const { status, body } = await harness().call("POST", "/api/user/personalization/trades/entry/submit", {
      token: member.token,
      body: { ...about(shop, begun), answers: wrong },
    });
    expect(status).toBe(400);
    const issues = body.issues.map(({ path, message }: { path: string[]; message: string }) => [path.join("."), message]);
    expect(issues).toEqual([
      [`answers.${ids.missing}`, "This is needed."],
      [`answers.${ids.length}`, "This must be at least 100."],
      [`answers.${ids.signature}`, expect.stringContaining("sign")],
    ]);
  });

  it("is somebody's own until it is handed in", async () => {
    const shop = await aShop();
    const { workspaceId } = shop;
    const begun = await start(member, shop);
    expect(await code(colleague, "entries.view", { workspaceId, uid: begun.uid })).toBe("notFound");
    expect(await code(colleague, "entries.discard", about(shop, begun))).toBe("notFound");
    expect(await given(owner, "entries.view", { workspaceId, uid: begun.uid })).toMatchObject({ state: "draft", yours: false });
    expect(await code(owner, "entries.save", { ...about(shop, begun), answers: {} })).toBe("notFound");
    const uids = async (person: Person) =>
      (await ask(person, "entries.list", { workspaceId })).given.data.map(({ uid }: { uid: string }) => uid);
    expect([await uids(member), await uids(colleague), await uids(owner)]).toEqual([[begun.uid], [], [begun.uid]]);
    await given(owner, "entries.discard", about(shop, begun));
    expect(await code(member, "entries.view", { workspaceId, uid: begun.uid })).toBe("notFound");
  });

  it("holds photos of its own; those that are left out go with what is stored", async () => {
    const shop = await aShop();
    const { workspaceId, answers, ids } = shop;
    const begun = await start(member, shop);
    const here = { ...PHOTO, about: { entryUid: begun.uid } };
    const [kept, left] = [await taken(member, shop, await phonePicture(), here), await taken(member, shop, await phonePicture(), here)];
    const refused = await put(colleague, shop, await phonePicture(), here);
    expect(refused).toMatchObject({ status: 404, body: { code: "notFound" } });
    const foreign = await taken(member, shop, await picture("png"), { name: "a.png", type: "image/png", about: { jobUid: shop.jobUid } });
    const keys = await keysOf(left);
    // Until then it is shown to whoever fills it in and those who manage, and so are its photos.
    for (const person of [member, owner]) expect(await linkOf(person, shop, kept)).toMatchObject({ type: "image/jpeg" });
    expect(await code(colleague, "files.view", { workspaceId, uid: kept })).toBe("notFound");
    const photos: FormAnswers = { [ids.photos]: { kind: "photo", photos: [kept, foreign, randomUUID()] } };
    const done = await given(member, "entries.submit", { ...about(shop, begun), answers: { ...answers, ...photos } });
    expect(done.answers[ids.photos]).toEqual({ kind: "photo", photos: [kept] });
    expect(await stored(keys)).toEqual(keys.map(() => false));
    expect(await linkOf(colleague, shop, kept)).toMatchObject({ type: "image/jpeg" });
    // What was handed in stays as it is: its photos go neither by themselves, nor do more come.
    for (const person of [member, owner])
      expect(await code(person, "files.delete", { workspaceId, uid: kept, version: 1 })).toBe("notFound");
    expect(await put(member, shop, await phonePicture(), here)).toMatchObject({ status: 404 });
    expect(await db().$count(workspaceFiles, eq(workspaceFiles.entryId, begun.uid))).toBe(1);
  });

  it("takes so many photos, and says of one more that it is one too many, and not that the shop has no room", async () => {
    const shop = await aShop();
    const begun = await start(member, shop);
    const here = { ...PHOTO, about: { entryUid: begun.uid } };
    const first = await taken(member, shop, await phonePicture(), here);
    const [row] = await db().select().from(workspaceFiles).where(eq(workspaceFiles.id, first));
    if (!row) throw new Error("there is no photo");
    const others = Array.from({ length: MOST_ENTRY_FILES - 2 }, () => ({
      ...row,
      id: randomUUID(),
      fileKey: randomUUID(),
      previewKey: null,
    }));
    await db().insert(workspaceFiles).values(others);
    const last = await taken(member, shop, await phonePicture(), here);
    // Whose answer was lost on its way is sent again, and is there.
    await taken(member, shop, await phonePicture(), { ...here, uid: last });
    const { body } = await put(member, shop, await phonePicture(), here);
    expect(body).toMatchObject({ code: "invalidInput", issues: [{ path: ["entryUid"], message: expect.stringContaining("120") }] });
  });

  it("that is thrown away takes its photos along", async () => {
    const shop = await aShop();
    const begun = await start(member, shop);
    const keys = await keysOf(await taken(member, shop, await phonePicture(), { ...PHOTO, about: { entryUid: begun.uid } }));
    await given(member, "entries.discard", about(shop, begun));
    expect(await stored(keys)).toEqual(keys.map(() => false));
  });
});

describe("what was handed in by mistake", () => {
  it("is thrown away by whoever manages as they saw it, with its photos, and is handed in anew", async () => {
    const shop = await aShop();
    const { workspaceId, jobUid, formUid, answers, ids } = shop;
    const task = await given(owner, "tasks.save", { workspaceId, jobUid, title: "Measure", formUid });
    const begun = await start(member, shop, { taskUid: task.uid });
    const photo = await taken(member, shop, await phonePicture(), { ...PHOTO, about: { entryUid: begun.uid } });
    const keys = await keysOf(photo);
    const full: FormAnswers = { ...answers, [ids.photos]: { kind: "photo", photos: [photo] } };
    const done = await given(member, "entries.submit", { ...about(shop, begun), answers: full });
    await given(member, "notes.save", { workspaceId, entryUid: done.uid, body: "The left wall is missing" });
    const filled = async () => (await given(member, "tasks.view", { workspaceId, uid: task.uid })).form.filled;
    expect(await filled()).toBe(true);
    // Neither its author nor anybody else who does not manage, nor unseen.
    expect(await code(member, "entries.discard", about(shop, done))).toBe("conflict");
    expect(await code(colleague, "entries.discard", about(shop, done))).toBe("notFound");
    expect(await code(owner, "entries.discard", about(shop, begun))).toBe("conflict");
    expect(await filled()).toBe(true);
    await given(owner, "entries.discard", about(shop, done));
    expect(await code(member, "entries.view", { workspaceId, uid: done.uid })).toBe("notFound");
    expect(await stored(keys)).toEqual(keys.map(() => false));
    expect(await filled()).toBe(false);
    const { data: story } = (await ask(member, "jobs.timeline", { workspaceId, uid: jobUid })).given;
    expect(story.slice(0, 2)).toMatchObject([
      { kind: "formDiscarded", name: "Site measure", by: expect.any(String) },
      { kind: "note", body: "The left wall is missing", on: null },
    ]);
    expect(story.map(({ kind }: { kind: string }) => kind)).not.toContain("form");
    const logged = await withWorkspace(db(), workspaceId, (tx) =>
      tx.select().from(workspaceEvents).where(eq(workspaceEvents.action, "entry.discard")),
    );
    expect(logged).toMatchObject([
      { actorId: owner.user.uid, target: `job:${jobUid}`, before: { entry: done.uid, form: formUid, number: 1, task: task.uid } },
    ]);
    const anew = await start(member, shop, { taskUid: task.uid });
    expect(await given(member, "entries.submit", { ...about(shop, anew), answers })).toMatchObject({ state: "submitted" });
    expect(await filled()).toBe(true);
  });

  it("goes without a trace in any job where it was the shop's own", async () => {
    const shop = await aShop();
    const begun = await start(member, shop);
    const done = await given(member, "entries.submit", { ...about(shop, begun), answers: shop.answers });
    await given(owner, "entries.discard", about(shop, done));
    expect((await ask(owner, "entries.list", { workspaceId: shop.workspaceId })).given.meta.total).toBe(0);
  });
});

describe("what was begun on a device", () => {
  it("is begun once however often it is sent, and is nobody else's", async () => {
    const shop = await aShop();
    const { workspaceId, formUid, jobUid, answers, ids } = shop;
    const task = await given(owner, "tasks.save", { workspaceId, jobUid, title: "Measure", formUid });
    const begun = { workspaceId, formUid, uid: randomUUID(), number: 1, taskUid: task.uid };
    const [one, again] = await Promise.all([given(member, "entries.start", begun), given(member, "entries.start", begun)]);
    expect([one.uid, again.uid]).toEqual([begun.uid, begun.uid]);
    const saved = await given(member, "entries.save", { ...about(shop, one), answers: { [ids.length]: answers[ids.length] } });
    // Where the answer was lost on its way it goes on as it is now.
    expect(await given(member, "entries.start", begun)).toMatchObject({ uid: begun.uid, version: saved.version, answers: saved.answers });
    expect((await ask(member, "entries.list", { workspaceId })).given.meta.total).toBe(1);
    for (const person of [colleague, owner]) expect(await code(person, "entries.start", begun)).toBe("notFound");
    // Over a network that is there one's own for the same task goes on; what was filled in apart from it is an entry of its own.
    const online = { workspaceId, formUid, uid: randomUUID(), taskUid: task.uid };
    expect(await given(member, "entries.start", online)).toMatchObject({ uid: begun.uid });
    expect(await given(member, "entries.start", { ...begun, uid: online.uid })).toMatchObject({ uid: online.uid });
  });

  it("keeps the version that the day told of, also when the form has a newer one or was laid aside", async () => {
    const shop = await aShop();
    const { workspaceId, formUid, jobUid, memberId, form, definition } = shop;
    await given(owner, "tasks.save", { workspaceId, title: "Measure", formUid, assignees: [memberId] });
    const { forms } = await given(member, "tasks.day", { workspaceId });
    expect(forms).toEqual([{ uid: formUid, name: "Site measure", number: 1, definition }]);
    const renamed = await given(owner, "forms.save", { ...about(shop, form), name: "Measure", fields: definition.fields.slice(0, 4) });
    const second = await given(owner, "forms.publish", about(shop, renamed));
    await given(owner, "forms.archive", { ...about(shop, second), archived: true });
    const begun = await given(member, "entries.start", { workspaceId, formUid, uid: randomUUID(), number: 1, jobUid });
    expect(begun).toMatchObject({ form: { name: "Site measure", number: 1 }, definition });
    expect((await given(member, "tasks.day", { workspaceId })).forms).toMatchObject([{ name: "Measure", number: 2 }]);
    const unknown = { workspaceId, formUid, uid: randomUUID(), number: 3 };
    expect((await ask(member, "entries.start", unknown)).code).toBe("invalidInput: formUid");
    expect((await ask(member, "entries.start", { workspaceId, formUid, number: 1 })).code).toBe("invalidInput: uid");
  });

  it("is refused where its task has gone, and taken without it", async () => {
    const shop = await aShop();
    const { workspaceId, formUid, jobUid } = shop;
    const task = await given(owner, "tasks.save", { workspaceId, jobUid, title: "Measure", formUid });
    const begun = { workspaceId, formUid, uid: randomUUID(), number: 1 };
    await given(owner, "tasks.delete", { workspaceId, uid: task.uid, version: task.version });
    expect((await ask(member, "entries.start", { ...begun, taskUid: task.uid })).code).toBe("invalidInput: taskUid");
    expect(await given(member, "entries.start", { ...begun, jobUid })).toMatchObject({ uid: begun.uid, job: { uid: jobUid }, task: null });
  });
});

describe("a task that asks for a form", () => {
  const step = (shop: Shop, { uid, version }: { uid: string; version: number }) => ({
    workspaceId: shop.workspaceId,
    uid,
    version,
    moveUid: randomUUID(),
    to: "done",
  });

  it("is done once it was filled in for it", async () => {
    const shop = await aShop();
    const { workspaceId, jobUid, formUid, answers } = shop;
    const task = await given(owner, "tasks.save", { workspaceId, jobUid, title: "Measure", formUid });
    expect(task.form).toEqual({ uid: formUid, name: "Site measure", filled: false });
    const refused = await ask(member, "tasks.move", step(shop, task));
    expect(refused.code).toBe("formMissing");
    expect(refused.text).toContain("Site measure");
    // For the job alone it does not count.
    const other = await start(member, shop, { jobUid });
    await given(member, "entries.submit", { ...about(shop, other), answers });
    expect(await code(member, "tasks.move", step(shop, task))).toBe("formMissing");
    const [one, again] = await Promise.all([start(member, shop, { taskUid: task.uid }), start(member, shop, { taskUid: task.uid })]);
    expect(again.uid).toBe(one.uid);
    expect(one).toMatchObject({ job: { uid: jobUid }, task: { uid: task.uid, title: "Measure" } });
    await given(member, "entries.submit", { ...about(shop, one), answers });
    expect(await given(member, "tasks.move", step(shop, task))).toMatchObject({ state: "done", form: { filled: true } });
    // What was filled in outlives its task.
    await given(owner, "tasks.delete", { workspaceId, uid: task.uid, version: 2 });
    expect(await given(owner, "entries.view", { workspaceId, uid: one.uid })).toMatchObject({ state: "submitted", task: null });
  });

  it("comes from a standard task, and by a template", async () => {
    const shop = await aShop();
    const { workspaceId, jobUid, formUid } = shop;
    const { tasks: standards } = await given(owner, "standards.save", { workspaceId, title: "Measure", formUid });
    expect(standards[0].form).toEqual({ uid: formUid, name: "Site measure" });
    const steps = [{ standardUid: standards[0].uid, offsetDays: 0 }];
    const { templates } = await given(owner, "templates.save", { workspaceId, name: "Kitchen", steps });
    await given(owner, "templates.use", { workspaceId, uid: templates[0].uid, jobUid, startOn: "2027-01-31" });
    const { tasks } = await given(member, "tasks.ofJob", { workspaceId, jobUid });
    expect(tasks.map(({ form }: { form: unknown }) => form)).toEqual([{ uid: formUid, name: "Site measure", filled: false }]);
  });

  it("goes with its workspace", async () => {
    const shop = await aShop();
    const { workspaceId, jobUid, formUid, answers } = shop;
    const task = await given(owner, "tasks.save", { workspaceId, jobUid, title: "Measure", formUid });
    const one = await start(member, shop, { taskUid: task.uid });
    await given(member, "entries.submit", { ...about(shop, one), answers });
    await db().execute(sql`delete from workspaces where id = ${workspaceId}`);
    expect(await db().$count(formVersions, eq(formVersions.workspaceId, workspaceId))).toBe(0);
  });
});

describe.each(["en", "ar"] as const)("the document in %s", (locale) => {
  it("says what was answered, in the order of the form, and nothing that did not show", async () => {
    const shop = await aShop();
    const { workspaceId, jobUid, answers, ids } = shop;
    const begun = await start(member, shop, { jobUid });
    const kept = await taken(member, shop, await phonePicture(), { ...PHOTO, about: { entryUid: begun.uid } });
    const draft = { workspaceId, uid: begun.uid };
    expect(await code(member, "entries.pdf", draft)).toBe("wrongState");
    const full: FormAnswers = {
      ...answers,
      [ids.ready]: { kind: "choice", options: [ids.yes] },
      [ids.photos]: { kind: "photo", photos: [kept] },
    };
    await given(member, "entries.submit", { ...about(shop, begun), answers: full });
    const sent = await fetch(`${harness().url}/api/user/personalization/trades/entry/pdf/download`, {
      method: "POST",
      headers: { "content-type": "application/json", "accept-language": locale, authorization: `Bearer ${colleague.token}` },
      body: JSON.stringify(draft),
    });
    expect(sent.headers.get("content-type")).toBe("application/pdf");
    const text = (await pagesOf(new Uint8Array(await sent.arrayBuffer()))).join("");
    const told = ["Stone shop", "Site measure", "Kitchen", "Are the cabinets ready?", "Yes, all of them", "Length", "Lan Nguyễn"];
    const places = told.map((one) => text.indexOf(joined(one)));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(text).toContain(joined(new Intl.NumberFormat(locale === "ar" ? "ar-EG" : "en").format(3200)));
    for (const absent of ["What is missing?", "The tall unit", "Not yet"]) expect(text).not.toContain(joined(absent));
  });
});
