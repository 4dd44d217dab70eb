import { and, eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { picture } from "#tests/factories/pictures";
import { A_MATERIAL, A_SLAB, MONEY, storekeepers } from "#tests/factories/stock";
import { sendToWorkspace } from "#tests/factories/workspace-files";
import { dropUnsentFiles } from "@/features/trades/files/jobs";
import { SLAB_STATES } from "@/lib/enums/trades-stock";
import { sumOf } from "@/lib/pricing/amounts";
import { slabs, workspaceEvents, workspaceFiles } from "@/server/db/schema";

const harness = useHarness();
const db = () => harness().app.services.db;
let the: Awaited<ReturnType<typeof storekeepers>>;
beforeAll(async () => {
  the = await storekeepers(harness());
});

const put = (uid: string, state: (typeof SLAB_STATES)[number]) => db().update(slabs).set({ state }).where(eq(slabs.id, uid));

describe("a material", () => {
  it("is kept, found, changed and retired; members read it", async () => {
    const workspaceId = await the.aShop();
    const kept = await the.material(workspaceId);
    expect(kept).toEqual({ ...A_MATERIAL, uid: expect.any(String), retired: false, banned: false, version: 1 });
    await the.material(workspaceId, { name: "Đá trắng", category: "marble" });
    const list = (search?: string) => the.given(the.member, "materials.list", { workspaceId, ...(search ? { search } : {}) });
    expect((await list()).materials.map(({ name }: { name: string }) => name)).toEqual(["Black granite", "Đá trắng"]);
    expect((await list("da trang")).materials).toHaveLength(1);
    const next = { workspaceId, ...A_MATERIAL, uid: kept.uid, version: 1, remnantLength: 200, remnantWidth: 500, retired: true };
    const saved = await the.given(the.owner, "materials.save", next);
    // The longer side is the length, whichever way round it was written.
    expect(saved).toMatchObject({ remnantLength: 500, remnantWidth: 200, retired: true, version: 2 });
    expect(await the.code(the.owner, "materials.save", next)).toBe("conflict");
    expect(await the.code(the.member, "materials.save", { ...next, version: 2 })).toBe("forbidden");
    // It takes no new slabs from then on.
    const slab = { workspaceId, ...A_SLAB, materialUid: kept.uid };
    expect(await the.code(the.owner, "slabs.save", slab)).toBe("invalidInput: materialUid");
  });

  it("that the law has banned is neither kept anew, nor bought, nor received, nor cut; what is there is put away", async () => {
    const workspaceId = await the.aShop();
    const stone = { name: "Quartz", category: "engineered_stone" };
    const old = await the.material(workspaceId, stone);
    const ordered = await the.slab(workspaceId, { materialUid: old.uid, state: "ordered" });
    const there = await the.slab(workspaceId, { materialUid: old.uid, serial: "S-0002" });
    const set = { workspaceId, ...A_MATERIAL };
    await the.sellIn(workspaceId, "AU");
    const refusal = await the.ask(the.owner, "materials.save", { ...set, ...stone, name: "New quartz" });
    expect([refusal.code, refusal.text]).toEqual(["materialBanned", expect.stringMatching(/Australia.*1 July 2024.*quarantine/)]);
    const granite = await the.material(workspaceId);
    const turned = { ...set, uid: granite.uid, version: 1, category: "engineered_stone" };
    expect(await the.code(the.owner, "materials.save", turned)).toBe("materialBanned");
    expect((await the.given(the.owner, "materials.list", { workspaceId })).banned).toEqual(["engineered_stone"]);
    const slab = { workspaceId, ...A_SLAB, serial: "S-0003" };
    expect(await the.code(the.owner, "slabs.save", { ...slab, materialUid: old.uid })).toBe("materialBanned");
    const move = (of: { uid: string }, version: number, to: string) =>
      the.ask(the.owner, "slabs.move", { workspaceId, uid: of.uid, version, to });
    expect((await move(ordered, 1, "available")).code).toBe("materialBanned");
    expect((await move(ordered, 1, "scrapped")).code).toBeUndefined();
    const broken = { workspaceId, uid: there.uid, version: 1, remnants: [{ length: 100, width: 100 }] };
    expect(await the.code(the.owner, "slabs.break", broken)).toBe("materialBanned");
    expect((await move(there, 1, "quarantined")).code).toBeUndefined();
    expect((await move(there, 2, "available")).code).toBe("materialBanned");
    expect((await move(there, 2, "scrapped")).code).toBeUndefined();
    // What is not of it is not touched, and what is there already can be renamed and retired.
    expect(await the.code(the.owner, "slabs.save", { ...slab, materialUid: granite.uid })).toBeUndefined();
    expect(await the.code(the.owner, "materials.save", { ...set, ...stone, uid: old.uid, version: 1, retired: true })).toBeUndefined();
    // Porcelain is not included.
    expect(await the.code(the.owner, "materials.save", { ...set, category: "porcelain" })).toBeUndefined();
  });
});

describe("a slab", () => {
  it("is kept, seen, found and changed; its cost is for those who manage the shop", async () => {
    const workspaceId = await the.aShop();
    const kept = await the.slab(workspaceId);
    const { materialUid: _, ...fields } = { ...A_SLAB, materialUid: "" };
    expect(kept).toMatchObject({ ...fields, state: "available", remnant: false, parent: null, version: 1, banned: false });
    const seen = await the.given(the.member, "slabs.view", { workspaceId, uid: kept.uid });
    const { cost: __, ...shown } = kept;
    expect(seen).toEqual(shown);
    const find = async (search: object) => (await the.given(the.member, "slabs.list", { workspaceId, ...search })).length;
    for (const search of ["s-00", "A-1", "b-1"]) expect(await find({ search })).toBe(1);
    for (const search of ["S%", "0001", "Quarry"]) expect(await find({ search })).toBe(0);
    for (const [filter, count] of [
      [{ kind: "whole", state: "available", bin: "a-1", materialUid: kept.material.uid }, 1],
      [{ kind: "remnant" }, 0],
      [{ state: "ordered" }, 0],
      [{ bin: "a" }, 0],
      [{ materialUid: uuidv7() }, 0],
    ] as const)
      expect(await find(filter)).toBe(count);
    const again = { workspaceId, ...A_SLAB, materialUid: kept.material.uid };
    expect(await the.code(the.owner, "slabs.save", { ...again, serial: "s-0001" })).toBe("invalidInput: serial");
    const outside = { ...again, serial: "S-9", defects: [{ x: 2900, y: 0, length: 200, width: 10, note: "" }] };
    expect(await the.code(the.owner, "slabs.save", outside)).toBe("invalidInput: defects");
    const changed = { ...again, uid: kept.uid, version: 1, notes: "", cost: 5 };
    expect(await the.code(the.member, "slabs.save", changed)).toBe("forbidden");
    expect(await the.given(the.owner, "slabs.save", changed)).toMatchObject({ notes: "", cost: 5, version: 2 });
    expect(await the.code(the.owner, "slabs.save", changed)).toBe("conflict");
    const { data } = (await the.ask(the.member, "slabs.history", { workspaceId, uid: kept.uid })).given;
    expect(data).toMatchObject([{ kind: "edited", fields: ["cost", "notes"], by: "Ada Test" }, { kind: "added" }]);
  });

  it("is called as the one before, counted on", async () => {
    const workspaceId = await the.aShop();
    const offers = () => the.given(the.member, "slabs.offers", { workspaceId });
    expect(await offers()).toEqual({ serial: "S-0001", bins: [] });
    const { material } = await the.slab(workspaceId, { serial: "GR-0012" });
    await the.slab(workspaceId, { serial: "GR-0007", materialUid: material.uid, bin: "a-1" });
    expect(await offers()).toEqual({ serial: "GR-0013", bins: [expect.stringMatching(/^a-1$/i)] });
  });

  it("goes by hand where a hand may move it, and nowhere else: every pair", async () => {
    const workspaceId = await the.aShop();
    const { uid } = await the.slab(workspaceId);
    const allowed: string[] = [];
    let version = 1;
    for (const from of SLAB_STATES)
      for (const to of SLAB_STATES) {
        await put(uid, from);
        const { code } = await the.ask(the.owner, "slabs.move", { workspaceId, uid, version, to });
        if (code === undefined) {
          allowed.push(`${from} → ${to}`);
          version += 1;
        } else expect(code).toBe("wrongState");
      }
    expect(allowed).toEqual([
      "ordered → available",
      "ordered → scrapped",
      "available → quarantined",
      "available → scrapped",
      "quarantined → available",
      "quarantined → scrapped",
    ]);
    expect(await the.code(the.member, "slabs.move", { workspaceId, uid, version, to: "scrapped" })).toBe("forbidden");
    const { given } = await the.ask(the.member, "slabs.history", { workspaceId, uid });
    expect(given.data).toHaveLength(allowed.length + 1);
    expect(given.data[0]).toMatchObject({ kind: "moved", from: "quarantined", to: "scrapped" });
  });

  it("that a plan holds keeps its size and cost, and takes a defect", async () => {
    const workspaceId = await the.aShop();
    const { uid, material } = await the.slab(workspaceId);
    await put(uid, "reserved");
    const fields = { workspaceId, ...A_SLAB, materialUid: material.uid, uid, version: 1 };
    for (const change of [{ length: 2999 }, { cost: 1 }, { thickness: 30 }])
      expect(await the.code(the.owner, "slabs.save", { ...fields, ...change })).toBe("wrongState");
    expect(await the.code(the.owner, "slabs.save", { ...fields, bin: "B-2" })).toBeUndefined();
    const defect = { x: 0, y: 0, length: 10, width: 10, note: "Chip" };
    expect(await the.code(the.member, "slabs.mark", { workspaceId, uid, version: 2, defect })).toBeUndefined();
    await put(uid, "consumed");
    expect(await the.code(the.member, "slabs.mark", { workspaceId, uid, version: 3, defect })).toBe("wrongState");
    expect(await the.code(the.owner, "slabs.save", { ...fields, version: 3, bin: "B-2", defects: [] })).toBe("wrongState");
  });

  it("is put elsewhere, and marked, by whoever handles it", async () => {
    const workspaceId = await the.aShop();
    const { uid } = await the.slab(workspaceId);
    const placed = await the.given(the.member, "slabs.place", { workspaceId, uid, version: 1, bin: "C-3" });
    expect(placed).toMatchObject({ bin: "C-3", version: 2 });
    const defect = { x: 0, y: 1500, length: 50, width: 100, note: "Chipped corner" };
    const marked = await the.given(the.member, "slabs.mark", { workspaceId, uid, version: 2, defect });
    expect(marked.defects).toEqual([...A_SLAB.defects, defect]);
    for (const answer of [placed, marked]) expect(JSON.stringify(answer)).not.toMatch(MONEY);
    expect(await the.code(the.member, "slabs.mark", { workspaceId, uid, version: 2, defect })).toBe("conflict");
    const stale = await the.ask(the.member, "slabs.place", { workspaceId, uid, version: 2, bin: "D" });
    expect([stale.code, MONEY.test(stale.text)]).toEqual(["conflict", false]);
    const outside = { ...defect, y: 1501 };
    expect(await the.code(the.member, "slabs.mark", { workspaceId, uid, version: 3, defect: outside })).toBe("invalidInput: defect");
  });

  it("has photos, which stay, and which are no note's", async () => {
    const workspaceId = await the.aShop();
    const { uid: slabUid } = await the.slab(workspaceId);
    const about = { slabUid };
    const sent = await sendToWorkspace(harness(), the.member.token, workspaceId, await picture("png"), {
      name: "a.png",
      type: "image/png",
      about,
    });
    expect(sent.body.serverData).toEqual({ taken: true, uid: sent.uid });
    await db()
      .update(workspaceFiles)
      .set({ createdAt: new Date(0) });
    await dropUnsentFiles(harness().app.services);
    const files = () => the.given(the.member, "files.list", { workspaceId, slabUid });
    expect(await files()).toMatchObject([{ uid: sent.uid, width: expect.any(Number), yours: true }]);
    const elsewhere = await sendToWorkspace(harness(), the.owner.token, await the.aShop(), await picture("png"), {
      name: "a.png",
      type: "image/png",
      about,
    });
    expect(elsewhere.body.code).toBe("notFound");
    expect(await the.code(the.member, "files.delete", { workspaceId, uid: sent.uid, version: 1 })).toBeUndefined();
    expect(await files()).toEqual([]);
  });

  it("is labelled with the address of its page", async () => {
    const workspaceId = await the.aShop();
    const one = await the.slab(workspaceId);
    const other = await the.slab(workspaceId, { serial: "S-0002", materialUid: one.material.uid });
    const labels = await the.given(the.member, "slabs.labels", { workspaceId, uids: [other.uid, one.uid] });
    expect(labels.map(({ serial }: { serial: string }) => serial)).toEqual(["S-0001", "S-0002"]);
    const page = `/dashboard/trades/stock/slab?workspace=${workspaceId}&uid=${one.uid}`;
    expect(labels[0]).toMatchObject({ address: `${harness().env.publicUrl}${page}`, bin: "A-1", finish: "polished" });
    expect(await the.code(the.member, "slabs.labels", { workspaceId, uids: [one.uid, uuidv7()] })).toBe("notFound");
  });
});

describe("a slab that is broken", () => {
  const into = (workspaceId: string, uid: string, remnants: object[], version = 1) => ({ workspaceId, uid, version, remnants });

  it("becomes remnants, which bear all that it cost, and is consumed", async () => {
    const workspaceId = await the.aShop();
    const { uid, material } = await the.slab(workspaceId);
    const remnants = [
      { length: 1000, width: 700, bin: "R-1" },
      { length: 333, width: 1600 },
      { length: 1000, width: 800 },
    ];
    expect(await the.code(the.member, "slabs.break", into(workspaceId, uid, remnants))).toBe("forbidden");
    const parent = await the.given(the.owner, "slabs.break", into(workspaceId, uid, remnants));
    expect(parent).toMatchObject({ state: "consumed", version: 2, cost: A_SLAB.cost });
    const rows = await db().select().from(slabs).where(eq(slabs.parentId, uid)).orderBy(slabs.serial);
    expect(rows.map(({ serial, state, remnant, bin, materialId }) => ({ serial, state, remnant, bin, materialId }))).toEqual(
      ["R-1", "", ""].map((bin, at) => ({
        serial: `S-0001-R${at + 1}`,
        state: "available",
        remnant: true,
        bin,
        materialId: material.uid,
      })),
    );
    expect(sumOf(rows.map(({ cost }) => cost))).toBe(A_SLAB.cost);
    expect(await the.code(the.owner, "slabs.break", into(workspaceId, uid, remnants, 2))).toBe("wrongState");
    const [first] = rows;
    const known = { ...A_SLAB, materialUid: material.uid, defects: [], serial: "S-0001-R1", length: 900, width: 700, bin: "" };
    const saving = { workspaceId, ...known, uid: first?.id, version: 1, notes: "", cost: first?.cost };
    // A remnant bears what it bears.
    expect(await the.code(the.owner, "slabs.save", { ...saving, cost: 1 })).toBe("wrongState");
    expect(await the.code(the.owner, "slabs.save", saving)).toBeUndefined();
    // The parent's cost stays with its history; what is on hand is worth what it was.
    const log = await db()
      .select({ action: workspaceEvents.action })
      .from(workspaceEvents)
      .where(and(eq(workspaceEvents.workspaceId, workspaceId), eq(workspaceEvents.target, `slab:${uid}`)));
    expect(log.map(({ action }) => action)).toEqual(["slab.add", "slab.remnant"]);
  });

  it.each(["İZMİR-12", "ΜΑΡΜΑΡΟΣ"])("counts its family on, and is found by its own name, whatever small letters %s has", async (serial) => {
    const workspaceId = await the.aShop();
    const { uid } = await the.slab(workspaceId, { serial });
    await the.given(the.owner, "slabs.break", into(workspaceId, uid, [{ length: 1000, width: 700 }]));
    const [first] = await db().select().from(slabs).where(eq(slabs.parentId, uid));
    await the.given(the.owner, "slabs.break", into(workspaceId, first?.id ?? "", [{ length: 500, width: 500 }]));
    const again = await db().select().from(slabs).where(eq(slabs.workspaceId, workspaceId)).orderBy(slabs.serial);
    expect(again.map((slab) => slab.serial)).toEqual([serial, `${serial}-R1`, `${serial}-R2`]);
    const found = (await the.ask(the.owner, "slabs.list", { workspaceId, search: serial })).given;
    expect(found.meta.total).toBe(3);
  });

  it.each([
    ["longer", [{ length: 3001, width: 10 }]],
    [
      "together larger",
      [
        { length: 3000, width: 1000 },
        { length: 3000, width: 601 },
      ],
    ],
  ])("makes nothing that is %s than it is", async (_, remnants) => {
    const workspaceId = await the.aShop();
    const { uid } = await the.slab(workspaceId);
    expect(await the.code(the.owner, "slabs.break", into(workspaceId, uid, remnants))).toBe("invalidInput: remnants");
    expect(await db().select().from(slabs).where(eq(slabs.workspaceId, workspaceId))).toHaveLength(1);
  });

  it("by two at once is broken once", async () => {
    const workspaceId = await the.aShop();
    const { uid } = await the.slab(workspaceId);
    const once = () => the.ask(the.owner, "slabs.break", into(workspaceId, uid, [{ length: 500, width: 500 }]));
    const codes = (await Promise.all([once(), once(), once()])).map(({ code }) => code);
    expect(codes.toSorted()).toEqual(["conflict", "conflict", undefined]);
    expect(await db().select().from(slabs).where(eq(slabs.parentId, uid))).toHaveLength(1);
  });

  it("is one family with what was cut of it, asked for from any of them", async () => {
    const workspaceId = await the.aShop();
    const { uid: root } = await the.slab(workspaceId);
    const two = [
      { length: 1500, width: 1600 },
      { length: 1400, width: 1600 },
    ];
    await the.given(the.owner, "slabs.break", into(workspaceId, root, two));
    const child = await db().select().from(slabs).where(eq(slabs.serial, "S-0001-R2"));
    const middle = child.find((row) => row.workspaceId === workspaceId)?.id ?? "";
    await the.given(the.owner, "slabs.break", into(workspaceId, middle, [{ length: 700, width: 700 }]));
    await the.slab(workspaceId, { serial: "S-0002", materialUid: child.find(({ id }) => id === middle)?.materialId });
    const kin = (uid: string) => the.given(the.member, "slabs.kin", { workspaceId, uid });
    const all = await kin(root);
    expect(all.map(({ serial, state, depth }: Record<string, unknown>) => [serial, state, depth])).toEqual([
      ["S-0001", "consumed", 0],
      ["S-0001-R1", "available", 1],
      ["S-0001-R2", "consumed", 1],
      ["S-0001-R3", "available", 2],
    ]);
    expect(all.map(({ parentUid }: { parentUid: string | null }) => parentUid)).toEqual([null, root, root, middle]);
    for (const { uid } of all) expect(await kin(uid)).toEqual(all);
    expect(JSON.stringify(all)).not.toMatch(MONEY);
    expect(await the.code(the.member, "slabs.kin", { workspaceId: await the.aShop(), uid: root })).toBe("notFound");
  });
});

describe("what a member reads of slabs", () => {
  it("has no money in it", async () => {
    const workspaceId = await the.aShop();
    const { uid } = await the.slab(workspaceId);
    const asked: [string, object][] = [
      ["materials.list", {}],
      ["slabs.list", {}],
      ["slabs.view", { uid }],
      ["slabs.kin", { uid }],
      ["slabs.history", { uid }],
      ["slabs.offers", {}],
      ["slabs.labels", { uids: [uid] }],
    ];
    for (const [procedure, input] of asked) {
      const { text, code } = await the.ask(the.member, procedure, { workspaceId, ...input });
      expect([procedure, code, MONEY.test(text), text.includes(String(A_SLAB.cost))]).toEqual([procedure, undefined, false, false]);
    }
    expect((await the.ask(the.owner, "slabs.list", { workspaceId })).text).toMatch(MONEY);
  });
});
