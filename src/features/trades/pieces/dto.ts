import { z } from "zod";
import { GRAINS } from "@/lib/cutting/types";
import { mm } from "@/lib/dto-fields";
import { PIECE_STATES } from "@/lib/enums/trades-quotes";

export const pieceDto = z.object({
  uid: z.uuid(),
  label: z.string().meta({ description: "Empty where it has no name." }),
  length: mm,
  width: mm,
  grain: z.enum(GRAINS),
  material: z.object({ uid: z.uuid(), name: z.string() }).nullable().meta({ description: "What it is cut from, where that is known." }),
  state: z.enum(PIECE_STATES),
  plan: z.object({ uid: z.uuid(), number: z.int() }).nullable().meta({ description: "The cut plan that holds it, while it is planned." }),
  recuts: z.int().meta({ description: "How often it is cut anew." }),
  reason: z.string().meta({ description: "Why it was dropped, or is cut anew; empty for all others." }),
  version: z.int(),
});
export type PieceDto = z.infer<typeof pieceDto>;
