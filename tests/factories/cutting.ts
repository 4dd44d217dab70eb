import type { CutOrder, Piece, Rect, Saw, Sheet } from "@/lib/cutting/types";
import { GRAINS } from "@/lib/cutting/types";
import type { Chance } from "./random";

/** A sheet of 3000 by 1400 without defects, unless the test is about others. */
export const aSheet = (id: string, overrides: Partial<Sheet> = {}): Sheet => ({
  id,
  length: 3000,
  width: 1400,
  defects: [],
  remnant: false,
  cost: 60_000,
  ...overrides,
});

export const aPiece = (id: string, length: number, width: number, grain: Piece["grain"] = "any"): Piece => ({ id, length, width, grain });

export const aSaw = (overrides: Partial<Saw> = {}): Saw => ({ kerf: 4, trim: 10, remnantLength: 600, remnantWidth: 300, ...overrides });

/** As a shop might have it: slabs of a few sizes, remnants, some with defects, pieces from splashbacks to islands. Not all need to fit. */
export function anOrder(chance: Chance, most = 24): CutOrder {
  const defectsOn = (length: number, width: number): Rect[] =>
    Array.from({ length: chance.happens(0.4) ? chance.between(1, 3) : 0 }, () => ({
      x: chance.between(0, length - 1),
      y: chance.between(0, width - 1),
      length: chance.between(1, 200),
      width: chance.between(1, 200),
    }));
  const sheetOf = (id: string, remnant: boolean): Sheet => {
    const [length, width] = remnant
      ? [chance.between(300, 1600), chance.between(200, 900)]
      : chance.pick([
          [3000, 1400],
          [3200, 1600],
          [2440, 1220],
        ] as const);
    return { id, length, width, remnant, defects: defectsOn(length, width), cost: chance.happens(0.1) ? 0 : chance.between(1, 90_000) };
  };
  const pieceOf = (id: string): Piece => {
    const [length, width] = chance.happens(0.4)
      ? [chance.between(400, 2600), chance.between(60, 300)]
      : [chance.between(150, 1800), chance.between(100, 900)];
    return { id, length, width, grain: chance.pick(GRAINS) };
  };
  const slabs = Array.from({ length: chance.between(1, 6) }, (_, at) => sheetOf(`slab ${at}`, false));
  const remnants = Array.from({ length: chance.between(0, 5) }, (_, at) => sheetOf(`remnant ${at}`, true));
  return {
    sheets: chance.shuffled([...slabs, ...remnants]),
    pieces: Array.from({ length: chance.between(0, most) }, (_, at) => pieceOf(`piece ${at}`)),
    saw: {
      kerf: chance.between(3, 5),
      trim: chance.between(0, 20),
      remnantLength: chance.between(300, 900),
      remnantWidth: chance.between(150, 500),
    },
  };
}
