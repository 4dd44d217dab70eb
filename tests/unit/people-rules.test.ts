import { describe, expect, it } from "vitest";
import { actsOn, fits, mayAct } from "@/features/admin/people/rules";
import { afterCursor, cursorOf } from "@/lib/cursors";
import { ACCOUNT_STATES, type AccountState, ROLES, type Role } from "@/lib/enums/account";
import { PEOPLE_ACTS, type PeopleAct } from "@/lib/enums/service";
import { typedNames } from "@/lib/search-terms";

/** Written down here once more, on purpose: who may act on whom, and by which acts. All others may not. */
const EVERY: PeopleAct[] = ["suspend", "restore", "unlock", "verify", "endSessions", "grantRole", "view"];
const BUT_ROLES = EVERY.filter((act) => act !== "grantRole");
/** The team's own accounts are not looked at. */
const BUT_VIEW = EVERY.filter((act) => act !== "view");
const ALLOWED: Record<string, PeopleAct[]> = {
  "admin → candidate": BUT_ROLES,
  "super_admin → candidate": EVERY,
  "super_admin → admin": BUT_VIEW,
  "super_admin → super_admin": BUT_VIEW,
};

const PAIRS = ROLES.flatMap((actor) => ROLES.map((subject) => [actor, subject] as [Role, Role]));

describe("who may act on whom", () => {
  it.each(PAIRS)("%s → %s", (actor, subject) => {
    const may = EVERY.filter((act) => mayAct(act, { id: "a", role: actor }, { id: "b", role: subject }));
    expect(may).toEqual(ALLOWED[`${actor} → ${subject}`] ?? []);
  });

  it.each(ROLES)("nobody acts on themselves: %s", (role) => {
    const me = { id: "a", role };
    expect(PEOPLE_ACTS.filter((act) => mayAct(act, me, me))).toEqual([]);
  });

  it("knows every act", () => {
    expect([...PEOPLE_ACTS].sort()).toEqual([...EVERY].sort());
  });
});

const IN_STATE: Record<AccountState, PeopleAct[]> = {
  unverified: ["suspend", "verify", "endSessions", "grantRole", "view"],
  active: ["suspend", "endSessions", "grantRole", "view"],
  locked: ["suspend", "unlock", "endSessions", "grantRole", "view"],
  suspended: ["restore", "grantRole"],
  pending_deletion: ["suspend", "endSessions", "grantRole", "view"],
  erased: [],
};

describe("what there is to do", () => {
  it.each(ACCOUNT_STATES)("about an account that is %s", (state) => {
    expect(EVERY.filter((act) => fits(act, state))).toEqual(IN_STATE[state]);
    const actor = { id: "a", role: "super_admin" as const };
    expect(actsOn(actor, { id: "b", role: "candidate", state })).toEqual(IN_STATE[state]);
    const admin = { id: "a", role: "admin" as const };
    expect(actsOn(admin, { id: "b", role: "candidate", state })).toEqual(IN_STATE[state].filter((act) => act !== "grantRole"));
    expect(actsOn(admin, { id: "b", role: "admin", state })).toEqual([]);
  });
});

describe("what was typed to find somebody", () => {
  it.each([
    ["Ada Lovelace", "Ada Lovelace"],
    ["  ada@example.com ", "ada example com"],
    ["O'Brien-Smith", "O Brien Smith"],
    ["王小明", "王小明"],
    ["Nguyễn", "Nguyễn"],
    ["& | ! :*", null],
    ["", null],
    ["\u0640", null],
    ["a b c d e f g h i j", "a b c d e f g h"],
  ])("%j", (typed, words) => {
    expect(typedNames(typed)).toBe(words);
  });
});

describe("where a list of names ended", () => {
  const id = "0190a5f0-0000-7000-8000-000000000000";

  it.each(["ada lovelace", "阿达", "آدا", "", "a b c"])("comes back as it was: %j", (value) => {
    expect(afterCursor(cursorOf(value, id))).toEqual({ value, id });
  });

  it.each([cursorOf("ada", "x"), cursorOf("a\u0000", id), "%", "", "AAAA"])("is refused where it is none: %j", (text) => {
    expect(() => afterCursor(text)).toThrow(expect.objectContaining({ code: "invalidInput" }));
  });
});
