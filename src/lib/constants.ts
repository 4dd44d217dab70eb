/**
 * The specification's business constants (its points 4 and 9). One place, read by server, browser and tests;
 * a test names each value so that none changes unnoticed.
 */

/** Local-storage key of the access token. */
export const ACCESS_TOKEN_KEY = "accessToken";
/** Local-storage key of the persisted client state. */
export const STATE_KEY = "root";
/** How long restoring the client state may take before the initial state is used, in milliseconds. */
export const STATE_TIMEOUT_MS = 5000;

export const PAGE_SIZE = 10;
export const FIRST_PAGE = 1;

/** Minutes; also the defaults of the record settings. */
export const DEFAULT_READING_MINUTES = 1;
export const DEFAULT_ANSWER_MINUTES = 1;

export const TOAST = { limit: 5, durationMs: 3000, position: "top-right" } as const;
export const PROGRESS_DELAY_MS = 300;
export const AVATAR_GROUP_MAX = 4;

/** Layout sizes in CSS pixels. */
export const LAYOUT = {
  header: { mobile: 64, mainDesktop: 88, dashboardDesktop: 92 },
  sidebar: { drawer: 260, wideDrawer: 320, dashboard: 280, mini: 88 },
} as const;

export const THEME_DEFAULTS = {
  mode: "light",
  direction: "ltr",
  contrast: "default",
  layout: "vertical",
  preset: "default",
  stretch: false,
} as const;
export const THEME_MODES = ["light", "dark"] as const;
export const THEME_CONTRASTS = ["default", "bold"] as const;
export const THEME_LAYOUTS = ["vertical", "mini"] as const;
export const THEME_PRESETS = ["default", "cyan", "purple", "blue", "orange", "red"] as const;
export const THEME_COOKIE_DAYS = 3;
export const BORDER_RADIUS = 8;

export const IMAGE_WIDTHS = [640, 750, 828, 1080, 1200, 1920, 2048, 3840] as const;
export const IMAGE_QUALITY = 75;
