import { z } from "zod";
import { SLAB_ORDERS, SLAB_STATES } from "@/lib/enums/trades-stock";
import { id, nameField, textField } from "@/lib/fields";
import { rowVersion } from "@/lib/inputs";
import { pageInput } from "@/lib/list-schemas";
import { MOST_AMOUNT } from "@/lib/pricing/amounts";
import { newOrInPlace, workspaceInput } from "@/lib/workspace-input";
import { LONGEST } from "../materials/rules";
import { side, thickness } from "../materials/schema";
import { liesIn, MOST_DEFECTS, MOST_LABELS, MOST_REMNANTS, SLAB } from "./rules";

const bin = nameField(SLAB.bin);

/** Whole slabs, or what was left of one. */
export const SLAB_KINDS = ["whole", "remnant"] as const;

export const slabsInput = workspaceInput.extend({
  /** The beginning of a serial, a bin or a batch. */
  search: z.string().trim().max(100).optional(),
  materialUid: id.optional(),
  state: z.enum(SLAB_STATES).optional(),
  kind: z.enum(SLAB_KINDS).optional(),
  bin: bin.optional(),
  order: z.enum(SLAB_ORDERS).default("serial"),
  descending: z.boolean().default(false),
  ...pageInput.shape,
});
export type SlabsInput = z.infer<typeof slabsInput>;

export const slabOfInput = workspaceInput.extend({ uid: id });

export const slabHistoryInput = slabOfInput.extend({
  /** From where the last answer ended (`meta.next`). */
  before: z.string().max(200).optional(),
});
export type SlabHistoryInput = z.infer<typeof slabHistoryInput>;

export const slabLabelsInput = workspaceInput.extend({ uids: z.array(id).min(1).max(MOST_LABELS) });
export type SlabLabelsInput = z.infer<typeof slabLabelsInput>;

/** In mm from the corner of the slab, its length along x. */
export const defect = z.strictObject({
  x: z.int().min(0).max(LONGEST),
  y: z.int().min(0).max(LONGEST),
  length: side,
  width: side,
  note: nameField(SLAB.defect).default(""),
});
export type DefectFields = z.infer<typeof defect>;

const slabFields = z.strictObject({
  serial: nameField(SLAB.serial).pipe(z.string().min(1)),
  materialUid: id,
  length: side,
  width: side,
  thickness,
  /** In minor units of the workspace's currency. */
  cost: z.int().min(0).max(MOST_AMOUNT),
  bin: bin.default(""),
  supplier: nameField(SLAB.supplier).default(""),
  batch: nameField(SLAB.batch).default(""),
  defects: z.array(defect).max(MOST_DEFECTS).default([]),
  notes: textField(SLAB.notes).default(""),
});
export type SlabFields = z.infer<typeof slabFields>;

interface Marked {
  length: number;
  width: number;
  defects: DefectFields[];
}
const keepsDefects = ({ defects, ...slab }: Marked): boolean => defects.every((one) => liesIn(one, slab));
const OUTSIDE = { path: ["defects"], message: "defectOutside" };

/** A new slab is on its way or here already; later it is moved. */
export const NEW_STATES = ["ordered", "available"] as const;
const newState = z.enum(NEW_STATES).default("available");

export const slabForm = slabFields.extend({ state: z.enum(NEW_STATES) }).refine(keepsDefects, OUTSIDE);
export type SlabForm = z.infer<typeof slabForm>;

/** With the uid of one, and the version that was seen, it takes the place of what stands there; its state stays. */
export const slabSaveInput = newOrInPlace(
  workspaceInput.extend({ uid: id.optional(), version: rowVersion.optional(), state: newState, ...slabFields.shape }),
).refine(keepsDefects, OUTSIDE);
export type SlabSaveInput = z.infer<typeof slabSaveInput>;

export const slabMoveInput = slabOfInput.extend({ version: rowVersion, to: z.enum(SLAB_STATES) });
export type SlabMoveInput = z.infer<typeof slabMoveInput>;

export const slabPlaceInput = slabOfInput.extend({ version: rowVersion, bin });
export type SlabPlaceInput = z.infer<typeof slabPlaceInput>;

export const slabMarkInput = slabOfInput.extend({ version: rowVersion, defect });
export type SlabMarkInput = z.infer<typeof slabMarkInput>;

const remnants = z
  .array(z.strictObject({ length: side, width: side, bin: bin.default("") }))
  .min(1)
  .max(MOST_REMNANTS);
export const breakForm = z.strictObject({ remnants });
export type BreakForm = z.infer<typeof breakForm>;

export const slabBreakInput = slabOfInput.extend({ version: rowVersion, remnants });
export type SlabBreakInput = z.infer<typeof slabBreakInput>;
