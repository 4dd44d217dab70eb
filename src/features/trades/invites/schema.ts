import { z } from "zod";
import { INVITED_ROLES } from "@/lib/enums/trades";
import { id, mailAddress } from "@/lib/fields";
import { LOCALES } from "@/lib/locales";
import { workspaceInput } from "@/lib/workspace-input";

export const inviteInput = workspaceInput.extend({
  email: mailAddress,
  role: z.enum(INVITED_ROLES).default("member"),
  /** Of the mail; without it the workspace's. */
  language: z.enum(LOCALES).optional(),
});
export type InviteInput = z.infer<typeof inviteInput>;

export const inviteOfInput = workspaceInput.extend({ uid: id });

export const invitationInput = z.strictObject({ token: z.string().min(1).max(200) });
