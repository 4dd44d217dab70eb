import { describe, expect, it } from "vitest";
import { dialled, joinedNotes, mapHref } from "@/features/trades/customers/rules";
import { mayInviteAs, mayLeave, mayRemove, roles } from "@/features/trades/members/rules";
import { shownTo } from "@/features/trades/rules";
import { isCurrency, isNameOf } from "@/features/trades/workspace/rules";
import { workspaceFields } from "@/features/trades/workspace/schema";
import { AppError, unchanged } from "@/lib/app-error";
import { WORKSPACE_ROLES } from "@/lib/enums/trades";
import { minorDigits } from "@/lib/money";

const PAIRS = WORKSPACE_ROLES.flatMap((from) => WORKSPACE_ROLES.map((to) => [from, to] as const));

describe("what somebody is in a workspace", () => {
  /** Written down here once more, on purpose: every step that is allowed. All others are not. */
  const STEPS = ["member → manager", "manager → member", "manager → owner", "member → owner", "owner → manager"];
  it.each(PAIRS)("%s → %s", (from, to) => {
    expect(roles.can(from, to, "owner")).toBe(STEPS.includes(`${from} → ${to}`));
  });

  const REMOVES = ["owner → manager", "owner → member", "manager → member"];
  it.each(PAIRS)("%s takes out %s", (by, whom) => {
    expect(mayRemove(by, whom)).toBe(REMOVES.includes(`${by} → ${whom}`));
  });

  it("says as what one can invite, and who can leave", () => {
    expect(WORKSPACE_ROLES.map(mayInviteAs)).toEqual([["manager", "member"], ["member"], []]);
    expect(WORKSPACE_ROLES.filter(mayLeave)).toEqual(["manager", "member"]);
  });
});

describe("what a member sees of a row", () => {
  const row = { name: "Bench", price: 1200 };
  it.each(["owner", "manager"] as const)("is all of it for an %s", (role) => {
    expect(shownTo(role, row, ["price"])).toEqual(row);
  });
  it("has no prices in it, not even their names", () => {
    expect(Object.keys(shownTo("member", row, ["price"]))).toEqual(["name"]);
  });
});

describe("a row that was changed since", () => {
  const row = { name: "Now", version: 3 };
  it("is told as it is now", () => {
    const refused = (version: number, given: typeof row | undefined = row) => {
      try {
        return unchanged(given, version, ({ name }) => name);
      } catch (error) {
        return error;
      }
    };
    expect(refused(3)).toBe(row);
    expect(refused(2)).toMatchObject({ code: "conflict", current: "Now" });
    expect(() => unchanged(undefined, 1, () => null)).toThrow(new AppError("notFound"));
  });
});

describe("a workspace's settings", () => {
  const fields = { name: "Shop", timeZone: "Asia/Ho_Chi_Minh", currency: "VND", language: "vi" };
  it("take currencies that are in use, in either case", () => {
    expect(workspaceFields.parse({ ...fields, currency: "vnd" })).toEqual({ ...fields, taxMode: "group" });
    expect(["VND", "AED", "XYZ", "vnd", "EURO", ""].map(isCurrency)).toEqual([true, true, false, false, false, false]);
    expect(["VND", "EUR", "KWD"].map(minorDigits)).toEqual([0, 2, 3]);
  });
  it.each([
    { timeZone: "Mars/Olympus" },
    { currency: "XYZ" },
    { name: "  " },
    { name: "x".repeat(81) },
    { taxMode: "none" },
    { role: "owner" },
  ])("refuse %o", (change) => {
    expect(workspaceFields.safeParse({ ...fields, ...change }).success).toBe(false);
  });
  it("are deleted by the name, however its letters are written", () => {
    expect([" shop ", "SHOP", "Shop", "Shops", ""].map((written) => isNameOf(written, "Shop"))).toEqual([true, true, true, false, false]);
  });
});

describe("a customer", () => {
  it("is shown on a map by the lines of an address", () => {
    expect(mapHref("12 Lê Lợi\n Huế")).toBe(`https://www.openstreetmap.org/search?query=${encodeURIComponent("12 Lê Lợi, Huế")}`);
    expect(mapHref("\n ")).toBeNull();
  });
  it.each([
    ["+84 90 123 45 67", "+84901234567"],
    ["(02) 123-45", "0212345"],
    ["٠٩٠ ١٢٣", "090123"],
    ["ask Lan", null],
    ["12", null],
  ])("is rung up by what is a number of %s", (phone, number) => {
    expect(dialled(phone)).toBe(number);
  });
  it("keeps the notes of both, as long as notes can be", () => {
    expect(joinedNotes("One", "")).toBe("One");
    expect(joinedNotes("One", "Two")).toBe("One\n\nTwo");
    expect(joinedNotes("x".repeat(4000), "Two")).toHaveLength(4000);
  });
});
