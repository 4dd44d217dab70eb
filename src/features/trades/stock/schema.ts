import { z } from "zod";
import { STOCK_UNITS } from "@/lib/enums/trades-stock";
import { id, nameField } from "@/lib/fields";
import { rowVersion } from "@/lib/inputs";
import { pageInput } from "@/lib/list-schemas";
import { MOST_AMOUNT, MOST_QUANTITY } from "@/lib/pricing/amounts";
import { newOrInPlace, workspaceInput } from "@/lib/workspace-input";
import { STOCK } from "./rules";

/** In thousandths of the item's unit. */
export const quantity = z.int().min(1).max(MOST_QUANTITY);
export const note = nameField(STOCK.note).default("");

export const stockInput = workspaceInput.extend({
  /** A part of the code, the name or the bin. */
  search: z.string().trim().max(100).optional(),
  /** Those alone of which it is time to buy more. */
  low: z.boolean().default(false),
  /** Those that are retired, too. */
  retired: z.boolean().default(false),
  ...pageInput.shape,
});
export type StockInput = z.infer<typeof stockInput>;

export const stockItemInput = workspaceInput.extend({ uid: id });

export const stockMovesInput = stockItemInput.extend({
  /** From where the last answer ended (`meta.next`). */
  before: z.string().max(200).optional(),
});
export type StockMovesInput = z.infer<typeof stockMovesInput>;

export const stockFields = z.strictObject({
  code: nameField(STOCK.code).pipe(z.string().min(1)),
  name: nameField(STOCK.name).pipe(z.string().min(1)),
  unit: z.enum(STOCK_UNITS),
  bin: nameField(STOCK.bin).default(""),
  /** 0: nobody watches it. */
  reorderAt: z.int().min(0).max(MOST_QUANTITY).default(0),
  retired: z.boolean().default(false),
});
export type StockFields = z.infer<typeof stockFields>;

/** With the uid of one, and the version that was seen, it takes the place of what stands there. */
export const stockSaveInput = newOrInPlace(
  workspaceInput.extend({ uid: id.optional(), version: rowVersion.optional(), ...stockFields.shape }),
);
export type StockSaveInput = z.infer<typeof stockSaveInput>;

/** What came in, and what all of it cost, in minor units. */
export const receiveForm = z.strictObject({ quantity, value: z.int().min(0).max(MOST_AMOUNT), note });
export const stockReceiveInput = stockItemInput.extend(receiveForm.shape);
export type StockReceiveInput = z.infer<typeof stockReceiveInput>;

/** To a job, or back from it. */
export const issueForm = z.strictObject({ jobUid: id, quantity, note });
export const stockIssueInput = stockItemInput.extend(issueForm.shape);
export type StockIssueInput = z.infer<typeof stockIssueInput>;

export const loseForm = z.strictObject({ quantity, note });
export const stockLoseInput = stockItemInput.extend(loseForm.shape);
export type StockLoseInput = z.infer<typeof stockLoseInput>;

/** Put aside for a job, or for something else with a word what. */
const reserveFields = z.strictObject({ quantity, jobUid: id.nullable().default(null), note });
const saysWhat = ({ jobUid, note: what }: z.infer<typeof reserveFields>): boolean => jobUid !== null || what !== "";
const WHAT = { path: ["note"], message: "required" };
export const reserveForm = reserveFields.refine(saysWhat, WHAT);
export const reserveInput = workspaceInput.extend({ itemUid: id, ...reserveFields.shape }).refine(saysWhat, WHAT);
export type ReserveInput = z.infer<typeof reserveInput>;
