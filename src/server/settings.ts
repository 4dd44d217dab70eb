import { SERVICE_TOPIC, SETTING_DEFAULTS, SETTING_KEYS, SETTINGS, type SettingKey, type SettingValues } from "@/lib/settings";
import type { Executor } from "./db/client";
import { settings } from "./db/schema";
import type { Log } from "./log";
import type { Realtime } from "./realtime";

export interface Settings {
  /** A setting as it stands now, in whatever process it was changed. */
  get<Key extends SettingKey>(key: Key): Promise<SettingValues[Key]>;
  /** After a change that this process made: whoever made it finds it at once, before the news of it has come round. */
  forget(): void;
}

/** How long a process goes by what it has read at most: it may have lost the connection by which changes are told. */
const KEPT_MS = 60_000;

/** Every call asks for settings: they are kept in the process until one changes. */
export function createSettings(db: Executor, realtime: Realtime, log: Log): Settings {
  let kept: { values: Promise<SettingValues>; until: number } | undefined;
  let listening: Promise<unknown> | undefined;
  const forget = () => {
    kept = undefined;
  };

  const values = async (): Promise<SettingValues> => {
    // Before anything is read, so that no change falls between.
    listening ??= realtime.subscribe(SERVICE_TOPIC, forget).catch((error: unknown) => {
      listening = undefined;
      throw error;
    });
    await listening;
    if (kept && kept.until > performance.now()) return kept.values;
    const read = { values: readSettings(db, log), until: performance.now() + KEPT_MS };
    kept = read;
    read.values.catch(() => {
      if (kept === read) forget();
    });
    return read.values;
  };

  return { get: async (key) => (await values())[key], forget };
}

async function readSettings(db: Executor, log: Log): Promise<SettingValues> {
  const rows = await db.select({ key: settings.key, value: settings.value }).from(settings);
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  return Object.fromEntries(
    SETTING_KEYS.map((key) => [key, stored.has(key) ? sound(key, stored.get(key), log) : SETTING_DEFAULTS[key]]),
  ) as SettingValues;
}

/** A value that an older or newer version wrote may not fit: then the service goes by the one that it came with. */
export function sound<Key extends SettingKey>(key: Key, value: unknown, log: Log): SettingValues[Key] {
  const read = SETTINGS[key].safeParse(value);
  if (read.success) return read.data as SettingValues[Key];
  log.error({ key, issues: read.error.issues }, "a setting that is stored does not fit");
  return SETTING_DEFAULTS[key];
}
