import { SETTING_DEFAULTS, SETTING_KEYS } from "@/lib/settings";
import type { UserContext } from "@/server/api/context";
import { settings } from "@/server/db/schema";
import { sound } from "@/server/settings";

/** Every setting as it stands in the database, changed or not. */
export async function listSettings({ db, log }: UserContext) {
  const rows = new Map((await db.select().from(settings)).map((row) => [row.key, row]));
  return SETTING_KEYS.map((key) => {
    const row = rows.get(key);
    return {
      key,
      value: row ? sound(key, row.value, log) : SETTING_DEFAULTS[key],
      version: row?.version ?? 0,
      changedAt: row?.changedAt.toISOString() ?? null,
    };
  });
}
