import { describe, expect, it } from "vitest";
import { sheetSections } from "@/lib/pricing/price-sheet";

const MATERIALS = [
  { uid: "nero", name: "Nero Assoluto", length: 3200, width: 1600 },
  { uid: "carrara", name: "Carrara", length: 3000, width: 1800 },
];
const TAXES = [
  { uid: "vat", name: "VAT", rate: 1000, category: "S" as const, usual: true },
  { uid: "export", name: "Export", rate: 0, category: "Z" as const, usual: false },
];
const item = (fields: Partial<Parameters<typeof sheetSections>[0][number]> & { code: string }) => ({
  ...{ name: fields.code, kind: "edge" as const, unit: "m" as const, materialUid: null, taxUid: null, price: 2500, tiers: [] },
  ...fields,
});
const codes = (items: Parameters<typeof sheetSections>[0]) =>
  sheetSections(items, MATERIALS, TAXES).map(({ kind, rows }) => [kind, rows.map(({ code }) => code)]);

describe("the sections of a price list", () => {
  it("are its kinds in their order, without those of which there is nothing", () => {
    const items = [
      item({ code: "FIT", kind: "labour", unit: "hour" }),
      item({ code: "EDGE-30" }),
      item({ code: "NERO", kind: "material", unit: "m2", materialUid: "nero" }),
      item({ code: "EDGE-20" }),
    ];
    expect(codes(items)).toEqual([
      ["material", ["NERO"]],
      ["edge", ["EDGE-30", "EDGE-20"]],
      ["labour", ["FIT"]],
    ]);
    expect(sheetSections([], MATERIALS, TAXES)).toEqual([]);
  });

  it("hold what is asked for one material beside each other, by the area and by the slab", () => {
    const of = (code: string, unit: "m2" | "slab", materialUid: string | null) =>
      item({ code, kind: "material", unit, materialUid, price: 1 });
    const items = [of("N-M2", "m2", "nero"), of("ANY", "m2", null), of("C-M2", "m2", "carrara"), of("N-SLAB", "slab", "nero")];
    expect(codes(items)).toEqual([["material", ["N-M2", "N-SLAB", "ANY", "C-M2"]]]);
    const [section] = sheetSections(items, MATERIALS, TAXES);
    expect(section?.rows.map(({ material }) => material)).toEqual([
      { name: "Nero Assoluto", slab: null },
      { name: "Nero Assoluto", slab: { length: 3200, width: 1600 } },
      null,
      { name: "Carrara", slab: null },
    ]);
  });

  it("name a tax where it is not the usual one", () => {
    const items = [null, "vat", "export"].map((taxUid, at) => item({ code: `E${at}`, taxUid }));
    const [section] = sheetSections(items, [], TAXES);
    expect(section?.rows.map(({ tax }) => tax)).toEqual([null, null, { name: "Export", rate: 0, category: "Z" }]);
  });

  it("say nothing of what a thing costs the shop, whatever comes with it", () => {
    const inside = { uid: "secret-uid", cost: 777, margin: 888, tiers: [{ from: 10_000, price: 2000, cost: 666 }] };
    const [section] = sheetSections([{ ...item({ code: "EDGE-20", name: "Pencil round" }), ...inside }], MATERIALS, TAXES);
    expect(section?.rows).toEqual([
      {
        name: "Pencil round",
        code: "EDGE-20",
        unit: "m",
        material: null,
        tax: null,
        price: 2500,
        tiers: [{ from: 10_000, price: 2000 }],
      },
    ]);
  });
});
