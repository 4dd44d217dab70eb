import { z } from "zod";
import { workspaceInput } from "@/lib/workspace-input";
import { fileText } from "../schema";

export const fileCheckInput = workspaceInput.extend({ text: fileText });
export type FileCheckInput = z.infer<typeof fileCheckInput>;

/** @param seen what the comparison said it was: another one is refused */
export const fileApplyInput = fileCheckInput.extend({ seen: z.string().max(100) });
export type FileApplyInput = z.infer<typeof fileApplyInput>;
