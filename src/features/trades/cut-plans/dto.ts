import { z } from "zod";
import { GRAINS } from "@/lib/cutting/types";
import { PLAN_STATES, SLAB_STATES } from "@/lib/enums/trades-stock";

/** Lengths are in mm, areas in square millimetres, amounts in minor units; these are for those alone who manage the workspace. */
const amount = z.int().optional();
const rect = z.object({ x: z.int(), y: z.int(), length: z.int(), width: z.int() });
const figures = {
  area: z.int(),
  trim: z.int(),
  kerf: z.int(),
  pieces: z.int(),
  remnants: z.int(),
  waste: z.int(),
  /** What of the whole area becomes pieces: 0 to 1. */
  yield: z.number(),
};

export const planRowDto = z.object({
  uid: z.uuid(),
  number: z.int(),
  state: z.enum(PLAN_STATES),
  material: z.object({ uid: z.uuid(), name: z.string() }),
  /** Percent of the work that is done. */
  progress: z.int(),
  /** Somebody has asked for the best plan so far. */
  stopping: z.boolean(),
  pieces: z.int(),
  sheets: z.int(),
  by: z.string().nullable(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  cutAt: z.iso.datetime().nullable(),
});
export type PlanRowDto = z.infer<typeof planRowDto>;

const piece = z.object({
  uid: z.uuid(),
  label: z.string(),
  length: z.int(),
  width: z.int(),
  grain: z.enum(GRAINS),
  job: z.object({ uid: z.uuid(), number: z.int(), title: z.string() }),
});

export const planDto = planRowDto.extend({
  saw: z.object({ kerf: z.int(), trim: z.int(), remnantLength: z.int(), remnantWidth: z.int() }),
  /** Whether the material looks otherwise when it is turned. */
  grain: z.boolean(),
  /** What was planned for, in the order of the jobs; their page is at `address`, as labels' codes say it. */
  ordered: z.array(piece.extend({ address: z.string() })),
  /** Of these, those for which there was no room. */
  unplaced: z.array(z.uuid()),
  cutSheets: z.array(
    z.object({
      slab: z.object({
        uid: z.uuid(),
        serial: z.string(),
        state: z.enum(SLAB_STATES),
        length: z.int(),
        width: z.int(),
        bin: z.string(),
        remnant: z.boolean(),
        defects: z.array(rect.extend({ note: z.string() })),
        cost: amount,
      }),
      parts: z.array(
        z.discriminatedUnion("is", [
          z.object({ is: z.literal("piece"), rect, pieceUid: z.uuid(), turned: z.boolean(), cost: amount }),
          z.object({ is: z.literal("remnant"), rect, value: amount }),
          z.object({ is: z.literal("waste"), rect }),
        ]),
      ),
      /** In the order in which they are made. */
      cuts: z.array(z.object({ axis: z.enum(["x", "y"]), at: z.int(), from: z.int(), to: z.int() })),
      figures: z.object(figures),
    }),
  ),
  total: z.object({
    ...figures,
    /** Whole slabs that it opens. */
    opened: z.int(),
    cost: amount,
    remnantValue: amount,
  }),
  /** What of it is for which job. */
  jobs: z.array(piece.shape.job.extend({ pieces: z.int(), cost: amount })),
  /** Slabs or pieces are not any more as it was worked out with: it can only be thrown away. */
  outdated: z.boolean(),
});

export const planMaterialsDto = z.array(
  z.object({
    uid: z.uuid(),
    name: z.string(),
    /** It may not be worked with any more where the shop is. */
    banned: z.boolean(),
    /** Pieces that wait, and slabs that are there for them. */
    waiting: z.int(),
    slabs: z.int(),
  }),
);

export const waitingDto = z.object({
  /** The first that are due come first. */
  pieces: z.array(
    piece.omit({ job: true }).extend({
      job: piece.shape.job.extend({ customer: z.string(), dueOn: z.iso.date().nullable() }),
    }),
  ),
  /** Remnants first. */
  slabs: z.array(
    z.object({
      uid: z.uuid(),
      serial: z.string(),
      length: z.int(),
      width: z.int(),
      bin: z.string(),
      remnant: z.boolean(),
      defects: z.int(),
    }),
  ),
  /** How many of both there are in all. */
  total: z.object({ pieces: z.int(), slabs: z.int() }),
});
export type WaitingDto = z.infer<typeof waitingDto>;
