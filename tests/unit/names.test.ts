import { describe, expect, it } from "vitest";
import { NAMES } from "#tests/factories/names";
import { shownName } from "@/features/forum/members/rules";
import { fullName, initialsOf } from "@/lib/names";

describe("a whole name", () => {
  it.each(NAMES)("$firstName, $lastName: $whole", ({ whole, initials, ...person }) => {
    expect(fullName(person)).toBe(whole);
    expect(initialsOf(person)).toBe(initials);
  });
});

describe("a name as the community sees it at first", () => {
  it.each([
    ["Lan", "nguyễn", "Lan N."],
    ["Amal", "", "Amal"],
    ["أمل", "عثمان", "أمل ع."],
    // One letter would be the whole family name.
    ["小明", "王", "小明"],
    ["", "王", "王"],
  ])("%s, %s: %s", (firstName, lastName, shown) => {
    expect(shownName(firstName, lastName)).toBe(shown);
  });
});
