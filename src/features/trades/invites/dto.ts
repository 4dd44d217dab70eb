import { z } from "zod";
import { instant } from "@/lib/dto-fields";
import { INVITED_ROLES } from "@/lib/enums/trades";

const inviteDto = z.object({
  uid: z.uuid(),
  email: z.string(),
  role: z.enum(INVITED_ROLES),
  invitedAt: instant,
  expiresAt: instant,
  expired: z.boolean().meta({ description: "Its link opens nothing any more; it can be sent again." }),
});

export const invitesDto = z.array(inviteDto);

/** What whoever holds the link sees of it. */
export const invitationDto = z.object({
  workspace: z.string(),
  role: z.enum(INVITED_ROLES),
  invitedBy: z.string(),
  email: z.string().meta({ description: "The address that it went to." }),
  yours: z.boolean().meta({ description: "It is the address of whoever asks." }),
  expiresAt: instant,
});

export const joinedDto = z.object({ workspaceId: z.uuid() });
