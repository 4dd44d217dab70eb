import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { OTHERS } from "#tests/e2e/offline-others";

const sourcesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8"));

const namesIn = (texts: string[], pattern: RegExp): Set<string> =>
  new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = ""]) => name.replaceAll(/\s/g, ""))));

/** What pages and components ask the server to change, as they are written. */
const called = namesIn(
  sourcesOf("src").filter((text) => !text.includes("initTRPC")),
  /\b(?:trpc|api)\s*\.((?:\w|\s|\.)+?)\.(?:useMutation|mutate)\(/g,
);
const walked = namesIn(sourcesOf("tests/e2e"), /^\s+(?:\{ )?calls: "([\w.]+)"/gm);
const listed = Object.values(OTHERS).flat();

it("each call by which the browser changes something is walked through without a network, or listed with the reason why not", () => {
  expect(called.size).toBeGreaterThan(250);
  expect([...called].filter((name) => !walked.has(name) && !listed.includes(name)).toSorted()).toEqual([]);
});

it("nothing is listed that is not called any more, or twice", () => {
  expect(listed.filter((name) => !called.has(name))).toEqual([]);
  expect(listed.filter((name, at) => listed.indexOf(name) !== at)).toEqual([]);
  expect(listed.filter((name) => walked.has(name))).toEqual([]);
});
