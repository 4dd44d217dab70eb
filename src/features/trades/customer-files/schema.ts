import { z } from "zod";
import { workspaceInput } from "@/lib/workspace-input";
import { fileText } from "../schema";

export const fileCheckInput = workspaceInput.extend({ text: fileText });
export type FileCheckInput = z.infer<typeof fileCheckInput>;

export const fileApplyInput = fileCheckInput.extend({
  seen: z.string().max(100).meta({ description: "What the comparison said it was: another one is refused." }),
});
export type FileApplyInput = z.infer<typeof fileApplyInput>;
