import { z } from "zod";
import { GRAINS } from "@/lib/cutting/types";
import { PIECE_STATES } from "@/lib/enums/trades-quotes";

export const pieceDto = z.object({
  uid: z.uuid(),
  /** Empty where it has no name. */
  label: z.string(),
  /** In mm. */
  length: z.int(),
  width: z.int(),
  grain: z.enum(GRAINS),
  /** What it is cut from, where that is known. */
  material: z.object({ uid: z.uuid(), name: z.string() }).nullable(),
  state: z.enum(PIECE_STATES),
  /** The cut plan that holds it, while it is planned. */
  plan: z.object({ uid: z.uuid(), number: z.int() }).nullable(),
  /** How often it is cut anew. */
  recuts: z.int(),
  /** Why it was dropped, or is cut anew; empty for all others. */
  reason: z.string(),
  version: z.int(),
});
export type PieceDto = z.infer<typeof pieceDto>;
