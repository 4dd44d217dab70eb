import { z } from "zod";
import { workspaceInput } from "@/lib/workspace-input";
import { MOST_FILE_BYTES } from "../rules";

export const fileCheckInput = workspaceInput.extend({ text: z.string().max(MOST_FILE_BYTES) });
export type FileCheckInput = z.infer<typeof fileCheckInput>;

/** @param seen what the comparison said it was: another one is refused */
export const fileApplyInput = fileCheckInput.extend({ seen: z.string().max(100) });
export type FileApplyInput = z.infer<typeof fileApplyInput>;
