import { z } from "zod";
import { AREA_STATES, AREAS, type Area, type AreaState } from "./enums";
import { LOCALES, type LocalizedText } from "./locales";

/** What changes for the whole service is told here. */
export const SERVICE_TOPIC = "service";

/** A text that may be empty in every language. */
const someText = (max: number) =>
  z.strictObject(
    Object.fromEntries(LOCALES.map((locale) => [locale, z.string().trim().max(max)])) as Record<keyof LocalizedText, z.ZodString>,
  );

export const MAINTENANCE_TEXT_MAX = 300;
export const REPORTS = { min: 2, max: 20 } as const;

/** What may be changed while the service runs: each has a form, and a value as long as nobody has said anything. */
export const SETTINGS = {
  /** While it is on, everything can be read and nothing changed; what people read then. */
  maintenance: z.strictObject({ on: z.boolean(), message: someText(MAINTENANCE_TEXT_MAX) }),
  areas: z.strictObject(
    Object.fromEntries(AREAS.map((area) => [area, z.enum(AREA_STATES)])) as Record<Area, z.ZodEnum<Record<AreaState, AreaState>>>,
  ),
  /** Whether new accounts can be made. */
  registration: z.strictObject({ open: z.boolean() }),
  /** After how many reports a message of the community hides until somebody has looked. */
  reports: z.strictObject({ hideAfter: z.int().min(REPORTS.min).max(REPORTS.max) }),
};

export type SettingValues = { [Key in keyof typeof SETTINGS]: z.infer<(typeof SETTINGS)[Key]> };
export type SettingKey = keyof SettingValues;
export const SETTING_KEYS = Object.keys(SETTINGS) as [SettingKey, ...SettingKey[]];

const EMPTY: LocalizedText = { en: "", fr: "", vi: "", cn: "", ar: "" };

export const SETTING_DEFAULTS: SettingValues = {
  maintenance: { on: false, message: EMPTY },
  areas: {
    practice: "on",
    learning: "on",
    forum: "on",
    peerReview: "on",
    support: "on",
    subscription: "on",
    // Shops come one by one: an account has it when somebody gave it to them.
    trades: "chosen",
  },
  registration: { open: true },
  reports: { hideAfter: 3 },
};
