import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { notebook, PDF, type Person, PNG } from "#tests/factories/notebook";
import { plainPdf } from "#tests/factories/pdf";
import { phonePicture, picture } from "#tests/factories/pictures";
import { A_CUSTOMER, giveTrades, SHOP } from "#tests/factories/trades";
import { takeAttachment } from "@/features/support/attachments/mutations";
import { takeFile } from "@/features/trades/files/mutations";
import { MAX_FILE_BYTES, MAX_WORKSPACE_BYTES } from "@/features/trades/files/rules";
import { jobs, workspaceEvents, workspaceFiles } from "@/server/db/schema";

const harness = useHarness();
const { aShop: newShop, db, ask, given, code, put, taken, linkOf, bytesOf, keysOf, stored } = notebook(harness);

let owner: Person;
let member: Person;
let stranger: Person;
beforeAll(async () => {
  [owner, member, stranger] = await Promise.all([registerUser(harness()), registerUser(harness()), registerUser(harness())]);
  await giveTrades(db(), [owner.user.uid, stranger.user.uid]);
});
const aShop = (boss = owner) => newShop(boss, member);

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

  it("is in memory as a whole one at a time, however many come at once, also with those for support", async () => {
    const { workspaceId, jobUid } = await aShop();
    const { services } = harness().app;
    const { open, save } = services.files;
    const bytes = new Blob([new Uint8Array(plainPdf(1))]);
    const keys = await Promise.all(Array.from({ length: 20 }, () => save({ ...PDF, bytes })));
    const looked = new Set<string>();
    let [held, most] = [0, 0];
    const files: typeof services.files = {
      ...services.files,
      // Each is looked at first, and then read as a whole.
      open: async (key) => {
        if (looked.has(key)) most = Math.max(most, ++held);
        looked.add(key);
        return open(key);
      },
      save: (file) => save(file).finally(() => held--),
    };
    const { uid: userId } = owner.user;
    const taking = keys.map((key, n) => {
      const [uid, upload] = [crypto.randomUUID(), { ...PDF, key, size: bytes.size }];
      return n % 2 === 0
        ? takeFile({ ...services, files }, { userId, workspaceId, uid, jobUid }, upload)
        : takeAttachment({ ...services, files }, { userId, uid }, upload);
    });
    expect((await Promise.all(taking)).map(({ taken }) => taken)).toEqual(keys.map(() => true));
    expect([held, most]).toEqual([0, 1]);
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
