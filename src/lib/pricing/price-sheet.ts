import { PRICE_KINDS, type PriceKind, type PriceUnit } from "@/lib/enums/trades-pricing";
import type { LineTax } from "./documents";
import type { Priced, Tier } from "./prices";

// A price list as it is given away: what things are called and what is asked for them, and nothing of what they cost.

/** What something costs, and by what. */
export interface SheetRow {
  name: string;
  code: string;
  unit: PriceUnit;
  /** Of which material, and what its slabs usually measure, in mm, where the price is for one of them. */
  material: { name: string; slab: { length: number; width: number } | null } | null;
  /** Null for the usual one. */
  tax: LineTax | null;
  price: number;
  /** What is asked for one once more are taken, the smallest quantity first. */
  tiers: readonly Tier[];
}

/** All of a kind. */
export interface SheetSection {
  kind: PriceKind;
  rows: SheetRow[];
}

type Item = Omit<Priced, "cost"> & { materialUid: string | null; taxUid: string | null };
type Material = { uid: string; name: string; length: number; width: number };
type Tax = LineTax & { uid: string; usual: boolean };

/**
 * The prices of a version kind by kind, in the shop's order; those of one material stand together.
 * @param items cost is not read, and does not come out
 */
export function sheetSections(items: readonly Item[], materials: readonly Material[], taxes: readonly Tax[]): SheetSection[] {
  const materialBy = new Map(materials.map((one) => [one.uid, one]));
  const taxBy = new Map(taxes.filter(({ usual }) => !usual).map(({ uid, name, rate, category }) => [uid, { name, rate, category }]));
  const rowOf = ({ name, code, unit, materialUid, taxUid, price, tiers }: Item): SheetRow => {
    const material = materialUid ? materialBy.get(materialUid) : undefined;
    return {
      name,
      code,
      unit,
      material: material
        ? { name: material.name, slab: unit === "slab" ? { length: material.length, width: material.width } : null }
        : null,
      tax: (taxUid && taxBy.get(taxUid)) || null,
      price,
      tiers: tiers.map(({ from, price: each }) => ({ from, price: each })),
    };
  };
  return PRICE_KINDS.flatMap((kind) => {
    const ofMaterial = new Map<string, SheetRow[]>();
    for (const item of items.filter((one) => one.kind === kind)) {
      // What is of no material stands by itself.
      const key = item.materialUid ?? `code:${item.code}`;
      ofMaterial.set(key, [...(ofMaterial.get(key) ?? []), rowOf(item)]);
    }
    const rows = [...ofMaterial.values()].flat();
    return rows.length > 0 ? [{ kind, rows }] : [];
  });
}
