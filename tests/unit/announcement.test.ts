import { describe, expect, it } from "vitest";
import { announcement } from "@/server/announcement";

const started = (isNew: boolean, isTerminal: boolean) =>
  announcement({
    publicUrl: "https://parley.example",
    dataDir: "/srv/parley",
    logins: [{ email: "candidate@parley.example", password: "made-just-now", role: "candidate", isNew }],
    isTerminal,
  });

describe("what a start says", () => {
  it.each([
    ["the first start in a terminal", true, true],
    ["the first start of a service", true, false],
    ["each start in a terminal", false, true],
  ])("names the address and the demo logins with their passwords: %s", (_when, isNew, isTerminal) => {
    expect(started(isNew, isTerminal)).toContain("https://parley.example");
    expect(started(isNew, isTerminal)).toMatch(/candidate@parley\.example +made-just-now/);
  });

  it("leaves no password in the log of a service that starts again, and says where they stand", () => {
    expect(started(false, false)).not.toContain("made-just-now");
    expect(started(false, false)).toContain("/srv/parley/secrets.json");
    expect(started(false, false)).toContain("candidate@parley.example");
  });

  it("says nothing of logins where there are none", () => {
    expect(announcement({ publicUrl: "https://parley.example", dataDir: "/", logins: [], isTerminal: true })).not.toContain("Demo");
  });
});
