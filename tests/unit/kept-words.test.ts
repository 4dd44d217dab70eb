import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const sources = readdirSync("src/features", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => path.join(entry.parentPath, entry.name))
  .map((file) => [file, readFileSync(file, "utf8")] as const);

it("who says that what was entered is kept on the device keeps it there", () => {
  const saying = sources.filter(([, text]) => text.includes(`common("offlineKept")`));
  expect(saying.length).toBeGreaterThan(40);
  // A form's draft, the composer's, the review's, that of what is filled in, or one that is written by hand.
  const keeps = /useFormDraft\(|\bdraft=|useReviewDraft\(|keepChanges\(|writeDraft\(/;
  expect(saying.filter(([, text]) => !keeps.test(text)).map(([file]) => file)).toEqual([]);
});
