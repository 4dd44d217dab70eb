import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planned } from "@/features/trades/templates/rules";
import { filled, filledWording, PLACEHOLDERS, unknownIn, type Values } from "@/features/trades/texts/rules";

const VALUES = Object.fromEntries(PLACEHOLDERS.map((name) => [name, `<${name}>`])) as Values;

describe("a template", () => {
  it("counts days from the beginning of the work, across the end of a year, and waits for what comes before", () => {
    const steps = [
      { offsetDays: 0, waits: true },
      { offsetDays: 2, waits: true },
      { offsetDays: 1, waits: false },
    ];
    expect(planned(steps, "2027-12-31").map(({ dueOn, needs }) => [dueOn, needs])).toEqual([
      ["2027-12-31", []],
      ["2028-01-02", [0]],
      ["2028-01-01", []],
    ]);
  });
});

describe("a text", () => {
  it("is filled where it names what is known", () => {
    expect(filled("Dear {customer}, { job }: {due}", VALUES)).toBe("Dear <customer>, <job>: <due>");
    expect(unknownIn("Dear {customer}, { job }")).toBeUndefined();
    expect(unknownIn("{customer} {price} {margin}")).toBe("price");
    expect(unknownIn("{}")).toBe("");
    expect(unknownIn("a { b\n} c")).toBeUndefined();
  });

  it("does not read what fills it for braces again", () => {
    expect(filled("{customer}", { ...VALUES, customer: "{job} $& $1" })).toBe("{job} $& $1");
  });

  it("has a subject of one line, whatever fills it", () => {
    expect(filledWording({ subject: "{site} ", body: "{site}" }, { ...VALUES, site: "12 Lê Lợi\nHuế" })).toEqual({
      subject: "12 Lê Lợi Huế",
      body: "12 Lê Lợi\nHuế",
    });
  });

  it("leaves nothing in braces once nothing in it is unknown", () => {
    const piece = fc.oneof(
      fc.constantFrom(...PLACEHOLDERS.map((name) => `{${name}}`)),
      fc.string().map((text) => text.replaceAll(/[{}]/g, "")),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join("");
        expect(unknownIn(text)).toBeUndefined();
        expect(filled(text, VALUES)).not.toMatch(/[{}]/);
      }),
    );
  });
});
