import type { Answer, Harness } from "#tests/config/harness";
import { SETTING_DEFAULTS, type SettingKey, type SettingValues } from "@/lib/settings";

export const SETTINGS_PATH = "/api/super/admin/settings";

const versionOf = async (harness: Harness, token: string, key: SettingKey): Promise<number> => {
  const { body } = await harness.call("GET", `${SETTINGS_PATH}/get`, { token });
  return (body.data as { key: string; version: number }[]).find((setting) => setting.key === key)?.version ?? 0;
};

/** Changes a setting as a super administrator does, whatever it was before. */
export async function saveSetting<Key extends SettingKey>(
  harness: Harness,
  token: string,
  key: Key,
  value: SettingValues[Key],
): Promise<Answer> {
  const version = await versionOf(harness, token, key);
  const answer = await harness.call("POST", `${SETTINGS_PATH}/save`, { token, body: { key, value, version } });
  if (answer.status !== 200) throw new Error(`not saved: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

/** As the app came. */
export const resetSetting = (harness: Harness, token: string, key: SettingKey): Promise<Answer> =>
  saveSetting(harness, token, key, SETTING_DEFAULTS[key]);
