import { z } from "zod";
import { INVITED_ROLES } from "@/lib/enums/trades";
import { id } from "@/lib/fields";
import { rowVersion } from "@/lib/inputs";
import { workspaceInput } from "@/lib/workspace-input";

export const memberInput = workspaceInput.extend({ uid: id, version: rowVersion });
export type MemberInput = z.infer<typeof memberInput>;

export const memberRoleInput = memberInput.extend({ role: z.enum(INVITED_ROLES) });
export type MemberRoleInput = z.infer<typeof memberRoleInput>;
