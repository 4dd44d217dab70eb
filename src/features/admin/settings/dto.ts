import { z } from "zod";
import { instant } from "@/lib/dto-fields";
import { SETTING_KEYS } from "@/lib/settings";

const settingDto = z.object({
  key: z.enum(SETTING_KEYS),
  value: z.unknown(),
  version: z.int().meta({ description: "How often it was changed; sent along with a change." }),
  changedAt: instant.nullable().meta({ description: "Null as long as it stands as the app came." }),
});
export const settingsDto = z.array(settingDto);

/** What was saved, and what stood there before: the way back. */
export const savedSettingDto = settingDto.extend({ before: z.unknown() });
