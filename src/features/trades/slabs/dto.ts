import { z } from "zod";
import { instant, minorUnits, mm } from "@/lib/dto-fields";
import { MATERIAL_CATEGORIES } from "@/lib/enums/trades-pricing";
import { SLAB_STATES } from "@/lib/enums/trades-stock";
import { SLAB_FIELDS } from "./rules";

const state = z.enum(SLAB_STATES);

const size = { length: mm, width: mm, thickness: mm };

export const slabRowDto = z.object({
  uid: z.uuid(),
  serial: z.string(),
  state,
  ...size,
  remnant: z.boolean(),
  bin: z.string(),
  batch: z.string(),
  material: z.object({ uid: z.uuid(), name: z.string(), category: z.enum(MATERIAL_CATEGORIES) }),
  version: z.int(),
  cost: minorUnits
    .optional()
    .meta({ description: "What it stands in the books with, in minor units: for those alone who manage the workspace." }),
});
export type SlabRowDto = z.infer<typeof slabRowDto>;

export const slabDto = slabRowDto.extend({
  supplier: z.string(),
  defects: z.array(z.object({ x: mm, y: mm, length: mm, width: mm, note: z.string() })),
  notes: z.string(),
  banned: z.boolean().meta({ description: "The material may not be worked with any more where the shop is." }),
  parent: z.object({ uid: z.uuid(), serial: z.string() }).nullable(),
  createdAt: instant,
});

export const slabOffersDto = z.object({
  serial: z.string().meta({ description: "What the next slab could be called." }),
  bins: z.array(z.string()).meta({ description: "Where slabs stand, by name." }),
});

/** A family: all that was ever cut of one slab, parents before their children. */
export const slabKinDto = z.array(
  z.object({ uid: z.uuid(), serial: z.string(), state, ...size, parentUid: z.uuid().nullable(), depth: z.int() }),
);

export const slabLabelsDto = z.array(
  slabRowDto
    .pick({ uid: true, serial: true, length: true, width: true, thickness: true, bin: true, batch: true, remnant: true, material: true })
    .extend({
      finish: z.string(),
      address: z.string().meta({ description: "Where its page is, as its code says it." }),
    }),
);

const entry = { uid: z.uuid(), at: instant, by: z.string().nullable() };
export const slabHistoryDto = z.object({
  data: z.array(
    z.discriminatedUnion("kind", [
      z.object({ ...entry, kind: z.literal("added") }),
      z.object({ ...entry, kind: z.literal("edited"), fields: z.array(z.enum(SLAB_FIELDS)) }),
      z.object({ ...entry, kind: z.literal("moved"), from: state, to: state }),
      z.object({ ...entry, kind: z.literal("broken"), remnants: z.int() }).meta({ description: "It was broken into so many." }),
    ]),
  ),
  meta: z.object({ next: z.string().nullable() }),
});
export type SlabHistoryDto = z.infer<typeof slabHistoryDto>;
