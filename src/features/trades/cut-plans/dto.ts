import { z } from "zod";
import { GRAINS } from "@/lib/cutting/types";
import { day, instant, mm } from "@/lib/dto-fields";
import { PLAN_STATES, SLAB_STATES } from "@/lib/enums/trades-stock";

const amount = z.int().optional().meta({ description: "Minor units: for those alone who manage the workspace." });
const area = z.int().meta({ description: "Square millimetres." });
const rect = z.object({ x: mm, y: mm, length: mm, width: mm });
const figures = {
  area,
  trim: area,
  kerf: area,
  pieces: area,
  remnants: area,
  waste: area,
  yield: z.number().meta({ description: "What of the whole area becomes pieces: 0 to 1." }),
};

export const planRowDto = z.object({
  uid: z.uuid(),
  number: z.int(),
  state: z.enum(PLAN_STATES),
  material: z.object({ uid: z.uuid(), name: z.string() }),
  progress: z.int().meta({ description: "Percent of the work that is done." }),
  stopping: z.boolean().meta({ description: "Somebody has asked for the best plan so far." }),
  pieces: z.int(),
  sheets: z.int(),
  by: z.string().nullable(),
  version: z.int(),
  createdAt: instant,
  cutAt: instant.nullable(),
});
export type PlanRowDto = z.infer<typeof planRowDto>;

const piece = z.object({
  uid: z.uuid(),
  label: z.string(),
  length: mm,
  width: mm,
  grain: z.enum(GRAINS),
  job: z.object({ uid: z.uuid(), number: z.int(), title: z.string() }),
});

export const planDto = planRowDto.extend({
  saw: z.object({ kerf: mm, trim: mm, remnantLength: mm, remnantWidth: mm }),
  grain: z.boolean().meta({ description: "Whether the material looks otherwise when it is turned." }),
  ordered: z.array(piece.extend({ address: z.string() })).meta({
    description: "What was planned for, in the order of the jobs; the page of each is at its `address`, as the codes of labels say it.",
  }),
  unplaced: z.array(z.uuid()).meta({ description: "Of these, those for which there was no room." }),
  cutSheets: z.array(
    z.object({
      slab: z.object({
        uid: z.uuid(),
        serial: z.string(),
        state: z.enum(SLAB_STATES),
        length: mm,
        width: mm,
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
      cuts: z
        .array(z.object({ axis: z.enum(["x", "y"]), at: mm, from: mm, to: mm }))
        .meta({ description: "In the order in which they are made." }),
      figures: z.object(figures),
    }),
  ),
  total: z.object({
    ...figures,
    opened: z.int().meta({ description: "Whole slabs that it opens." }),
    cost: amount,
    remnantValue: amount,
  }),
  jobs: z.array(piece.shape.job.extend({ pieces: z.int(), cost: amount })).meta({ description: "What of it is for which job." }),
  outdated: z.boolean().meta({ description: "Slabs or pieces are not any more as it was worked out with: it can only be thrown away." }),
});

export const planMaterialsDto = z.array(
  z.object({
    uid: z.uuid(),
    name: z.string(),
    banned: z.boolean().meta({ description: "It may not be worked with any more where the shop is." }),
    waiting: z.int().meta({ description: "Pieces that wait." }),
    slabs: z.int().meta({ description: "Slabs that are there for them." }),
  }),
);

export const waitingDto = z.object({
  pieces: z
    .array(
      piece.omit({ job: true }).extend({
        job: piece.shape.job.extend({ customer: z.string(), dueOn: day.nullable() }),
      }),
    )
    .meta({ description: "The first that are due come first." }),
  slabs: z
    .array(
      z.object({
        uid: z.uuid(),
        serial: z.string(),
        length: mm,
        width: mm,
        bin: z.string(),
        remnant: z.boolean(),
        defects: z.int(),
      }),
    )
    .meta({ description: "Remnants first." }),
  total: z.object({ pieces: z.int(), slabs: z.int() }).meta({ description: "How many of both there are in all." }),
});
export type WaitingDto = z.infer<typeof waitingDto>;
