import { describe, expect, it } from "vitest";
import { isFinal } from "@/features/trades/tasks/hooks/queue";

describe("a change that was made without a connection", () => {
  it.each(["forbidden", "notFound", "conflict", "wrongState", "taskWaits", "checksOpen", "formMissing", "viewOnly", "malwareFound"])(
    "is not sent again once it was refused as %s",
    (code) => expect(isFinal(code)).toBe(true),
  );
  it.each([
    "network",
    "internal",
    "unavailable",
    "requestTimeout",
    "maintenance",
    "tooManyRequests",
    "areaClosed",
    "sessionEnded",
    "tokenExpired",
    "notCheckedYet",
  ])("waits where the answer was %s", (code) => expect(isFinal(code)).toBe(false));
});
