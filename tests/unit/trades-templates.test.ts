import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planned } from "@/features/trades/templates/rules";
import { filled, filledWording, mailHref, PLACEHOLDERS, unknownIn, type Values } from "@/features/trades/texts/rules";

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

describe("the address of a mail", () => {
  it("is as RFC 6068 wants it: an at sign as it is, lines that end in two signs, and all else that means something escaped", () => {
    expect(mailHref({ to: "lan@example.com", subject: "Bếp & đá", body: "Dear Lan,\n100 %?\r\n+ more" })).toBe(
      "mailto:lan@example.com?subject=B%E1%BA%BFp%20%26%20%C4%91%C3%A1&body=Dear%20Lan%2C%0D%0A100%20%25%3F%0D%0A%2B%20more",
    );
    expect(mailHref({ to: "a&b?c=d@example.com", subject: "", body: "" })).toBe("mailto:a%26b%3Fc%3Dd@example.com?subject=&body=");
  });

  it("brings back what was written", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (subject, body) => {
        const { searchParams } = new URL(mailHref({ to: "lan@example.com", subject, body }));
        expect(searchParams.get("subject")).toBe(subject);
        expect(searchParams.get("body")).toBe(body.replaceAll(/\r\n|\r|\n/g, "\r\n"));
      }),
    );
  });
});
