import guillotinePacker from "guillotine-packer";
import { anOrder } from "#tests/factories/cutting";
import { chance } from "#tests/factories/random";
import { figuresOf } from "@/lib/cutting/costs";
import { planCuts } from "@/lib/cutting/plan";
import type { CutOrder } from "@/lib/cutting/types";
import { problemsOf } from "@/lib/cutting/validate";
import { seededRandom } from "@/lib/seeded-random";
import { generated, type Instance, PUBLISHED_INSTANCES } from "./cutting-instances";

const EFFORT = 1;
const GENERATED_ITEMS = 100;
const GENERATED_EACH = 3;
const SHOP_ORDERS = 40;

/**
 * Cut plans beside the bound of the areas, what is known from the literature, and an npm packer. That one cuts by guillotine, too, and tries
 * 72 combinations of its rules: most packers on npm do not, and would be compared with what no saw can cut. Times are of this process's
 * processor, whatever else the machine does.
 */
export function measureCutting(): void {
  compare("Published instances, items may be turned", PUBLISHED_INSTANCES, ({ name }) => name);
  const classes = Array.from({ length: 10 }, (_, at) => at + 1);
  const all = classes.flatMap((number) => Array.from({ length: GENERATED_EACH }, (_, seed) => generated(number, GENERATED_ITEMS, seed)));
  compare(`Generated instances: ${GENERATED_EACH} of ${GENERATED_ITEMS} items of each class`, all, ({ name }) => name);
  compareEfforts();
}

function timed<T>(work: () => T): { value: T; ms: number } {
  const before = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(before);
  return { value, ms: (user + system) / 1000 };
}

const areaOf = (items: readonly (readonly [number, number])[]) => items.reduce((sum, [width, height]) => sum + width * height, 0);

interface Row {
  items: number;
  bound: number;
  best: number | undefined;
  ours: number;
  npm: number;
  ourMs: number;
  npmMs: number;
  /** Area of the items, and of a bin: yields are of the bins in use. */
  area: number;
  binArea: number;
}

function measure({ bin, items, best }: Instance): Row {
  const [length, width] = bin;
  const order: CutOrder = {
    sheets: items.map((_, at) => ({ id: `bin ${at}`, length, width, defects: [], remnant: false, cost: 1 })),
    pieces: items.map(([one, other], at) => ({ id: `item ${at}`, length: one, width: other, grain: "any" })),
    saw: { kerf: 0, trim: 0, remnantLength: length, remnantWidth: width },
  };
  const ours = timed(() => planCuts(order, { random: seededRandom(1), effort: EFFORT }));
  const problems = problemsOf(order, ours.value);
  if (problems.length > 0 || ours.value.unplaced.length > 0) throw new Error(`not a plan: ${JSON.stringify(problems)}`);
  const input = {
    binWidth: length,
    binHeight: width,
    items: items.map(([one, other], at) => ({ name: `${at}`, width: one, height: other })),
  };
  const npm = timed(() => guillotinePacker.packer(input, { kerfSize: 0 }));
  const [area, binArea] = [areaOf(items), length * width];
  const bound = Math.ceil(area / binArea);
  return {
    items: items.length,
    bound,
    best,
    ours: ours.value.sheets.length,
    npm: npm.value?.length ?? 0,
    ourMs: ours.ms,
    npmMs: npm.ms,
    area,
    binArea,
  };
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function compare(title: string, instances: Instance[], keyOf: (instance: Instance) => string): void {
  const rows = new Map<string, Row[]>();
  for (const instance of instances) rows.set(keyOf(instance), [...(rows.get(keyOf(instance)) ?? []), measure(instance)]);
  console.log(`\n${title}: bins used`);
  const table = [...rows, ["all", [...rows.values()].flat()] as const].map(([name, own]) => {
    const sum = (value: (row: Row) => number) => own.reduce((all, row) => all + value(row), 0);
    const [ours, npm, area] = [sum((row) => row.ours), sum((row) => row.npm), sum((row) => row.area)];
    const best = own.every((row) => row.best !== undefined) ? sum((row) => row.best ?? 0) : "";
    return {
      instance: name,
      items: sum((row) => row.items),
      "area bound": sum((row) => row.bound),
      "best known": best,
      ours,
      "guillotine-packer": npm,
      "ours to npm": (ours / npm).toFixed(3),
      "our yield": percent(area / sum((row) => row.ours * row.binArea)),
      "npm yield": percent(area / sum((row) => row.npm * row.binArea)),
      "our ms": Math.round(sum((row) => row.ourMs)),
      "npm ms": Math.round(sum((row) => row.npmMs)),
    };
  });
  console.table(table);
}

/** What a shop has: slabs of several sizes and costs, remnants, defects, grain, kerf and trim; most of it finds room. */
function shopOrder(seed: number): CutOrder {
  const random = chance(seed);
  const parts = Array.from({ length: 6 }, () => anOrder(random, 12));
  const sheets = parts.flatMap((part) => part.sheets).map((sheet, at) => ({ ...sheet, id: `sheet ${at}` }));
  const pieces = parts.flatMap((part) => part.pieces).map((piece, at) => ({ ...piece, id: `piece ${at}` }));
  return { sheets, pieces, saw: (parts[0] as CutOrder).saw };
}

function compareEfforts(): void {
  const orders = Array.from({ length: SHOP_ORDERS }, (_, seed) => shopOrder(seed));
  console.log(`\n${SHOP_ORDERS} orders of a shop: what longer searches give`);
  const table = [0, 0.1, 1, 3].map((effort) => {
    const all = { slabs: 0, cost: 0, unplaced: 0, invalid: 0, area: 0, pieces: 0, remnants: 0, ms: 0 };
    for (const [seed, order] of orders.entries()) {
      const { value: plan, ms } = timed(() => planCuts(order, { random: seededRandom(seed), effort }));
      const used = order.sheets.filter(({ id, remnant }) => !remnant && plan.sheets.some(({ sheetId }) => sheetId === id));
      const { total } = figuresOf(order, plan);
      all.slabs += used.length;
      all.cost += used.reduce((sum, { cost }) => sum + cost, 0);
      all.unplaced += plan.unplaced.length;
      all.invalid += problemsOf(order, plan).length > 0 ? 1 : 0;
      all.area += total.area;
      all.pieces += total.pieces;
      all.remnants += total.remnants;
      all.ms += ms;
    }
    return {
      effort,
      "not valid": all.invalid,
      unplaced: all.unplaced,
      "new slabs": all.slabs,
      "their cost": all.cost,
      yield: percent(all.pieces / all.area),
      "kept as remnants": percent(all.remnants / all.area),
      "ms each": Math.round(all.ms / SHOP_ORDERS),
    };
  });
  console.table(table);
}
