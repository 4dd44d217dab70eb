import { z } from "zod";
import { SETTING_KEYS, SETTINGS } from "@/lib/settings";

/** One setting as somebody wants it, and the change that they have seen: 0 before the first. */
export const saveSettingInput = z
  .object({ key: z.enum(SETTING_KEYS), value: z.unknown(), version: z.int().min(0) })
  .superRefine(({ key, value }, check) => {
    for (const issue of SETTINGS[key].safeParse(value).error?.issues ?? [])
      check.addIssue({ ...issue, path: ["value", ...issue.path] } as Parameters<typeof check.addIssue>[0]);
  });
export type SaveSettingInput = z.infer<typeof saveSettingInput>;
