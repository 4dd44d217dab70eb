import { z } from "zod";
import { INVITED_ROLES } from "@/lib/enums/trades";
import { id } from "@/lib/typed";
import { workspaceInput } from "@/lib/workspace-input";

const version = z.int().min(1);

export const memberInput = workspaceInput.extend({ uid: id, version });
export type MemberInput = z.infer<typeof memberInput>;

export const memberRoleInput = memberInput.extend({ role: z.enum(INVITED_ROLES) });
export type MemberRoleInput = z.infer<typeof memberRoleInput>;
