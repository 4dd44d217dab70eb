import { z } from "zod";
import { INVITED_ROLES } from "@/lib/enums/trades";

const inviteDto = z.object({
  uid: z.uuid(),
  email: z.string(),
  role: z.enum(INVITED_ROLES),
  invitedAt: z.string(),
  expiresAt: z.string(),
  /** Its link opens nothing any more; it can be sent again. */
  expired: z.boolean(),
});

export const invitesDto = z.array(inviteDto);

/** What whoever holds the link sees of it. */
export const invitationDto = z.object({
  workspace: z.string(),
  role: z.enum(INVITED_ROLES),
  invitedBy: z.string(),
  /** The address that it went to. */
  email: z.string(),
  /** It is the address of whoever asks. */
  yours: z.boolean(),
  expiresAt: z.string(),
});

export const joinedDto = z.object({ workspaceId: z.uuid() });
