import { z } from "zod";
import { INVITED_ROLES } from "@/lib/enums/trades";
import { id } from "@/lib/fields";
import { workspaceInput } from "@/lib/workspace-input";
import { rowVersion } from "@/lib/inputs";


export const memberInput = workspaceInput.extend({ uid: id, version: rowVersion });
export type MemberInput = z.infer<typeof memberInput>;

export const memberRoleInput = memberInput.extend({ role: z.enum(INVITED_ROLES) });
export type MemberRoleInput = z.infer<typeof memberRoleInput>;
