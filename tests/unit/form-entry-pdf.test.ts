import { expect, it } from "vitest";
import { joined, pagesOf } from "#tests/factories/pdf";
import { LOCALES, localeTag } from "@/lib/locales";
import { renderEntry } from "@/server/pdf/form-entry";

/** As long as an answer may be, in short lines, and a choice of many. */
const LINES = Array.from({ length: 120 }, (_, at) => `Defect ${at + 1} end`);
const OPTIONS = Array.from({ length: 50 }, (_, at) => ({
  id: `o${at}`,
  label: `Room ${at + 1} ${"and what stands in it ".repeat(4)}last`,
}));

it.each(LOCALES)("the document of a form shows long answers to their ends, over as many pages as they take, in %s", async (locale) => {
  const field = { help: "", required: false, condition: null };
  const bytes = await renderEntry(
    {
      ...{
        workspace: "Stone shop",
        timeZone: "UTC",
        job: { number: 1234, title: "Kitchen" },
        task: null,
        by: "Lan",
        submittedAt: new Date(0),
      },
      form: { name: "Defects", number: 5678 },
      fields: [
        { ...field, id: "before", kind: "text", label: "Before" },
        { ...field, id: "long", kind: "text", label: "What is wrong?" },
        { ...field, id: "rooms", kind: "choice", label: "Where?", options: OPTIONS, several: true },
        { ...field, id: "after", kind: "text", label: "After" },
      ] as never,
      answers: {
        before: { kind: "text", text: "The first" },
        long: { kind: "text", text: LINES.join("\n") },
        rooms: { kind: "choice", options: OPTIONS.map(({ id }) => id) },
        after: { kind: "text", text: "The last" },
      } as never,
      pictures: new Map(),
    },
    locale,
  );
  const pages = await pagesOf(bytes);
  expect(pages.length).toBeGreaterThan(2);
  const text = pages.join("");
  // What something is called by is not grouped as an amount is.
  const called = new Intl.NumberFormat(localeTag(locale), { useGrouping: false });
  const told = [called.format(1234), called.format(5678), "The first", ...LINES, ...OPTIONS.map((one) => one.label), "The last"];
  expect(told.filter((one) => !text.includes(joined(one)))).toEqual([]);
});
