import { THEME_CONTRASTS, THEME_COOKIE_DAYS, THEME_DEFAULTS, THEME_LAYOUTS, THEME_MODES, THEME_PRESETS } from "@/lib/constants";

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

/**
 * Runs in the document's head before anything is painted, so that a dark page never flashes white: stamps the cookies'
 * known values, or the defaults, on `<html>`.
 */
export const THEME_BOOT_SCRIPT = `(()=>{const c=${JSON.stringify(CHOICES)},d=${JSON.stringify(DEFAULT_SETTINGS)},e=document.documentElement;for(const k in c){const m=document.cookie.match("(?:^|; )"+c[k].cookie+"=([a-z]+)"),v=m&&c[k].values.includes(m[1])?m[1]:String(d[k]);e.setAttribute("data-"+k,v)}})()`;

export function readSettings(): ThemeSettings {
  const { dataset } = document.documentElement;
  return { ...DEFAULT_SETTINGS, ...dataset, stretch: dataset.stretch === "true" } as ThemeSettings;
}

export function writeSetting<K extends keyof ThemeSettings>(name: K, value: ThemeSettings[K]): void {
  document.documentElement.dataset[name] = String(value);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox
  document.cookie = `${CHOICES[name].cookie}=${value}; path=/; max-age=${THEME_COOKIE_DAYS * 86_400}; samesite=lax`;
}
