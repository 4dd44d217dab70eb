import { z } from "zod";
import { INVITED_ROLES } from "@/lib/enums/trades";
import { LOCALES } from "@/lib/locales";
import { id } from "@/lib/typed";
import { workspaceInput } from "@/lib/workspace-input";
import { WORKSPACE } from "../rules";

export const inviteInput = workspaceInput.extend({
  email: z.string().trim().toLowerCase().pipe(z.email().max(WORKSPACE.email)),
  role: z.enum(INVITED_ROLES).default("member"),
  /** Of the mail; without it the workspace's. */
  language: z.enum(LOCALES).optional(),
});
export type InviteInput = z.infer<typeof inviteInput>;

export const inviteOfInput = workspaceInput.extend({ uid: id });

export const invitationInput = z.strictObject({ token: z.string().min(1).max(200) });
