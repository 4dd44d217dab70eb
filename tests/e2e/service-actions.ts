import { SETTING_DEFAULTS, type SettingKey, type SettingValues } from "@/lib/settings";
import { callApi } from "./actions";
import type { Account } from "./fixtures";

const S = "/api/super/admin/settings";

/** Changes a setting as a super administrator does, whatever it was before. */
export async function setSetting<Key extends SettingKey>(url: string, boss: Account, key: Key, value: SettingValues[Key]): Promise<void> {
  const { data } = await callApi(url, boss.token, `${S}/get`);
  const { version } = (data as { key: string; version: number }[]).find((setting) => setting.key === key) ?? { version: 0 };
  const answer = await callApi(url, boss.token, `${S}/save`, { key, value, version });
  if (!answer.data) throw new Error(JSON.stringify(answer));
}

/** As the app came. */
export const unsetSetting = (url: string, boss: Account, key: SettingKey): Promise<void> =>
  setSetting(url, boss, key, SETTING_DEFAULTS[key]);
