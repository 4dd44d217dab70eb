import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const sources = ["src/features", "src/trpc", "src/ui"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => path.join(entry.parentPath, entry.name))
  .map((file) => [file, readFileSync(file, "utf8")] as const);

it("who says that what was entered is kept on the device keeps it there", () => {
  const saying = sources.filter(([, text]) => text.includes(`common("offlineKept")`));
  // Most forms say it by a hook that keeps what was typed, and says it for all of them.
  const byHook = sources.filter(([, text]) => /\buse(?:Seen|SeenForm|SeenDialog|WrittenForm|ContentForm)\(form, /.test(text));
  expect(saying.length).toBeGreaterThan(15);
  expect(byHook.length).toBeGreaterThan(25);
  // A form's draft, the composer's, the review's, that of what is filled in, or one that is written by hand.
  const keeps = /useFormDraft\(|\bdraft=|useReviewDraft\(|keepChanges\(|writeDraft\(/;
  expect(saying.filter(([, text]) => !keeps.test(text)).map(([file]) => file)).toEqual([]);
});
