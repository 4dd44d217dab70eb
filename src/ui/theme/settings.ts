import { THEME_CONTRASTS, THEME_COOKIE_DAYS, THEME_DEFAULTS, THEME_LAYOUTS, THEME_MODES, THEME_PRESETS } from "@/lib/constants";
import { deviceCookie } from "@/lib/device-cookie";

/** What a visitor may set, and what is stamped on `<html>` as data attributes. The direction follows the language. */
export interface ThemeSettings {
  mode: (typeof THEME_MODES)[number];
  contrast: (typeof THEME_CONTRASTS)[number];
  layout: (typeof THEME_LAYOUTS)[number];
  preset: (typeof THEME_PRESETS)[number];
  stretch: boolean;
}

export const DEFAULT_SETTINGS: ThemeSettings = {
  mode: THEME_DEFAULTS.mode,
  contrast: THEME_DEFAULTS.contrast,
  layout: THEME_DEFAULTS.layout,
  preset: THEME_DEFAULTS.preset,
  stretch: THEME_DEFAULTS.stretch,
};

/** Each setting's cookie and the values it may hold. */
const CHOICES = {
  mode: { cookie: "themeMode", values: THEME_MODES },
  contrast: { cookie: "themeContrast", values: THEME_CONTRASTS },
  layout: { cookie: "themeLayout", values: THEME_LAYOUTS },
  preset: { cookie: "themeColorPresets", values: THEME_PRESETS },
  stretch: { cookie: "themeStretch", values: ["true", "false"] },
} as const;

/** Stamps the cookies' known values, or the defaults, on `<html>`. It stands alone, because its source is also a script. */
function stamp(choices: Record<string, { cookie: string; values: readonly string[] }>, defaults: Record<string, unknown>): void {
  for (const name of Object.keys(choices)) {
    const { cookie = "", values = [] } = choices[name] ?? {};
    const kept = document.cookie.match(`(?:^|; )${cookie}=([a-z]+)`)?.[1] ?? "";
    document.documentElement.setAttribute(`data-${name}`, values.includes(kept) ? kept : String(defaults[name]));
  }
}

/** Runs in the document's head before anything is painted, so that a dark page never flashes white. */
export const THEME_BOOT_SCRIPT = `(${stamp.toString()})(${JSON.stringify(CHOICES)},${JSON.stringify(DEFAULT_SETTINGS)})`;

/** Once more where the document was made anew in the browser, as Next does for an unknown address. */
export function restoreStamp(): void {
  if (document.documentElement.dataset.mode === undefined) stamp(CHOICES, { ...DEFAULT_SETTINGS });
}

export function readSettings(): ThemeSettings {
  const { dataset } = document.documentElement;
  return { ...DEFAULT_SETTINGS, ...dataset, stretch: dataset.stretch === "true" } as ThemeSettings;
}

export function writeSetting<K extends keyof ThemeSettings>(name: K, value: ThemeSettings[K]): void {
  document.documentElement.dataset[name] = String(value);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox
  document.cookie = deviceCookie(CHOICES[name].cookie, String(value), THEME_COOKIE_DAYS * 86_400, location.protocol);
}
