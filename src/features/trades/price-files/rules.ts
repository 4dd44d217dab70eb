import { readDecimal, writeDecimal } from "@/lib/decimals";
import type { PriceKind, PriceUnit } from "@/lib/enums/trades-pricing";
import { normalizeLine } from "@/lib/fields";
import type { Tier } from "@/lib/pricing/prices";
import { PRICE } from "../prices/rules";

/** The columns of a file of prices. Amounts and quantities stand with a point, such as 12.50, and tiers as "10: 11.50; 20: 10". */
export const PRICE_COLUMNS = ["code", "name", "kind", "unit", "material", "tax", "price", "cost", "tiers"] as const;
export type PriceColumn = (typeof PRICE_COLUMNS)[number];
export type PriceRow = Record<PriceColumn, string>;

/** Without these a row says no price. */
const NEEDED = ["code", "price"] as const;

/** Whether a first line names columns that there are, each once, and those that are needed. */
export const areColumns = (names: readonly string[]): names is PriceColumn[] =>
  names.every((name) => (PRICE_COLUMNS as readonly string[]).includes(name)) &&
  new Set(names).size === names.length &&
  NEEDED.every((name) => names.includes(name));

/** What prices, materials and taxes are found by, as they are kept: a sign that nobody sees in a cell makes no other one of it. */
const NAMES: readonly PriceColumn[] = ["code", "name", "material", "tax"];
const asKept = normalizeLine(PRICE.name);

/** A row with all columns; undefined stands for those that the file does not have. */
export const rowOf = (columns: readonly PriceColumn[], cells: readonly string[]): Partial<PriceRow> =>
  Object.fromEntries(
    columns.map((column, at) => {
      const cell = (cells[at] ?? "").trim();
      return [column, NAMES.includes(column) ? asKept(cell) : cell];
    }),
  );

/** In files numbers are written in one way, wherever somebody is. */
const TAG = "en";
const QUANTITY_DIGITS = 3;

export const readAmount = (text: string, digits: number): number | undefined => readDecimal(text, digits, TAG);
const writeAmount = (amount: number, digits: number): string => writeDecimal(amount, digits, TAG, digits);

/** @returns undefined for what are no tiers */
export function readTiers(text: string, digits: number): Tier[] | undefined {
  const parts = text
    .split(";")
    .map((part) => part.trim())
    .filter(Boolean);
  const tiers = parts.map((part) => {
    const [from = "", price = "", ...more] = part.split(":");
    return more.length > 0 ? undefined : { from: readDecimal(from, QUANTITY_DIGITS, TAG), price: readAmount(price, digits) };
  });
  return tiers.every((tier): tier is Tier => tier?.from !== undefined && tier.price !== undefined) ? tiers : undefined;
}

const writeTiers = (tiers: readonly Tier[], digits: number): string =>
  tiers.map(({ from, price }) => `${writeDecimal(from, QUANTITY_DIGITS, TAG)}: ${writeAmount(price, digits)}`).join("; ");

/** What a price says, as a file has it. */
export interface Written {
  code: string;
  name: string;
  kind: PriceKind;
  unit: PriceUnit;
  material: string;
  tax: string;
  price: number;
  cost: number;
  tiers: readonly Tier[];
}

/** @param digits of the currency */
export const asRow = ({ price, cost, tiers, ...rest }: Written, digits: number): PriceRow => ({
  ...rest,
  price: writeAmount(price, digits),
  cost: writeAmount(cost, digits),
  tiers: writeTiers(tiers, digits),
});

/** In what a price would differ; all of it where there was none. */
export const differences = (before: PriceRow | undefined, after: PriceRow) =>
  PRICE_COLUMNS.filter((column) => column !== "code" && (before?.[column] ?? "") !== after[column]).map((column) => ({
    column,
    of: "",
    before: before?.[column] ?? "",
    after: after[column],
  }));
