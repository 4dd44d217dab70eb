import { describe, expect, it } from "vitest";
import { phaseOf } from "@/features/admin/announcements/rules";
import { announcementInput } from "@/features/admin/announcements/schema";
import { changesOf, plainly } from "@/features/admin/audit/rules";
import { areaOfPage, shownOf } from "@/features/service/rules";
import { AREAS } from "@/lib/enums/service";
import { EMPTY_TEXT } from "@/lib/localized-text";
import { SETTING_DEFAULTS, SETTING_KEYS, SETTINGS } from "@/lib/settings";
import { ALWAYS_OPEN, areaOf, IN_MAINTENANCE, WAYS_IN } from "@/server/admission";
import { appRouter } from "@/server/api/root";
import { createLog } from "@/server/log";
import { sound } from "@/server/settings";

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
const routers = [...new Set(Object.keys(procedures).map((path) => path.split(".")[0] ?? ""))];

describe("announcements above the pages", () => {
  const sent = ["a", "b", "c", "d", "e"].map((uid) => ({ uid }));
  const shown = (...closed: string[]) => shownOf(sent, closed).map(({ uid }) => uid);

  it("are three at a time, of those that were not closed on the device", () => {
    expect(shown()).toEqual(["a", "b", "c"]);
    expect(shown("a", "c")).toEqual(["b", "d", "e"]);
    expect(shown("a", "b", "c", "d")).toEqual(["e"]);
  });
});

describe("areas", () => {
  it("are routers, and every router is one or is always open", () => {
    const unknown = routers.filter((router) => !ALWAYS_OPEN.includes(router) && !AREAS.some((area) => area === router));
    expect(unknown).toEqual([]);
  });

  it("belong to what is called", () => {
    expect(areaOf("practice.saveAnswer")).toBe("practice");
    expect(areaOf("account.login")).toBeNull();
    expect(areaOf("admin.settings.save")).toBeNull();
  });

  it("are closed where nobody knows of them", () => {
    expect(() => areaOf("tomorrow.make")).toThrow("areaClosed");
  });

  it("have pages, which others do not", () => {
    expect(areaOfPage("/dashboard/practice/session")).toBe("practice");
    expect(areaOfPage("/dashboard/videolibrarydetail")).toBe("learning");
    expect(areaOfPage("/dashboard/practices")).toBeNull();
    expect(areaOfPage("/dashboard")).toBeNull();
    expect(areaOfPage("/dashboard/admin/support")).toBeNull();
    expect(areaOfPage("/dashboard/settings/account")).toBeNull();
  });

  it("start without trades for new accounts", () => {
    expect(AREAS.filter((area) => SETTING_DEFAULTS.areas[area] !== "on")).toEqual(["trades"]);
    expect(SETTING_DEFAULTS.areas.trades).toBe("chosen");
  });
});

describe("ways into an area that somebody does not have", () => {
  it("are of procedures that there are, none of which is always open", () => {
    for (const path of WAYS_IN.keys()) expect.soft(procedures[path], path).toBeDefined();
    expect([...WAYS_IN.keys()].filter((path) => areaOf(path) === null)).toEqual([]);
  });
});

describe("what goes on during maintenance", () => {
  it("are changes that there are, of one's account alone", () => {
    for (const path of IN_MAINTENANCE) expect.soft(procedures[path]?._def.type, path).toBe("mutation");
    expect([...IN_MAINTENANCE].filter((path) => !path.startsWith("account."))).toEqual([]);
  });
});

describe("settings", () => {
  it.each(SETTING_KEYS)("%s comes with a value that fits", (key) => {
    expect(SETTINGS[key].parse(SETTING_DEFAULTS[key])).toEqual(SETTING_DEFAULTS[key]);
  });

  it("that do not fit are as the app came", () => {
    const log = createLog("silent");
    expect(sound("registration", { open: false }, log)).toEqual({ open: false });
    expect(sound("registration", { open: "perhaps" }, log)).toEqual({ open: true });
    expect(sound("reports", { hideAfter: 0 }, log)).toEqual({ hideAfter: 3 });
    expect(sound("areas", { practice: "off" }, log)).toEqual(SETTING_DEFAULTS.areas);
  });
});

describe("an announcement", () => {
  const at = (day: string) => `2026-11-${day}T12:00:00Z`;

  it("is planned, shown, and over", () => {
    const span = { startsAt: at("10"), endsAt: at("20") };
    expect(phaseOf(span, new Date(at("09")))).toBe("planned");
    expect(phaseOf(span, new Date(at("10")))).toBe("shown");
    expect(phaseOf(span, new Date(at("20")))).toBe("over");
    expect(phaseOf({ ...span, endsAt: null }, new Date(at("30")))).toBe("shown");
  });

  const whole = { kind: "info", audience: "everybody", text: { ...EMPTY_TEXT, en: "Hello" }, link: null, startsAt: at("10"), endsAt: null };
  const link = (href: string) => ({ ...whole, link: { href, label: { ...EMPTY_TEXT, en: "More" } } });

  it("needs English, and an end after its beginning", () => {
    expect(announcementInput.safeParse(whole).success).toBe(true);
    expect(announcementInput.safeParse({ ...whole, text: { ...EMPTY_TEXT, fr: "Bonjour" } }).success).toBe(false);
    expect(announcementInput.safeParse({ ...whole, endsAt: at("10") }).success).toBe(false);
    expect(announcementInput.safeParse({ ...whole, endsAt: at("11") }).success).toBe(true);
  });

  it.each([
    ["/faq", true],
    ["https://status.example/today", true],
    ["//evil.example", false],
    ["/\\evil.example", false],
    ["http://plain.example", false],
    ["javascript:alert(1)", false],
    ["faq", false],
  ])("leads to %s: %s", (href, allowed) => {
    expect(announcementInput.safeParse(link(href)).success).toBe(allowed);
  });
});

describe("an entry of the audit log", () => {
  it("tells field by field what was and is, and then why", () => {
    const entry = { before: { name: "A", gone: 1 }, after: { name: "B", gone: null }, detail: { reason: "kept" } };
    expect(changesOf(entry)).toEqual([
      { field: "name", before: "A", after: "B" },
      { field: "gone", before: 1, after: null },
      { field: "reason", before: undefined, after: "kept" },
    ]);
    expect(changesOf({ before: null, after: { name: "B" }, detail: {} })).toEqual([{ field: "name", before: undefined, after: "B" }]);
  });

  it("shows words as they are", () => {
    expect(plainly("one")).toBe("one");
    expect(plainly(null)).toBe("–");
    expect(plainly(false)).toBe("false");
    expect(plainly(["a"])).toBe('[\n "a"\n]');
  });
});
