import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LOCK_MINUTES, MAX_LOGIN_FAILURES } from "@/features/account/rules";
import * as constants from "@/lib/constants";
import { DIFFICULTIES, RATING_SCALES } from "@/lib/enums/practice";
import { DEFAULT_LOCALE, LOCALE_KEY, LOCALES } from "@/lib/locales";
import nextConfig from "../../next.config.mjs";

/** The specification's points 4 and 9, value by value: none may change unnoticed, and none may be left out here. */
const SPECIFIED: Record<keyof typeof constants, unknown> = {
  ACCESS_TOKEN_KEY: "accessToken",
  STATE_KEY: "root",
  STATE_TIMEOUT_MS: 5000,
  PAGE_SIZE: 10,
  FIRST_PAGE: 1,
  DEFAULT_READING_MINUTES: 1,
  DEFAULT_ANSWER_MINUTES: 1,
  TOAST: { limit: 5, durationMs: 3000, position: "top-right" },
  PROGRESS_DELAY_MS: 300,
  AVATAR_GROUP_MAX: 4,
  LAYOUT: {
    header: { mobile: 64, mainDesktop: 88, dashboardDesktop: 92 },
    sidebar: { drawer: 260, wideDrawer: 320, dashboard: 280, mini: 88 },
  },
  THEME_DEFAULTS: { mode: "light", direction: "ltr", contrast: "default", layout: "vertical", preset: "default", stretch: false },
  THEME_MODES: ["light", "dark"],
  THEME_CONTRASTS: ["default", "bold"],
  THEME_LAYOUTS: ["vertical", "mini"],
  THEME_PRESETS: ["default", "cyan", "purple", "blue", "orange", "red"],
  THEME_COOKIE_DAYS: 3,
  BORDER_RADIUS: 8,
  IMAGE_WIDTHS: [640, 750, 828, 1080, 1200, 1920, 2048, 3840],
  IMAGE_QUALITY: 75,
};

describe("the specification's constants", () => {
  it.each(Object.entries(constants))("%s", (name, value) => {
    expect(value).toEqual(SPECIFIED[name as keyof typeof constants]);
  });

  it("are all here", () => {
    expect(Object.keys(constants).sort()).toEqual(Object.keys(SPECIFIED).sort());
  });

  it("the languages, their key in the browser's storage, and the one to fall back to", () => {
    expect(LOCALES).toEqual(["en", "fr", "vi", "cn", "ar"]);
    expect(LOCALE_KEY).toBe("i18nextLng");
    expect(DEFAULT_LOCALE).toBe("en");
  });

  it("the fields of a rating and the difficulties", () => {
    expect(RATING_SCALES).toEqual(["clarity", "logic_relevance", "expertise_insight", "attitude_engagement", "rating_overall"]);
    expect(DIFFICULTIES).toEqual(["easy", "medium", "hard"]);
  });

  it("the lock of an account", () => {
    expect([MAX_LOGIN_FAILURES, LOCK_MINUTES]).toEqual([5, 15]);
  });

  it("the layout and the corners, where the style sheet holds them", () => {
    const sheet = readFileSync("src/app/globals.css", "utf8");
    const pixels = (name: string): number => Number(new RegExp(`^  --${name}: (\\d+)px;$`, "m").exec(sheet)?.[1]);
    expect({
      header: {
        mobile: pixels("spacing-header"),
        mainDesktop: pixels("spacing-header-main"),
        dashboardDesktop: pixels("spacing-header-dashboard"),
      },
      sidebar: {
        drawer: pixels("spacing-drawer"),
        wideDrawer: pixels("spacing-drawer-wide"),
        dashboard: pixels("spacing-sidebar"),
        mini: pixels("spacing-sidebar-mini"),
      },
    }).toEqual(constants.LAYOUT);
    expect(pixels("radius-box")).toBe(constants.BORDER_RADIUS);
  });

  it("the widths and the quality of images, where Next reads them", async () => {
    // next-intl's plugin gives the configuration back as an object.
    const { images } = nextConfig as { images?: { deviceSizes?: number[]; qualities?: number[] } };
    expect(images?.deviceSizes).toEqual([640, 750, 828, 1080, 1200, 1920, 2048, 3840]);
    expect(images?.qualities).toEqual([75]);
  });
});
