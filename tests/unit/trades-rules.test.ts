import { describe, expect, it } from "vitest";
import { dialled, joinedNotes, mapHref } from "@/features/trades/customers/rules";
import { isOverdue, mayMove, moved, type Standing } from "@/features/trades/jobs/rules";
import { mayInviteAs, mayLeave, mayRemove, roles } from "@/features/trades/members/rules";
import { shownTo } from "@/features/trades/rules";
import { isCurrency, isNameOf } from "@/features/trades/workspace/rules";
import { workspaceFields } from "@/features/trades/workspace/schema";
import { AppError, expectVersion } from "@/lib/app-error";
import { JOB_STATES, WORKSPACE_ROLES } from "@/lib/enums/trades";
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
  const shown: string[] = [];
  const show = async ({ name }: typeof row) => {
    shown.push(name);
    return name;
  };
  it("is told as it is now, and asked for only then", async () => {
    await expect(expectVersion(row, 3, show)).resolves.toBe(row);
    expect(shown).toEqual([]);
    await expect(expectVersion(row, 2, show)).rejects.toMatchObject({ code: "conflict", current: "Now" });
    await expect(expectVersion<typeof row>(undefined, 1, show)).rejects.toEqual(new AppError("notFound"));
    expect(shown).toEqual(["Now"]);
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
  it("keeps the notes of both, whole", () => {
    expect(joinedNotes("One", "")).toBe("One");
    expect(joinedNotes("One", "Two")).toBe("One\n\nTwo");
    expect(joinedNotes("x".repeat(4000), "Two").endsWith("x\n\nTwo")).toBe(true);
  });
});

describe("where a job goes", () => {
  /** Written down here once more, on purpose: every step that is allowed, from where it was put away if it was. All others are not. */
  const STEPS = [
    "enquiry → quoted, lost, on_hold, cancelled",
    "quoted → enquiry, won, lost, on_hold, cancelled",
    "won → quoted, in_progress, on_hold, cancelled",
    "in_progress → won, completed, on_hold, cancelled",
    "completed → in_progress, invoiced, on_hold",
    "invoiced → completed, closed",
    "closed → invoiced",
    "lost (enquiry) → enquiry",
    "lost (quoted) → quoted",
    "on_hold (enquiry) → enquiry, lost, cancelled",
    "on_hold (quoted) → quoted, lost, cancelled",
    "on_hold (won) → won, cancelled",
    "on_hold (in_progress) → in_progress, cancelled",
    "on_hold (completed) → completed",
    "cancelled (enquiry) → enquiry",
    "cancelled (quoted) → quoted",
    "cancelled (won) → won",
    "cancelled (in_progress) → in_progress",
  ].flatMap((line) => {
    const [from, tos = ""] = line.split(" → ");
    return tos.split(", ").map((to) => `${from} → ${to}`);
  });
  const AWAY: readonly string[] = ["on_hold", "lost", "cancelled"];
  const STANDINGS = JOB_STATES.flatMap((state): Standing[] =>
    AWAY.includes(state) ? JOB_STATES.map((leftFrom) => ({ state, leftFrom })) : [{ state, leftFrom: null }],
  );
  const said = ({ state, leftFrom }: Standing) => (leftFrom ? `${state} (${leftFrom})` : state);

  it.each(STANDINGS.flatMap((from) => JOB_STATES.map((to) => [said(from), to, from] as const)))("%s → %s", (words, to, from) => {
    expect(mayMove(from, to, "manager")).toBe(STEPS.includes(`${words} → ${to}`));
    expect(mayMove(from, to, "owner")).toBe(mayMove(from, to, "manager"));
    // Whoever does the work says that it is done, and that it is not.
    const work = ["in_progress → completed", "completed → in_progress"];
    expect(mayMove(from, to, "member")).toBe(work.includes(`${words} → ${to}`));
  });

  it("remembers where it was as long as it is away", () => {
    expect(moved({ state: "won", leftFrom: null }, "on_hold")).toEqual({ state: "on_hold", leftFrom: "won" });
    expect(moved({ state: "on_hold", leftFrom: "won" }, "cancelled")).toEqual({ state: "cancelled", leftFrom: "won" });
    expect(moved({ state: "cancelled", leftFrom: "won" }, "won")).toEqual({ state: "won", leftFrom: null });
  });

  it("is late after its day, unless the work is done or ended", () => {
    const late = JOB_STATES.filter((state) => isOverdue({ state, dueOn: "2027-01-30" }, "2027-01-31"));
    expect(late).toEqual(["enquiry", "quoted", "won", "in_progress", "on_hold"]);
    expect(isOverdue({ state: "won", dueOn: "2027-01-31" }, "2027-01-31")).toBe(false);
    expect(isOverdue({ state: "won", dueOn: null }, "2027-01-31")).toBe(false);
  });
});
