import { z } from "zod";
import { AREA_STATES, AREAS, type Area, type AreaState } from "./enums/service";
import { PLANS, type Plan } from "./enums/subscription";
import { byLocale, type LocalizedText } from "./locales";

/** What changes for the whole service is told here. */
export const SERVICE_TOPIC = "service";

/** A text that may be empty in every language. */
const someText = (max: number) => z.strictObject(byLocale(() => z.string().trim().max(max)));

export const MAINTENANCE_TEXT_MAX = 300;
export const REPORTS = { min: 2, max: 20 } as const;

/** Within what each limit of a plan may be set. At least one of each: nobody is shut out of what they have. */
export const LIMITS = {
  storedTakesPerWeek: { min: 1, max: 10_000 },
  storageGb: { min: 1, max: 10_000 },
  reviewsWanted: { min: 1, max: 20 },
} as const;

const limits = z.strictObject({
  /** Recordings that the server takes in within seven days; null: as many as one likes. */
  storedTakesPerWeek: z.int().min(LIMITS.storedTakesPerWeek.min).max(LIMITS.storedTakesPerWeek.max).nullable(),
  /** Recordings that it keeps, in gigabytes of 1,000,000,000 bytes. */
  storageGb: z.int().min(LIMITS.storageGb.min).max(LIMITS.storageGb.max),
  /** Reviews of peers that one may ask for per answer. */
  reviewsWanted: z.int().min(LIMITS.reviewsWanted.min).max(LIMITS.reviewsWanted.max),
});
export type Limits = z.infer<typeof limits>;
const LIMIT_NAMES = Object.keys(LIMITS) as (keyof Limits)[];

/** Each plan allows what the cheaper one does, or more. */
const entitlements = z
  .strictObject(Object.fromEntries(PLANS.map((plan) => [plan, limits])) as Record<Plan, typeof limits>)
  .superRefine((plans, check) => {
    for (const [at, plan] of PLANS.entries()) {
      const cheaper = PLANS[at - 1];
      for (const name of cheaper ? LIMIT_NAMES : [])
        if (cheaper && (plans[plan][name] ?? Infinity) < (plans[cheaper][name] ?? Infinity))
          check.addIssue({ code: "custom", path: [plan, name], message: "planOrder" });
    }
  });

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
  /** What each plan allows. */
  entitlements,
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
  entitlements: {
    free: { storedTakesPerWeek: 10, storageGb: 1, reviewsWanted: 3 },
    plus: { storedTakesPerWeek: 60, storageGb: 20, reviewsWanted: 5 },
    pro: { storedTakesPerWeek: null, storageGb: 100, reviewsWanted: 8 },
  },
};
