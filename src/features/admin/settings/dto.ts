import { z } from "zod";
import { SETTING_KEYS } from "@/lib/settings";

const settingDto = z.object({
  key: z.enum(SETTING_KEYS),
  value: z.unknown(),
  /** How often it was changed; sent along with a change. */
  version: z.int(),
  /** Null as long as it stands as the app came. */
  changedAt: z.string().nullable(),
});
export const settingsDto = z.array(settingDto);

/** What was saved, and what stood there before: the way back. */
export const savedSettingDto = settingDto.extend({ before: z.unknown() });
