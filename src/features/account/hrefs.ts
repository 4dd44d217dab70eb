/** What somebody sets up for themselves, a section each. */
export type SettingsSection = "profile" | "security" | "devices" | "notifications" | "data";

export const ACCOUNT_SETTINGS = "/dashboard/settings/account";
export const settingsHref = (section: SettingsSection) => `${ACCOUNT_SETTINGS}?section=${section}` as const;
