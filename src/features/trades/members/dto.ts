import { z } from "zod";
import { instant } from "@/lib/dto-fields";
import { WORKSPACE_ROLES } from "@/lib/enums/trades";

export const memberDto = z.object({
  uid: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(WORKSPACE_ROLES),
  version: z.int(),
  joinedAt: instant,
  you: z.boolean().meta({ description: "It is whoever asks." }),
  email: z.string().optional().meta({ description: "For those alone who manage the workspace." }),
});

export const membersDto = z.array(memberDto);

export const leftDto = z.object({ left: z.literal(true) });
