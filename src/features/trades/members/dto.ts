import { z } from "zod";
import { WORKSPACE_ROLES } from "@/lib/enums/trades";

export const memberDto = z.object({
  uid: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(WORKSPACE_ROLES),
  version: z.int(),
  joinedAt: z.string(),
  /** It is whoever asks. */
  you: z.boolean(),
  /** For those alone who manage the workspace. */
  email: z.string().optional(),
});

export const membersDto = z.array(memberDto);

export const leftDto = z.object({ left: z.literal(true) });
