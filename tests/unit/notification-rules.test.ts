import { describe, expect, it } from "vitest";
import { isChoosable, isEventFor, isNotified, MAIL_AFTER_MINUTES, mailDue, nextMorning } from "@/features/account/notifications/rules";
import { ROLES } from "@/lib/enums/account";
import { NOTIFICATION_CHANNELS, NOTIFICATION_EVENTS } from "@/lib/enums/notifications";

describe("who is told what, by which way", () => {
  it.each([
    ["new_device", true],
    ["export_ready", true],
    ["support", true],
    ["support_inbox", true],
    ["recording_played", false],
  ] as const)("%s is told by mail, unless chosen otherwise: %s", (event, byDefault) => {
    expect(isNotified(event, "email", [])).toBe(byDefault);
    expect(isNotified(event, "email", [{ event, channel: "email", enabled: !byDefault }])).toBe(!byDefault);
    const others = NOTIFICATION_EVENTS.filter((other) => other !== event);
    const elsewhere = [
      ...others.map((other) => ({ event: other, channel: "email" as const, enabled: !byDefault })),
      { event, channel: "push" as const, enabled: !byDefault },
    ];
    expect(isNotified(event, "email", elsewhere)).toBe(byDefault);
  });

  it.each(["security", "billing"] as const)("mails about %s always come", (event) => {
    expect(isChoosable(event, "email")).toBe(false);
    expect(isNotified(event, "email", [{ event, channel: "email", enabled: false }])).toBe(true);
  });

  it("everything else is for choosing", () => {
    const fixed = NOTIFICATION_EVENTS.flatMap((event) =>
      NOTIFICATION_CHANNELS.filter((channel) => !isChoosable(event, channel)).map((channel) => `${event} ${channel}`),
    );
    expect(fixed.sort()).toEqual(["billing email", "security email"]);
  });

  it("only the team hears of what waits for it", () => {
    const forTeam = NOTIFICATION_EVENTS.filter((event) => !isEventFor(event, "candidate"));
    expect(forTeam.sort()).toEqual(["community_reports", "peer_review_care", "support_inbox", "viewings"]);
    for (const event of forTeam) expect(ROLES.filter((role) => isEventFor(event, role))).toEqual(["admin", "super_admin"]);
  });
});

describe("when a mail is due", () => {
  it("promptly: once it has been unread for two minutes", () => {
    const now = new Date("2026-11-22T10:00:30Z");
    expect(mailDue(now, "promptly", "Asia/Riyadh").getTime() - now.getTime()).toBe(MAIL_AFTER_MINUTES * 60_000);
  });

  it.each([
    // now, zone, the next eight o'clock there
    ["2026-11-22T04:00:00Z", "Asia/Riyadh", "2026-11-22T05:00:00Z"],
    ["2026-11-22T05:00:01Z", "Asia/Riyadh", "2026-11-23T05:00:00Z"],
    ["2026-11-22T20:59:00Z", "Asia/Riyadh", "2026-11-23T05:00:00Z"],
    // The day has begun there already.
    ["2026-11-22T22:30:00Z", "Asia/Ho_Chi_Minh", "2026-11-23T01:00:00Z"],
    ["2026-11-22T23:30:00Z", "Pacific/Auckland", "2026-11-23T19:00:00Z"],
    ["2026-11-22T12:00:00Z", "America/Los_Angeles", "2026-11-22T16:00:00Z"],
    ["2026-11-22T12:00:00Z", "Asia/Kathmandu", "2026-11-23T02:15:00Z"],
    // The night in which clocks go forward, and the one in which they go back.
    ["2026-03-28T20:00:00Z", "Europe/Paris", "2026-03-29T06:00:00Z"],
    ["2026-03-28T06:00:00Z", "Europe/Paris", "2026-03-28T07:00:00Z"],
    ["2026-10-24T20:00:00Z", "Europe/Paris", "2026-10-25T07:00:00Z"],
    ["2026-03-08T05:00:00Z", "America/New_York", "2026-03-08T12:00:00Z"],
    ["2026-11-01T04:30:00Z", "America/New_York", "2026-11-01T13:00:00Z"],
    // Late on the evening before either: the night is an hour shorter or longer, and its morning is not left out.
    ["2027-03-27T22:30:00Z", "Europe/Paris", "2027-03-28T06:00:00Z"],
    ["2027-03-14T04:30:00Z", "America/New_York", "2027-03-14T12:00:00Z"],
    ["2027-10-30T21:30:00Z", "Europe/Paris", "2027-10-31T07:00:00Z"],
    ["2026-11-22T08:00:00Z", "UTC", "2026-11-22T08:00:00Z"],
  ])("daily at eight: from %s in %s at %s", (now, zone, due) => {
    expect(nextMorning(new Date(now), zone).toISOString()).toBe(new Date(due).toISOString());
  });

  it("daily: what comes a moment before eight is not mailed unseen", () => {
    expect(mailDue(new Date("2026-11-22T07:59:00Z"), "daily", null).toISOString()).toBe("2026-11-23T08:00:00.000Z");
    expect(mailDue(new Date("2026-11-22T07:57:00Z"), "daily", null).toISOString()).toBe("2026-11-22T08:00:00.000Z");
  });
});
